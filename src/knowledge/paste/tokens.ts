import type { DecodedToken } from '../protocol/call.ts'
import { withoutEnd, withoutStart } from '../text/ends.ts'
import { parseJson } from '../text/json.ts'
import { member } from '../text/member.ts'
import { decodeJwt } from '../token/jwt.ts'

/** A bearer as somebody pasted it. */
export interface PastedToken {
  /** The `Authorization` value, where one was pasted with it. */
  header?: string
  token?: DecodedToken
  /** What was found, in a sentence. */
  note: string
}

const compact = /(?<![\w-])eyJ[\w-]+\.[\w-]*(?:\.[\w-]*){0,3}/

/**
 * Reads what is in the box for the token: the token alone, with `Bearer` or the whole header line before it, wrapped
 * over several lines, in quotation marks, or as a field of a token response. Undefined for an empty box.
 */
export function readToken(text: string): PastedToken | undefined {
  const trimmed = text.slice(0, 100_000).trim()
  if (trimmed === '') return undefined
  const response = trimmed.startsWith('{') ? parseJson(trimmed) : undefined
  const field = member(response, 'access_token')
  if (typeof field === 'string')
    return found(field, undefined, 'The access_token of the pasted token response is used as the token.')
  const value = trimmed.replace(/^["']?(?:-H\s*["']?)?(?:proxy-)?authorization["']?\s*[:=]\s*["']?/i, '')
  const scheme = /^(?:bearer|dpop|basic)\b/i.test(value)
  const bare = value.replace(/^(?:bearer[\s:]*)+/i, '')
  const joined = bare.replace(/\s+/g, '')
  const note = /\s/.test(bare)
    ? 'The token was wrapped over several lines, which are read as one.'
    : 'The token is read; its signature was not verified.'
  // Line defects that come from copying say nothing of what was sent.
  const header = scheme && !/[\r\n]/.test(value) ? value : undefined
  return found(withoutEnd(withoutStart(joined, '"\'“”‘’'), '"\'“”‘’,;'), header, note)
}

function found(text: string, header: string | undefined, note: string): PastedToken {
  const token = decodeJwt(text)
  if (token !== undefined) return { header, token, note }
  return {
    header,
    note: 'The token cannot be read as a JWT, so nothing is known about its claims. Access tokens of other services may be opaque; this service’s access tokens are JWTs (§2.4).',
  }
}

/** The access token in an `Authorization` value, decoded; undefined when it contains no JWT. */
export function tokenOfHeader(value: string | undefined): DecodedToken | undefined {
  const text = /^\s*(?:(?:bearer|dpop)[\s:]+)+["']?([\w.-]+)/i.exec(value ?? '')?.[1]
  return text === undefined ? undefined : decodeJwt(text)
}

/** The token after the word `Bearer` in a text, or one that is in it alone. */
export function tokenIn(text: string): DecodedToken | undefined {
  const bearer = /\bBearer\s+(eyJ[\w.-]+)/i.exec(text)?.[1] ?? firstUnnamed(text)
  return bearer === undefined ? undefined : decodeJwt(bearer)
}

/** The first token that is not the value of a parameter for tokens which are no bearers. */
function firstUnnamed(text: string): string | undefined {
  for (const match of text.matchAll(new RegExp(compact, 'g')))
    if (!otherParameter.test(text.slice(Math.max(0, match.index - 40), match.index))) return match[0]
  return undefined
}

/** Parameters of callbacks, sign-outs and token requests (OpenID Connect, RFC 7521, RFC 8693, RFC 9101). */
const otherParameter =
  /(?:^|[?&\s])(?:request|response)=$|(?:^|[^a-z])(?:id_?token(?:_?hint)?|logout_?token|(?:client_?)?assertion|(?:subject|actor|refresh)_?token)=$/i

/** Whether a text is a compact token and nothing else. */
export function isTokenAlone(text: string): boolean {
  const trimmed = text.trim()
  return /^(?:bearer\s+)?eyJ[\w-]+\.[\w-]*(?:\.[\w-]*){1,3}$/i.test(trimmed)
}

/**
 * Whether a value was made unreadable before it was pasted (stars, dots, a name in angle brackets), or is a variable
 * of a program or a shell. What was sent is then not known.
 */
export function isLeftOut(value: string): boolean {
  const credentials = value.replace(/^\s*(?:bearer|basic|dpop)\s+/i, '')
  return (
    /[{}<>]|%[a-z]\b|%[A-Z_]+%|^["' ]*[+.&]|\*{2,}|…|\.{3}|•|^<.*>$|^\[.*\]$|redacted|masked|removed|hidden|x{4,}$|^\(.*\)$/i.test(
      credentials,
    ) && !/^\[object/i.test(credentials)
  )
}
