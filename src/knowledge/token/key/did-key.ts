import { base64UrlOfBytes, bytesOfBase64, textOfBase64 } from '../../text/base64.ts'
import { parseObject } from '../../text/json.ts'
import { ecPublic, keyOfDer } from './key-of-der.ts'

/**
 * The public key that a decentralised identifier spells out, as a JWK: of did:jwk, did:key with Ed25519, secp256k1, P-256,
 * P-384, P-521 or RSA. Undefined for identifiers whose document must be fetched, and for anything else.
 */
export function keyOfDid(did: string): Record<string, unknown> | undefined {
  const [method, id = ''] = /^did:(jwk|key):([^#?/]{10,4000})/.exec(did)?.slice(1) ?? []
  if (method === 'jwk') {
    const jwk = parseObject(textOfBase64(id) ?? '')
    return typeof jwk?.kty === 'string' ? jwk : undefined
  }
  return method === 'key' ? keyOfMultibase(id) : undefined
}

/** A key in multibase: `z` and base58btc, or `u` and base64url, of a code for its kind and its bytes (did:key §2). */
function keyOfMultibase(id: string): Record<string, unknown> | undefined {
  const bytes = id.startsWith('z')
    ? bytesOfBase58(id.slice(1))
    : id.startsWith('u')
      ? bytesOfBase64(id.slice(1))
      : undefined
  if (bytes === undefined) return undefined
  const { code, rest } = varint(bytes)
  if (code === 0xed) return rest.length === 32 ? { kty: 'OKP', crv: 'Ed25519', x: base64UrlOfBytes(rest) } : undefined
  if (code === 0x1205) {
    const read = keyOfDer(rest)
    return read && 'jwk' in read ? read.jwk : undefined
  }
  return ecPublic(curves.get(code), rest)
}

/** Codes of the table of multicodec. */
const curves = new Map([
  [0xe7, 'secp256k1'],
  [0x1200, 'P-256'],
  [0x1201, 'P-384'],
  [0x1202, 'P-521'],
])

function varint(bytes: Uint8Array<ArrayBuffer>): { code: number; rest: Uint8Array<ArrayBuffer> } {
  let [code, at] = [0, 0]
  for (; at < 4; at++) {
    const byte = bytes[at] ?? 0
    code |= (byte & 0x7f) << (7 * at)
    if (byte < 0x80) break
  }
  return { code, rest: bytes.slice(at + 1) }
}

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function bytesOfBase58(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length > 600) return undefined
  let value = 0n
  for (const digit of text) {
    const at = digits.indexOf(digit)
    if (at < 0) return undefined
    value = value * 58n + BigInt(at)
  }
  const hex = value.toString(16)
  const pairs = hex.padStart(hex.length + (hex.length % 2), '0').match(/../g) ?? []
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...pairs.map((pair) => Number.parseInt(pair, 16))])
}
