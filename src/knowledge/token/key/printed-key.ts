import { base64UrlOfBytes, bytesOfBase64 } from '../../text/base64.ts'
import type { DerRead } from './key-of-der.ts'
import { ecPublic } from './key-of-der.ts'

/**
 * A key as programs print it for people: `openssl … -text` (and `-modulus`), of keys and of certificates, and the
 * `RSAKeyValue` of XML signatures (XML-DSig §4.5.2.2). Undefined for any other text.
 */
export function keyOfPrint(text: string): DerRead | undefined {
  return rsaOfXml(text) ?? rsaOfPrint(text) ?? ecOfPrint(text) ?? edOfPrint(text)
}

function rsaOfXml(text: string): DerRead | undefined {
  const of = (name: string) =>
    new RegExp(`<(?:\\w{1,20}:)?${name}>([\\w+/=\\s-]{1,4000})</`).exec(text)?.[1]?.replace(/\s+/g, '')
  const [n, e] = [of('Modulus'), of('Exponent')].map((value) => value && bytesOfBase64(value))
  if (!n || !e) return undefined
  const jwk = { kty: 'RSA', n: base64UrlOfBytes(withoutZeros(n)), e: base64UrlOfBytes(withoutZeros(e)) }
  return { jwk, form: 'RSA key (XML)', isPrivate: /<(?:\w{1,20}:)?D>/.test(text) }
}

function rsaOfPrint(text: string): DerRead | undefined {
  const n = hexAfter(text, /\bmodulus\s*[:=]/i)
  if (n === undefined || n.length < 32) return undefined
  const exponent = Number(/\b(?:public)?exponent:\s*(\d{1,15})\b/i.exec(text)?.[1] ?? 65537)
  const hex = exponent.toString(16)
  const e = base64UrlOfBytes(bytesOfHex(hex.length % 2 === 0 ? hex : `0${hex}`))
  const isPrivate = /\bprivateExponent:/.test(text)
  return {
    jwk: { kty: 'RSA', n: base64UrlOfBytes(n), e },
    form: `RSA ${isPrivate ? 'private' : 'public'} key (printed by OpenSSL)`,
    isPrivate,
  }
}

/** Names of curves as OpenSSL prints them. */
const curves: [printed: RegExp, crv: string][] = [
  [/\b(?:prime256v1|P-256)\b/, 'P-256'],
  [/\b(?:secp384r1|P-384)\b/, 'P-384'],
  [/\b(?:secp521r1|P-521)\b/, 'P-521'],
  [/\bsecp256k1\b/, 'secp256k1'],
]

function ecOfPrint(text: string): DerRead | undefined {
  const crv = curves.find(([printed]) => printed.test(text))?.[1]
  const point = crv && hexAfter(text, /^\s*pub:/m, false)
  const jwk = point && ecPublic(crv, point)
  return jwk ? { jwk, form: 'EC key (printed by OpenSSL)', isPrivate: isPrivate(text) } : undefined
}

function edOfPrint(text: string): DerRead | undefined {
  const crv = /\b(ED25519|ED448|X25519|X448) (?:public|private)-key/i.exec(text)?.[1]
  const x = crv && hexAfter(text, /^\s*pub:/m, false)
  if (!x) return undefined
  const name = crv.startsWith('X') ? crv : `Ed${crv.slice(2)}`
  return {
    jwk: { kty: 'OKP', crv: name, x: base64UrlOfBytes(x) },
    form: `${name} key (printed by OpenSSL)`,
    isPrivate: isPrivate(text),
  }
}

const isPrivate = (text: string): boolean => /^\s*priv:/m.test(text)

/** The bytes printed in hex after a label, over several lines, with or without colons. */
function hexAfter(text: string, label: RegExp, isNumber = true): Uint8Array<ArrayBuffer> | undefined {
  const found = label.exec(text)
  if (found === null) return undefined
  const printed = /^\s*((?:[\da-f]{2}[:\s]*){1,2000})/i.exec(text.slice(found.index + found[0].length))?.[1]
  if (printed === undefined) return undefined
  const bytes = bytesOfHex(printed.replace(/[:\s]/g, ''))
  return isNumber ? withoutZeros(bytes) : bytes
}

/** Bytes of so many hex digits; a last odd one is left out. */
export function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function withoutZeros(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const start = bytes.findIndex((octet) => octet !== 0)
  return start <= 0 ? bytes : bytes.subarray(start)
}
