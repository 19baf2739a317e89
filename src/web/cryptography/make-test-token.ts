import { CompactSign, exportJWK, exportSPKI, generateKeyPair, generateSecret } from 'jose'
import { base64UrlOf } from '#knowledge/text/base64.ts'
import { utf8Of } from '#knowledge/text/utf8.ts'
import { thumbprintOf } from '#knowledge/token/key/judge-key.ts'
import { type DeliberateFault, withFault } from '#knowledge/token/test-token/deliberate-faults.ts'
import type { TokenDraft } from '#knowledge/token/test-token/samples.ts'

/** Every signature algorithm of JOSE that a platform may have (RFC 7518 §3.1, RFC 9864, RFC 9964). */
export const signingAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
  'ML-DSA-44',
  'ML-DSA-65',
  'ML-DSA-87',
  'HS256',
  'HS384',
  'HS512',
] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** A key that was made for one token and is forgotten with it. */
interface ThrowAwayKey {
  signing: CryptoKey | Uint8Array
  /** What verifies: a public JWK, or the shared secret of an HMAC. */
  verifying: Record<string, unknown>
  /** The public key as PEM; undefined for a shared secret. */
  pem?: string
}

export interface TestToken {
  token: string
  /** The key to verify it with, as JSON: public, or the throw-away shared secret. */
  key: string
}

/**
 * Signs a draft with a key made for it alone, after giving it the fault. The header gets `alg`, and `kid` and `jwk` where
 * the draft leaves them to the key. Throws a DOMException or a JOSENotSupported where this browser does not offer the
 * algorithm.
 *
 * @param now epoch seconds
 */
export async function makeTestToken(
  draft: TokenDraft,
  alg: SigningAlgorithm,
  fault: DeliberateFault,
  now: number,
): Promise<TestToken> {
  const key = await throwAwayKey(alg)
  const { kid: _, alg: __, ...rest } = draft.header
  // A proof of possession names its key in its header (RFC 9449 §4.2).
  const named = rest.typ === 'dpop+jwt' ? { jwk: bare(key.verifying) } : { kid: key.verifying.kid }
  const { header, claims } = withFault({ ...draft, header: { alg, ...named, ...rest } }, fault, now)
  const signed = await sign(header, JSON.stringify(claims), key, fault.signer ?? 'own-key', alg)
  return { token: fault.spoil ? fault.spoil(signed) : signed, key: JSON.stringify(key.verifying, null, 2) }
}

async function sign(
  header: Record<string, unknown>,
  payload: string,
  key: ThrowAwayKey,
  signer: NonNullable<DeliberateFault['signer']>,
  alg: SigningAlgorithm,
): Promise<string> {
  if (signer === 'nobody') return `${base64UrlOf(JSON.stringify(header))}.${base64UrlOf(payload)}.`
  const signing = {
    'own-key': () => key.signing,
    'other-key': async () => (await throwAwayKey(alg)).signing,
    'public-key-as-secret': () => utf8Of(key.pem ?? String(key.verifying.k)),
  }[signer]
  return new CompactSign(utf8Of(payload)).setProtectedHeader({ alg, ...header }).sign(await signing())
}

async function throwAwayKey(alg: SigningAlgorithm): Promise<ThrowAwayKey> {
  const marked = (jwk: Record<string, unknown>) => ({ ...jwk, alg, use: 'sig', kid: `claimcheck-test-${nameOf(jwk)}` })
  if (alg.startsWith('HS')) {
    const signing = (await generateSecret(alg, { extractable: true })) as CryptoKey
    return { signing, verifying: marked({ ...(await exportJWK(signing)) }) }
  }
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  return {
    signing: privateKey,
    verifying: marked({ ...(await exportJWK(publicKey)) }),
    pem: await exportSPKI(publicKey),
  }
}

const nameOf = (jwk: Record<string, unknown>): string => (thumbprintOf(jwk) ?? 'secret').slice(0, 8)

function bare({ kid: _, alg: __, use: ___, ...numbers }: Record<string, unknown>): Record<string, unknown> {
  return numbers
}
