import { base64UrlOfBytes, bytesOfBase64 } from '../../text/base64.ts'
import { textOfUtf8 } from '../../text/utf8.ts'
import type { DerRead } from './key-of-der.ts'
import { ecPublic } from './key-of-der.ts'

/** A public key in the wire format of SSH (RFC 4253 §6.6, RFC 5656 §3.1, RFC 8709 §4), as base64; undefined for other bytes. */
export function keyOfSsh(base64: string): DerRead | undefined {
  const bytes = bytesOfBase64(base64)
  return bytes && keyOfWire(bytes)
}

/** The public half of a private key of OpenSSH: it is in clear even where the key is behind a password. */
export function keyOfOpenSsh(bytes: Uint8Array<ArrayBuffer>): DerRead | undefined {
  const magic = 'openssh-key-v1\0'
  if (textOfUtf8(bytes.subarray(0, magic.length)) !== magic) return undefined
  const [, , , rest] = strings(bytes.subarray(magic.length), 3)
  const [key] = rest ? strings(rest.subarray(4), 1) : []
  const read = key && keyOfWire(key)
  return read && ('problem' in read ? read : { ...read, form: 'private key (OpenSSH)', isPrivate: true })
}

function keyOfWire(bytes: Uint8Array<ArrayBuffer>): DerRead | undefined {
  const [type, one, two] = strings(bytes, 3)
  const name = type && textOfUtf8(type)
  const form = 'public key (SSH)'
  if (name === 'ssh-rsa' && one && two)
    return {
      jwk: { kty: 'RSA', n: base64UrlOfBytes(withoutZero(two)), e: base64UrlOfBytes(withoutZero(one)) },
      form,
      isPrivate: false,
    }
  if (name === 'ssh-ed25519' && one?.length === 32)
    return { jwk: { kty: 'OKP', crv: 'Ed25519', x: base64UrlOfBytes(one) }, form, isPrivate: false }
  const curve = /^ecdsa-sha2-nistp(256|384|521)$/.exec(name ?? '')?.[1]
  const jwk = curve && two && ecPublic(`P-${curve}`, two)
  if (jwk) return { jwk, form, isPrivate: false }
  return name === undefined || !/^[\w@.-]{3,60}$/.test(name)
    ? undefined
    : { problem: `It is an SSH key of the type ${name}, which is not used to sign tokens.` }
}

/** Strings with their length before them (RFC 4251 §5), at most so many, and what follows them. */
function strings(bytes: Uint8Array<ArrayBuffer>, most: number): Uint8Array<ArrayBuffer>[] {
  const found: Uint8Array<ArrayBuffer>[] = []
  let rest = bytes
  while (found.length < most && rest.length >= 4) {
    const length = rest.subarray(0, 4).reduce((sum, octet) => sum * 256 + octet, 0)
    if (rest.length < 4 + length) break
    found.push(rest.subarray(4, 4 + length))
    rest = rest.subarray(4 + length)
  }
  return [...found, rest]
}

function withoutZero(number: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return number[0] === 0 ? number.subarray(1) : number
}
