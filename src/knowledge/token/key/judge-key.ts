import { type Basis, standard } from '../../protocol/basis.ts'
import { base64UrlOfBytes, bytesOfBase64 } from '../../text/base64.ts'
import { utcTime } from '../../text/duration.ts'
import { listed, quoted } from '../../text/quote.ts'
import { sha256 } from '../../text/sha256.ts'
import type { ReadKey } from './read-key.ts'

/** Something about a key that a receiver of its tokens must know. */
export interface KeyRemark {
  /** Permanent, kebab-case. */
  code: string
  /** One or two sentences with the key's own values. */
  why: string
  /** True where a receiver must not take a token for good by this key, whatever its signature. */
  isUnfit: boolean
  basis: Basis
}

/** What a key is wanted for. */
export interface KeyUse {
  /** The header's `alg`. */
  alg: string
  purpose: 'verify' | 'decrypt'
  /** Epoch seconds, for the times of a certificate. */
  now: number
}

type Jwk = Record<string, unknown>

/** Judges a key by what it says of itself, its size and its numbers, for one use. In a fixed order; never throws. */
export function judgeKey(key: ReadKey, use: KeyUse): KeyRemark[] {
  return rules.flatMap(({ when, ...rule }) => {
    const why = when(key, use)
    return why === undefined ? [] : [{ ...rule, why }]
  })
}

/** Judges keys as a set: identifiers that more than one of them has (RFC 7517 §4.5). */
export function judgeKeySet(jwks: readonly Jwk[]): KeyRemark[] {
  const named = jwks.filter((jwk) => typeof jwk.kid === 'string')
  const twice = named.filter((jwk, at) => named.findIndex((one) => one.kid === jwk.kid && one.kty === jwk.kty) !== at)
  const kids = [...new Set(twice.map(({ kid }) => kid))]
  if (kids.length === 0) return []
  return [
    {
      code: 'duplicate-kid',
      why: `More than one key in the set is called ${listed(kids)}, so it is unclear which one a token means, and recipients may use the wrong key.`,
      isUnfit: false,
      basis: standard('RFC 7517 §4.5'),
    },
  ]
}

/** Bits of an RSA modulus, or of a shared secret; undefined where the key has neither. */
export function bitsOfKey({ jwk, secret }: Pick<ReadKey, 'jwk' | 'secret'>): number | undefined {
  const [first, ...rest] = bytesOf(jwk.kty === 'RSA' ? jwk.n : secret?.k)?.subarray() ?? []
  if (jwk.kty === 'oct') return first === undefined ? 0 : (rest.length + 1) * 8
  return jwk.kty !== 'RSA' || first === undefined ? undefined : rest.length * 8 + (32 - Math.clz32(first))
}

/** The SHA-256 thumbprint of a public key (RFC 7638 §3, RFC 8037 §2, RFC 9964 §6); undefined for a key without the members. */
export function thumbprintOf(jwk: Jwk): string | undefined {
  const names = thumbprinted.get(String(jwk.kty))
  if (names === undefined || names.some((name) => typeof jwk[name] !== 'string')) return undefined
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, jwk[name]])))
  return base64UrlOfBytes(sha256(text))
}

const thumbprinted = new Map([
  ['RSA', ['e', 'kty', 'n']],
  ['EC', ['crv', 'kty', 'x', 'y']],
  ['OKP', ['crv', 'kty', 'x']],
  ['AKP', ['alg', 'kty', 'pub']],
])

interface Rule extends Omit<KeyRemark, 'why'> {
  when: (key: ReadKey, use: KeyUse) => string | undefined
}

const rules: Rule[] = [
  {
    code: 'key-for-another-algorithm',
    isUnfit: true,
    basis: standard('RFC 7517 §4.4'),
    when: ({ jwk: { alg } }, use) =>
      alg === undefined || sameAlgorithm(alg, use.alg)
        ? undefined
        : `The key is for ${quoted(alg)} (its alg), but the token uses ${quoted(use.alg)}.`,
  },
  {
    code: 'key-for-another-use',
    isUnfit: true,
    basis: standard('RFC 7517 §4.2'),
    when: ({ jwk: { use: own } }, { purpose }) => {
      const wanted = purpose === 'verify' ? 'sig' : 'enc'
      // In the bundles of SPIFFE, jwt-svid marks the keys that sign JWT-SVIDs (SPIFFE Trust Domain and Bundle §4.2.2).
      if (own === undefined || own === wanted || (own === 'jwt-svid' && purpose === 'verify')) return undefined
      return purpose === 'verify'
        ? `The key is not for signatures: its use is ${quoted(own)}.`
        : `The key is not for encryption: its use is ${quoted(own)}.`
    },
  },
  {
    code: 'key-for-other-operations',
    isUnfit: true,
    basis: standard('RFC 7517 §4.3'),
    when: ({ jwk, isPrivate }, { purpose }) => {
      const own = jwk.key_ops
      if (own === undefined) return undefined
      // A private key that signs says so; its public half verifies.
      const wanted = [...operations[purpose], ...(isPrivate && purpose === 'verify' ? ['sign'] : [])]
      return Array.isArray(own) && wanted.some((one) => own.includes(one))
        ? undefined
        : `The key is not for this: its key_ops are ${listed([own].flat())}.`
    },
  },
  {
    code: 'exponent-proves-nothing',
    isUnfit: true,
    basis: standard('RFC 8017 §3.1'),
    when: ({ jwk }) => {
      const e = jwk.kty === 'RSA' ? bytesOf(jwk.e) : undefined
      if (e === undefined) return undefined
      const isOne = e.every((octet, at) => octet === (at === e.length - 1 ? 1 : 0))
      if (isOne) return 'The key’s exponent is 1, so anyone can create a signature that matches it.'
      return ((e.at(-1) ?? 0) & 1) === 0 ? 'The key’s exponent is even, so it is not an RSA key.' : undefined
    },
  },
  {
    code: 'rsa-key-too-short',
    isUnfit: true,
    basis: standard('RFC 7518 §3.3'),
    when: (key) => {
      const bits = key.jwk.kty === 'RSA' ? bitsOfKey(key) : undefined
      return bits === undefined || bits >= 2048
        ? undefined
        : `The RSA key has ${bits.toLocaleString('en')} bits; at least 2,048 are required.`
    },
  },
  {
    code: 'secret-empty',
    isUnfit: true,
    basis: standard('RFC 7518 §3.2'),
    when: (key) =>
      key.jwk.kty === 'oct' && bitsOfKey(key) === 0
        ? 'The shared secret is empty, so anyone can sign with it.'
        : undefined,
  },
  {
    code: 'secret-well-known',
    isUnfit: true,
    basis: standard('RFC 8725 §3.5'),
    when: ({ secret }) => {
      const bytes = bytesOf(secret?.k)
      return bytes && wellKnown.has(String.fromCharCode(...bytes.subarray(0, 64)))
        ? 'The shared secret is from a published example, so anyone can sign with it.'
        : undefined
    },
  },
  {
    code: 'secret-too-short',
    isUnfit: false,
    basis: standard('RFC 7518 §3.2'),
    when: (key, { alg }) => {
      const least = Number(/^HS(256|384|512)$/.exec(alg)?.[1] ?? 0)
      const bits = key.jwk.kty === 'oct' ? (bitsOfKey(key) ?? 0) : least
      return bits >= least || bits === 0
        ? undefined
        : `The shared secret has ${bits / 8} bytes; ${alg} requires at least ${least / 8}. Some libraries reject it, and a short secret can be guessed.`
    },
  },
  {
    code: 'certificate-not-in-time',
    isUnfit: false,
    basis: standard('RFC 5280 §4.1.2.5'),
    when: ({ certificate }, { now }) => {
      if (certificate?.notAfter !== undefined && certificate.notAfter < now)
        return `The certificate expired on ${utcTime(certificate.notAfter)}. The signature does not depend on this, but recipients may.`
      return certificate?.notBefore !== undefined && certificate.notBefore > now
        ? `The certificate is valid from ${utcTime(certificate.notBefore)}. The signature does not depend on this, but recipients may.`
        : undefined
    },
  },
]

const operations = {
  verify: ['verify'],
  decrypt: ['decrypt', 'unwrapKey', 'deriveKey', 'deriveBits'],
}

/** Secrets of the examples that people copy. */
const wellKnown = new Set([
  'secret',
  'your-256-bit-secret',
  'your-384-bit-secret',
  'your-512-bit-secret',
  'a-string-secret-at-least-256-bits-long',
  'password',
  'changeme',
  'secretkey',
  'mysecret',
  'my-secret',
  'jwt-secret',
  'test',
])

/** The old name and the new ones of the same algorithm (RFC 9864 §3.1). */
function sameAlgorithm(one: unknown, other: string): boolean {
  const [first, second] = [one, other].map((alg) => (alg === 'Ed25519' || alg === 'Ed448' ? 'EdDSA' : alg))
  return first === second
}

function bytesOf(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  return typeof value === 'string' ? bytesOfBase64(value) : undefined
}
