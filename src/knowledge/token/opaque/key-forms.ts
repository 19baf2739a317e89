import { inferred, standard } from '../../protocol/basis.ts'
import { bytesOfBase64 } from '../../text/base64.ts'
import { childrenOf, derTag, identifierOf, readElement } from '../key/der.ts'
import type { Form } from './opaque-form.ts'
import { readSshCertificate } from './ssh-certificate.ts'

/** Keys and certificates of programs that sign no tokens. */
export const keyForms: readonly Form[] = [
  {
    kind: 'public-key',
    name: 'Sentry DSN',
    pattern:
      /(?<value>https:\/\/[\da-f]{32}(?::[\da-f]{32})?@(?:o\d{1,12}\.ingest\.(?:[a-z]{2}\.)?sentry\.io|sentry\.io|app\.getsentry\.com)\/\d{1,20})(?!\d)/g,
    why: 'It is the address of a project at Sentry, with its public key before the @.',
    basis: inferred('the documentation of Sentry'),
    note: 'It is meant to be in apps and web pages: it only accepts reports of errors, and reads nothing.',
  },
  {
    kind: 'certificate',
    name: 'SSH certificate',
    pattern:
      /(?<value>(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3}|sk-[\w-]{5,40})-cert-v0[01]@openssh\.com\s{1,4}AAAA[\w+/]{100,20000}={0,2})/g,
    why: 'It is a public key signed by an authority, in the OpenSSH format.',
    basis: inferred('PROTOCOL.certkeys of OpenSSH'),
    note: 'It is public; signing in also requires its private key.',
    read: readSshCertificate,
  },
  {
    kind: 'secret',
    name: 'PKCS#12 file (p12, pfx)',
    pattern: /(?<![\w+/-])(?<value>MI[\w+/\r\n]{200,400000}={0,2})/g,
    why: 'It is a base64-encoded PKCS#12 file: DER with version 3 and a container of keys and certificates.',
    basis: standard('RFC 7292 §4'),
    note: 'In most cases, it contains a password-protected private key. A browser or “openssl pkcs12” can open it.',
    read: (value) => (isPkcs12(value) ? {} : undefined),
  },
  {
    kind: 'secret',
    name: 'Java key store (JKS)',
    pattern: /(?<![\w+/-])(?<value>\/u3\+7Q[\w+/\r\n]{100,400000}={0,2})/g,
    why: 'It is base64 and begins with the bytes FEEDFEED, like every Java key store.',
    basis: inferred('the format of Java key stores'),
    note: 'It contains password-protected keys and certificates. “keytool” can open it.',
  },
  {
    kind: 'secret',
    name: 'OpenPGP key or message',
    pattern: /(?<value>-----BEGIN PGP (?:PRIVATE KEY BLOCK|PUBLIC KEY BLOCK|MESSAGE|SIGNATURE)-----)/g,
    why: 'It is in OpenPGP armor.',
    basis: standard('RFC 9580 §6.2'),
    read: (value) => {
      const what = /PGP ([A-Z ]+)-----/.exec(value)?.[1] ?? ''
      const [name, note] = armored[what] ?? []
      return { name, note }
    },
  },
  {
    kind: 'secret',
    name: 'Content encrypted by age',
    encrypted: true,
    pattern: /(?<value>-----BEGIN AGE ENCRYPTED FILE-----|age-encryption\.org\/v1\s)/g,
    why: 'It begins like an age file.',
    basis: inferred('the specification of age'),
    note: 'Only a holder of one of the secret keys (AGE-SECRET-KEY-1…) or the passphrase can read it.',
  },
  {
    kind: 'public-key',
    name: 'age recipient (public key)',
    pattern: /(?<![\w-])(?<value>age1[02-9ac-hj-np-z]{58})(?![\w])/g,
    why: 'It begins with age1 and has the length of an age recipient.',
    basis: inferred('the specification of age'),
    note: 'It is public: others use it to encrypt.',
  },
  {
    kind: 'secret',
    name: 'NATS seed (nkey)',
    pattern: /(?<![\w-])(?<value>S[UAONCX][A-Z2-7]{56})(?![\w])/g,
    why: 'It begins with S and its owner’s kind, and has the length of a NATS seed.',
    basis: inferred('the documentation of NATS'),
    note: 'It is a private key, which signs in as the user or signs for the account.',
  },
  {
    kind: 'secret',
    name: 'WireGuard key',
    pattern: /(?<from>PrivateKey|PresharedKey)\s{0,4}=\s{0,4}(?<value>[A-Za-z0-9+/]{42}[AEIMQUYcgkosw480]=)/g,
    why: 'It was named as a key in a WireGuard configuration and has 32 bytes.',
    basis: inferred('the documentation of WireGuard'),
  },
  {
    kind: 'public-key',
    name: 'Certificate request (CSR)',
    pattern: /(?<value>-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----)/g,
    why: 'It is PEM, between the first and last lines of a certificate request.',
    basis: standard('RFC 7468 §7'),
    note: 'It contains a public key and a name, and no secret. It is not a certificate: an authority must issue one from it, and until then it proves nothing.',
  },
  {
    kind: 'signed-content',
    name: 'PKCS#7 or CMS content',
    pattern: /(?<value>-----BEGIN (?:PKCS7|CMS)-----)/g,
    why: 'It is PEM, between the first and last lines of PKCS#7 or CMS.',
    basis: standard('RFC 7468 §8 and §9'),
    note: 'It contains signed or encrypted content, or only certificates.',
  },
]

const armored: Record<string, [name: string, note: string]> = {
  'PRIVATE KEY BLOCK': [
    'OpenPGP private key',
    'Anyone who has it, and its passphrase if there is one, can sign and decrypt as its owner.',
  ],
  'PUBLIC KEY BLOCK': ['OpenPGP public key', 'It is public, not secret.'],
  MESSAGE: ['OpenPGP message', 'It is encrypted or signed. Only the holder of the key can read encrypted content.'],
  SIGNATURE: ['OpenPGP signature', 'It vouches for a separate file or text, and is not secret.'],
}

/** Version 3 and then content that is data or signed data (RFC 7292 §4). */
function isPkcs12(base64: string): boolean {
  const bytes = bytesOfBase64(base64.replace(/\s/g, '').replace(/=+$/, ''))
  const outer = bytes && readElement(bytes)
  if (outer?.tag !== derTag.sequence) return false
  const [version, content] = childrenOf(outer)
  if (version?.tag !== derTag.integer || version.content[0] !== 3 || content === undefined) return false
  const [type] = childrenOf(content)
  return /^1\.2\.840\.113549\.1\.7\.[12]$/.test(identifierOf(type) ?? '')
}
