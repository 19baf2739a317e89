import { compactVerify, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose'
import type { Keys } from '#contract/keys.ts'
import type { SignedIn } from '#contract/session.ts'
import type { RefusedCheck } from '#knowledge/protocol/call.ts'
import { decodeJwt } from '#knowledge/token/jwt.ts'
import type { EnvironmentSettings } from '../config/configuration.ts'
import { failed, type Judged } from './judged.ts'

/** What an ID token must hold, and against which it is judged. */
export interface IdTokenExpectations {
  environment: EnvironmentSettings
  clientId: string
  /** The nonce that was sent; with `nonceDemanded`, the token must carry it. */
  nonce?: string
  nonceDemanded: boolean
  /** The `sub` that a renewal must not change. */
  subject?: string
  /** Epoch milliseconds. */
  now: number
  /** @param freshAfter epoch milliseconds; keys that were fetched before are fetched again */
  keys: (freshAfter?: number) => Promise<Keys>
}

export interface CheckedIdToken {
  claims: Record<string, unknown>
  checked: Exclude<SignedIn['idTokenChecked'], 'none'>
}

/**
 * Judges an ID token by OpenID Connect Core §3.1.3.7: algorithm, signature (where a key set is configured), issuer,
 * audience, expiry, nonce; then the subject, where one is known (§12.2).
 */
export async function judgeIdToken(token: string, expected: IdTokenExpectations): Promise<Judged<CheckedIdToken>> {
  const read = decodeJwt(token)
  // RFC 7516 §3.1: an encrypted token has five parts.
  if (!read) return failed(token.split('.').length === 5 ? 'id-token-encrypted' : 'id-token-unreadable', 'id_token')
  if (!algorithms.some((known) => known === read.header.alg)) return failed('id-token-algorithm', 'alg')
  const signature = await judgeSignature(token, expected)
  if (!signature.ok) return signature
  const broken = claimRules.find(({ violates }) => violates(read.claims, expected))
  if (broken) return failed(broken.check, broken.field)
  return { ok: true, value: { claims: read.claims, checked: signature.value } }
}

/** Only algorithms with a public key: HS256 with a public key as its secret is an old attack. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Clocks differ by this much without anyone's fault, in seconds. */
const toleratedSkew = 30

type Claims = Record<string, unknown>

const claimRules: {
  check: RefusedCheck
  field: string
  violates: (claims: Claims, expected: IdTokenExpectations) => boolean
}[] = [
  { check: 'id-token-issuer', field: 'iss', violates: ({ iss }, { environment }) => iss !== environment.issuer },
  { check: 'id-token-audience', field: 'aud', violates: ({ aud }, { clientId }) => !audiences(aud).includes(clientId) },
  {
    check: 'id-token-audience',
    field: 'azp',
    violates: ({ aud, azp }, { clientId }) => (azp !== undefined || audiences(aud).length > 1) && azp !== clientId,
  },
  // OpenID Connect Core §2: `sub` is required; without it no renewal could be held to the same person.
  { check: 'id-token-subject', field: 'sub', violates: ({ sub }) => typeof sub !== 'string' || sub === '' },
  { check: 'id-token-expiry-missing', field: 'exp', violates: ({ exp }) => !Number.isFinite(exp) },
  {
    check: 'id-token-expired',
    field: 'exp',
    violates: ({ exp }, { now }) => Number(exp) + toleratedSkew <= now / 1000,
  },
  {
    check: 'nonce-missing',
    field: 'nonce',
    violates: ({ nonce }, { nonceDemanded }) => nonceDemanded && typeof nonce !== 'string',
  },
  {
    check: 'nonce-mismatch',
    field: 'nonce',
    violates: ({ nonce }, expected) => expected.nonceDemanded && nonce !== expected.nonce,
  },
  {
    check: 'subject-changed',
    field: 'sub',
    violates: ({ sub }, { subject }) => subject !== undefined && sub !== subject,
  },
]

const audiences = (aud: unknown): unknown[] => (Array.isArray(aud) ? aud : [aud])

async function judgeSignature(
  token: string,
  { keys, now }: IdTokenExpectations,
): Promise<Judged<CheckedIdToken['checked']>> {
  const known = await keys()
  if (known.state === 'not-configured') return { ok: true, value: 'claims-only' }
  const first = await verify(token, known)
  if (first.ok || first.failed.check !== 'id-token-key-unknown' || known.state !== 'known') return first
  // A key that is not in the set may have been published since the set was fetched.
  return known.fetchedAt * 1000 < now ? verify(token, await keys(now)) : first
}

async function verify(token: string, keys: Keys): Promise<Judged<CheckedIdToken['checked']>> {
  if (keys.state === 'unavailable') return failed('key-set-unavailable', 'jwks_url', `${keys.message} ${keys.fix}`)
  if (keys.state === 'not-configured') return failed('id-token-key-unknown', 'jwks_url')
  try {
    await compactVerify(token, createLocalJWKSet({ keys: keys.keys } as unknown as JSONWebKeySet), { algorithms })
    return { ok: true, value: 'signature-and-claims' }
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return verifyWithAny(token, error)
    return error instanceof errors.JWKSNoMatchingKey
      ? failed('id-token-key-unknown', 'kid')
      : failed('id-token-signature', 'id_token')
  }
}

/** A token that names no key is good when any of the keys that could have signed it did. */
async function verifyWithAny(
  token: string,
  candidates: InstanceType<typeof errors.JWKSMultipleMatchingKeys>,
): Promise<Judged<CheckedIdToken['checked']>> {
  for await (const key of candidates) {
    const verified = await compactVerify(token, key, { algorithms }).catch(() => undefined)
    if (verified) return { ok: true, value: 'signature-and-claims' }
  }
  return failed('id-token-signature', 'id_token')
}
