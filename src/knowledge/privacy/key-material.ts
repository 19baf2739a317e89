/** Whether bytes are those of a private key or of a store of keys, told by how they begin. */
export function isKeyMaterial(bytes: Uint8Array): boolean {
  if (keyStores.some((start) => start.every((byte, at) => bytes[at] === byte))) return true
  const whole = header(bytes, 0)
  if (whole?.tag !== 0x30) return false
  const first = header(bytes, whole.content)
  if (first === undefined) return false
  const second = header(bytes, first.content + first.length)
  if (first.tag === 0x02 && first.length === 1) {
    const version = bytes[first.content]
    // PKCS #12 (RFC 7292 § 4) is version 3, a key of a curve (RFC 5915) version 1 with an octet string behind it.
    if (version === 3) return second?.tag === 0x30
    if (version === 1 && second?.tag === 0x04) return true
    // PKCS #8 (RFC 5958) has an algorithm behind its version, PKCS #1 (RFC 8017 A.1.2) the modulus.
    return (version === 0 || version === 1) && (second?.tag === 0x30 || (second?.tag === 0x02 && second.length > 31))
  }
  // An encrypted PKCS #8: an algorithm of PKCS #5 or #12 before the content.
  return (
    first.tag === 0x30 && encryptions.some((start) => start.every((byte, at) => bytes[first.content + at] === byte))
  )
}

/** JKS, JCEKS, BKS and what GnuPG exports of secret keys. */
const keyStores = [
  [0xfe, 0xed, 0xfe, 0xed],
  [0xce, 0xce, 0xce, 0xce],
  [0x6f, 0x70, 0x65, 0x6e, 0x73, 0x73, 0x68, 0x2d, 0x6b, 0x65, 0x79],
]
/** OBJECT IDENTIFIER 1.2.840.113549.1.5 and 1.2.840.113549.1.12.1. */
const encryptions = [
  [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05],
  [0x06, 0x0a, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x01],
]

/** Tag and length of a value in DER (X.690 § 8.1). */
function header(bytes: Uint8Array, at: number): { tag: number; length: number; content: number } | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined) return undefined
  if (first < 0x80) return { tag, length: first, content: at + 2 }
  const count = first & 0x7f
  if (count === 0 || count > 4) return undefined
  let length = 0
  for (let place = 0; place < count; place++) length = length * 256 + (bytes[at + 2 + place] ?? 0)
  return { tag, length, content: at + 2 + count }
}
