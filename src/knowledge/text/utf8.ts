/** Text of UTF-8 bytes, strictly (RFC 3629 §3): undefined for overlong forms, lone surrogates and cut sequences. */
export function textOfUtf8(bytes: Uint8Array): string | undefined {
  if (isBroken(bytes)) return undefined
  try {
    return strict().decode(bytes)
  } catch {
    return undefined
  }
}

/** A first look that costs less than an exception: bytes that cannot follow one another in UTF-8. */
function isBroken(bytes: Uint8Array): boolean {
  let wanted = 0
  for (const byte of bytes) {
    const continues = (byte & 0xc0) === 0x80
    if (continues !== wanted > 0 || byte > 0xf4) return true
    if (continues) wanted -= 1
    else if (byte > 0x7f) wanted = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
  }
  return wanted > 0
}

/** UTF-8 of a text; a lone surrogate becomes U+FFFD. */
export function utf8Of(text: string): Uint8Array {
  return encoder.encode(text)
}

/** The text that bytes begin with, how many bytes it takes, and whether all that is left is the start of a character. */
export function textAtStart(bytes: Uint8Array): { text: string; length: number; cutShort: boolean } {
  let good = 0
  let bad = bytes.length + 1
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (startOf(bytes, middle) === undefined) bad = middle
    else good = middle
  }
  const text = startOf(bytes, good) ?? ''
  return { text, length: utf8Of(text).length, cutShort: good === bytes.length }
}

/** Whole characters of the first so many bytes, of which the last may be cut; undefined where they are no UTF-8. */
function startOf(bytes: Uint8Array, length: number): string | undefined {
  try {
    return strict().decode(bytes.subarray(0, length), { stream: true })
  } catch {
    return undefined
  }
}

// A new one each time: one that streamed or threw may keep bytes for the next call.
function strict(): TextDecoder {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
}

const encoder = new TextEncoder()
