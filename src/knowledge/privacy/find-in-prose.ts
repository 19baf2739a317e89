import type { Add } from './finding.ts'
import type { Kind } from './kinds.ts'
import { explainsItself, looksRandom, looksSecret } from './value-shapes.ts'

const nouns: [pattern: string, kind: Kind][] = [
  [
    'pass ?words?|passwd|pwd|pass ?phrase|pass ?code|senhas?|contrase(?:ñ|n)as?|otp|pin|identified(?: with [\\w]{1,30})? by',
    'password',
  ],
  [
    '(?:client|app|shared|consumer|webhook)?[ _-]?secrets?(?:[ _-]key)?|segredos?(?: do cliente)?|chave secreta|clave secreta',
    'secret',
  ],
  [
    '(?:api|access|auth|secret|private|subscription|account|master|license|encryption|signing)[ _-]?keys?|chave(?: de)? (?:api|acesso|da api)|clave(?: de)? (?:api|acceso)',
    'API key',
  ],
  [
    '(?:access|refresh|id|bearer|session|auth|api|reset|personal access|csrf|device|service)?[ _-]?tokens?|jwt',
    'token',
  ],
  [
    '(?:authori[sz]ation|auth|verification|security|one[- ]time|recovery|backup|device|user|login|sms|mfa) codes?|c[óo]digo(?: de)? (?:verifica[çc][ãa]o|seguran[çc]a|acesso|autoriza[çc][ãa]o)',
    'code',
  ],
  ['credentials?|credenciais|credenciales', 'credentials'],
  ['session(?: id)?|cookie', 'session'],
]
const noun = nouns.map(([pattern], at) => `(?<k${at}>${pattern})`).join('|')
/** Up to five words between the noun and what says that the value follows. */
const far =
  '(?:[ \\t]+(?!(?:is|was|are|é|eh|era|foi|es|será)[ \\t])[\\p{L}\\d_.@-]{1,30}){1,5}?(?=[ \\t]+(?:is|was|é|eh|era|foi|es)[ \\t])'
const between =
  '(?:[ \\t]+(?:for|of|do|da|de|del|para|to|on|in|no|na|user|usu[áa]rio|client|account|the|o|a|ao|[\\w.@-]{1,40}(?=[ \\t]+(?:is|was|é|eh|era|es)[ \\t])))?(?:[ \\t]+[\\w.@-]{1,40}(?=[ \\t]+(?:is|was|é|eh|era|es)[ \\t])){0,2}'
const stated = new RegExp(
  `(?<![\\p{L}\\d_.-])(?:${noun})(?![\\p{L}\\d_-])(?:${far}|${between})(?<copula>[ \\t]*(?:[:=]|->|→|=>)[ \\t]*|[ \\t]+[-–][ \\t]+|[ \\t]+(?:is|was|are|were|é|eh|era|foi|es|será|be|set to|changed to|reset to|as|com|with|called|named)(?:[ \\t]+(?:now|still|agora|set to|just|simply|o|a|the))?[ \\t:=]+|[ \\t]+)(?<open>["'“‘\`(]?)(?<value>[^\\s"'“”‘’\`()<>]{3,400}(?:(?<=["'“‘\`][^"'“”‘’\`]{3,400})[^"'“”‘’\`\\n]{0,80}(?=["'”’\`]))?)`,
  'giu',
)

interface WayToSay {
  /** Without this the text is not looked through. */
  hint: RegExp
  form: RegExp
  kind: Kind
  name: string
  fits: (value: string) => boolean
}

const codeHint = /code|c[óo]digo|otp|pin|sms|[2m]fa|senha|pass|token/i
const waysToSay: readonly WayToSay[] = [
  {
    // “If asked for a one-time code, use 523622”
    hint: codeHint,
    form: /\b(?:(?:one[- ]?time|single[- ]use|verifica\p{L}{2,6}|confirma\p{L}{2,6}|seguran[çc]a|security|login|acesso|autentica\p{L}{2,6}|activation|ativa[çc][ãa]o|recupera\p{L}{2,6})[ \t]?(?:code|c[óo]digo|passcode|password|pin|senha|token)|(?:c[óo]digo|code|pin|senha)(?:[ \t](?:de|do|da))?[ \t](?:uso [úu]nico|verifica\p{L}{2,6}|confirma\p{L}{2,6}|seguran[çc]a|acesso|autentica\p{L}{2,6}|ativa[çc][ãa]o)|(?:code|c[óo]digo|via|por|by|the|o)[ \t]+sms|otp|totp|2fa|mfa)\b[^\n.\d]{0,40}?[\s"'(:=](?<!\b(?:ttl|exp\w*|port|status|count|len|length|size|id|age|attempts?|retries|timeout)[ \t]?[=:][ \t]?)((?:[A-Z]-)?\d{3}[ -]?\d{3}|(?:[A-Z]-)?\d{4,8})(?![\d.,/:-]\d|[ \t]?(?:s|ms|sec|min|hours?|seconds?|minut|segundo|hora|dias?|days?|caracter|char|digit|d[íi]git|bytes?|%)\p{L}{0,8}\b|\d)/giu,
    kind: 'code',
    name: 'code',
    fits: isNoYear,
  },
  {
    // “O código que chegou por SMS foi 287626”, “Seu código é 710276”
    hint: codeHint,
    form: /\b(?:seu|sua|meu|minha|tu|your|my|our)[ \t]+(?:[\p{L}\d.]{1,20}[ \t]+){0,3}?(?:c[óo]digo|code|passcode|otp|pin|senha|token)\b[^\n.\d]{0,40}?[\s:"'(]((?:[A-Z]-)?\d{4,8})(?!\d|[.,]\d)/giu,
    kind: 'code',
    name: 'code',
    fits: isNoYear,
  },
  {
    hint: codeHint,
    form: /\b(?:c[óo]digo|code|pin)[ \t]+(?:que|that|which|we|i|eu|recebi|chegou|received|got|enviado|sent)\b[^\n.\d]{0,40}?[ \t:]((?:[A-Z]-)?\d{4,8})(?!\d|[.,]\d)/giu,
    kind: 'code',
    name: 'code',
    fits: isNoYear,
  },
  {
    // “G-800585 is your verification code”
    hint: codeHint,
    form: /(?<![\w-])((?:[A-Z]-)?\d{4,8})(?=[ \t]+(?:is your|is the|é (?:o )?(?:seu|meu)|es (?:su|tu))[ \t]+(?:[\p{L}\d]{1,20}[ \t]+){0,4}(?:code|c[óo]digo|otp|pin|passcode|password|senha)\b)/giu,
    kind: 'code',
    name: 'code',
    fits: isNoYear,
  },
  {
    // “We use x as the secret”
    hint: / (?:as|como) /i,
    form: /(?<![\w.~+/=-])([\w.~+/=-]{12,400})(?=[ \t]+(?:as|como)[ \t]+(?:(?:the|our|a|an|o|nossa?|su|el|la)[ \t]+)?(?:[\p{L}]{1,20}[ \t]+){0,2}(?:secret|password|token|key|senha|segredo|chave|clave|contrase[ñn]a|credential)\b)/giu,
    kind: 'secret',
    name: 'secret',
    fits: (value) => looksRandom(value, 12) || (looksSecret(value) && /\d/.test(value)),
  },
  {
    // “log in as admin / x”, “user demo, pass x”
    hint: /pass|pwd|pw|senha|contrase|clave|\//i,
    form: /\b(?:log(?:ged)?[ -]?(?:in|on)?(?:[ \t]+(?:as|with|using|com|como))?|sign(?:ed)? in (?:as|with)|user(?:name)?|login|usu[áa]rio|acess\p{L}{1,4}(?:[ \t]+(?:com|como))?|entr\p{L}{1,4} (?:com|como)|credenciais|credentials|creds|conta de teste|test account)[ \t:=]{1,4}["']?([\w.@+-]{2,60})["']?[ \t]*(?:\/|,?[ \t]+(?:and|e|y|with|com)?[ \t]*(?:pass(?:word)?|pwd|pw|senha|contrase[ñn]a|clave)[ \t:=]{1,4})[ \t]*["']?(?<secret>[^\s"',;<>]{4,200})/giu,
    kind: 'password',
    name: 'password',
    fits: (value) => looksSecret(value) || /\d/.test(value),
  },
  {
    // “chave Pix é 7472189b-…”
    hint: /pix|aleat|evp/i,
    form: /\b(?:chaves?(?:[ \t]+(?:do|de))?[ \t]+(?:pix|aleat[óo]ria)|pix(?:[ \t]+(?:key|chave|aleat[óo]ri[oa]))?|evp)\b(?!\/)[^\n/]{0,30}?(?<secret>[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})/giu,
    kind: 'bank account',
    name: 'Pix key',
    fits: () => true,
  },
  {
    // “validade 11/29”
    hint: /\/ ?(?:20)?[2-4]\d/,
    form: /\b(?:validade|v[áa]lid[oa] at[ée]|vence(?: em)?|exp(?:iry|ires?|iration)?(?:[ \t]+date)?|valid (?:thru|until|to))[ \t:=.]{1,4}(?<secret>(?:0[1-9]|1[0-2])[ ]?\/[ ]?(?:20)?[2-4]\d)(?![\d/])/giu,
    kind: 'card',
    name: 'card expiry',
    fits: () => true,
  },
]

function isNoYear(value: string): boolean {
  return !/^(?:19|20)\d\d$/.test(value)
}

/** A code behind these is an error's or a status. */
const ofErrors =
  /\b(?:erros?|errors?|status|http|exit|return|response|retorno|resposta|postal|cep|zip|country|pa[íi]s|banco|bank|produto|product|barras|bar|qr|fonte|source|ibge|ispb|motivo|reason)\b/i

function findSaid(text: string, add: Add): void {
  for (const { hint, form, kind, name, fits } of waysToSay) {
    if (!hint.test(text)) continue
    for (const found of text.matchAll(form)) {
      const value = (found.groups?.secret ?? found[1] ?? '').replace(/[.,;:!?)\]}]+$/, '')
      if (value === '' || !fits(value) || explainsItself(value)) continue
      if (kind === 'code' && ofErrors.test(found[0])) continue
      const start = found.index + found[0].lastIndexOf(value)
      add({ start, end: start + value.length, kind, name, value })
    }
  }
}

/** Finds what a sentence names: “the password is x”, “com a senha x”, “token x”. Linear. */
export function findInProse(text: string, add: Add): void {
  findSaid(text, add)
  stated.lastIndex = 0
  for (let found = stated.exec(text); found !== null; found = stated.exec(text)) {
    const { copula = '', open = '', value: written = '', ...which } = found.groups ?? {}
    const at = nouns.findIndex((_, index) => which[`k${index}`] !== undefined)
    const kind = nouns[at]?.[1] ?? 'secret'
    const value = written.replace(/[.,;:!?)\]}]+$/, '')
    const start = found.index + found[0].length - written.length
    // What follows may be named by itself.
    stated.lastIndex = Math.max(found.index + 3, start)
    if (
      value.length < 3 ||
      !isGivenAway(
        value,
        { kind, named: (which[`k${at}`] ?? '').trim() },
        copula,
        open,
        text.slice(start + written.length, start + written.length + 3),
      )
    )
      continue
    add({ start, end: start + value.length, kind, name: (which[`k${at}`] ?? kind).toLowerCase().trim(), value })
  }
}

function isGivenAway(
  value: string,
  { kind, named }: { kind: Kind; named: string },
  copula: string,
  open: string,
  after: string,
): boolean {
  if (
    explainsItself(value) ||
    /^(?:https?:|\/|\.|\w+[=:]|[[{|])/.test(value) ||
    value.endsWith('=') ||
    /[=]./.test(value)
  )
    return false
  if (/^\d{4,8}$/.test(value) && (kind === 'code' || /^(?:otp|pin)$/i.test(named))) return true
  // What stands behind a word and before a colon is the name of the next field.
  if (/^["'`]?[ \t]?:/.test(after) && !/\d/.test(value)) return false
  const isQuoted = /["'“‘`]/.test(open)
  const isStated = copula.trim() !== ''
  if (isStated || isQuoted) {
    if (kind === 'session' || kind === 'code' || kind === 'token')
      return looksRandom(value, 6) || (looksSecret(value) && /\d/.test(value) && value.length > 5)
    if (looksSecret(value) && (kind === 'password' || /\d/.test(value))) return true
    // `the password is swordfish.`
    const isLast = after === '' || /^["'”’`.,;!\n\r)]/.test(after) || /^\s*(?:$|\n)/.test(after)
    return (
      kind === 'password' &&
      (isQuoted ||
        (isStated &&
          isLast &&
          !/ing$|ed$/.test(value) &&
          /^[\p{L}\d_-]{4,40}$/u.test(value) &&
          copula.trim().length > 1))
    )
  }
  if (kind === 'password')
    return looksSecret(value) && /\d/.test(value) && value.length > 5 && !/^[A-Z]{2,}[-_]?\d+$/.test(value)
  return looksRandom(value, 10) && !/^[\da-f]{8}-[\da-f]{4}-/i.test(value)
}
