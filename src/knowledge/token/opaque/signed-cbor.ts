import { standard } from '../../protocol/basis.ts'
import { bytesOfBase64 } from '../../text/base64.ts'
import { utcTime } from '../../text/duration.ts'
import { isTagged, readCbor } from './cbor.ts'
import { contentOf, type Form, type FormRead, timesOf } from './opaque-form.ts'

/** Tokens in CBOR: CWT and other messages of COSE, mobile documents (mdoc). */
export const cborForms: readonly Form[] = [
  {
    kind: 'credential',
    name: 'Mobile document (mdoc)',
    pattern:
      /(?<![\w+/-])(?<value>(?:o2d2ZXJzaW9u|omd2ZXJzaW9u|omppc3N1ZXJBdXRo|ompuYW1lU3BhY2Vz|o2dkb2NUeXBl)[\w+/-]{60,200000}={0,2})/g,
    why: 'It is CBOR with fields of a mobile document (ISO/IEC 18013-5), such as nameSpaces and issuerAuth.',
    basis: standard('ISO/IEC 18013-5 §8.3 and §9.1'),
    note: 'Not a JWT. The issuer signed digests of all elements, so the holder can disclose only some of them.',
    read: readMobileDocument,
  },
  {
    kind: 'unknown',
    name: 'CBOR Web Token (CWT)',
    pattern: /(?<![\w+/-])(?<value>(?:2D3S|2D3R|2D3Q|0oR|0YR|0IN)[\w+/-]{40,100000}={0,2})/g,
    why: 'It is CBOR that begins with a COSE tag.',
    basis: standard('RFC 8392 §6, RFC 9052 §2'),
    read: (value) => readCose(bytesOfBase64(value)),
  },
  {
    kind: 'unknown',
    name: 'CBOR Web Token (CWT)',
    pattern: /(?<![\w+/-])(?<value>(?:d83dd[0-2]8[3-6]|d28443|d28444|d28458)[0-9a-f]{80,100000})(?![\w+/-])/gi,
    why: 'It is CBOR in hexadecimal digits and begins with a COSE tag.',
    basis: standard('RFC 8392 §6, RFC 9052 §2'),
    read: (value) => readCose(bytesOfHex(value)),
  },
  {
    kind: 'credential',
    name: 'EU health certificate (HC1)',
    pattern: /(?<![\w])(?<value>HC1:[0-9A-Z $%*+./:-]{100,8000})/g,
    why: 'It begins with HC1, like the QR codes of EU health certificates: a compressed CWT in base45.',
    basis: standard('eHealth Network, Electronic Health Certificate Specification §4'),
  },
]

const claimNames = new Map<unknown, string>([
  [1, 'iss'],
  [2, 'sub'],
  [3, 'aud'],
  [4, 'exp'],
  [5, 'nbf'],
  [6, 'iat'],
  [7, 'cti'],
  [8, 'cnf'],
  [9, 'scope'],
])

/** RFC 9052 §2: the tag tells what kind of message it is. */
const messages = new Map([
  [16, ['Encrypted', 'COSE_Encrypt0']],
  [17, ['MAC of', 'COSE_Mac0']],
  [18, ['Signed', 'COSE_Sign1']],
  [98, ['Signed', 'COSE_Sign']],
])

const algorithms = new Map<unknown, string>([
  [-7, 'ES256'],
  [-8, 'EdDSA'],
  [-35, 'ES384'],
  [-36, 'ES512'],
  [-37, 'PS256'],
  [-257, 'RS256'],
  [5, 'HS256'],
  [4, 'HS256/64'],
  [1, 'A128GCM'],
  [3, 'A256GCM'],
])

function readCose(bytes: Uint8Array<ArrayBuffer> | undefined): FormRead | undefined {
  const outer = bytes && readCbor(bytes)
  if (!isTagged(outer)) return undefined
  const isCwt = outer.tag === 61
  const message = isCwt ? outer.item : outer
  if (!isTagged(message)) return undefined
  const [how, name] = messages.get(message.tag) ?? []
  if (name === undefined || !Array.isArray(message.item)) return undefined
  const [protectedPart, , payload] = message.item as unknown[]
  const header = protectedPart instanceof Uint8Array ? readCbor(protectedPart as Uint8Array<ArrayBuffer>) : undefined
  const algorithm = header instanceof Map ? algorithms.get(header.get(1)) : undefined
  const inside =
    how !== 'Encrypted' && payload instanceof Uint8Array ? readCbor(payload as Uint8Array<ArrayBuffer>) : undefined
  const claims = inside instanceof Map ? namedClaims(inside) : {}
  const isToken = isCwt || ['iss', 'exp', 'sub', 'aud'].some((one) => Object.hasOwn(claims, one))
  const time = (name: string) => (typeof claims[name] === 'number' ? (claims[name] as number) : undefined)
  return {
    name: isToken ? 'CBOR Web Token (CWT)' : `${how} content of COSE (${name})`,
    note: how === 'Encrypted' ? 'Only the holder of the key can read it.' : undefined,
    content: contentOf({ message: name, algorithm, ...claims }),
    times: timesOf({ iat: time('iat'), nbf: time('nbf'), exp: time('exp') }),
  }
}

function namedClaims(map: Map<unknown, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    [...map]
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([key, value]) => [claimNames.get(key) ?? String(key), value]),
  )
}

function readMobileDocument(value: string): FormRead | undefined {
  const bytes = bytesOfBase64(value)
  const whole = bytes && readCbor(bytes)
  if (!(whole instanceof Map)) return undefined
  const documents: unknown[] = Array.isArray(whole.get('documents')) ? whole.get('documents') : [whole]
  const parts = documents.filter((one) => one instanceof Map)
  const issuer = (one: Map<unknown, unknown>) =>
    one.get('issuerSigned') instanceof Map ? one.get('issuerSigned') : one
  const spaces = parts.flatMap((one) => {
    const named = (issuer(one) as Map<unknown, unknown>).get('nameSpaces')
    return named instanceof Map ? [...named.keys()] : []
  })
  const elements = parts.flatMap((one) => elementsOf((issuer(one) as Map<unknown, unknown>).get('nameSpaces')))
  const auth = parts.map((one) => (issuer(one) as Map<unknown, unknown>).get('issuerAuth')).find(Array.isArray)
  const validity = auth && validityOf(auth)
  return {
    name: whole.has('documents') ? 'Mobile documents as presented (mdoc response)' : 'Mobile document (mdoc)',
    content: contentOf({
      'document type': parts.map((one) => one.get('docType')).find((one) => typeof one === 'string') ?? validity?.type,
      namespaces: spaces.length > 0 ? spaces : undefined,
      elements: elements.length > 0 ? elements.slice(0, 60) : undefined,
      ...(validity && {
        'signed digests': validity.digests,
        hash: validity.hash,
        'bound to a device key': validity.isBound ? 'yes' : undefined,
      }),
      'issuer signature': auth === undefined ? undefined : signatureWords(auth),
      'valid until': validity?.exp === undefined ? undefined : utcTime(validity.exp),
    }),
    times: validity && timesOf({ iat: validity.iat, nbf: validity.nbf, exp: validity.exp }),
  }
}

/** The elements that are shown, by name and value, out of the bytes of each (ISO/IEC 18013-5 §8.3.2.1.2.2). */
function elementsOf(spaces: unknown): string[] {
  if (!(spaces instanceof Map)) return []
  return [...spaces.values()].flat().flatMap((one) => {
    const bytes = isTagged(one) ? one.item : one
    const item = bytes instanceof Uint8Array ? readCbor(bytes as Uint8Array<ArrayBuffer>) : bytes
    if (!(item instanceof Map) || typeof item.get('elementIdentifier') !== 'string') return []
    const value: unknown = item.get('elementValue')
    const shown = isTagged(value) ? value.item : value
    return [
      `${item.get('elementIdentifier')}: ${shown instanceof Uint8Array ? `${shown.length} bytes` : typeof shown === 'object' ? 'a structure' : String(shown).slice(0, 120)}`,
    ]
  })
}

function signatureWords([guarded, open]: unknown[]): string {
  const header = guarded instanceof Uint8Array ? readCbor(guarded as Uint8Array<ArrayBuffer>) : undefined
  const algorithm = header instanceof Map ? algorithms.get(header.get(1)) : undefined
  const isCertified = [header, open].some((one) => one instanceof Map && one.has(33))
  return `${algorithm ?? 'of an unknown algorithm'}${isCertified ? ', with its certificate (x5chain)' : ''}`
}

/** When the issuer says that the document is valid: in the payload of its signature (ISO/IEC 18013-5 §9.1.2.4). */
function validityOf(auth: unknown[]) {
  const payload = auth[2] instanceof Uint8Array ? readCbor(auth[2] as Uint8Array<ArrayBuffer>) : undefined
  const inner =
    isTagged(payload) && payload.item instanceof Uint8Array
      ? readCbor(payload.item as Uint8Array<ArrayBuffer>)
      : payload
  if (!(inner instanceof Map)) return undefined
  const info = inner.get('validityInfo')
  const of = (name: string) => {
    const at = info instanceof Map ? info.get(name) : undefined
    const text = isTagged(at) ? at.item : at
    const time = typeof text === 'string' ? Date.parse(text) : Number.NaN
    return Number.isNaN(time) ? undefined : time / 1000
  }
  const type: unknown = inner.get('docType')
  const digests = inner.get('valueDigests')
  const counts = digests instanceof Map ? [...digests.values()].map((one) => (one instanceof Map ? one.size : 0)) : []
  return {
    type,
    digests: counts.length > 0 ? counts.reduce((sum, one) => sum + one, 0) : undefined,
    hash: typeof inner.get('digestAlgorithm') === 'string' ? (inner.get('digestAlgorithm') as string) : undefined,
    isBound: inner.get('deviceKeyInfo') instanceof Map,
    iat: of('signed'),
    nbf: of('validFrom'),
    exp: of('validUntil'),
  }
}

function bytesOfHex(digits: string): Uint8Array<ArrayBuffer> | undefined {
  if (digits.length % 2 !== 0) return undefined
  return Uint8Array.from(digits.match(/../g) ?? [], (two) => Number.parseInt(two, 16))
}
