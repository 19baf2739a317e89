import type { Add } from './finding.ts'
import { meaningOf } from './name-meaning.ts'
import { isHarmlessCookie } from './sensitivity.ts'
import { explainsItself, isTrace } from './value-shapes.ts'

const cookieAttributes =
  /^(?:path|domain|expires|max-age|samesite|priority|version|comment|secure|httponly|partitioned|\$\w+)$/i

/** Each cookie of a `Cookie` or `Set-Cookie` value, several of them joined by a comma or a line break too. */
export function findCookies(value: string, offset: number, add: Add): void {
  let [from, wasCookie] = [0, '']
  while (from < value.length) {
    const end = segmentEnd(value, from)
    const segment = value.slice(from, end)
    const equals = segment.indexOf('=')
    const name = (equals < 0 ? '' : segment.slice(0, equals)).trim()
    const attribute = cookieAttributes.test(name)
    // A comma is in values as well, and in the date of `Expires`.
    const continued = equals < 0 && wasCookie !== '' && value.charAt(from - 1) === ','
    if (attribute) wasCookie = ''
    else if ((equals > 0 && /^[^\s"{}]{1,300}$/.test(name)) || continued) {
      if (!continued) wasCookie = name
      const lead = /^\s*/.exec(segment.slice(continued ? 0 : equals + 1))?.[0].length ?? 0
      const start = from + (continued ? 0 : equals + 1) + lead
      const secret = value.slice(start, end).trimEnd().replace(/^"|"$/g, '')
      if (
        secret !== '' &&
        !isTrace(secret) &&
        !/^(?:deleted|undefined|null|\.\.\.|…)$/i.test(secret) &&
        !isHarmlessCookie(wasCookie, secret)
      ) {
        const quote = value.charAt(start) === '"' ? 1 : 0
        add({
          start: offset + start + quote,
          end: offset + start + quote + secret.length,
          kind: 'session',
          name: `cookie ${wasCookie}`,
          value: secret,
        })
      }
    }
    from = end + 1
  }
}

function segmentEnd(value: string, from: number): number {
  for (let at = from; at < value.length; at++) {
    const sign = value.charCodeAt(at)
    if (sign === 0x3b || sign === 0x2c || sign === 0x0a) return at
  }
  return value.length
}

/** Parameters of an `Authorization` value that open nothing (RFC 9110 §11.4, RFC 7616 §3.4, RFC 5849, AWS and others). */
const openParameters =
  /^(?:realm|algorithm|qop|nc|uri|opaque|domain|stale|charset|userhash|signedheaders|headers|keyid|created|expires|oauth_(?:version|signature_method|timestamp|callback|realm)|error|error_description|error_uri|scope|resource_metadata|title|type)$/i
/** A scheme, and words that are in the place of credentials where something went wrong. */
const openWord =
  /^(?:\[token\]?|b'?|bearer|basic|dpop|digest|negotiate|ntlm|undefined|null|none|nan|true|false|empty|missing|left-out|object|\[object|object\]|token|access[-_]?token|jwt|credentials|base64)$/i

/**
 * The credentials in an `Authorization` value: whatever is no scheme and no parameter that is known to open nothing.
 * Several schemes may be joined by commas.
 */
export function findAuthorization(value: string, offset: number, add: Add): void {
  const rest = value.replace(/^\s*(?:bearer|basic|dpop|digest|negotiate)\b/i, '').trim()
  // `Bearer token is missing`
  if ((rest === value.trim() || /\s/.test(rest)) && explainsItself(rest)) return
  const words = /[^\s,]+/g
  let [scheme, expectsScheme] = ['', true]
  let end = 0
  for (let found = words.exec(value); found !== null; found = words.exec(value)) {
    const [word] = found
    if (value.slice(end, found.index).includes(',')) expectsScheme = true
    end = found.index + word.length
    const follows = /^[ \t]+[^\s,]/.test(value.slice(end, end + 40))
    if (
      openWord.test(word) ||
      (expectsScheme && follows && /^[A-Za-z][A-Za-z\d-]{1,30}$/.test(word) && !/\d{4}/.test(word))
    ) {
      scheme = word
      expectsScheme = false
      continue
    }
    expectsScheme = false
    // A label, as in `authorization: server message: …`
    if (/^[a-z_]{2,30}:$/i.test(word)) continue
    const parameter = /^([A-Za-z_][\w-]{0,40})=("?)(.+?)\2$/.exec(word.slice(0, 8_000))
    if (parameter !== null && !/^=*$/.test(parameter[3] ?? '')) {
      const [, name = '', quote = '', secret = ''] = parameter
      if (openParameters.test(name)) {
        // A quoted value may hold blanks and commas.
        const rest = quote === '"' && !word.endsWith('"') ? value.indexOf('"', end) : -1
        if (rest > 0) words.lastIndex = end = rest + 1
        continue
      }
      const start = found.index + name.length + 1 + quote.length
      // Behind the key's identifier stand the day and the region (AWS Signature Version 4).
      addCredentials(name === 'Credential' ? secret.replace(/\/.*$/, '') : secret, offset + start, name, add)
      continue
    }
    const open = /^["'([]*/.exec(word)?.[0].length ?? 0
    const bare = word.slice(open).replace(/["')\]]+$/, '')
    addCredentials(bare, offset + found.index + open, scheme === '' ? 'authorization' : `${scheme} credentials`, add)
  }
}

function addCredentials(secret: string, start: number, name: string, add: Add): void {
  if (secret === '' || isTrace(secret) || explainsItself(secret)) return
  add({ start, end: start + secret.length, kind: 'credentials', name, value: secret })
}

/** Whether a header carries credentials in the syntax of `Authorization`. */
export function isAuthorization(name: string): boolean {
  return /^(?:[\w-]*[-_])?(?:authorization|authorisation)$|^httpauthorization$/i.test(name)
}

/** Whether a header or field carries cookies in the syntax of `Cookie` or `Set-Cookie`. */
export function isCookies(name: string): boolean {
  return /^(?:(?:x-)?(?:original-|forwarded-)?(?:document\.)?(?:set-)?cookies?2?|http_cookie)$/i.test(name)
}

/** Whether a name is one that only a secret has; for names that stand alone, as in a list of raw headers. */
export function isSecretName(name: string): boolean {
  return /^[\w.-]{2,60}$/.test(name) && (meaningOf(name).strength === 'strong' || isCookies(name))
}
