import { base64UrlOfBytes, bytesOfBase64 } from '../../text/base64.ts'
import { utcTime } from '../../text/duration.ts'
import { sha256 } from '../../text/sha256.ts'
import { textOfUtf8 } from '../../text/utf8.ts'
import { contentOf, type FormRead, timesOf } from './opaque-form.ts'

/** How many strings of the key are between the nonce and the serial number, by the type of the key. */
const keyStrings: [type: RegExp, count: number][] = [
  [/^ssh-rsa/, 2],
  [/^ssh-dss/, 4],
  [/^ssh-ed25519/, 1],
  [/^ecdsa/, 2],
  [/^sk-ssh/, 2],
  [/^sk-ecdsa/, 3],
]

/** What a certificate of OpenSSH says (PROTOCOL.certkeys), without verifying it. */
export function readSshCertificate(value: string): FormRead | undefined {
  const [type = '', base64 = ''] = value.split(/\s+/)
  const bytes = bytesOfBase64(base64.replace(/=+$/, ''))
  if (bytes === undefined) return undefined
  const wire = new Wire(bytes)
  const own = wire.string()
  if (own === undefined || textOfUtf8(own) !== type) return undefined
  const strings = 1 + (keyStrings.find(([key]) => key.test(type))?.[1] ?? 0)
  for (let at = 0; at < strings; at++) wire.string()
  const serial = wire.number(8)
  const isHost = wire.number(4) === 2
  const id = wire.text()
  const names = new Wire(wire.string() ?? new Uint8Array())
  const principals: string[] = []
  for (let name = names.text(); name !== undefined; name = names.text()) principals.push(name)
  const [from, until] = [wire.number(8), wire.number(8)]
  if (until === undefined) return undefined
  const options = pairsOf(wire.string())
  const extensions = pairsOf(wire.string())
  wire.string()
  const authority = wire.string()
  const isOpen = until > 1e15
  return {
    name: `SSH certificate of a ${isHost ? 'host' : 'user'}`,
    content: contentOf({
      'key id': id,
      principals: principals.length > 0 ? principals : 'any',
      serial,
      'only from': options['source-address'],
      'only this command': options['force-command'],

      allows: isHost ? undefined : Object.keys(extensions).map((one) => one.replace(/^permit-/, '')),
      'does not allow': isHost
        ? undefined
        : usual.filter((one) => !Object.hasOwn(extensions, one)).map((one) => one.replace(/^permit-/, '')),
      'signed by': authority && authorityOf(authority),
      'valid from': from ? utcTime(from) : undefined,
      'valid until': isOpen ? 'no end' : utcTime(until),
    }),
    times: timesOf({ nbf: from || undefined, exp: isOpen ? undefined : until }),
  }
}

/** What OpenSSH allows the certificate of a user where nobody says otherwise. */
const usual = [
  'permit-X11-forwarding',
  'permit-agent-forwarding',
  'permit-port-forwarding',
  'permit-pty',
  'permit-user-rc',
]

/** Names with their data, which is a string within a string, or nothing. */
function pairsOf(bytes: Uint8Array<ArrayBuffer> | undefined): Record<string, string> {
  const wire = new Wire(bytes ?? new Uint8Array())
  const pairs: [string, string][] = []
  for (let name = wire.text(); name !== undefined && pairs.length < 40; name = wire.text())
    pairs.push([name, new Wire(wire.string() ?? new Uint8Array()).text() ?? ''])
  return Object.fromEntries(pairs)
}

/** The key of an authority, by the fingerprint that ssh-keygen shows. */
function authorityOf(key: Uint8Array<ArrayBuffer>): string {
  return `${new Wire(key).text() ?? 'a key'} SHA256:${base64UrlOfBytes(sha256(key)).replaceAll('-', '+').replaceAll('_', '/')}`
}

/** Reads the wire format of SSH (RFC 4251 §5). */
class Wire {
  #rest: Uint8Array<ArrayBuffer>
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#rest = bytes
  }

  number(length: number): number | undefined {
    if (this.#rest.length < length) return undefined
    const sum = this.#rest.subarray(0, length).reduce((value, byte) => value * 256 + byte, 0)
    this.#rest = this.#rest.subarray(length)
    return sum
  }

  string(): Uint8Array<ArrayBuffer> | undefined {
    const length = this.number(4)
    if (length === undefined || this.#rest.length < length) return undefined
    const part = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return part
  }

  text(): string | undefined {
    const part = this.string()
    return part && textOfUtf8(part)
  }
}
