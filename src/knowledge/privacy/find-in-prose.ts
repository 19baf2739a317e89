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
const between =
  '(?:[ \\t]+(?:for|of|do|da|de|del|para|to|on|in|no|na|user|usu[áa]rio|client|account|the|o|a|ao|[\\w.@-]{1,40}(?=[ \\t]+(?:is|was|é|eh|era|es)[ \\t])))?(?:[ \\t]+[\\w.@-]{1,40}(?=[ \\t]+(?:is|was|é|eh|era|es)[ \\t])){0,2}'
const stated = new RegExp(
  `(?<![\\p{L}\\d_.-])(?:${noun})(?![\\p{L}\\d_-])${between}(?<copula>[ \\t]*(?:[:=]|->|→|=>)[ \\t]*|[ \\t]+[-–][ \\t]+|[ \\t]+(?:is|was|are|were|é|eh|era|foi|es|será|be|set to|changed to|reset to|as|com|with|called|named)(?:[ \\t]+(?:now|still|agora|set to|just|simply))?[ \\t:=]+|[ \\t]+)(?<open>["'“‘\`(]?)(?<value>[^\\s"'“”‘’\`()<>]{3,400}(?:(?<=["'“‘\`][^"'“”‘’\`]{3,400})[^"'“”‘’\`\\n]{0,80}(?=["'”’\`]))?)`,
  'giu',
)

/** Finds what a sentence names: “the password is x”, “com a senha x”, “token x”. Linear. */
export function findInProse(text: string, add: Add): void {
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
