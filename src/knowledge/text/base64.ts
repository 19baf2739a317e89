import { textOfUtf8, utf8Of } from './utf8.ts'

/** Bytes of base64 or base64url (RFC 4648 §4, §5), with or without padding; undefined for anything else. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  // The platform skips white space, which neither alphabet has.
  if (/\s/.test(text)) return undefined
  const plain = /[+/=]/.test(text) ? urlSafe(text).replace(/={1,2}$/, '') : text
  try {
    if (fromBase64) return fromBase64.call(Uint8Array, plain, { alphabet: 'base64url' })
    const binary = atob(plain.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
    return bytes
  } catch {
    return undefined
  }
}

/** The text whose UTF-8 was written in base64 or base64url; undefined where it is neither, or no UTF-8. */
export function textOfBase64(text: string): string | undefined {
  const bytes = bytesOfBase64(text)
  return bytes && textOfUtf8(bytes)
}

/** Base64 of the UTF-8 of a text, with padding (RFC 4648 §4). */
export function base64Of(text: string): string {
  return base64OfBytes(utf8Of(text))
}

function base64OfBytes(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Base64url of the UTF-8 of a text, without padding (RFC 7515 §2). */
export function base64UrlOf(text: string): string {
  return base64UrlOfBytes(utf8Of(text))
}

/** Base64url of bytes, without padding (RFC 7515 §2). */
export function base64UrlOfBytes(bytes: Uint8Array): string {
  return urlSafe(base64OfBytes(bytes)).replace(/=+$/, '')
}

// Some three times as quick as atob, and not in Node 24.
const { fromBase64 } = Uint8Array as {
  fromBase64?: (text: string, options: { alphabet: 'base64url' }) => Uint8Array<ArrayBuffer>
}

function urlSafe(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_')
}
