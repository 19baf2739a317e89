import { base64UrlOfBytes, bytesOfBase64 } from '#knowledge/text/base64.ts'
import { isObject } from '#knowledge/text/json.ts'
import type { FoundToken } from '#knowledge/token/find.ts'
import { type TokenKind, tokenKinds } from '#knowledge/token/kinds.ts'
import type { KeyMaterial, SignatureOutcome } from './verify.ts'

/** A key that the text itself brings for one of its tokens. */
interface OwnKey {
  material: KeyMaterial
  /** True where it only stands beside the token: it may be there for something else. */
  beside?: true
}

/**
 * Verifies a token with the keys that the text itself brings for it: in its header, in the keys of an entity that speaks of
 * itself (OpenID Federation §3.1), in `cnf` of what it is bound to (RFC 9901 §4.3), in `k` of VAPID (RFC 8292 §3.2), or a key
 * or secret that stands beside it. Undefined where there is none, so that the key has to come from elsewhere.
 *
 * @param now epoch seconds
 */
export async function verifyByOwnKey(
  found: FoundToken,
  all: readonly FoundToken[],
  text: string,
  now: number,
): Promise<SignatureOutcome | undefined> {
  const { token } = found
  if (token.form !== 'jws' || token.signature === '') return undefined
  const keys = ownKeysOf(found, all, text)
  if (keys.length === 0) return undefined
  const { verifySignature } = await import('./verify.ts')
  let besides = 0
  for (const { material, beside } of keys) {
    const outcome = await verifySignature(token.jws, token.header.value ?? {}, material, { now })
    if (!beside || outcome.outcome === 'passed') return outcome
    if (outcome.outcome === 'failed') besides += 1
  }
  return besides === 0
    ? undefined
    : {
        outcome: 'not-checked',
        why: `What is beside it as a ${isShared(found) ? 'secret' : 'key'} does not fit its signature: it is for something else, or the token was changed.`,
      }
}

function ownKeysOf(found: FoundToken, all: readonly FoundToken[], text: string): OwnKey[] {
  const { token, recognised } = found
  if (token.form !== 'jws') return []
  const claims = token.payload.value ?? {}
  const header = token.header.value ?? {}
  if (header.jwk !== undefined || (Array.isArray(header.x5c) && header.x5c.length > 0))
    return [{ material: { from: 'token' } }]
  if (recognised.kind === 'entity-statement' && claims.iss === claims.sub && isObject(claims.jwks))
    return [pasted(claims.jwks, 'its own key (jwks)')]
  const bound = boundKey(found, all)
  if (bound !== undefined) return [bound]
  const push = recognised.kind === 'vapid' ? pushKey(text) : undefined
  if (push !== undefined) return [push]
  return isShared(found) ? secretsBeside(text) : keysBeside(text)
}

const isShared = ({ token }: FoundToken): boolean =>
  token.form === 'jws' && /^HS\d/.test(String(token.header.value?.alg))

const pasted = (jwk: Record<string, unknown>, called: string): OwnKey => ({
  material: { from: 'pasted', text: JSON.stringify(jwk), called },
})

/** Proofs, and the tokens whose `cnf` names the key that makes them. */
const proofs: readonly { proof: TokenKind; of: TokenKind; called: string }[] = [
  { proof: 'attestation-proof', of: 'attestation', called: 'the key that the attestation names (cnf)' },
  { proof: 'workload-proof', of: 'workload', called: 'the key that the workload’s token names (cnf)' },
]

function boundKey({ token, recognised }: FoundToken, all: readonly FoundToken[]): OwnKey | undefined {
  const binding = all.find((one) => one.token.form === 'jws' && one.token.keyBinding === token.text)
  const proof = proofs.find((one) => one.proof === recognised.kind)
  const bound = binding ?? (proof && all.find((one) => one.recognised.kind === proof.of))
  const cnf = bound?.token.form === 'jws' ? bound.token.payload.value?.cnf : undefined
  if (!isObject(cnf) || !isObject(cnf.jwk) || tokenKinds[recognised.kind].signedBy === 'issuer') return undefined
  return pasted(cnf.jwk, proof?.called ?? 'the key that the SD-JWT is bound to (cnf)')
}

/** The application server’s key: an uncompressed point of P-256 (RFC 8292 §3.2). */
function pushKey(text: string): OwnKey | undefined {
  const point = bytesOfBase64(/\b(?:k|p256ecdsa)=["']?(B[\w-]{86})\b/.exec(text)?.[1] ?? '')
  if (point?.length !== 65) return undefined
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(base64UrlOfBytes)
  return pasted({ kty: 'EC', crv: 'P-256', x, y }, 'the key that was sent with it (k)')
}

/** More than these are not tried. */
const most = 5

/** Values that stand under the name of a secret. */
function secretsBeside(text: string): OwnKey[] {
  const named =
    /(?<![\w-])[\w.-]{0,40}(?:secret|hmac|signing[_-]?key|jwt[_-]?key)[\w.-]{0,30}["']?\s{0,4}[:=]\s{0,4}["']?([^\s"',;]{6,500})/gi
  const values = [...text.slice(0, 200_000).matchAll(named)].flatMap(([, value]) =>
    value === undefined || /^e[wy][\w-]+\./.test(value) ? [] : [value],
  )
  return [...new Set(values)].slice(0, most).map((value) => ({
    material: { from: 'pasted', text: value, called: 'the secret beside it' },
    beside: true,
  }))
}

/** Keys in PEM, and key sets and keys in JSON. */
function keysBeside(text: string): OwnKey[] {
  const shown = text.slice(0, 200_000)
  const pem = shown.match(
    /-----BEGIN [A-Z ]{0,30}(?:KEY|CERTIFICATE)-----[\w+/=\s\\-]{100,12000}?-----END [A-Z ]{0,40}-----/g,
  )
  const sets = shown.match(
    /\{\s{0,9}"keys"\s{0,9}:\s{0,9}\[[^[\]]{20,60000}(?:\[[^[\]]{0,20000}\][^[\]]{0,60000}){0,20}\]\s{0,9}\}/g,
  )
  const single = sets ? [] : shown.match(/\{[^{}]{0,4000}"kty"[^{}]{0,8000}\}/g)
  return [...(pem ?? []), ...(sets ?? []), ...(single ?? [])].slice(0, most).map((key) => ({
    material: { from: 'pasted', text: key, called: 'a key beside it' },
    beside: true,
  }))
}
