import { fitsOnOtherCurve } from './curves-beside-web-crypto.ts'

/** What a signature is made over and with. */
export interface RawSignature {
  /** What is signed: protected header, a dot, and the payload (RFC 7515 §5.2). */
  input: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/** A public JWK, or the bytes of a shared secret. */
export type VerifyingKey = Record<string, unknown> | Uint8Array<ArrayBuffer>

interface Primitive {
  kty: string
  crv?: string
  key: { name: string; hash?: string; namedCurve?: string }
  verify: { name: string; hash?: string; saltLength?: number }
}

const hmac = (bits: number): Primitive => ({
  kty: 'oct',
  key: { name: 'HMAC', hash: `SHA-${bits}` },
  verify: { name: 'HMAC' },
})
const rsa = (bits: number): Primitive => ({
  kty: 'RSA',
  key: { name: 'RSASSA-PKCS1-v1_5', hash: `SHA-${bits}` },
  verify: { name: 'RSASSA-PKCS1-v1_5' },
})
const pss = (bits: number): Primitive => ({
  kty: 'RSA',
  key: { name: 'RSA-PSS', hash: `SHA-${bits}` },
  verify: { name: 'RSA-PSS', saltLength: bits / 8 },
})
const ecdsa = (crv: string, bits: number): Primitive => ({
  kty: 'EC',
  crv,
  key: { name: 'ECDSA', namedCurve: crv },
  verify: { name: 'ECDSA', hash: `SHA-${bits}` },
})
const eddsa = (crv: string): Primitive => ({ kty: 'OKP', crv, key: { name: crv }, verify: { name: crv } })
const mldsa = (name: string): Primitive => ({ kty: 'AKP', key: { name }, verify: { name } })

/** How the platform verifies each algorithm (RFC 7518 §3.1, RFC 8037 §3.1, RFC 8812 §3, RFC 9964 §4). */
const primitives = new Map<string, Primitive>([
  ['HS256', hmac(256)],
  ['HS384', hmac(384)],
  ['HS512', hmac(512)],
  ['RS256', rsa(256)],
  ['RS384', rsa(384)],
  ['RS512', rsa(512)],
  ['PS256', pss(256)],
  ['PS384', pss(384)],
  ['PS512', pss(512)],
  ['ES256', ecdsa('P-256', 256)],
  ['ES384', ecdsa('P-384', 384)],
  ['ES512', ecdsa('P-521', 512)],
  ['ES256K', ecdsa('secp256k1', 256)],
  ['Ed25519', eddsa('Ed25519')],
  ['Ed448', eddsa('Ed448')],
  ['ML-DSA-44', mldsa('ML-DSA-44')],
  ['ML-DSA-65', mldsa('ML-DSA-65')],
  ['ML-DSA-87', mldsa('ML-DSA-87')],
])

/** What kind of key an algorithm takes, in the words of JWK; undefined for an algorithm that is not known. */
export function keyTypeFor(alg: string): { kty: string; crv?: string } | undefined {
  const primitive = primitives.get(alg)
  if (alg === 'EdDSA') return { kty: 'OKP' }
  return primitive && { kty: primitive.kty, crv: primitive.crv }
}

/** Algorithms that take the same key as another, which a signature may have been made with by mistake. */
export function likeAlgorithms(alg: string): string[] {
  const own = primitives.get(alg)
  if (own === undefined || own.kty === 'OKP' || own.kty === 'AKP') return []
  return [...primitives].flatMap(([name, { kty, crv }]) =>
    name !== alg && kty === own.kty && crv === own.crv ? [name] : [],
  )
}

/**
 * Whether a signature fits, by the platform, or by a library for a curve that it lacks, and without a word on whether the
 * key is fit for it. Undefined where neither knows the algorithm or the key.
 */
export async function signatureFits(
  alg: string,
  key: VerifyingKey,
  { input, signature }: RawSignature,
): Promise<boolean | undefined> {
  const primitive = primitives.get(alg === 'EdDSA' && !(key instanceof Uint8Array) ? String(key.crv) : alg)
  if (primitive === undefined) return undefined
  try {
    const imported =
      key instanceof Uint8Array
        ? await crypto.subtle.importKey('raw', key, primitive.key, false, ['verify'])
        : await crypto.subtle.importKey('jwk', bareKey(key, alg), primitive.key, false, ['verify'])
    return await crypto.subtle.verify(primitive.verify, imported, signature, input)
  } catch {
    return key instanceof Uint8Array ? undefined : fitsOnOtherCurve(key, { input, signature })
  }
}

/** The numbers of a public JWK alone: what the key says of its use is judged elsewhere. */
export function bareKey({ kty, crv, x, y, n, e, pub, alg: own }: Record<string, unknown>, alg: string): JsonWebKey {
  const bare = { kty, crv, x, y, n, e, pub, alg: kty === 'AKP' ? (own ?? alg) : undefined }
  return Object.fromEntries(Object.entries(bare).filter(([, value]) => value !== undefined))
}
