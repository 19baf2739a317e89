import { standard } from '../../protocol/basis.ts'
import { base64UrlOfBytes, bytesOfBase64 } from '../../text/base64.ts'
import { isObject } from '../../text/json.ts'
import { scanJson } from '../../text/json-scan.ts'
import { listed, quoted } from '../../text/quote.ts'
import { textOfUtf8 } from '../../text/utf8.ts'
import type { EncryptedToken, JoseRule, SignedToken } from './breach.ts'

/** Rules for the header of what is signed and of what is encrypted. */
export const headerRules: readonly JoseRule<SignedToken | EncryptedToken>[] = [
  {
    title: 'A critical parameter is missing',
    phrase: 'with a critical parameter that is missing',
    basis: standard('RFC 7515 §4.1.11, RFC 7516 §4.1.13'),
    says: (_, header) => {
      const names = Array.isArray(header.crit) ? header.crit : []
      const missing = names.filter((name) => typeof name === 'string' && !Object.hasOwn(header, name))
      return missing.length === 0
        ? undefined
        : `crit lists ${listed(missing)}, but the header has no such parameter. A recipient must reject the token.`
    },
  },
  {
    title: 'Its list of critical parameters is wrong',
    phrase: 'with a wrong list of critical parameters',
    basis: standard('RFC 7515 §4.1.11'),
    says: (_, { crit }) => {
      if (crit === undefined) return undefined
      if (!Array.isArray(crit) || crit.length === 0 || crit.some((name) => typeof name !== 'string'))
        return 'crit must be a list of at least one name. A recipient must reject the token.'
      const usual = crit.filter((name) => definedNames.has(name))
      if (usual.length > 0)
        return `crit lists ${listed(usual)}, defined in the JOSE standards, but only extensions may be listed there. A recipient must reject the token.`
      return new Set(crit).size < crit.length
        ? 'crit lists a name twice. A recipient must reject the token.'
        : undefined
    },
  },
  {
    title: 'The key ID looks like an attack',
    phrase: 'with a key ID that looks like an attack',
    basis: standard('RFC 8725 §3.10'),
    says: (_, { kid }) => {
      const found = typeof kid === 'string' ? attacks.find(([form]) => form.test(kid)) : undefined
      return found && `kid is ${quoted(kid)}, which is ${found[1]}. It is not a key name: ${found[2]}`
    },
  },
  {
    title: 'A name is used twice',
    phrase: 'with a name used twice',
    tone: 'warn',
    basis: standard('RFC 7515 §4, RFC 7519 §4'),
    says: (token) => {
      const parts = [['header', token.header] as const, token.form === 'jws' && (['payload', token.payload] as const)]
      const said = parts.flatMap((part) => {
        if (part === false || part[1].text === undefined || part[1].value === undefined) return []
        const [name, { text }] = part
        const { duplicates } = scanJson(text)
        if (duplicates.length === 0) return []
        const values = duplicates.slice(0, 3).flatMap((pointer) => valuesIn(text, pointer))
        return [
          `In the ${name}, ${listed(duplicates)} ${duplicates.length === 1 ? 'appears' : 'appear'} more than once${values.length === 0 ? '' : `: ${values.join('; ')}`}. Claimcheck uses the last one; other programs may use the first, or reject the token.`,
        ]
      })
      return said.length === 0 ? undefined : said.join(' ')
    },
  },
  {
    title: 'The algorithm’s name is misspelled',
    phrase: 'with a misspelled algorithm',
    basis: standard('RFC 7515 §4.1.1: algorithm names are case-sensitive'),
    says: (_, { alg }) => {
      // NATS calls its own so.
      if (typeof alg !== 'string' || algorithms.includes(alg) || /^(?:none|ed25519)$/i.test(alg)) return undefined
      const plainly = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '')
      const meant = algorithms.find((one) => plainly(one) === plainly(alg))
      return meant && `alg is ${quoted(alg)}; the algorithm is called ${quoted(meant)}, and names are case-sensitive.`
    },
  },
  {
    title: 'A header parameter has the wrong type',
    phrase: 'with a header parameter of the wrong type',
    basis: standard('RFC 7515 §4.1'),
    says: (_, header) => {
      const wrong = ['alg', 'kid', 'typ', 'cty', 'jku', 'x5u', 'x5t', 'x5t#S256', 'enc', 'zip'].filter(
        (name) => Object.hasOwn(header, name) && typeof header[name] !== 'string',
      )
      const list = header.x5c !== undefined && !Array.isArray(header.x5c) ? ['x5c (a list of texts)'] : []
      const key = header.jwk !== undefined && !isObject(header.jwk) ? ['jwk (an object)'] : []
      const all = [...wrong, ...list, ...key]
      return all.length === 0 || /none/i.test(String(header.alg))
        ? undefined
        : `${listed(all)} ${all.length === 1 ? 'has' : 'have'} a value whose type differs from the standard (a string, unless stated otherwise).`
    },
  },
  {
    title: 'A certificate’s thumbprint in the wrong form',
    phrase: 'with a thumbprint in the wrong form',
    basis: standard('RFC 7515 §4.1.7 and §4.1.8'),
    says: (_, header) => {
      const wrong = thumbprints.flatMap(([name, bytes]) => {
        const value = header[name]
        const read = typeof value === 'string' ? bytesOfBase64(value) : undefined
        if (typeof value !== 'string' || read?.length === bytes) return []
        const written = hexIn(value, read, bytes)
        if (written !== undefined)
          return [
            `${name} must be the ${bytes} bytes of the thumbprint in base64url, ${quoted(written.right)}; it is ${written.as}. A recipient that looks the certificate up by it finds none.`,
          ]
        // What is no hash at all is a placeholder.
        return read !== undefined && [20, 30, 32, 48].includes(read.length)
          ? [`${name} must be ${bytes} bytes in base64url; it has ${read.length}.`]
          : []
      })
      return wrong.length === 0 ? undefined : wrong.join(' ')
    },
  },
  {
    title: 'Certificates in the wrong encoding',
    phrase: 'with certificates in the wrong encoding',
    basis: standard('RFC 7515 §4.1.6'),
    says: (_, { x5c }) => {
      if (!Array.isArray(x5c) || !x5c.some((one) => typeof one === 'string' && /[-_]|BEGIN/.test(one))) return undefined
      return x5c.some((one) => String(one).includes('BEGIN'))
        ? 'x5c contains PEM with its first and last lines; it must contain only the base64-encoded DER.'
        : 'x5c is in base64url; unlike everything else in a token, its certificates must be in base64, with + and /.'
    },
  },
  {
    title: 'The URL of its keys is not HTTPS',
    phrase: 'with a key URL that is not HTTPS',
    basis: standard('RFC 7515 §4.1.2 and §4.1.5'),
    says: (_, { jku, x5u }) => {
      const open = [jku, x5u].filter((one) => typeof one === 'string' && /^(?:http|ftp|file):/i.test(one))
      return open.length === 0
        ? undefined
        : `${listed(open)} is not protected by TLS, which the standard requires: anyone on the network path can substitute another key.`
    },
  },
  {
    title: 'The key in its header does not fit',
    phrase: 'with a key in its header that does not fit',
    basis: standard('RFC 7518 §3.1 and §6.1'),
    says: (_, { jwk, alg }) => {
      if (!isObject(jwk) || typeof alg !== 'string') return undefined
      const wanted = /^(?:RS|PS)\d/.test(alg)
        ? ['RSA']
        : /^ES\d/.test(alg)
          ? ['EC']
          : /^Ed/.test(alg)
            ? ['OKP']
            : /^HS\d/.test(alg)
              ? ['oct']
              : undefined
      const curve = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521', ES256K: 'secp256k1' }[alg]
      if (wanted !== undefined && jwk.kty !== undefined && !wanted.includes(String(jwk.kty)))
        return `alg is ${quoted(alg)}, but the key in the header (jwk) has the type ${quoted(jwk.kty)}: it cannot verify such a signature.`
      return curve !== undefined && jwk.crv !== undefined && jwk.crv !== curve
        ? `${quoted(alg)} is for ${curve}, but the key in the header (jwk) is on ${quoted(jwk.crv)}.`
        : undefined
    },
  },
  {
    title: 'Not in unpadded base64url',
    phrase: 'not in unpadded base64url',
    tone: 'warn',
    basis: standard('RFC 7515 §2'),
    says: ({ text }, { signer }) => {
      // AWS writes the claims of its load balancer so, by design.
      if (signer !== undefined || text.startsWith('{')) return undefined
      const compact = text.slice(0, 2_000_000).split('~', 1)[0] ?? ''
      const found = ['+', '/', '='].filter((one) => compact.includes(one))
      return found.length === 0
        ? undefined
        : `It contains ${listed(found)}: that is base64, but tokens use base64url without padding. Many recipients reject it. It is read here anyway. Have its issuer encode it with - and _, and without =.`
    },
  },
]

const thumbprints = [
  ['x5t', 20],
  ['x5t#S256', 32],
] as const

/** What a thumbprint in hex would be in base64url, where a value is that: as it is, or in base64url once more. */
function hexIn(value: string, read: Uint8Array | undefined, bytes: number): { as: string; right: string } | undefined {
  const inside = read && textOfUtf8(read)
  for (const [text, as] of [
    [value, 'written in hex'],
    [inside ?? '', 'the base64url of its text in hex'],
  ] as const) {
    const digits = text.replaceAll(':', '')
    if (digits.length === 2 * bytes && /^[\da-f]+$/i.test(digits))
      return {
        as,
        right: base64UrlOfBytes(Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))),
      }
  }
  return undefined
}

/** Names that RFC 7515, 7516 and 7518 define, which may not be in crit. */
const definedNames: ReadonlySet<unknown> = new Set(
  'alg jku jwk kid x5u x5c x5t x5t#S256 typ cty crit enc zip epk apu apv iv tag p2s p2c'.split(' '),
)

/** The values of a member that is there more than once, as they are written; none where they are objects or lists. */
function valuesIn(text: string, pointer: string): string[] {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1)
  if (!/^[\w.:#-]{1,60}$/.test(name)) return []
  const member = new RegExp(
    `"${name.replace(/[.]/g, '\\.')}"\\s{0,8}:\\s{0,8}("(?:[^"\\\\]|\\\\.){0,200}"|[\\w.+-]{1,40})`,
    'g',
  )
  const values = [...text.slice(0, 20_000).matchAll(member)].map(([, value = '']) => value.replace(/^"|"$/g, ''))
  return values.length < 2 ? [] : [`first ${quoted(values[0])}, last ${quoted(values.at(-1))}`]
}

const algorithms: readonly string[] =
  'HS256 HS384 HS512 RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 ES256K EdDSA Ed25519 Ed448 ML-DSA-44 ML-DSA-65 ML-DSA-87 RSA1_5 RSA-OAEP RSA-OAEP-256 RSA-OAEP-384 RSA-OAEP-512 A128KW A192KW A256KW dir ECDH-ES ECDH-ES+A128KW ECDH-ES+A192KW ECDH-ES+A256KW A128GCMKW A192GCMKW A256GCMKW PBES2-HS256+A128KW PBES2-HS384+A192KW PBES2-HS512+A256KW'.split(
    ' ',
  )

const attacks: readonly [form: RegExp, is: string, tells: string][] = [
  [
    /\.\.[/\\]|^\/(?:dev|etc|proc|sys|tmp|var)\/|\bdev\/null\b|%2e%2e%2f/i,
    'a path in a file system',
    'it makes a careless recipient use a file as the key, and with /dev/null the key is empty. Reject the token, and look up keys only in a list.',
  ],
  [
    /'.{0,200}(?:\bunion\b|\bselect\b|\bor\b|--|;)|\bunion\s+(?:all\s+)?select\b|;\s*drop\b/i,
    'a piece of SQL',
    'it makes a careless recipient read a key chosen by the sender from its database. Reject the token, and never put kid into a SQL statement.',
  ],
  [
    /[|;`]\s*(?:cat|curl|wget|nc|sh|bash|id|whoami|sleep|ping)\b|\$\(/i,
    'a shell command',
    'it makes a careless recipient run it. Reject the token, and never pass kid to a shell.',
  ],
  [
    /\*\)\(|\)\(\||\(\|\(/,
    'a piece of an LDAP filter',
    'it makes a careless recipient find a different key. Reject the token.',
  ],
  [/<script|javascript:/i, 'a script', 'it makes a careless page run it. Reject the token.'],
]
