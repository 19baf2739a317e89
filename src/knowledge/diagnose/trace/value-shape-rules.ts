import { documented, inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import { failed, type Message, type Trace, valueIn } from './message.ts'
import type { Said } from './rule.ts'
import { oddShape, type ValueKind } from './value-shapes.ts'

/** Values whose form alone shows why they were refused: what is around or in them belongs to no value of their kind. */
export const valueShapeRules: readonly CircumstanceRule[] = [
  { basis: documented('§2.1 to §2.3 and §5.2', inferred('the value as it was sent')), find: oddParameter },
  { own: true, basis: inferred('the value that the response repeats'), find: oddInResponse },
  { own: 'unless-named', basis: standard('RFC 3986 §3', 'the address in the text'), find: oddAddress },
]

interface Shown {
  kind: ValueKind
  /** As a title names it. */
  name: string
  value: string
  message: Message
}

/** The values of a message whose form can be judged; secrets among them are not repeated in what is said. */
function valuesOf(message: Message): Shown[] {
  const { credentials, bearer } = message
  const shown = (kind: ValueKind, name: string, value: string | undefined): Shown[] =>
    value === undefined || value === '' ? [] : [{ kind, name, value, message }]
  return [
    ...shown('client', 'client ID', valueIn(message, 'client_id')),
    ...shown('client', 'client ID', credentials?.form === 'encoded' ? credentials.id : undefined),
    ...shown('secret', 'client secret', credentials?.form === 'encoded' ? credentials.secret : undefined),
    ...shown('redirect', 'redirect URI', valueIn(message, 'redirect_uri')),
    ...shown('scope', 'scope', valueIn(message, 'scope')),
    ...shown('code', 'code', valueIn(message, 'code')),
    ...shown(
      'token',
      'token behind Bearer',
      bearer === undefined || /^[+.$&]|^["'`]\s{0,3}[+.,]/.test(bearer) ? undefined : bearer,
    ),
  ]
}

/** The errors that an odd value of a kind leads to. */
const ledTo: Record<ValueKind, RegExp> = {
  client: /^(?:client_not_found|invalid_client|unauthorized_client|invalid_request)$/,
  secret: /^(?:client_not_found|invalid_client|unauthorized_client|invalid_request)$/,
  redirect: /redirect|^invalid_(?:request|grant)$|^unauthorized_client$/,
  scope: /scope|^invalid_request$/,
  code: /^invalid_(?:grant|request)$/,
  token: /^steps\.jwt\.|^invalid_token$/,
  address: /./,
}

function oddParameter({ messages, text }: Trace): Said | undefined {
  const refusal = messages.findLast(failed)
  if (refusal === undefined && !/(?<![\d.])[45]\d\d(?![\d.])|inv[aá]lid|client_not_found/i.test(text)) return undefined
  const code = refusal?.answer?.code ?? refusal?.answer?.means
  for (const message of refusal === undefined ? messages : [refusal, ...messages.filter((one) => one !== refusal)]) {
    for (const { kind, name, value } of valuesOf(message)) {
      const shape = oddShape(value, kind)
      if (shape === undefined || (code !== undefined && !ledTo[kind].test(code))) continue
      if (code === undefined && kind === 'token' && refusal?.kind !== 'api-request') continue
      return {
        of: entryOf(kind, message, shape.has),
        title: `The ${name} ${shape.has}`,
        cause: `${kind === 'secret' ? `The ${name} that was sent ${shape.has}` : `The ${name} was sent as ${quoted(visible(value), 80)}: it ${shape.has}`}. ${shape.why} It is therefore not the ${kind === 'redirect' || kind === 'client' || kind === 'secret' ? 'registered value' : 'issued value'}.`,
        fix: shape.fix,
        telling: telling(message, kind, value),
      }
    }
  }
  return undefined
}

/** A value with the signs that cannot be seen written out. */
function visible(value: string): string {
  return value
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replace(
      /[\u200b-\u200f\u2060\ufeff\u00ad\u00a0]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
}

function telling({ credentials }: Message, kind: ValueKind, value: string): string | undefined {
  if (credentials?.form === 'encoded' && (kind === 'client' || kind === 'secret')) return credentials.sent
  return kind === 'token' ? 'Bearer' : /^[\x21-\x7e]{3,}$/.test(value.trim()) ? value.trim() : undefined
}

function entryOf(kind: ValueKind, { kind: step, credentials }: Message, has: string): Said['of'] {
  const edge = /line break|space|tab/.test(has)
  switch (kind) {
    case 'client':
      if (credentials?.form === 'encoded')
        return edge ? 'client-credentials-stray-whitespace' : 'client-credentials-malformed'
      if (step !== 'token-request') return 'client-unknown-at-sign-in'
      return edge || /quotation/.test(has) ? 'form-field-stray-whitespace' : 'client-not-found'
    case 'secret':
      return edge ? 'client-credentials-stray-whitespace' : 'client-secret-wrong'
    case 'redirect':
      return step === 'token-request' ? 'redirect-uri-differs' : 'redirect-uri-not-registered'
    case 'scope':
      return 'scope-not-accepted'
    case 'code':
      return 'code-not-taken-whole'
    default:
      return 'authorization-malformed'
  }
}

/** A client ID that the response repeats with something around it. */
function oddInResponse({ text }: Trace): Said | undefined {
  const repeated =
    /\bclient(?:e)?(?:_?id)?\s{1,2}\\{0,2}['"“‘`]([^'"”’`]{2,120})\\{0,2}['"”’`]\s{0,3}(?:does|is|not|n[aã]o|unknown|no )/i.exec(
      text,
    )?.[1]
  const shape = repeated === undefined ? undefined : oddShape(repeated, 'client')
  return repeated === undefined || shape === undefined
    ? undefined
    : {
        of: 'client-not-found',
        title: `The client ID ${shape.has}`,
        cause: `The response repeats the received client ID, ${quoted(repeated, 80)}, which ${shape.has}. ${shape.why}`,
        fix: shape.fix,
        telling: repeated,
      }
}

/** Addresses that are none as they are written: two schemes, a missing sign of the scheme, a space or line break at the end. */
const oddAddresses: readonly { is: RegExp; title: string; why: string; fix: string }[] = [
  {
    is: /\bhttps?:\/\/https?:?\/\/[^\s"'<>]{3,200}/i,
    title: 'The URL begins with https:// twice',
    why: 'Your app or a setting adds the scheme to a value that already contains it, so “https” is looked up as the host.',
    fix: 'Write the scheme only once, in either the setting or your app.',
  },
  {
    is: /(?<![\w:/])https?\/\/[\w-]{2,63}\.[^\s"'<>]{3,200}/i,
    title: 'The URL has no colon after https',
    why: 'Without the colon, “https” is read as a host name.',
    fix: 'Write https:// in full.',
  },
  {
    is: /(?<![\w:/])https?:\/(?!\/)[\w-]{2,63}\.[^\s"'<>]{3,200}/i,
    title: 'The URL has only one slash after https:',
    why: 'A URL has two slashes there; joining its parts as file paths removes one.',
    fix: 'Join base URL and path as URLs (new URL, urljoin), not as file paths.',
  },
  {
    // A text of a program has the line break itself, or as it is escaped.
    is: /(?<=["'])https?:\/\/[\w.-]{3,200}\n(?=["'/])|\bhttps?:\/\/[\w.-]{3,200}(?:%0[ad]|\\[rn])+[^\s"'<>]{0,200}/i,
    title: 'The URL contains a line break',
    why: 'The file or variable with the base URL ends with a line break.',
    fix: 'Trim the value when your app reads it, and save the file without a line break at its end.',
  },
  {
    is: /\bhttps?:\/\/[\w.-]{3,200}\/[\w/.-]{1,200}(?:%20|%0[ad])+(?=["'\s?&]|$)/im,
    title: 'The path ends with a space or line break',
    why: 'The path has an extra character at its end, so it does not exist.',
    fix: 'Trim the path and the values that are put into it.',
  },
  {
    is: /\bhttps?:\/\/[\w.:-]{3,200}(?:\/[\w-]{2,40}){0,3}?\/(v\d{1,2}|oauth2)\/\1(?=\/)[\w/.-]{0,100}/i,
    title: 'A path segment is duplicated',
    why: 'The base URL probably already ends with that segment, and your app adds it again.',
    fix: 'Remove the segment from either the base URL or the path.',
  },
  {
    is: /\bhttps?:\/\/[\w.:-]{3,200}((?:\/[\w-]{2,40}){1,3})\1(?=["'\s?&]|$)/im,
    title: 'The URL contains the path twice',
    why: 'The setting contains the whole URL, and your app or library adds the path again.',
    fix: 'Set only the service’s base URL.',
  },
]

function oddAddress({ text }: Trace): Said | undefined {
  if (!failure.test(text)) return undefined
  for (const { is, title, why, fix } of oddAddresses) {
    const found = is.exec(text)?.[0]
    if (found === undefined) continue
    return {
      of: 'other-host-called',
      title,
      cause: `The text contains ${quoted(found, 120)}. ${why}`,
      fix,
      telling: found.slice(0, 120),
    }
  }
  return undefined
}

const failure =
  /(?<![\d.])(?:4\d\d|5\d\d)(?![\d.])|\berr(?:or|o)?\b|ENOTFOUND|EAI_AGAIN|resolve|exception|invalid|inv[aá]lid|illegal|unsupported|malformed|can[’']t|fail|falh|fall[oó]/i
