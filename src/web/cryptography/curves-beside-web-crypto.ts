import { bytesOfBase64 } from '#knowledge/text/base64.ts'

/** A public JWK on a curve that Web Crypto leaves out. */
type Jwk = Record<string, unknown>

/** What was signed, and the signature. */
interface Raw {
  input: Uint8Array
  signature: Uint8Array
}

const verifiers: Record<string, (key: Jwk, raw: Raw) => Promise<boolean | undefined>> = {
  // RFC 8812 §3.2. JOSE does not ask for the smaller of the two values that s may have.
  secp256k1: async (key, { input, signature }) => {
    const point = joined(Uint8Array.of(4), bytesOf(key.x, 32), bytesOf(key.y, 32))
    if (point === undefined) return undefined
    const { secp256k1 } = await import('@noble/curves/secp256k1.js')
    return holds(() => secp256k1.verify(signature, input, point, { lowS: false }), signature.length === 64)
  },
  // RFC 8037 §3.1.
  Ed448: async (key, { input, signature }) => {
    const point = bytesOf(key.x, 57)
    if (point === undefined) return undefined
    const { ed448 } = await import('@noble/curves/ed448.js')
    return holds(() => ed448.verify(signature, input, point), signature.length === 114)
  },
}

/**
 * Whether a signature on secp256k1 or Ed448 fits, by an audited library that is loaded for it: browsers have neither
 * curve. Undefined for other keys, and for one that is no point of its curve.
 */
export async function fitsOnOtherCurve(key: Jwk, raw: Raw): Promise<boolean | undefined> {
  const crv = String(key.crv)
  return Object.hasOwn(verifiers, crv) ? verifiers[crv]?.(key, raw) : undefined
}

/** A signature of another length fits nothing; what the library refuses to read is a key that is none. */
function holds(verify: () => boolean, isWhole: boolean): boolean | undefined {
  try {
    return verify() && isWhole
  } catch {
    return isWhole ? undefined : false
  }
}

function bytesOf(number: unknown, length: number): Uint8Array | undefined {
  const bytes = typeof number === 'string' ? bytesOfBase64(number) : undefined
  return bytes?.length === length ? bytes : undefined
}

function joined(...parts: (Uint8Array | undefined)[]): Uint8Array | undefined {
  return parts.every((part) => part !== undefined) ? Uint8Array.from(parts.flatMap((part) => [...part])) : undefined
}
