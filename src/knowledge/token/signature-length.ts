import { bytesOfBase64 } from '../text/base64.ts'
import { decodeJwt } from './jwt.ts'

/** How many bytes a signature has at least (RFC 7518 §3.2 to §3.5, with keys of 2048 bits; RFC 8037 §3.1). */
const leastBytes: Record<string, number> = {
  HS256: 32,
  HS384: 48,
  HS512: 64,
  RS256: 256,
  RS384: 256,
  RS512: 256,
  PS256: 256,
  PS384: 256,
  PS512: 256,
  ES256: 64,
  ES384: 96,
  ES512: 132,
  EdDSA: 64,
}

/** More than this is left of a signature that was cut on its way; what people write in its place is shorter. */
const leastLeft = 16

/**
 * The signature of a compact JWS that is too short for its algorithm, as that of a token is that was cut; undefined where
 * it is long enough, or cannot be judged. Lengths are in bytes.
 */
export function shortSignature(jws: string): { alg: string; bytes: number; least: number } | undefined {
  const alg = decodeJwt(jws)?.header.alg
  const signature = jws.split('.')[2] ?? ''
  const least = typeof alg === 'string' && Object.hasOwn(leastBytes, alg) ? leastBytes[alg] : undefined
  if (typeof alg !== 'string' || least === undefined || signature.length < (leastLeft * 4) / 3) return undefined
  // The last sign of a cut one may be less than a byte.
  const bytes = bytesOfBase64(signature.slice(0, signature.length - (signature.length % 4 === 1 ? 1 : 0)))?.length
  return bytes === undefined || bytes >= least ? undefined : { alg, bytes, least }
}
