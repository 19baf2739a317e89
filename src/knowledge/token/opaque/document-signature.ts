import { bytesOfBase64 } from '../../text/base64.ts'
import { isTagged, readCbor } from './cbor.ts'

/** What there is to verify in a mobile document: the issuer’s signature, and the digests of the elements that are shown. */
export interface DocumentSignature {
  /** As JOSE calls it. */
  algorithm: string
  /** The bytes that are signed (RFC 9052 §4.4). */
  input: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
  /** The signer’s certificate, in DER. */
  certificate: Uint8Array<ArrayBuffer>
  elements: { name: string; bytes: Uint8Array<ArrayBuffer>; digest: Uint8Array; hash: string }[]
}

const algorithms = new Map<unknown, string>([
  [-7, 'ES256'],
  [-8, 'EdDSA'],
  [-35, 'ES384'],
  [-36, 'ES512'],
])

type Bytes = Uint8Array<ArrayBuffer>
const isBytes = (value: unknown): value is Bytes => value instanceof Uint8Array

/** The signatures of a mobile document in base64, one for each document; none where it brings no certificate (RFC 9360 §2). */
export function documentSignatures(value: string): DocumentSignature[] {
  const bytes = bytesOfBase64(value)
  const whole = bytes && readCbor(bytes)
  if (!(whole instanceof Map)) return []
  const listed: unknown = whole.get('documents')
  const documents: unknown[] = Array.isArray(listed) ? listed : [whole]
  return documents.flatMap((one): DocumentSignature[] => {
    const inner: unknown = one instanceof Map ? (one.get('issuerSigned') ?? one) : undefined
    return inner instanceof Map ? signatureOf(inner) : []
  })
}

function signatureOf(issuerSigned: Map<unknown, unknown>): DocumentSignature[] {
  const auth = issuerSigned.get('issuerAuth')
  const [guarded, open, payload, signature] = Array.isArray(auth) ? (auth as unknown[]) : []
  if (!isBytes(guarded) || !isBytes(payload) || !isBytes(signature)) return []
  const header = readCbor(guarded)
  const algorithm = header instanceof Map ? algorithms.get(header.get(1)) : undefined
  const chain: unknown = [open, header].flatMap((one) => (one instanceof Map ? [one.get(33)] : [])).find(Boolean)
  const certificate: unknown = Array.isArray(chain) ? chain[0] : chain
  if (algorithm === undefined || !isBytes(certificate)) return []
  const parts = [text('Signature1'), byteString(guarded), byteString(new Uint8Array()), byteString(payload)]
  const input = joined([Uint8Array.of(0x84), ...parts])
  return [{ algorithm, input, signature, certificate, elements: elementsOf(issuerSigned.get('nameSpaces'), payload) }]
}

function elementsOf(spaces: unknown, payload: Bytes): DocumentSignature['elements'] {
  const outer = readCbor(payload)
  const inner = isTagged(outer) && isBytes(outer.item) ? readCbor(outer.item) : outer
  const digests: unknown = inner instanceof Map ? inner.get('valueDigests') : undefined
  const hash: unknown = inner instanceof Map ? inner.get('digestAlgorithm') : undefined
  if (!(spaces instanceof Map) || !(digests instanceof Map) || typeof hash !== 'string') return []
  return [...spaces].flatMap(([space, items]) => {
    const own: unknown = digests.get(space)
    return (Array.isArray(items) ? (items as unknown[]) : []).flatMap((one) => {
      const content = isTagged(one) && isBytes(one.item) ? one.item : undefined
      const item = content && readCbor(content)
      if (content === undefined || !(item instanceof Map) || !(own instanceof Map)) return []
      const digest: unknown = own.get(item.get('digestID'))
      return [
        {
          name: String(item.get('elementIdentifier')),
          // Tag 24: what is digested is the item as it is embedded (RFC 8949 §3.4.5.1).
          bytes: joined([Uint8Array.of(0xd8, 0x18), byteString(content)]),
          digest: isBytes(digest) ? digest : new Uint8Array(),
          hash,
        },
      ]
    })
  })
}

/** A head of CBOR (RFC 8949 §3). */
function head(major: number, length: number): Uint8Array {
  if (length < 24) return Uint8Array.of((major << 5) | length)
  if (length < 256) return Uint8Array.of((major << 5) | 24, length)
  if (length < 65_536) return Uint8Array.of((major << 5) | 25, length >> 8, length & 0xff)
  return Uint8Array.of((major << 5) | 26, length >>> 24, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff)
}

const byteString = (bytes: Uint8Array): Uint8Array => joined([head(2, bytes.length), bytes])
const text = (ascii: string): Uint8Array =>
  joined([head(3, ascii.length), Uint8Array.from(ascii, (character) => character.charCodeAt(0))])

function joined(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
