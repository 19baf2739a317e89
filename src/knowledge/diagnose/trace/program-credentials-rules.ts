import { documented, inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Said } from './rule.ts'

/** How a program puts client ID and secret together, as it shows it: order, divider, base64 (§5.2; RFC 7617 §2). */
export const programCredentialsRules: readonly CircumstanceRule[] = [
  {
    own: 'unless-named',
    basis: documented('§5.2', standard('RFC 7617 §2')),
    find: ({ text }) => ofProgram(text, swapped),
  },
  {
    own: 'unless-named',
    basis: documented('§5.2', standard('RFC 7617 §2')),
    find: ({ text }) => ofProgram(text, divided),
  },
  {
    own: 'unless-named',
    basis: documented('§5.2', inferred('the program')),
    find: ({ text }) => ofProgram(text, notEncoded),
  },
]

/** What is said of a program whose credentials were refused. */
function ofProgram(text: string, find: (text: string) => Said | undefined): Said | undefined {
  if (!/basic|client_not_found/i.test(text) && !/\bauth\b/.test(text)) return undefined
  return refused.test(text) ? find(text) : undefined
}

const refused =
  /\binvalid_(?:client|request)\b|(?<![\d.])40[01](?![\d.])|client_not_found|unauthori[sz]ed|n[aã]o autorizad|no autorizad/i

const name = (words: string) => String.raw`(?<![A-Za-z])\w{0,24}(?:${words})\w{0,6}(?![A-Za-z])`
const id = name('client_?id|clientid|app_?id|_id|user(?:name)?|usuario|(?<![a-z])id|(?<![a-z])cid')
const secret = name('secret|senha|segredo|passw(?:or)?d|pwd|(?<![a-z])sec(?![a-z])|clave')
/** What is before and behind a name where it is read: \`os.Getenv("…")\`, \`self.…\`, \`config['…']\`. */
const before = String.raw`[\w.$>(\["'@:-]{0,30}?`
const behind = String.raw`["')\]]{0,4}(?:\(\))?`

const callOfBasic = String.raw`(?:\b\w{0,24}(?:basic|auth|credential|client_?cred)\w{0,24}(?:\s{0,2}(?=\()|["']?\s{0,2}(?:=>|[=:])))\s{0,2}[([{]{1,2}\s{0,3}`
/** A dot joins where PHP and Perl have it; elsewhere it leads to a member or a package. */
const join = String.raw`(?:\+|\.(?=\s{0,3}["'$]))`
const joinedBy = (one: string, two: string) =>
  new RegExp(
    String.raw`${one}${behind}\s{0,3}${join}\s{0,3}(?:(["'\`])([^"'\`\n\w]{0,3})\1\s{0,3}${join}\s{0,3})?${before}${two}`,
    'i',
  )
const inTemplate = (one: string, two: string) =>
  new RegExp(
    String.raw`(?:[$#]\{|\{|\$)[\w.>-]{0,20}?${one}\}?([^\w\s$#{}"'\`<>=&]{1,3}|[ ]?)(?:[$#]\{|\{|\$)[\w.>-]{0,20}?${two}`,
    'i',
  )

/** Short names of the client where the secret is joined to it by a colon. */
const shortId = name('client|cliente|app(?:lication)?|key')

const swappedForms = [
  joinedBy(secret, shortId),
  new RegExp(String.raw`\b(?:user(?:_?name)?|login)["']?\s{0,2}[=:]\s{0,2}${before}${secret}${behind}\s{0,3},`, 'i'),
  new RegExp(`${callOfBasic}${before}${secret}${behind}\\s{0,3},\\s{0,3}${before}${id}`, 'i'),
  joinedBy(secret, id),
  inTemplate(secret, id),
]

function swapped(text: string): Said | undefined {
  const line = firstOf(text, /client_not_found/.test(text) ? [...swappedForms, swappedArguments] : swappedForms)
  return line === undefined
    ? undefined
    : {
        of: 'client-credentials-malformed',
        title: 'Client ID and secret are swapped',
        cause: `The secret comes before the client ID: ${quoted(line, 120)}. The service therefore reads the secret as the client ID.`,
        fix: 'Put the client ID first and the secret second. Rotate the secret: it was sent as the ID and may be in logs.',
        telling: line,
      }
}

/** Any call that takes the secret before the client ID; it counts where the client that was sent is unknown. */
const swappedArguments = new RegExp(
  String.raw`\b\w{2,40}\(\s{0,3}${before}${secret}${behind}\s{0,3},\s{0,3}${before}\w{0,24}client_?id(?![A-Za-z])`,
  'i',
)

/** What is put between the two in place of the colon. */
function divided(text: string): Said | undefined {
  for (const pattern of [joinedBy(id, secret), inTemplate(id, secret), formatted]) {
    const found = pattern.exec(text)
    if (found === null) continue
    const sign = pattern === formatted || found.length < 3 ? found[1] : found[2]
    const divider = sign ?? ''
    if (divider.trim() === ':' && divider.length === 1) return undefined
    // Names beside each other may be a list of settings.
    if (!/base64|b64|btoa|encode/i.test(text.slice(Math.max(0, found.index - 300), found.index + 400))) continue
    const line = found[0].trim().slice(0, 120)
    return {
      of: 'client-credentials-malformed',
      title:
        divider === ''
          ? 'There is no colon between client ID and secret'
          : `Credentials are joined by ${quoted(divider)}, not a colon`,
      cause: `The credentials are joined in ${quoted(line, 120)}. Without a colon between them, the service cannot separate the client ID and secret.`,
      fix: 'Join the client ID and secret with “:”, then base64-encode the result.',
      telling: line,
    }
  }
  return undefined
}

const formatted = new RegExp(
  String.raw`["']%s([^%\w"'\n]{0,3})%s["']\s{0,3}(?:[,%]|\.format\()\s{0,3}\(?\s{0,3}${before}${id}${behind}\s{0,3},\s{0,3}${before}${secret}`,
  'i',
)

const plainForms = [
  new RegExp(
    String.raw`\bBasic["'\`]\s{0,2},\s{0,2}(?:[$f]{0,2}["'\`])?(?:[$#]?\{|\$)?[\w.>-]{0,20}?${id}\}?(?::|["'\`\s]{0,3}\+\s{0,2}["'\`]:["'\`]\s{0,2}\+\s{0,2})(?:[$#]?\{|\$)?[\w.>-]{0,20}?${secret}`,
    'i',
  ),
  new RegExp(String.raw`\bBasic[ ](?:[$#]\{|\{|\$)[\w.>-]{0,20}?${id}\}?:(?:[$#]\{|\{|\$)[\w.>-]{0,20}?${secret}`, 'i'),
  new RegExp(String.raw`\bBasic[ ]["'\`]\s{0,3}[+.]\s{0,3}${before}${id}${behind}\s{0,3}[+.]\s{0,3}["']:["']`, 'i'),
]

function notEncoded(text: string): Said | undefined {
  const line = firstOf(text, plainForms)
  return line === undefined || /btoa|b64|base64|encode/i.test(line)
    ? undefined
    : {
        of: 'client-credentials-malformed',
        title: 'The Basic credentials are not base64-encoded',
        cause: `The client ID and secret are sent after “Basic” in plain text: ${quoted(line, 120)}. They must be base64-encoded.`,
        fix: 'Send Authorization: Basic with the base64 of client_id:client_secret, or let the HTTP library do it (curl -u, auth=…).',
        telling: line,
      }
}

function firstOf(text: string, patterns: readonly RegExp[]): string | undefined {
  return patterns.map((pattern) => pattern.exec(text)?.[0].trim().slice(0, 120)).find((one) => one !== undefined)
}
