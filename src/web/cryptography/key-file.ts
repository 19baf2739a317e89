import { base64UrlOfBytes } from '#knowledge/text/base64.ts'
import { textOfUtf8 } from '#knowledge/text/utf8.ts'

/** The text of a file with a key; one that is no text (DER, a store) as base64url of its bytes. */
export async function keyFileText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, 2_000_000).arrayBuffer())
  const text = textOfUtf8(bytes)
  return text === undefined || text.includes('\0') ? base64UrlOfBytes(bytes) : text
}
