import { isEnumerated } from './find-in-slots.ts'
import type { Add } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import type { Kind } from './kinds.ts'
import {
  explainsItself,
  isNamedByCluster,
  isNamedWithVersion,
  looksRandom,
  looksSecret,
  saysWhatIsDemanded,
} from './value-shapes.ts'

const nouns: [pattern: string, kind: Kind][] = [
  [
    '\\p{L}{2,16}(?:passwort|kennwort|wachtwoord)|pass ?words?|passwd|pwd|pw|pass ?phrase|pass ?code|(?:senhas?|contrase(?:ñ|n)as?|clave|mot de passe|passwort|password|passord|heslo)(?: (?:provis[óo]ri[ao]|tempor[áa]ri[ao]|temporal|inicial|provisional|provisoire|temporaire|temporanea|iniziale|nov[ao]|nueva|nouveau|neu|atual|actual|padr[ãa]o))?|otp|pin|identified(?: with [\\w]{1,30})? by',
    'password',
  ],
  [
    '(?:client|app|shared|consumer|webhook)?[ _-]?secrets?(?:[ _-]key)?|segredos?(?: do cliente)?|chave secreta|clave secreta|clave de (?:firma|cifrado)|chave de (?:assinatura|criptografia)',
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
  '(?:[ \\t]+(?!(?:is|was|are|é|eh|era|foi|es|será)[ \\t])[\\p{L}\\d_.@-]{1,30}(?<![.])){1,5}?(?=[ \\t]+(?:is|was|é|eh|era|foi|es)[ \\t])'
const between =
  '(?:[ \\t]+(?:for|of|do|da|de|del|para|to|on|in|no|na|user|usu[áa]rio|client|account|the|o|a|ao|[\\w.@-]{1,40}(?=[ \\t]+(?:is|was|é|eh|era|es)[ \\t])))?(?:[ \\t]+[\\w.@-]{1,40}(?=[ \\t]+(?:is|was|é|eh|era|es)[ \\t])){0,2}'
const stated = new RegExp(
  `(?<![\\p{L}\\d_.-])(?:${noun})(?![\\p{L}\\d_-])(?:${far}|${between})(?<copula>[ \\t]*(?::(?!:)|=|->|→|=>)[ \\t]*|[ \\t]+[-–][ \\t]+|[ \\t]+(?:is|was|are|were|é|eh|era|foi|es|será|be|set to|changed to|reset to|as|com|with|called|named)(?:[ \\t]+(?:now|still|agora|set to|changed to|reset to|just|simply|o|a|the))?[ \\t:=]+|[ \\t]+)(?<open>["'“‘\`(]?)(?<value>[^\\s"'“”‘’\`()<>]{3,400}(?:(?<=["'“‘\`][^"'“”‘’\`]{3,400})[^"'“”‘’\`\\n]{0,80}(?=["'”’\`]))?)`,
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

/** What opens with a code, in English, Portuguese, Spanish, German, French and Italian. */
const lock =
  '(?:door|gate|alarm|safe|vault|lock(?:er|box)?|key ?box|building|garage|lift|elevator|entrance|entry|voicemail|suitcase|bike|server[ -]room|office|porta|port[ãa]o|alarme?|cofre|arm[áa]rio|cadeado|entrada|pr[ée]dio|garagem|elevador|sala|puerta|port[óo]n|alarma|caja fuerte|edificio|garaje|t[üu]r|tor|tresor|schloss|porte|portail|coffre|immeuble|cancello|allarme|cassaforte)'
const codeHint = /code|codice|combina|c[óo]digo|clave|otp|pin|sms|[2m]fa|senha|pass|token/i
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
    form: /\b(?:c[óo]digo|code|pin)[ \t]+(?:que|that|which|we|i|eu|recebi|chegou|received|got|enviado|sent)\b[^\n.\d]{0,40}?[ \t:](\d{3}[ -]\d{3}|(?:[A-Z]-)?\d{4,8})(?!\d|[.,]\d)/giu,
    kind: 'code',
    name: 'code',
    fits: isNoYear,
  },
  {
    // “G-800585 is your verification code”
    hint: codeHint,
    form: /(?<![\w-])((?:[A-Z]-)?\d{4,8}|\d{3}[ -]\d{3})(?=[ \t]+(?:is your|is the|é (?:o )?(?:seu|meu)|es (?:su|tu)|ist Ihr|est votre|è il tuo)[ \t]+(?:[\p{L}\d-]{1,20}[ \t]+){0,4}(?:code|c[óo]digo|otp|pin|passcode|password|senha)\b)/giu,
    kind: 'code',
    name: 'code',
    fits: isNoYear,
  },
  {
    // `pin2 88102`, `PUK1: …`
    hint: /p[iu][nk]|nip/i,
    form: /(?<![\p{L}\d_-])[mt]?(?:pin|puk|nip)[ -]?[12]?[ \t:=]{1,3}(?<secret>\d{4,8})(?![\d.,:/-]\d|\d|[ \t]?(?:ms|s|px|of|attempts?|tries)\b)/giu,
    kind: 'code',
    name: 'PIN',
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
    form: /\b(?:(?:user|usu[áa]rio)[^\n:]{0,20}\/[^\n:]{0,20}(?:pass(?:word)?|senha|pwd|contrase[ñn]a)[^\n:]{0,20}|log(?:ged)?[ -]?(?:in|on)?(?:[ \t]+(?:as|with|using|com|como))?|sign(?:ed)? in (?:as|with)|user(?:name)?|login|usu[áa]rio|acess\p{L}{1,4}(?:[ \t]+(?:com|como))?|entr\p{L}{1,4} (?:com|como)|credenciais|credentials|creds|conta de teste|test account|service account|conta de servi[çc]o)[ \t:=]{1,4}["']?([\w.@+-]{2,60})["']?[ \t]*(?:\/|,?[ \t]+(?:and|e|y|with|com)?[ \t]*(?:pass(?:word)?|pwd|pw|senha|contrase[ñn]a|clave)[ \t:=]{1,4})[ \t]*["']?(?<secret>[^\s"',;<>]{4,200})/giu,
    kind: 'password',
    name: 'password',
    fits: (value) => looksSecret(value) || /\d/.test(value),
  },
  {
    // “chave Pix é 7472189b-…”
    hint: /pix|aleat|evp/i,
    form: /\b(?:chaves?(?:[ \t]+(?:do|de))?[ \t]+(?:pix|aleat[óo]ria)|pix(?:[ \t]+(?:key|chave|aleat[óo]ri[oa]))?|(?:[oa]|minha|nossa|sua|une?)[ \t]aleat[óo]ria|evp)\b(?!\/)[^\n/]{0,30}?(?<secret>[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})/giu,
    kind: 'bank account',
    name: 'Pix key',
    fits: () => true,
  },
  {
    // “the old one was x”, “antes era x”
    hint: /pass|pwd?\b|senha|contrase|clave/i,
    form: /\b(?:(?:old|new|previous|antig[ao]|nov[ao]|anterior|velh[ao]|vieja|nueva)(?: one)?|antes)(?:[ \t]+(?:is|was|era|é|foi|es)|(?<=one)|:)[ \t]+["'“]?(?<secret>[^\s"'“”,;<>]{6,80})/giu,
    kind: 'password',
    name: 'password',
    fits: (value) => looksSecret(value) && /\d/.test(value) && looksMade(value),
  },
  {
    // “troquei para x”, “changed it to x”
    hint: /pass|pwd?\b|senha|contrase|clave/i,
    form: /\b(?:troquei|mudei|alterei|changed?|reset|cambi[ée]|(?:foi|fica|ficou)[ \t]+(?:trocada|alterada|mudada))(?:[ \t]+(?:it|ela|a senha|la|the password))?[ \t]+(?:para|pra|to|a|por)[ \t]+["'“]?(?<secret>[^\s"'“”,;<>]{6,80})/giu,
    kind: 'password',
    name: 'password',
    fits: (value) => looksSecret(value) && /\d/.test(value) && looksMade(value),
  },
  {
    // “api key for the sandbox: x”, “the key we use: x”
    hint: /key|token|secret|chave|clave|segredo/i,
    form: /\b(?:api[ _-]?keys?|keys?|tokens?|secrets?|chaves?|claves?|segredos?)(?:[ \t]+(?!fingerprint|hash\b|ids?\b|used\b|sha\d|md5)[\p{L}\d'’-]{1,20}){1,5}:[ \t]*["'“`]?(?<secret>[\w.~+/=-]{16,400})/giu,
    kind: 'API key',
    name: 'API key',
    fits: (value) => looksRandom(value, 16) && !/^[\da-f]{8}-[\da-f]{4}-/i.test(value),
  },
  {
    // “Door code for the server room: 4417”, “o código do portão é 8821#”
    hint: codeHint,
    form: new RegExp(
      `(?<![\\p{L}\\d])(?:${lock}(?:[ \\t-]?(?:access|entry))?[ \\t-]?(?:codes?|pins?|combination|keypad)|(?:code|pin|combination|c[óo]digo|senha|combina[çc][ãa]o|clave|combinaci[óo]n|code|zahlencode|codice)[ \\t](?:for|to|of|on|d[oae]l?|da|para|f[üu]r|pour|per|zum|zur)(?:[ \\t](?:the|o|a|el|la|le|den|die|das|il))?[ \\t](?:\\p{L}{2,14}[ \\t]){0,2}?${lock}|t[üu]rcode|alarmcode|torcode|zugangscode|digicode)(?![\\p{L}\\d])[^\\n.\\d]{0,50}?[ \\t:=("'](?<secret>[*#]?(?:\\d{3,8}|\\d{1,2}(?:-\\d{1,2}){2,3})[*#]?)(?![\\d.,:/-]\\d|\\d)`,
      'giu',
    ),
    kind: 'code',
    name: 'code of a lock',
    fits: isNoYear,
  },
  {
    // “token do hardware: 72604706”
    hint: /token/i,
    form: /\btoken(?:[ \t]+(?:d[oae]|for|of|the|from)(?:[ \t]+\p{L}{2,20}){1,2})[ \t]*[:=][ \t]*["'“]?(?<secret>\d{6,8})(?![\d.,])/giu,
    kind: 'code',
    name: 'code',
    fits: isNoYear,
  },
  {
    // “what's the code?”, and on the next line of the chat its response
    hint: /\?/,
    form: /\b(?:code|c[óo]digo|otp|token|pin|senha|pwd?|password|contrase[ñn]a|clave|key|passwort|kennwort|wachtwoord|mot de passe|mdp)\b(?![\w.-]{0,60}:[\da-z]{8}\])[^\n?]{0,60}\?[^\n?",]{0,40}\r?\n(?:[>\t ]{0,6}\[[^\]\n]{1,40}\][ \t]{0,3}|[\d:/., -]{4,30})?(?:[^\n:]{1,50}:[ \t])?[ \t]*(?<secret>[^\s,;]{4,200}?)(?=[.,;!]?(?:[ \t]|$))/gimu,
    kind: 'password',
    name: 'answer',
    fits: (value) => /^\d{4,8}$/.test(value) || (looksSecret(value) && /\d/.test(value) && looksMade(value)),
  },
  {
    // “Seu+codigo+%C3%A9+701834” in a form
    hint: /\+(?:c[óo]digo|code|senha|pin)\+/i,
    form: /\+(?:c[óo]digo|code|senha|pin)\+(?:[^\s&+\d]{1,20}\+|%C3%A9\+){0,3}(?<secret>\d{4,8})(?!\d)/giu,
    kind: 'code',
    name: 'code',
    fits: isNoYear,
  },
  {
    // “My security answer is x”, “palavra-chave do banco: x”
    hint: /security|secret|resposta|respuesta|palavra/i,
    form: /\b(?:security answer|secret answer|resposta (?:secreta|de seguran[çc]a)|palavra[- ]chave|palabra clave|respuesta (?:secreta|de seguridad))\b[^\n:="“]{0,60}?(?:[ \t](?:is|é|eh|es)[ \t]|[:=])[ \t]*["'“]?(?<secret>[\p{L}\d][\p{L}\d'’-]{2,40})(?!\p{L})/giu,
    kind: 'password',
    name: 'security answer',
    fits: (value) => !/^(?:errad[ao]|incorret[ao]|reservada|wrong|case|not|n[aã]o|required|optional)$/i.test(value),
  },
  {
    // A seed of TOTP in groups of four (RFC 4648 § 6)
    hint: /chave|key|secret|manual|setup|segredo|totp|clave/i,
    form: /(?:chave|key|secret|manual|setup|segredo|totp|clave)\b[^\n:=]{0,30}[:=][ \t]*(?<secret>(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{4})(?![\w-])/giu,
    kind: 'secret',
    name: 'seed of one-time codes',
    fits: (value) => /[2-7]/.test(value),
  },
  {
    // Words of a wallet (BIP 39)
    hint: /seed|mnem|recovery phrase|frase|carteira|wallet|palavras/i,
    form: /(?:seed|mnem\w{0,10}|recovery phrase|frase|carteira|wallet|palavras)\b[^\n:=]{0,40}[:=][ \t]*["'“]?(?<secret>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![a-z])/giu,
    kind: 'secret',
    name: 'words of a wallet',
    fits: () => true,
  },
  {
    // “seed velvet orbit canyon …” to the end of its line
    hint: /seed|mnemonic/i,
    form: /\b(?:seed|mnemonic)(?: phrase| words?)?[ \t:=]{1,3}["'“]?(?<secret>(?:[a-z]{3,8}[ ]){4,23}[a-z]{3,8})["'”]?[ \t]*$/gim,
    kind: 'secret',
    name: 'words of a wallet',
    fits: (value) => !value.split(' ').some(isFunctionWord),
  },
  {
    // “the three digits on the back 337”, “CVV que está atrás: 552”
    hint: /\d{3}/,
    form: /(?<!\p{L})(?:(?:digits?|d[íi]gitos|ziffern|chiffres|cifre)[^\n\d]{0,24}(?<!\p{L})(?:back|verso|atr[áa]s|reverso|r[üu]ckseite|dos|retro)|cvv2?|cvc2?|ccv|cid)(?!\p{L})[^\n\d.]{0,24}?[ \t:(=](?<secret>\d{3,4})(?![\d.,/:-]\d|\d)/giu,
    kind: 'code',
    name: 'card verification',
    fits: () => true,
  },
  {
    // “validade 11/29”
    hint: /\/ ?(?:20)?[2-4]\d/,
    form: /\b(?:validade|val\.?|venc\.?|caducidad|caduca|v[áa]lid[oa] at[ée]|vence(?: em)?|exp(?:iry|ires?|iration)?(?:[ \t]+date)?|valid (?:thru|until|to))[ \t:=.]{1,4}(?<secret>(?:0[1-9]|1[0-2])[ ]?\/[ ]?(?:20)?[2-4]\d)(?![\d/])/giu,
    kind: 'card',
    name: 'card expiry',
    fits: () => true,
  },
]

/** Whether it is a password rather than a version, a date, a name of a file or an error's code. */
function looksMade(value: string): boolean {
  return !/^(?:v?\d+(?:[.,:/-]\d+)*\S{0,3}|[A-Z]{2,12}[-_]?\d{1,6}|[\w-]+\.[a-z]{2,5}\S{0,2}|[a-z]{1,10}-?\d{1,3})[.,)]*$/.test(
    value,
  )
}

function isNoYear(value: string): boolean {
  return !/^(?:19|20)\d\d$/.test(value)
}

/** A code behind these is an error's or a status. */
const ofErrors =
  /\b(?:erros?|errors?|status|http|exit|return|response|retorno|resposta|postal|cep|zip|country|pa[íi]s|banco|bank|produto|product|barras|bar|qr|fonte|source|ibge|ispb|motivo|reason)\b/i

/** “otp — RFC 6238” */
const ofStandards = /\b(?:RFC|ISO|IEC|DIN|EN|NIST|FIPS|BCP|IEEE|ANSI|X9|ABNT|NBR)[ \t-]{0,2}\d{3,6}$/

function findSaid(text: string, add: Add): void {
  for (const { hint, form, kind, name, fits } of waysToSay) {
    if (!hint.test(text)) continue
    for (const found of text.matchAll(form)) {
      const value = (found.groups?.secret ?? found[1] ?? '').replace(/[.,;:!?)\]}]+$/, '')
      if (value === '' || !fits(value) || explainsItself(value)) continue
      if (kind === 'code' && (ofErrors.test(found[0]) || ofStandards.test(found[0]))) continue
      const start = found.index + found[0].lastIndexOf(value)
      add({ start, end: start + value.length, kind, name, value })
    }
  }
}

/** Finds what a sentence names: “the password is x”, “com a senha x”, “token x”. Linear. */
export function findInProse(text: string, add: Add): void {
  findSaid(text, add)
  findRecoveryCodes(text, add)
  stated.lastIndex = 0
  for (let found = stated.exec(text); found !== null; found = stated.exec(text)) {
    const { copula = '', open = '', value: written = '', ...which } = found.groups ?? {}
    const at = nouns.findIndex((_, index) => which[`k${index}`] !== undefined)
    const kind = nouns[at]?.[1] ?? 'secret'
    const value = written.replace(/[.,;:!?)\]}]+$/, '')
    const start = found.index + found[0].length - written.length
    // `arn:aws:secretsmanager:…:secret:prod/erp` names what is kept elsewhere.
    if (copula === ':' && /\barn:[\w:/.-]{1,150}$/.test(text.slice(Math.max(0, found.index - 160), found.index)))
      continue
    // What follows may be named by itself.
    stated.lastIndex = Math.max(found.index + 3, start)
    if (
      value.length < 3 ||
      !isGivenAway(
        value,
        { kind, named: (which[`k${at}`] ?? '').trim() },
        copula,
        open,
        text.slice(start + written.length, start + written.length + 24),
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
    (open === '' ? explainsItself(value) : saysWhatIsDemanded(value)) ||
    /^(?:https?:|\/|\.|\w+[=:]|[[{|])/.test(value) ||
    value.endsWith('=') ||
    /[=]./.test(value)
  )
    return false
  if (/^\d{4,8}$/.test(value) && (kind === 'code' || /^(?:otp|pin)$/i.test(named))) return true
  // What is behind a word and before a colon is the name of the next field.
  if (/^["'`]?[ \t]?:/.test(after) && !/\d/.test(value)) return false
  // `System.getenv("DB_PASS")` calls what fetches it.
  if (after.startsWith('(') && /^[A-Za-z_$][\w$.]*$/.test(value)) return false
  const isQuoted = /["'“‘`]/.test(open)
  const isStated = copula.trim() !== ''
  if (isStated || isQuoted) {
    // `secret "default-token-x7k2p" not found` names one of a cluster.
    if (kind === 'secret' && (isNamedByCluster(value) || isNamedWithVersion(value) || isNotThere.test(after)))
      return false
    if (kind === 'session' && /^_?[a-z\d]+(?:_[a-z\d]+)+$/.test(value)) return false
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
          // “passwords are security-sensitive”
          !isEnumerated(value.split('-').at(-1) ?? '') &&
          !/ing$|ed$/.test(value) &&
          !isFunctionWord(value) &&
          /^[\p{L}\d_-]{4,40}$/u.test(value) &&
          copula.trim().length > 1))
    )
  }
  if (kind === 'password')
    return looksSecret(value) && /\d/.test(value) && value.length > 5 && !/^[A-Z]{2,}[-_]?\d+$/.test(value)
  return looksRandom(value, 10) && !/^[\da-f]{8}-[\da-f]{4}-/i.test(value)
}

/** What is missing is named and not shown. */
const isNotThere = /^["'”’`][ \t]{1,3}(?:not found|does not exist|could not|cannot|is (?:missing|forbidden)|already)/

const recovery =
  /\b(?:(?:recovery|backup|scratch)[ \t]+codes?|c[óo]digos?(?:[ \t]+de)?[ \t]+(?:recupera\p{L}{2,6}|backup|reserva|respaldo))\b([^\n]{0,400})/giu

/** Recovery codes that a sentence counts up: “backup codes are 4213-5325, 7426-7305 and 9293-7351”. */
function findRecoveryCodes(text: string, add: Add): void {
  for (const found of text.matchAll(recovery)) {
    const rest = found[1] ?? ''
    const offset = found.index + found[0].length - rest.length
    for (const { 0: value, index } of rest.matchAll(
      /(?<![\w-])(?=[\w-]{0,9}\d)[A-Za-z\d]{4,6}(?:-[A-Za-z\d]{4,6}){1,3}(?![\w-])/g,
    ))
      if (!/^(?:19|20)\d\d-(?:19|20)\d\d$/.test(value))
        add({ start: offset + index, end: offset + index + value.length, kind: 'code', name: 'recovery code', value })
  }
}
