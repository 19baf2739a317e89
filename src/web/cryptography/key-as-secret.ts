import { exportSPKI, importJWK, type JWK } from 'jose'
import { utf8Of } from '#knowledge/text/utf8.ts'
import type { ReadKey } from '#knowledge/token/key/read-key.ts'
import type { SecretReading } from '#knowledge/token/key/secret-readings.ts'
import { bareKey } from './signature-fits.ts'

/** More keys than these are not written out. */
const most = 20

/** The texts of public keys that an attacker signs with where a receiver takes a key for a shared secret (RFC 8725 §2.1). */
export async function publicKeyTexts(keys: readonly ReadKey[]): Promise<SecretReading[]> {
  const texts = await Promise.all(keys.slice(0, most).map(pemOf))
  return texts.flatMap((pem) =>
    pem === undefined
      ? []
      : [
          { bytes: Uint8Array.from(utf8Of(pem)), words: 'as PEM' },
          { bytes: Uint8Array.from(utf8Of(`${pem}\n`)), words: 'as PEM with a line break at its end' },
        ],
  )
}

async function pemOf({ jwk }: ReadKey): Promise<string | undefined> {
  const alg = algorithms.get(String(jwk.crv ?? jwk.alg)) ?? (jwk.kty === 'RSA' ? 'RS256' : undefined)
  if (alg === undefined) return undefined
  try {
    const key = await importJWK({ ...bareKey(jwk, alg), kty: String(jwk.kty), ext: true } as unknown as JWK, alg)
    return key instanceof Uint8Array ? undefined : (await exportSPKI(key)).trimEnd()
  } catch {
    return undefined
  }
}

const algorithms = new Map([
  ['P-256', 'ES256'],
  ['P-384', 'ES384'],
  ['P-521', 'ES512'],
  ['Ed25519', 'Ed25519'],
  ['ML-DSA-44', 'ML-DSA-44'],
  ['ML-DSA-65', 'ML-DSA-65'],
  ['ML-DSA-87', 'ML-DSA-87'],
])
