import { inferred, standard } from '../../protocol/basis.ts'
import { bytesOfBase64 } from '../../text/base64.ts'
import { ByteReader } from './byte-reader.ts'
import { contentOf, type Form, type FormRead } from './opaque-form.ts'

/** Messages of sign-ins with Windows, one step of each. */
export const signInMessages: readonly Form[] = [
  {
    kind: 'secret',
    name: 'Kerberos ticket (Negotiate)',
    pattern:
      /\b(?<from>(?:proxy-|www-)?(?:authorization|authenticate))?["']?\s{0,4}:?\s{0,4}\bNegotiate\s{1,4}(?<value>(?:YI|oY|oR|oT|YG)[A-Za-z0-9+/]{20,60000}={0,2})/gi,
    why: 'The word Negotiate and base64 of a SPNEGO token: usually a Kerberos ticket.',
    basis: standard('RFC 4559 §4.2'),
    note: 'It is for one service and is valid for minutes. Only that service can read it.',
  },
  {
    kind: 'handshake',
    name: 'NTLM message',
    pattern: /(?<![\w+/-])(?<value>TlRMTVNTUAA[BCD][A-Za-z0-9+/]{20,60000}={0,2})/g,
    why: 'It is base64 of an NTLM message (NTLMSSP).',
    basis: inferred('MS-NLMP §2.2'),
    read: readNtlm,
  },
]

const fallback =
  'After the word Negotiate, it shows that the client fell back from Kerberos to NTLM. It found no Kerberos ticket for this host, for example because the service has no SPN, the client is not in the domain, or the URL has an IP address as its host.'

/** Type, flags, and by offset the names of domain, user and workstation (MS-NLMP §2.2.1). */
function readNtlm(value: string, _from: string | undefined, _rest: string, before: string): FormRead {
  const bytes = bytesOfBase64(value.replace(/=+$/, '')) ?? new Uint8Array()
  const negotiated = /Negotiate\s*$/i.test(before) ? ` ${fallback}` : ''
  try {
    const type = new ByteReader(bytes.subarray(8)).number(4)
    const field = (at: number): string | undefined => {
      const reader = new ByteReader(bytes.subarray(at))
      const [length] = [reader.number(2), reader.number(2)]
      const start = reader.number(4)
      return length === 0 ? undefined : textOf(bytes.subarray(start, start + length), type !== 1)
    }
    if (type === 1)
      return {
        name: 'NTLM message 1 of 3 (negotiate)',
        content: contentOf({
          message: 'negotiate',
          'Windows version': versionAt(bytes, 32),
          domain: field(16),
          workstation: field(24),
        }),
        note: `The client uses it to begin the sign-in and state its capabilities. It contains no secret and grants no access.${negotiated}`,
      }
    if (type === 2)
      return {
        name: 'NTLM message 2 of 3 (challenge)',
        content: contentOf({ message: 'challenge', domain: field(12), 'Windows version': versionAt(bytes, 48) }),
        note: 'The server uses it to request proof of the password. It contains no secret, but it names the server’s domain and Windows version.',
      }
    return {
      name: 'NTLM message 3 of 3 (authenticate)',
      content: contentOf({ message: 'authenticate', domain: field(28), user: field(36), workstation: field(44) }),
      note: `The client uses it to prove that it knows the password. Treat it as a secret: its content can be used to guess a weak password.${negotiated}`,
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { content: { message: 'cut' } }
  }
}

function versionAt(bytes: Uint8Array<ArrayBuffer>, at: number): string | undefined {
  if (bytes.length < at + 8) return undefined
  const reader = new ByteReader(bytes.subarray(at))
  const [major, minor, build] = [reader.number(1), reader.number(1), reader.number(2)]
  return major === 0 || major > 20 ? undefined : `${major}.${minor}, build ${build}`
}

function textOf(bytes: Uint8Array, isWide: boolean): string {
  const step = isWide ? 2 : 1
  return Array.from({ length: Math.min(Math.floor(bytes.length / step), 256) }, (_, at) =>
    String.fromCharCode((bytes[at * step] ?? 0) + (isWide ? (bytes[at * step + 1] ?? 0) * 256 : 0)),
  ).join('')
}
