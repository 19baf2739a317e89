import { base64UrlOfBytes, bytesOfBase64 } from '#knowledge/text/base64.ts'
import { isObject } from '#knowledge/text/json.ts'
import { inList, listed, quoted } from '#knowledge/text/quote.ts'
import type { FoundToken } from '#knowledge/token/find.ts'
import { keyOfDid } from '#knowledge/token/key/did-key.ts'
import { type KeyInText, keysInText } from '#knowledge/token/key/keys-in-text.ts'
import { readKeys } from '#knowledge/token/key/read-keys.ts'
import { type TokenKind, tokenKinds } from '#knowledge/token/kinds.ts'
import type { KeyMaterial, SignatureOutcome } from './verify.ts'

/** A key that the text itself brings for one of its tokens. */
interface OwnKey {
  material: KeyMaterial
  /** What it is where it only is beside the token: it may be there for something else. */
  beside?: KeyInText
  /** Set where the token's standard has it signed with one of these keys, so that one which is not among them is a fault. */
  isOnly?: string
}

/**
 * Verifies a token with the keys that the text itself brings for it: in its header, in an identifier that spells a key out
 * (did:jwk, did:key), in `sub_jwk` of a self-issued ID token, in the keys of an entity that speaks of itself (OpenID Federation §3.1), in `cnf` of what it is bound
 * to (RFC 9901 §4.3), in `k` of VAPID (RFC 8292 §3.2), or a key or secret beside it. Content that was sent apart is looked
 * for in the text too. Undefined where there is no such key, so that it must come from elsewhere.
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
  if (token.form === 'opaque') return verifyOpaque(found, text)
  if (token.form !== 'jws' || token.signature === '') return undefined
  const chosen = await bySendersKey(found, now)
  if (chosen !== undefined) return chosen
  const keys = ownKeysOf(found, all, text)
  if (keys.length === 0) return undefined
  const { verifySignature } = await import('./verify.ts')
  const header = token.header.value ?? {}
  const contents = token.jws.beside ?? []
  const misfits: KeyInText[] = []
  for (const { material, beside, isOnly } of keys)
    for (const content of contents.length > 0 ? contents : [undefined]) {
      const outcome = await verifySignature(token.jws, header, material, { now, ...(content && { content }) })
      if (outcome.outcome === 'passed' || (outcome.decisive && contents.length < 2)) return outcome
      if (isOnly !== undefined && outcome.because === 'unknown-key')
        return {
          outcome: 'failed',
          why: `${lacks(material, header.kid)} ${isOnly}`,
          because: 'not-own-key',
        }
      const isNamed = beside?.keys.some(({ jwk }) => header.kid !== undefined && jwk.kid === header.kid)
      if (contents.length < 2 && (beside === undefined || (isNamed && outcome.outcome === 'failed'))) return outcome
      // Why the key that the token names could not tell is worth more than that nothing was tried.
      if (isNamed && outcome.outcome === 'not-checked') return outcome
      const isMisfit = outcome.outcome === 'failed' || outcome.because === 'unknown-key'
      if (beside !== undefined && isMisfit && !misfits.includes(beside)) misfits.push(beside)
    }
  if (misfits.length === 0) return undefined
  const meant = misfits.filter((one) => isForTokens(one, found.recognised.issuer))
  const others = all.filter((one) => one !== found)
  const strange = (await Promise.all(meant.map((one) => signsOneOf(one, others, now)))).some((signs) => !signs)
  return {
    outcome: 'not-checked',
    why: misfitWords(misfits, header.kid),
    ...(strange && { because: isElsewhere(misfits, header.kid) ? 'unknown-key' : 'other-key' }),
  }
}

/**
 * Verifies what is no JWT and is signed all the same: PASETO, mobile documents, cookies of frameworks, responses of Salesforce.
 * Undefined where it is none of these, or where there is no key for it in the text.
 *
 * @param given a key or a secret that a person gave for it
 */
export async function verifyOpaque(
  { token, recognised: { kind } }: FoundToken,
  text: string,
  given?: string,
): Promise<SignatureOutcome | undefined> {
  if (kind === 'paseto') return (await import('./paseto.ts')).verifyPaseto(token.text, given ?? text)
  if (kind === 'credential') return (await import('./cose.ts')).verifyDocument(token.text)
  return (await import('./opaque-signature.ts')).verifySharedSignature(token.text, text, given)
}

/**
 * Where the key ID is a path or SQL: whether the key that it leads a careless recipient to made the signature, which is the
 * empty one of an empty file, or that of the statement.
 */
async function bySendersKey({ token }: FoundToken, now: number): Promise<SignatureOutcome | undefined> {
  const { kid, alg } = (token.form === 'jws' && token.header.value) || {}
  if (token.form !== 'jws' || typeof kid !== 'string' || !/^HS\d/.test(String(alg))) return undefined
  if (!/\.\.[/\\]|dev\/null|\bselect\b/i.test(kid)) return undefined
  const { verifySignature } = await import('./verify.ts')
  const written = /\bselect\b[^'"]{0,40}['"]([^'"]{1,200})['"]/i.exec(kid)?.[1]
  // HMAC fills a short key up with zeros (RFC 2104 §2), so that of one zero is the empty one.
  for (const { text, words } of [
    { text: '\u0000', words: 'the empty key, as from an empty file' },
    ...(written === undefined ? [] : [{ text: written, words: `the key ${quoted(written)} from its own kid` }]),
  ]) {
    const { outcome, because } = await verifySignature(
      token.jws,
      token.header.value ?? {},
      { from: 'pasted', text },
      { now },
    )
    if (outcome === 'passed' || because === 'known-secret')
      return {
        outcome: 'failed',
        because: 'unfit-key',
        why: `The signature matches ${words}, but its sender chose that key, so the token is forged.`,
      }
  }
  return undefined
}

/** Whether a key beside a token is likely meant for it: a public key, or a secret whose name says that it signs or
 * that it is of the vendor who has tokens signed with it. */
function isForTokens({ keys, from = '' }: KeyInText, issuer = ''): boolean {
  // A certificate of a connection or of an authority signs no tokens.
  if (keys.some(({ form }) => form.startsWith('certificate')) && connection.test(from)) return false
  const [vendor = ''] = issuer.toLowerCase().split(/[^a-z\d]/)
  const isOfVendor = vendor !== '' && from.toLowerCase().includes(vendor) && /secret/i.test(from)
  return keys.length > 0 || isOfVendor || /jwt|sign|hmac|token/i.test(from)
}

const connection = /(?:^|[^a-z])(?:ca|root)(?:[^a-z]|$)|authority|client|tls|ssl|peer|server/i

/** Whether a key made the signature of another token of the text: then it is there for that one. */
async function signsOneOf({ material }: KeyInText, others: readonly FoundToken[], now: number): Promise<boolean> {
  const { verifySignature } = await import('./verify.ts')
  for (const { token } of others.slice(0, most))
    if (token.form === 'jws' && token.signature !== '') {
      const given = { from: 'pasted', text: material, beside: true } as const
      const { outcome } = await verifySignature(token.jws, token.header.value ?? {}, given, { now })
      if (outcome === 'passed') return true
    }
  return false
}

/** Whether a token names a key, and the keys beside it are named too, and none of them so. */
function isElsewhere(keys: readonly KeyInText[], kid: unknown): boolean {
  const all = keys.flatMap((one) => one.keys)
  return (
    typeof kid === 'string' && all.length > 0 && all.every(({ jwk }) => typeof jwk.kid === 'string' && jwk.kid !== kid)
  )
}

/** That a token names a key which the keys in the token itself lack, and that those did not sign it. */
function lacks(material: KeyMaterial, kid: unknown): string {
  const kids = (material.from === 'pasted' ? readKeys(material.text).keys : []).map(({ jwk }) => jwk.kid)
  return `Its header names the key ${quoted(kid)}, but its own key set has only ${inList(kids.map((one) => quoted(one)))}, which did not sign it.`
}

/** That keys beside a token did not make its signature, and what may be behind it. */
function misfitWords(keys: readonly KeyInText[], kid: unknown): string {
  const kids = keys.flatMap((one) => one.keys.flatMap(({ jwk }) => (typeof jwk.kid === 'string' ? [jwk.kid] : [])))
  if (typeof kid === 'string' && kids.length > 0) {
    const others =
      kids.length === 1
        ? `the key there is ${listed(kids)}, which did not sign it`
        : `the keys there are ${listed(kids)}, and none of them signed it`
    return `Its own key, ${quoted(kid)}, is not in the text: ${others}. Fetch the key set again, in case the keys were rotated; if it still does not include ${quoted(kid)}, do not trust the token.`
  }
  const names = keys.flatMap(({ from }) => from ?? []).slice(0, 3)
  const what = keys.every((one) => one.keys.length === 0) ? 'secret' : 'key'
  const where = names.length > 0 ? ` (${names.join(', ')})` : ''
  return keys.length === 1
    ? `The ${what} in the text${where} did not create this signature: the key is for something else, or the token was changed.`
    : `None of the ${keys.length} ${what}s in the text${where} created this signature: they are for something else, or the token was changed.`
}

function ownKeysOf(found: FoundToken, all: readonly FoundToken[], text: string): OwnKey[] {
  const { token, recognised } = found
  if (token.form !== 'jws') return []
  const claims = token.payload.value ?? {}
  const header = token.header.value ?? {}
  if (header.jwk !== undefined || (Array.isArray(header.x5c) && header.x5c.length > 0))
    return [{ material: { from: 'token' } }]
  if (recognised.kind === 'entity-statement' && claims.iss === claims.sub && isObject(claims.jwks))
    return [
      {
        ...pasted(claims.jwks, 'its own key (jwks)'),
        isOnly:
          'An entity configuration must be signed with one of the keys in its own jwks claim (OpenID Federation §3.1), so a recipient must reject it. If the keys were rotated, add the new key to jwks and create the configuration again.',
      },
    ]
  if (isObject(claims.sub_jwk)) return [pasted(claims.sub_jwk, 'the key in its own claim sub_jwk')]
  const bound = boundKey(found, all)
  if (bound !== undefined) return [bound]
  const push = recognised.kind === 'vapid' ? pushKey(text) : undefined
  if (push !== undefined) return [push]
  const spelled = [header.kid, claims.iss]
    .flatMap((did) => (typeof did === 'string' ? [keyOfDid(did)] : []))
    .find((jwk) => jwk !== undefined)
  if (spelled !== undefined) return [pasted(spelled, 'the key contained in its issuer identifier')]
  const said = new Set(Object.values(claims).flat())
  // A value that the token itself names is an ID, whatever it is called.
  const beside = keysInText(text).filter(({ material }) => !said.has(material))
  // A public key may have been taken for a secret (RFC 8725 §2.1), so it is tried too.
  return (isShared(found) ? beside : beside.filter(({ keys }) => keys.length > 0)).flatMap((one) =>
    [one.part, one.material].flatMap((text): OwnKey[] =>
      text === undefined
        ? []
        : [
            {
              beside: one,
              material: {
                from: 'pasted',
                text,
                beside: true,
                ...(one.keys.length === 0 && {
                  called:
                    one.from === undefined ? 'the secret in the text' : `the secret ${quoted(one.from)} in the text`,
                }),
              },
            },
          ],
    ),
  )
}

/** More than these are not tried. */
const most = 8

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
