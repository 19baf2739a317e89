import { bytesOfBase64 } from '../../text/base64.ts'
import { utf8Of } from '../../text/utf8.ts'
import { bytesOfHex } from './printed-key.ts'

/** One way to take a text for a shared secret. */
export interface SecretReading {
  bytes: Uint8Array<ArrayBuffer>
  /** How the text was taken, such as “as base64url”. */
  words: string
}

/**
 * Every way in which people write a shared secret: as text, in base64url, base64 or hex, and with what copying adds or
 * takes away. No two are of the same bytes.
 */
export function secretReadings(text: string): SecretReading[] {
  const trimmed = text.trim()
  const digits = trimmed.replace(/\s+/g, '')
  const alphabet = /[-_]/.test(digits) ? 'base64url' : /[+/=]/.test(digits) ? 'base64' : 'base64url or base64'
  const hex = digits.replace(/^0x/i, '')
  const unquoted = /^(["'`])(.*)\1$/s.exec(trimmed)?.[2]
  const readings: [words: string, bytes: Uint8Array | undefined][] = [
    ['as text', utf8Of(text)],
    ['as text without the whitespace around it', utf8Of(trimmed)],
    [`as ${alphabet}`, digits === '' ? undefined : bytesOfBase64(digits)],
    ['as hex', /^(?:[\da-f]{2})+$/i.test(hex) ? bytesOfHex(hex) : undefined],
    ['as text without its quotes', unquoted === undefined ? undefined : utf8Of(unquoted)],
    ['as text with a line break at the end', utf8Of(`${trimmed}\n`)],
  ]
  const found: SecretReading[] = []
  for (const [words, bytes] of readings)
    if (bytes !== undefined && !found.some((one) => isSame(one.bytes, bytes)))
      found.push({ words, bytes: Uint8Array.from(bytes) })
  return found
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((octet, at) => octet === other[at])
}
