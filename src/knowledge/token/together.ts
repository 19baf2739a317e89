import { type Basis, inferred, standard } from '../protocol/basis.ts'
import { base64UrlOfBytes } from '../text/base64.ts'
import { isObject } from '../text/json.ts'
import { quoted } from '../text/quote.ts'
import { sha256 } from '../text/sha256.ts'
import { sha384, sha512 } from '../text/sha512.ts'
import { readSdHash } from './disclosures.ts'
import type { FoundToken } from './find.ts'
import type { CheckOutcome, FaultName, TokenCheck } from './finding.ts'
import { thumbprintOf } from './key/judge-key.ts'

/** What holding two tokens of one text against each other came to. */
export interface Relation {
  /** Unlike that of every other of the same text. */
  check: string
  title: string
  outcome: CheckOutcome
  why: string
  basis: Basis
  /** The texts of the tokens that it is about. */
  of: string[]
  /** What to call it before all else, where it failed and its title does not say it. */
  fault?: FaultName
  /** The check that it makes with what the text says, so that the check need not say that it could not. */
  compares?: TokenCheck
}

/** What of it is about one token. */
export function relationsAbout(found: FoundToken, relations: readonly Relation[]): Relation[] {
  return relations.filter(({ of }) => of.includes(found.token.text))
}

/**
 * Compares the tokens of one text: hashes in an ID token, a proof and the token that it is for, the key
 * that a token is bound to, the issuers and users of tokens of one response. `code` and `state` are those beside them.
 */
export function relationsOf(tokens: readonly FoundToken[], code?: string, state?: string): Relation[] {
  const of = (...kinds: string[]) => tokens.filter(({ recognised }) => kinds.includes(recognised.kind))
  const access = [
    ...of('access'),
    ...tokens.filter((one) => one.from === 'access_token' && one.token.form === 'opaque'),
  ]
  const ids = of('id')
  const proofs = of('proof')
  const relations = [
    ...ids.flatMap((id) =>
      hashRelation(
        id,
        'at_hash',
        'access token',
        access.map(({ token }) => token.text),
        'OpenID Connect Core §3.1.3.6',
      ),
    ),
    ...ids.flatMap((id) =>
      hashRelation(
        id,
        'c_hash',
        'authorization code',
        code === undefined ? [] : [code],
        'OpenID Connect Core §3.3.2.11',
      ),
    ),
    ...ids.flatMap((id) =>
      hashRelation(id, 's_hash', 'state', state === undefined ? [] : [state], 'Financial-grade API 1.0, Part 2 §5.1'),
    ),
    ...ids.flatMap((id) =>
      hashRelation(
        id,
        'urn:openid:params:jwt:claim:rt_hash',
        'refresh token',
        [...of('refresh'), ...tokens.filter((one) => one.from === 'refresh_token')].map(({ token }) => token.text),
        'OpenID Connect CIBA §10.3.1',
      ),
    ),
    ...proofs.flatMap((proof) => proofRelations(proof, access)),
    ...(ids.length === 1 && access.length === 1 && ids[0] && access[0] ? responseRelations(ids[0], access[0]) : []),
    ...tokens.flatMap(keyBinding),
  ]
  return relations.map((one, at) => ({ ...one, check: `${one.check}-${at}` }))
}

function claimsOf({ token }: FoundToken): Record<string, unknown> {
  return (token.form === 'jws' && token.payload.value) || {}
}

function headerOf({ token }: FoundToken): Record<string, unknown> {
  return (token.form !== 'opaque' && token.header.value) || {}
}

/** Left half of the hash, whose size is that of the ID token's algorithm. */
function hashRelation(id: FoundToken, claim: string, what: string, values: string[], reference: string): Relation[] {
  const hash = claimsOf(id)[claim]
  if (typeof hash !== 'string' || values.length === 0 || values.some(({ length }) => length > longestHashed)) return []
  const [first] = values
  const { alg } = headerOf(id)
  const relation = { check: claim, title: `ID token and ${what}`, basis: standard(reference), of: [id.token.text] }
  const digest = digests.find(({ of }) => of.test(String(alg)))
  if (digest === undefined)
    return [
      {
        ...relation,
        outcome: 'not-checked',
        why: `No standard says which hash ${claim} contains when the ID token is signed with ${quoted(alg)}.`,
      },
    ]
  const fits = values.some((value) => leftHalf(digest.make(value)) === hash)
  const isWhole = !fits && values.some((value) => base64UrlOfBytes(digest.make(value)) === hash)
  const other =
    fits || isWhole ? undefined : digests.find(({ make }) => values.some((one) => leftHalf(make(one)) === hash))
  return [
    {
      ...relation,
      outcome: fits ? 'passed' : 'failed',
      why: fits
        ? `${claim} of the ID token is the hash of the ${what}, so they belong together.`
        : isWhole
          ? `${claim} of the ID token is the whole hash of the ${what}, so they belong together; but the standard requires only its left half, and recipients compare with that.`
          : other !== undefined && first !== undefined
            ? `${claim} of the ID token is the hash of the ${what} by ${other.name}, so they belong together; but the hash must be that of the ID token’s algorithm: ${quoted(alg)} requires ${digest.name}, which gives ${quoted(leftHalf(digest.make(first)))}. Recipients reject it; have the identity service fix it.`
            : `The ID token’s ${claim} does not match the ${what}${first === undefined || values.length > 1 ? '' : `, whose hash is ${quoted(leftHalf(digest.make(first)))}`}. They were not issued together, or one of them was changed.`,
      ...(other !== undefined && {
        fault: { title: `${claim} by the wrong hash function`, phrase: `with ${claim} by the wrong hash function` },
      }),
    },
  ]
}

/** Characters; hashing more takes too long for a check that is made as somebody types. */
const longestHashed = 50_000

/** The hash by the algorithm that signs; that of Ed25519 is the one inside its signature (RFC 8032 §5.1). */
const digests: readonly { name: string; of: RegExp; make: (text: string) => Uint8Array }[] = [
  { name: 'SHA-256', of: /^..256/, make: sha256 },
  { name: 'SHA-384', of: /^..384/, make: sha384 },
  { name: 'SHA-512', of: /^..512|^Ed(?:DSA|25519)$/, make: sha512 },
]

function leftHalf(hash: Uint8Array): string {
  return base64UrlOfBytes(hash.subarray(0, hash.length / 2))
}

function proofRelations(proof: FoundToken, access: FoundToken[]): Relation[] {
  const { ath } = claimsOf(proof)
  const { jwk } = headerOf(proof)
  const thumbprint = isObject(jwk) ? thumbprintOf(jwk) : undefined
  const bound = access.flatMap((one) => {
    const { cnf } = claimsOf(one)
    return isObject(cnf) && typeof cnf.jkt === 'string' ? [cnf.jkt] : []
  })
  const relations: Relation[] = []
  if (typeof ath === 'string' && access.length > 0) {
    const fits = access.some(({ token }) => base64UrlOfBytes(sha256(token.text)) === ath)
    relations.push({
      check: 'ath',
      title: 'DPoP proof and access token',
      outcome: fits ? 'passed' : 'failed',
      why: fits
        ? 'ath of the proof is the hash of the access token.'
        : 'ath of the proof is not the hash of the access token: the proof was created for a different one.',
      basis: standard('RFC 9449 §4.2'),
      of: [proof.token.text],
    })
  }
  // With a token request a proof has no ath; in a call, the access token is in the Authorization header.
  if (ath === undefined && access.some(({ from }) => /^authorization$/i.test(from ?? '')))
    relations.push({
      check: 'ath',
      title: 'DPoP proof and access token',
      outcome: 'failed',
      why: 'The proof has no ath, but it is sent together with an access token: it must have the hash of that token, so the API rejects the call. A proof without ath is only for the token endpoint.',
      basis: standard('RFC 9449 §4.2 and §7.1'),
      of: [proof.token.text],
      fault: {
        title: 'Without the hash of the access token',
        phrase: 'without the hash of the access token that it is sent with',
      },
    })
  if (bound.length > 0 && thumbprint !== undefined) {
    const fits = bound.includes(thumbprint)
    relations.push({
      check: 'jkt',
      title: 'Key of the proof and of the access token',
      outcome: fits ? 'passed' : 'failed',
      why: fits
        ? 'The access token is bound (cnf.jkt) to the key in the header of the proof.'
        : 'The access token is bound (cnf.jkt) to a different key from the one in the header of the proof.',
      basis: standard('RFC 9449 §6.1'),
      of: [proof.token.text],
    })
  }
  return relations
}

/** An ID token and an access token of one text: of one issuer and one user. */
function responseRelations(id: FoundToken, access: FoundToken): Relation[] {
  const [one, other] = [claimsOf(id), claimsOf(access)]
  const basis = inferred('that both are from the same response')
  const same = (name: string, says: string, differs: string): Relation[] => {
    if (typeof one[name] !== 'string' || typeof other[name] !== 'string') return []
    const fits = one[name] === other[name]
    return [
      {
        check: name,
        title: 'ID token and access token',
        outcome: fits ? 'passed' : 'not-checked',
        why: fits ? says : differs,
        basis,
        of: [id.token.text, access.token.text],
      },
    ]
  }
  return [
    ...same(
      'iss',
      'Both name the same issuer.',
      `They name different issuers, ${quoted(one.iss)} and ${quoted(other.iss)}, so they might not be from the same sign-in.`,
    ),
    ...(
      sameUser(one, other) ??
      same(
        'sub',
        'Both name the same subject.',
        'They name different subjects. This is expected if the service names its users differently in the two, as Okta does (login and id), or uses a separate subject for each client; otherwise, they belong to two users.',
      )
    ).map((relation) => ({ check: 'sub', basis, of: [id.token.text, access.token.text], ...relation })),
  ]
}

/** That the access token names the subject of the ID token in another claim, as Okta does in uid; undefined where it does not, or need not. */
function sameUser(
  id: Record<string, unknown>,
  access: Record<string, unknown>,
): Pick<Relation, 'title' | 'outcome' | 'why'>[] | undefined {
  const { sub } = id
  const name = ['uid', 'user_id', 'userId', 'oid', 'username'].find((claim) => access[claim] === sub)
  return typeof sub !== 'string' || access.sub === sub || name === undefined
    ? undefined
    : [
        {
          title: 'ID token and access token',
          outcome: 'passed',
          why: `Both are of the same user: sub of the ID token is ${name} of the access token, whose own sub is ${quoted(access.sub)}.`,
        },
      ]
}

function keyBinding({ token }: FoundToken): Relation[] {
  if (token.form !== 'jws' || token.keyBinding === undefined) return []
  const hash = readSdHash(token.text, token.keyBinding)
  if (hash === undefined) return []
  const fits = hash.said === hash.right
  return [
    {
      check: 'sd_hash',
      title: 'SD-JWT and key binding',
      outcome: fits ? 'passed' : 'failed',
      why: fits
        ? 'The key binding is for exactly this SD-JWT with these disclosures (sd_hash).'
        : hash.of === undefined
          ? `sd_hash of the key binding is ${quoted(hash.said)}, but the hash of this SD-JWT with these disclosures is ${quoted(hash.right)}: the key binding was created for something else, or the SD-JWT or its disclosures were changed.`
          : `sd_hash of the key binding is the hash of ${hash.of}. It must be that of everything up to and including the last tilde before the key binding, which is ${quoted(hash.right)}. The SD-JWT and its disclosures are the right ones; have the wallet hash the right part.`,
      basis: standard('RFC 9901 §4.3.1'),
      of: [token.text, token.keyBinding],
      ...(!fits && {
        fault: {
          title: hash.of === undefined ? 'Key binding is for another SD-JWT' : 'Hash of the wrong part (sd_hash)',
          phrase:
            hash.of === undefined ? 'with a key binding for another SD-JWT' : 'with a hash of the wrong part (sd_hash)',
        },
      }),
    },
  ]
}
