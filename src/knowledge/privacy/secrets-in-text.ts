import { sensitivityOf } from './sensitivity.ts'

/** What to write in place of each thing that is found; what comes back unchanged stays as it is. */
export interface Replacements {
  /** A JWT, or what begins like one. */
  token: (token: string) => string
  /** What follows `Bearer`, `Basic` or `DPoP` (RFC 9110 §11.4). */
  credentials: (credentials: string, scheme: string) => string
  /** The value of a field whose name says that it is secret, as it is written: percent-encoded or escaped. */
  secret: (value: string, name: string) => string
}

/**
 * Finds secrets in a text of any kind (an address, a form, JSON that may be cut or escaped, prose) by their form and by
 * the names before them. Never throws; the work grows with the length of the text alone.
 */
export function replaceSecrets(text: string, { token, credentials, secret }: Replacements): string {
  const isKey = text.includes('kty')
  const marked = text
    .replace(privateKey, (key) => secret(key, 'private_key'))
    .replace(anyToken, token)
    .replace(schemes, (whole, scheme: string, space: string, value: string) =>
      oneWord.test(value) ? whole : `${scheme}${space}${credentials(value, scheme)}`,
    )
  return replaceParameters(marked, secret).replace(
    jsonFields,
    (_, before: string, name: string, between: string, value: string) =>
      before +
      name +
      between +
      (isKey && privateMembers.has(name) && /^[\w-]{20,}$/.test(value)
        ? secret(value, name === 'k' ? 'secret_key' : 'private_key')
        : sensitivityOf(name, 'field', value) === 'secret'
          ? secret(value, name)
          : value),
  )
}

/** An open value is looked through as well: an address can stand in a parameter of another. */
function replaceParameters(text: string, secret: Replacements['secret']): string {
  const pieces: string[] = []
  let done = 0
  parameterName.lastIndex = 0
  for (let found = parameterName.exec(text); found !== null; found = parameterName.exec(text)) {
    const name = found[1] ?? ''
    const place = /\s/.test(text.charAt(found.index - 1)) ? 'field' : 'parameter'
    if (sensitivityOf(name, place) !== 'secret') continue
    const start = parameterName.lastIndex
    parameterValue.lastIndex = start
    const value = parameterValue.exec(text)?.[0] ?? ''
    if (value === '' || sensitivityOf(name, place, value) !== 'secret') continue
    pieces.push(text.slice(done, start), secret(value, name))
    done = start + value.length
    parameterName.lastIndex = done
  }
  return pieces.join('') + text.slice(done)
}

/** Each cookie of a `Cookie` or `Set-Cookie` header replaced, several joined by a comma too; attributes stay. */
export function replaceCookies(
  header: string,
  value: string,
  replace: (value: string, cookie: string) => string,
): string {
  const set = /^set-/i.test(header)
  return value.replace(set ? setCookies : cookies, (whole, before: string, cookie: string, secret: string) =>
    set && cookieAttributes.test(cookie) ? whole : `${before}${cookie}=${replace(secret, cookie)}`,
  )
}

/** A private key in PEM (RFC 7468 §10), its line breaks escaped or not; of one that is cut, what is left. */
const privateKey =
  /-----BEGIN (?:[A-Z\d]{2,10} ){0,3}PRIVATE KEY-----(?:(?:[^-]|-(?!----)){0,20000}-----END (?:[A-Z\d]{2,10} ){0,3}PRIVATE KEY-----|[\w+/=\s\\]{0,20000})/g
/** Members of a JWK that only its owner may know (RFC 7518 §6.2.2, §6.3.2, §6.4.1). */
const privateMembers: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
/** A JWT: it begins with the base64url of `{` before a quote or white space. Only where a word begins. */
export const anyToken = /(?<![\w-])e(?:y[A-DI-L]|w[0-3k-r])[\w-]{4,}(?:\.[\w-]*){1,4}/g
// `Bearer realm="…"` and `Bearer error=…` are challenges and hold no secret (RFC 9110 §11.3).
const schemes =
  /\b((?:Bearer|Basic|DPoP)(?:[\s:]{1,4}(?:Bearer|Basic|DPoP)\b){0,3})([\s:]{1,9}|%20|\+)(?![\w-]{1,40}(?:=\w|\s{0,2}=\s{0,2}"))([\w.~+/=%-]{6,})/gi
/** `Bearer authentication`, `Basic credentials.`: a sentence goes on. */
const oneWord = /^[a-z]{1,15}[.]?$/i
/** `name=` in an address, a form, a command or a log line. */
const parameterName = /(?<=^|[?&#;\s"'=]|%3F|%26)([\w.-]{1,60})(?:=|%3D)/gi
/** What replaced a value earlier is one value. */
const parameterValue = /(?:\[[^\]\n]{1,80}\] )?\[[^\]\n]{1,80} \w{6,80}\]|•{6} \([\d,]+ characters\)|[^&#;\s"'<>]+/y
/** `"name":"value"` in JSON, its quotes escaped or not. */
const jsonFields = /(\\{0,8}")([\w.-]{1,60})(\\{0,8}"\s{0,9}:\s{0,9}\\{0,8}")((?:[^"\\]|\\[^"])+)/g

const cookies = /(^|[;\s])([^=;\s]+)=([^;]*)/g
const setCookies = /(^|[;,\s])([^=;,\s]+)=([^;]*?)(?=;|,\s{0,9}[^=;,\s]{1,200}=|$)/g
const cookieAttributes = /^(?:path|domain|expires|max-age|samesite|priority)$/i
