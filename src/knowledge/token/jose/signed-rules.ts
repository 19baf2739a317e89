import { standard } from '../../protocol/basis.ts'
import { isObject } from '../../text/json.ts'
import { listed, quoted } from '../../text/quote.ts'
import { issuerOf } from '../issuers.ts'
import type { JoseRule, SignedToken } from './breach.ts'

/** Rules for what is signed, beyond those for every header. */
export const signedRules: readonly JoseRule<SignedToken>[] = [
  {
    title: 'Its unencoded content is not marked critical',
    phrase: 'with unencoded content that is not marked critical',
    basis: standard('RFC 7797 §6'),
    says: (_, { b64, crit }) =>
      b64 === false && !(Array.isArray(crit) && crit.includes('b64'))
        ? 'b64 is false, so crit must list “b64”: without it, a recipient that does not know b64 verifies different bytes from those that were signed.'
        : undefined,
  },
  {
    title: 'A JWT must not be unencoded',
    phrase: 'unencoded, which a JWT must not be',
    basis: standard('RFC 7797 §7'),
    says: ({ header: { value } }, { b64, typ }) =>
      value !== undefined && b64 === false && /^(?:application\/)?(?:[\w-]+\+)?jwt$/i.test(String(typ))
        ? `b64 is false, but typ is ${quoted(typ)}: the content of a JWT must be in base64url.`
        : undefined,
  },
  {
    title: 'The same parameter in both headers',
    phrase: 'with a parameter in both headers',
    basis: standard('RFC 7515 §7.2.1'),
    says: ({ jws, header }) => {
      const open = jws.header
      if (open === undefined || jws.protected === undefined) return undefined
      const guarded = header.guarded ?? []
      const both = Object.keys(open).filter((name) => guarded.includes(name))
      return both.length === 0
        ? undefined
        : `${listed(both)} ${both.length === 1 ? 'is' : 'are'} in both the protected and the unprotected header; the two must have no names in common.`
    },
  },
  {
    title: 'A critical parameter is not protected',
    phrase: 'with critical parameters that are not protected',
    basis: standard('RFC 7515 §4.1.11'),
    says: ({ jws: { header: open } }) =>
      isObject(open) && Object.hasOwn(open, 'crit')
        ? 'crit must be in the protected header; it is in the unprotected one, which anyone can change.'
        : undefined,
  },
  {
    title: 'Signed with too short an RSA key',
    phrase: 'signed with too short an RSA key',
    basis: standard('RFC 7518 §3.3 and §3.5'),
    says: ({ signature }, { alg }) => {
      const bytes = Math.floor((signature.replace(/=+$/, '').length * 3) / 4)
      return /^(?:RS|PS)\d{3}$/.test(String(alg)) && [64, 96, 128, 192].includes(bytes)
        ? `The signature has ${bytes} bytes, so the key has ${bytes * 8} bits; ${alg} requires at least 2,048. Sign with a longer key.`
        : undefined
    },
  },
  {
    title: 'An encryption algorithm in a signed token',
    phrase: 'with an encryption algorithm, although it is signed',
    basis: standard('RFC 7515 §4.1.1'),
    says: ({ signature }, { alg }) =>
      signature !== '' && /^(?:RSA-OAEP|RSA1_5|A\d{3}(?:GCM)?KW|ECDH-ES|dir$|PBES2)/.test(String(alg))
        ? `alg is ${quoted(alg)}, which encrypts keys and cannot sign.`
        : undefined,
  },
  {
    title: 'A claim that must be a string is not one',
    phrase: 'with a claim that must be a string',
    tone: 'warn',
    basis: standard('RFC 7519 §4.1.1, §4.1.2 and §4.1.7'),
    says: ({ payload: { value = {} } }, header) => {
      // What a vendor documents in another way is so by design.
      const wrong = issuerOf(value, header) === undefined ? wrongTypes(value) : []
      return wrong.length === 0
        ? undefined
        : `${listed(wrong.map((name) => `${name} (${String(value[name])})`))} must be a string; it is a ${typeof value[wrong[0] ?? '']}. Some libraries reject such a token (PyJWT: “Subject must be a string”), and others take it. Have its issuer write it in quotation marks.`
    },
  },
  {
    title: 'A hash of the wrong length',
    phrase: 'with a hash of the wrong length',
    basis: standard('OpenID Connect Core §3.1.3.6 and §3.3.2.11'),
    says: ({ payload: { value = {} } }, { alg }) => {
      const bits = Number(/^(?:HS|RS|ES|PS)(256|384|512)$/.exec(String(alg))?.[1])
      if (!bits) return undefined
      const half = Math.ceil((bits / 16) * (4 / 3))
      const wrong = ['at_hash', 'c_hash', 's_hash'].flatMap((name) => {
        const hash = value[name]
        if (typeof hash !== 'string') return []
        const length = hash.replace(/=+$/, '').length
        if (length === half || !hashLengths.includes(length)) return []
        const likely =
          length === Math.ceil((bits / 8) * (4 / 3))
            ? ': that is the whole hash'
            : /^[\da-f]+$/.test(hash)
              ? ': it seems to be in hex'
              : ''
        return [
          `${name} has ${length} characters${likely}; ${alg} requires the left half of a hash of ${bits} bits in base64url, ${half} characters.`,
        ]
      })
      return wrong.length === 0 ? undefined : wrong.join(' ')
    },
  },
  {
    title: 'A hash of a key of the wrong length',
    phrase: 'bound to a key by a hash of the wrong length',
    basis: standard('RFC 9449 §6.1, RFC 8705 §3.1'),
    says: ({ payload: { value = {} } }) => {
      const { cnf } = value
      if (cnf === undefined) return undefined
      if (!isObject(cnf)) return 'cnf must be an object that names a key (RFC 7800 §3.1).'
      const wrong = ['jkt', 'x5t#S256'].filter((name) => {
        const hash = cnf[name]
        return hash !== undefined && isNoSha256(hash)
      })
      return wrong.length === 0
        ? undefined
        : `${listed(wrong.map((name) => `cnf.${name}`))} must be a SHA-256 hash in base64url, 43 characters, so no key can match it.`
    },
  },
  {
    title: 'Its hash of a request is of the wrong length',
    phrase: 'with a hash of the wrong length',
    basis: standard('RFC 9449 §4.2, RFC 9901 §4.3'),
    says: ({ payload: { value = {} } }) => {
      const wrong = ['ath', 'sd_hash'].filter((name) => {
        const hash = value[name]
        return hash !== undefined && isNoSha256(hash)
      })
      return wrong.length === 0 ? undefined : `${listed(wrong)} must be a SHA-256 hash in base64url, 43 characters.`
    },
  },
]

/** Claims that RFC 7519 §4.1 makes strings, and another type. */
function wrongTypes(claims: Record<string, unknown>): string[] {
  return ['iss', 'sub', 'jti'].filter((name) => ['number', 'boolean'].includes(typeof claims[name]))
}

/** Characters of hashes, and of halves of them, in base64url and in hex. */
const hashLengths = [22, 32, 40, 43, 64, 86, 96, 128]

/** Whether it is a hash of another kind or in another encoding; what is no hash at all is a placeholder. */
function isNoSha256(value: unknown): boolean {
  return (
    typeof value !== 'string' || /^[\da-fA-F]{40}$|^[\da-fA-F]{64}$|^[\da-fA-F:]{59,}$|[+/]|^[\w-]{27}=?$/.test(value)
  )
}
