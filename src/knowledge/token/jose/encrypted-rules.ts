import { standard } from '../../protocol/basis.ts'
import { bytesOfBase64 } from '../../text/base64.ts'
import { isObject } from '../../text/json.ts'
import { quoted } from '../../text/quote.ts'
import type { EncryptedToken, JoseRule } from './breach.ts'

/** Rules for what is encrypted (RFC 7516 §5.2, RFC 7518 §4 and §5), as far as its header and the lengths of its parts show them. */
export const encryptedRules: readonly JoseRule<EncryptedToken>[] = [
  {
    title: 'A part has the wrong length',
    phrase: 'with a part of the wrong length',
    basis: standard('RFC 7518 §5'),
    says: (token, { enc }) => {
      const wanted = contents[String(enc)]
      if (wanted === undefined) return undefined
      const { iv, ciphertext, tag } = bytesOfParts(token)
      const wrong = [
        iv !== wanted.iv && `the initialization vector has ${iv} bytes, but ${enc} requires ${wanted.iv}`,
        tag !== wanted.tag && `the authentication tag has ${tag} bytes, but ${enc} produces ${wanted.tag}`,
        wanted.block !== undefined &&
          (ciphertext === 0 || ciphertext % wanted.block !== 0) &&
          `the ciphertext has ${ciphertext} bytes, but with ${enc} it must be a multiple of ${wanted.block}`,
      ].filter((one) => one !== false)
      return wrong.length === 0
        ? undefined
        : `${upperFirst(wrong.join('; '))}. No recipient can decrypt it: it was created incorrectly, or a part was lost.`
    },
  },
  {
    title: 'Its encrypted key does not fit',
    phrase: 'with an encrypted key that does not fit',
    basis: standard('RFC 7516 §5.2, RFC 7518 §4'),
    says: (token, { alg, enc }) => {
      const { key } = bytesOfParts(token)
      const content = contents[String(enc)]
      if (/^(?:dir|ECDH-ES)$/.test(String(alg)))
        return key === 0
          ? undefined
          : `With ${alg}, no key is sent, so the second part must be empty, but it has ${key} bytes. A recipient must reject the token.`
      if (!keyAlgorithms.test(String(alg))) return undefined
      if (key === 0) return `${alg} sends the content encryption key in encrypted form, but the second part is empty.`
      if (/^RSA/.test(String(alg)))
        return key < 256
          ? `The encrypted key has ${key} bytes, so it was made with an RSA key of ${key * 8} bits; ${alg} requires at least 2,048 (RFC 7518 §4.2).`
          : undefined
      const own = /GCMKW$/.test(String(alg)) ? 0 : 8
      return content === undefined || key === content.key + own
        ? undefined
        : `The encrypted key has ${key} bytes; ${alg} with ${enc} produces ${content.key + own}.`
    },
  },
  {
    title: 'Its ephemeral key is missing or wrong',
    phrase: 'without a valid ephemeral key',
    basis: standard('RFC 7518 §4.6.1'),
    says: (_, { alg, epk }) => {
      if (!/^ECDH-ES/.test(String(alg))) return undefined
      if (!isObject(epk)) return `${alg} uses an ephemeral public key (epk) to agree on a key, but the header has none.`
      const { kty, crv, x, y } = epk
      const size = curves[String(crv)]
      if (kty !== 'EC' && kty !== 'OKP')
        return `The ephemeral key (epk) has the type ${quoted(kty)}; it must be EC or OKP.`
      if (size === undefined) return `The ephemeral key (epk) is on the curve ${quoted(crv)}, which is not for ECDH-ES.`
      const coordinates = kty === 'EC' ? { x, y } : { x }
      const wrong = Object.entries(coordinates).find(
        ([, value]) => typeof value !== 'string' || bytesOfBase64(value)?.length !== size,
      )
      return (
        wrong &&
        `${wrong[0]} of the ephemeral key (epk) must be ${size} bytes in base64url, as its curve ${crv} requires.`
      )
    },
  },
  {
    title: 'The parameters for its password-based key are wrong',
    phrase: 'with a wrong iteration count or salt for its password',
    basis: standard('RFC 7518 §4.8.1'),
    says: (_, { alg, p2c, p2s }) => {
      if (!/^PBES2/.test(String(alg))) return undefined
      if (typeof p2c !== 'number' || !Number.isInteger(p2c) || p2c < 1)
        return `${alg} requires the number of iterations in p2c, a positive integer; it is ${p2c === undefined ? 'missing' : quoted(p2c)}.`
      const salt = typeof p2s === 'string' ? bytesOfBase64(p2s)?.length : undefined
      if (salt === undefined || salt < 8)
        return `p2s must be a salt of at least 8 bytes in base64url; it ${salt === undefined ? 'is missing or unreadable' : `has ${salt}`}.`
      if (p2c < 1000)
        return `p2c is ${p2c}: the password is hashed only that many times, but the standard recommends at least 1,000. It can be guessed quickly.`
      return p2c > 1_000_000
        ? `p2c is ${p2c.toLocaleString('en')}: a single token can keep a recipient busy with that many iterations, so many recipients reject more than 10,000.`
        : undefined
    },
  },
  {
    title: 'The parameters of its wrapped key are missing',
    phrase: 'without the parameters of its wrapped key',
    basis: standard('RFC 7518 §4.7.1'),
    says: (_, { alg, iv, tag }) => {
      if (!/GCMKW$/.test(String(alg))) return undefined
      const length = (value: unknown) => (typeof value === 'string' ? bytesOfBase64(value)?.length : undefined)
      const wrong = [
        length(iv) !== 12 && 'iv must be 12 bytes in base64url',
        length(tag) !== 16 && 'tag must be 16 bytes in base64url',
      ].filter((one) => one !== false)
      return wrong.length === 0 ? undefined : `With ${alg}, the header is incomplete or wrong: ${wrong.join(' and ')}.`
    },
  },
  {
    title: 'A signature algorithm in an encrypted token',
    phrase: 'with a signature algorithm, although it is encrypted',
    basis: standard('RFC 7516 §4.1.1'),
    says: (_, { alg }) =>
      alg === undefined
        ? 'The header must name an algorithm for its key (alg), but it names none.'
        : /^(?:HS|RS|PS|ES)\d{3}|^Ed|^none$/i.test(String(alg))
          ? `alg is ${quoted(alg)}, which is for signing: it cannot protect the key of encrypted content.`
          : undefined,
  },
  {
    title: 'Its content encryption is unknown',
    phrase: 'with an unknown content encryption',
    basis: standard('RFC 7516 §4.1.2, RFC 7518 §5.1'),
    says: (_, { enc }) =>
      typeof enc === 'string' && contents[enc] === undefined && !/^XC20P|C20P/.test(enc)
        ? `enc is ${quoted(enc)}, which no standard defines, so a recipient does not know how to decrypt it.`
        : enc === undefined
          ? 'The header must say how the content is encrypted (enc), but it does not.'
          : undefined,
  },
]

interface Lengths {
  iv: number
  tag: number
  /** Bytes of the content encryption key. */
  key: number
  /** The ciphertext is a multiple of so many bytes. */
  block?: number
}

/** In bytes (RFC 7518 §5.2 and §5.3, draft-amringer-jose-chacha). */
const contents: Readonly<Record<string, Lengths>> = {
  A128GCM: { iv: 12, tag: 16, key: 16 },
  A192GCM: { iv: 12, tag: 16, key: 24 },
  A256GCM: { iv: 12, tag: 16, key: 32 },
  'A128CBC-HS256': { iv: 16, tag: 16, key: 32, block: 16 },
  'A192CBC-HS384': { iv: 16, tag: 24, key: 48, block: 16 },
  'A256CBC-HS512': { iv: 16, tag: 32, key: 64, block: 16 },
  C20P: { iv: 12, tag: 16, key: 32 },
  XC20P: { iv: 24, tag: 16, key: 32 },
}

/** Bytes of a coordinate, by curve (RFC 7518 §6.2.1.2, RFC 8037 §2). */
const curves: Readonly<Record<string, number>> = { 'P-256': 32, 'P-384': 48, 'P-521': 66, X25519: 32, X448: 56 }

const keyAlgorithms =
  /^(?:RSA1_5|RSA-OAEP(?:-\d+)?|A(?:128|192|256)(?:GCM)?KW|ECDH-ES\+A\d{3}KW|PBES2-HS\d{3}\+A\d{3}KW)$/

function bytesOfParts({ parts }: EncryptedToken): Record<'key' | 'iv' | 'ciphertext' | 'tag', number> {
  const [key = 0, iv = 0, ciphertext = 0, tag = 0] = parts.map(({ length }) => Math.floor((length * 3) / 4))
  return { key, iv, ciphertext, tag }
}

const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
