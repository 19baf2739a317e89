import { base64UrlOfBytes } from '../../text/base64.ts'
import { sha1 } from '../../text/sha1.ts'
import { sha256 } from '../../text/sha256.ts'
import { textOfUtf8 } from '../../text/utf8.ts'
import { secondCoordinate } from './compressed-point.ts'
import { bitsOf, childrenOf, type DerElement, derTag, identifierOf, magnitudeOf, readElement } from './der.ts'
import type { Certificate, ReadKey } from './read-key.ts'

/** What DER came to: a key, or in a sentence why it is none that can be used. */
export type DerRead = ReadKey | { problem: string }

/**
 * Reads a key of any usual structure from DER: SubjectPublicKeyInfo and certificate (RFC 5280 §4.1), certificate request
 * (RFC 2986), PKCS#8 (RFC 5958), PKCS#1 (RFC 8017 App. A.1), SEC1 (RFC 5915). Undefined for bytes that are no DER of a key.
 */
export function keyOfDer(bytes: Uint8Array<ArrayBuffer>): DerRead | undefined {
  const top = readElement(bytes)
  if (top?.tag !== derTag.sequence) return undefined
  const parts = childrenOf(top)
  for (const read of structures) {
    const key = read(parts, top)
    if (key !== undefined) return key
  }
  return undefined
}

type Structure = (parts: DerElement[], top: DerElement) => DerRead | undefined

const structures: Structure[] = [
  certificate,
  certificateRequest,
  pkcs12,
  subjectPublicKeyInfo,
  encryptedPkcs8,
  pkcs8,
  pkcs1Private,
  sec1,
  pkcs1Public,
]

function subjectPublicKeyInfo([algorithm, key, ...more]: DerElement[]): DerRead | undefined {
  const bits = bitsOf(key)
  if (algorithm?.tag !== derTag.sequence || bits === undefined || more.length > 0) return undefined
  const [identifier, parameters] = childrenOf(algorithm)
  const named = identifierOf(identifier)
  const family = families.get(named ?? '')
  if (named === undefined) return undefined
  if (family === undefined) return { problem: `It is a ${named} key, and this algorithm is not used to sign tokens.` }
  const jwk = family(bits, parameters)
  return jwk
    ? { jwk, form: 'public key (SPKI)', isPrivate: false }
    : {
        problem: 'The public key in it cannot be read: its curve is unusual, or it is damaged.',
      }
}

type Jwk = Record<string, unknown>
type Family = (bits: Uint8Array<ArrayBuffer>, parameters: DerElement | undefined) => Jwk | undefined

const okp =
  (crv: string, length: number): Family =>
  (bits) =>
    bits.length === length ? { kty: 'OKP', crv, x: base64UrlOfBytes(bits) } : undefined
const akp =
  (alg: string, length: number): Family =>
  (bits) =>
    bits.length === length ? { kty: 'AKP', alg, pub: base64UrlOfBytes(bits) } : undefined
const rsa: Family = (bits) => rsaPublic(readElement(bits))

/** Public keys by the algorithm that SubjectPublicKeyInfo names (RFC 3279, RFC 5480, RFC 8410, RFC 9881). */
const families = new Map<string, Family>([
  ['1.2.840.113549.1.1.1', rsa],
  ['1.2.840.113549.1.1.10', rsa],
  ['1.2.840.10045.2.1', (bits, parameters) => ecPublic(curves.get(identifierOf(parameters) ?? ''), bits)],
  ['1.3.101.110', okp('X25519', 32)],
  ['1.3.101.111', okp('X448', 56)],
  ['1.3.101.112', okp('Ed25519', 32)],
  ['1.3.101.113', okp('Ed448', 57)],
  ['2.16.840.1.101.3.4.3.17', akp('ML-DSA-44', 1312)],
  ['2.16.840.1.101.3.4.3.18', akp('ML-DSA-65', 1952)],
  ['2.16.840.1.101.3.4.3.19', akp('ML-DSA-87', 2592)],
])

/** Names of curves in JWK (RFC 7518 §6.2.1.1, RFC 8812 §3.1), by identifier. */
const curves = new Map([
  ['1.2.840.10045.3.1.7', 'P-256'],
  ['1.3.132.0.34', 'P-384'],
  ['1.3.132.0.35', 'P-521'],
  ['1.3.132.0.10', 'secp256k1'],
])

/** Bytes of a coordinate. */
const coordinate = new Map([
  ['P-256', 32],
  ['P-384', 48],
  ['P-521', 66],
  ['secp256k1', 32],
])

/** A JWK of a point, compressed or not (SEC 1 §2.3.3); undefined for any other bytes. */
export function ecPublic(crv: string | undefined, point: Uint8Array<ArrayBuffer>): Jwk | undefined {
  const length = coordinate.get(crv ?? '')
  if (crv === undefined || length === undefined) return undefined
  const [form = 0] = point
  const x = point.subarray(1, 1 + length)
  const y =
    form === 4 && point.length === 1 + 2 * length
      ? point.subarray(1 + length)
      : (form === 2 || form === 3) && point.length === 1 + length
        ? secondCoordinate(crv, x, form === 3)
        : undefined
  return y && { kty: 'EC', crv, x: base64UrlOfBytes(x), y: base64UrlOfBytes(y) }
}

function rsaPublic(key: DerElement | undefined): Jwk | undefined {
  const [n, e, ...more] = key?.tag === derTag.sequence ? childrenOf(key).map(magnitudeOf) : []
  if (n === undefined || e === undefined || more.length > 0) return undefined
  return { kty: 'RSA', n: base64UrlOfBytes(n), e: base64UrlOfBytes(e) }
}

function pkcs1Public(_: DerElement[], top: DerElement): DerRead | undefined {
  const jwk = rsaPublic(top)
  return jwk && { jwk, form: 'RSA public key (PKCS#1)', isPrivate: false }
}

const privateNames = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi']

function rsaPrivate(parts: DerElement[]): Jwk | undefined {
  const numbers = parts.map(magnitudeOf)
  if (parts.length !== 9 || numbers.includes(undefined)) return undefined
  return {
    kty: 'RSA',
    ...Object.fromEntries(
      privateNames.map((name, at) => [name, base64UrlOfBytes(numbers[at + 1] ?? new Uint8Array())]),
    ),
  }
}

function pkcs1Private(parts: DerElement[]): DerRead | undefined {
  const secret = rsaPrivate(parts)
  return secret && { jwk: publicHalf(secret), secret, form: 'RSA private key (PKCS#1)', isPrivate: true }
}

/** The members of a JWK that may be shown and that verifying takes (RFC 7518 §6, RFC 8037 §2, RFC 9964 §3). */
export function publicHalf(jwk: Jwk): Jwk {
  return Object.fromEntries(Object.entries(jwk).filter(([name]) => !secretMembers.has(name)))
}

const secretMembers = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'priv', 'k'])

function sec1(parts: DerElement[], top: DerElement): DerRead | undefined {
  const [version, secret] = parts
  if (version?.tag !== derTag.integer || version.content[0] !== 1 || secret?.tag !== derTag.octetString)
    return undefined
  const named = parts.find(({ tag }) => tag === 0xa0)
  return ecPrivate(top, named && childrenOf(named)[0], 'EC private key (SEC1)')
}

function ecPrivate(key: DerElement, curve: DerElement | undefined, form: string): DerRead | undefined {
  const crv = curves.get(identifierOf(curve) ?? '')
  if (crv === undefined) return { problem: 'Its elliptic curve is not used to sign tokens.' }
  const [, secret, ...more] = childrenOf(key)
  const point = bitsOf(more.flatMap((one) => (one.tag === 0xa1 ? childrenOf(one) : []))[0])
  const jwk = point && ecPublic(crv, point)
  if (secret === undefined) return undefined
  if (jwk) return { jwk, secret: { ...jwk, d: base64UrlOfBytes(secret.content) }, form, isPrivate: true }
  return { jwk: { kty: 'EC', crv }, form, isPrivate: true, pkcs8: pkcs8Of(crv, key) }
}

/** PKCS#8 around a SEC1 key, for a platform to find the public half of. */
function pkcs8Of(crv: string, { whole }: DerElement): Uint8Array<ArrayBuffer> {
  const identifier = [...curves].find(([, name]) => name === crv)?.[0] ?? ''
  return derOf(derTag.sequence, [
    derOf(derTag.integer, [Uint8Array.of(0)]),
    derOf(derTag.sequence, [encodedIdentifier('1.2.840.10045.2.1'), encodedIdentifier(identifier)]),
    derOf(derTag.octetString, [whole]),
  ])
}

function derOf(tag: number, parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = parts.flatMap((part) => [...part])
  const { length } = content
  const octets = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Uint8Array.from([tag, ...octets, ...content])
}

function encodedIdentifier(identifier: string): Uint8Array<ArrayBuffer> {
  const [root = 0, second = 0, ...rest] = identifier.split('.').map(Number)
  const encoded = [root * 40 + second, ...rest].flatMap((number) => {
    const octets = [number & 0x7f]
    for (let left = number >> 7; left > 0; left >>= 7) octets.unshift((left & 0x7f) | 0x80)
    return octets
  })
  return derOf(derTag.objectIdentifier, [Uint8Array.from(encoded)])
}

function pkcs8(parts: DerElement[], top: DerElement): DerRead | undefined {
  const [version, algorithm, key] = parts
  if (version?.tag !== derTag.integer || algorithm?.tag !== derTag.sequence || key?.tag !== derTag.octetString)
    return undefined
  const form = 'private key (PKCS#8)'
  const [identifier, parameters] = childrenOf(algorithm)
  const named = identifierOf(identifier)
  const inner = readElement(key.content)
  if (named === '1.2.840.113549.1.1.1' || named === '1.2.840.113549.1.1.10') {
    const secret = inner && rsaPrivate(childrenOf(inner))
    return secret ? { jwk: publicHalf(secret), secret, form, isPrivate: true } : undefined
  }
  if (named === '1.2.840.10045.2.1') return inner && ecPrivate(inner, parameters, form)
  const empty = emptyKeys.get(named ?? '')
  if (empty === undefined)
    return { problem: `It is a ${named} private key, and this algorithm is not used to sign tokens.` }
  return { jwk: empty, form, isPrivate: true, pkcs8: top.whole }
}

/** Keys whose public half PKCS#8 usually leaves out; the platform finds it. */
const emptyKeys = new Map<string, Jwk>([
  ['1.3.101.110', { kty: 'OKP', crv: 'X25519' }],
  ['1.3.101.111', { kty: 'OKP', crv: 'X448' }],
  ['1.3.101.112', { kty: 'OKP', crv: 'Ed25519' }],
  ['1.3.101.113', { kty: 'OKP', crv: 'Ed448' }],
  ['2.16.840.1.101.3.4.3.17', { kty: 'AKP', alg: 'ML-DSA-44' }],
  ['2.16.840.1.101.3.4.3.18', { kty: 'AKP', alg: 'ML-DSA-65' }],
  ['2.16.840.1.101.3.4.3.19', { kty: 'AKP', alg: 'ML-DSA-87' }],
])

function encryptedPkcs8([algorithm, content, ...more]: DerElement[]): DerRead | undefined {
  const isEncrypted = algorithm?.tag === derTag.sequence && content?.tag === derTag.octetString && more.length === 0
  return isEncrypted ? { problem: encryptedWords } : undefined
}

/** What is said of every private key behind a password. */
export const encryptedWords =
  'It is a password-protected private key. Export its public half with “openssl pkey -in key.pem -pubout” and paste that.'

function pkcs12([version, content]: DerElement[]): DerRead | undefined {
  const isStore = version?.tag === derTag.integer && version.content[0] === 3 && content?.tag === derTag.sequence
  return isStore && identifierOf(childrenOf(content)[0])?.startsWith('1.2.840.113549.1.7.')
    ? {
        problem:
          'It is a PKCS#12 store (.p12, .pfx). Export its certificate with “openssl pkcs12 -in store.p12 -clcerts -nokeys” and paste that.',
      }
    : undefined
}

function certificateRequest([info, algorithm, signature]: DerElement[]): DerRead | undefined {
  if (info?.tag !== derTag.sequence || algorithm?.tag !== derTag.sequence || bitsOf(signature) === undefined)
    return undefined
  const [version, subject, key, attributes] = childrenOf(info)
  if (version?.tag !== derTag.integer || key?.tag !== derTag.sequence) return undefined
  const read = subjectPublicKeyInfo(childrenOf(key))
  if (read === undefined || 'problem' in read) return read
  const requested = { subject: subject ? nameOf(subject) : '', names: attributes ? namesIn(attributes) : [] }
  return { ...read, form: 'certificate request (PKCS#10)', requested }
}

/** The names that a certificate is to hold for, within the extensions that are asked for (RFC 2986 §4.1, RFC 5280 §4.2.1.6). */
function namesIn(attributes: DerElement): string[] {
  const extensions = childrenOf(attributes)
    .filter((one) => identifierOf(childrenOf(one)[0]) === '1.2.840.113549.1.9.14')
    .flatMap((one) => childrenOf(childrenOf(one)[1] ?? one).flatMap(childrenOf))
  const alternative = extensions.find((one) => identifierOf(childrenOf(one)[0]) === '2.5.29.17')
  const value = alternative && childrenOf(alternative).find(({ tag }) => tag === derTag.octetString)
  const list = value && readElement(value.content)
  if (!list) return []
  // An address of e-mail, a name of DNS, a URI, or an IP address, as implicit tags.
  return childrenOf(list).flatMap(({ tag, content }) =>
    [0x81, 0x82, 0x86].includes(tag)
      ? (textOfUtf8(content) ?? [])
      : tag === 0x87 && content.length === 4
        ? [...content].join('.')
        : [],
  )
}

function certificate([signed, algorithm, signature]: DerElement[], { whole }: DerElement): DerRead | undefined {
  if (signed?.tag !== derTag.sequence || algorithm?.tag !== derTag.sequence || bitsOf(signature) === undefined)
    return undefined
  const fields = childrenOf(signed)
  // The version is left out in version 1 (RFC 5280 §4.1.2.1).
  const [, , issuer, validity, subject, key] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields
  if (!issuer || !validity || !subject || key?.tag !== derTag.sequence) return undefined
  const read = subjectPublicKeyInfo(childrenOf(key))
  if (read === undefined || 'problem' in read) return read
  const [notBefore, notAfter] = childrenOf(validity).map(timeOf)
  const told: Certificate = {
    subject: nameOf(subject),
    issuer: nameOf(issuer),
    notBefore,
    notAfter,
    thumbprints: { x5t: base64UrlOfBytes(sha1(whole)), 'x5t#S256': base64UrlOfBytes(sha256(whole)) },
  }
  return { ...read, form: 'certificate (X.509)', certificate: told }
}

/** The common name, else the organization, else the first attribute of a distinguished name (RFC 5280 §4.1.2.4). */
function nameOf(name: DerElement): string {
  const attributes = childrenOf(name)
    .flatMap(childrenOf)
    .map((attribute) => {
      const [type, value] = childrenOf(attribute)
      return { type: identifierOf(type), text: (value && textOfUtf8(value.content)) ?? '' }
    })
  const best = ['2.5.4.3', '2.5.4.10'].map((wanted) => attributes.find(({ type }) => type === wanted)).find(Boolean)
  return (best ?? attributes[0])?.text ?? ''
}

/** Epoch seconds of a UTCTime or a GeneralizedTime (RFC 5280 §4.1.2.5). */
function timeOf({ tag, content }: DerElement): number | undefined {
  const written = textOfUtf8(content) ?? ''
  const [, year = '', month, day, hour, minute, second] =
    /^(\d{2}|\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(written) ?? []
  const whole = tag === 0x17 ? `${Number(year) >= 50 ? 19 : 20}${year}` : year
  const at = Date.parse(`${whole}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000
  return Number.isFinite(at) ? at : undefined
}
