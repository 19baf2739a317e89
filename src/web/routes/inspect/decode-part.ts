import type { Decode } from '#knowledge/token/take-apart.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Base64url to text by the browser's own means: some forty times quicker than digit by digit for a megabyte. */
export const decodePart: Decode = (part) => {
  try {
    return strict.decode(bytesOf(part))
  } catch {
    return undefined
  }
}

const { fromBase64 } = Uint8Array as {
  fromBase64?: (text: string, options: { alphabet: 'base64url' }) => Uint8Array<ArrayBuffer>
}

function bytesOf(part: string): Uint8Array<ArrayBuffer> {
  // Both ways skip spaces, and a token has none.
  if (/\s/.test(part)) throw new SyntaxError('A space is no digit of base64url.')
  if (fromBase64) return fromBase64.call(Uint8Array, part, { alphabet: 'base64url' })
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
