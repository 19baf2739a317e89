import { childrenOf, derTag, magnitudeOf, readElement } from './der.ts'

/** Bytes of each half of a signature, by algorithm (RFC 7518 §3.4, RFC 8812 §3.2). */
const halves = new Map([
  ['ES256', 32],
  ['ES384', 48],
  ['ES512', 66],
  ['ES256K', 32],
])

/**
 * An ECDSA signature that was written in DER, as most libraries outside of JOSE do, in the form that JOSE wants: both
 * numbers one after the other (RFC 7518 §3.4). Undefined for any other bytes.
 */
export function fromDerSignature(bytes: Uint8Array<ArrayBuffer>, alg: string): Uint8Array<ArrayBuffer> | undefined {
  const half = halves.get(alg)
  const top = readElement(bytes)
  if (half === undefined || top?.tag !== derTag.sequence || top.whole.length !== bytes.length) return undefined
  const [r, s, ...more] = childrenOf(top).map(magnitudeOf)
  if (!r || !s || more.length > 0 || r.length > half || s.length > half) return undefined
  const joined = new Uint8Array(2 * half)
  joined.set(r, half - r.length)
  joined.set(s, 2 * half - s.length)
  return joined
}
