import type { Sent } from './outbound.ts'

/** Why no usable answer came from an address, and what the operator can do about it, a sentence each. */
export interface Reason {
  message: string
  fix: string
}

/**
 * Says in a sentence why a request got no answer.
 *
 * @param setting the setting that holds the address
 * @param proxied whether a proxy is configured
 */
export function whyNoAnswer(
  failure: NonNullable<Sent['failure']>,
  { url, setting, proxied }: { url: string; setting: string; proxied: boolean },
): Reason {
  const { host, hostname } = new URL(url)
  const byTls = byCode[failure.message]
  if (byTls) return byTls({ host, hostname, setting, message: failure.message })
  const { message, fix } = byKind[failure.kind]?.({ host, hostname, setting, message: failure.message }) ?? {
    message: `The request to ${host} failed (${failure.message}).`,
    fix: `Check ${setting}.`,
  }
  return { message, fix: proxied ? `${fix} Check HTTPS_PROXY and NO_PROXY too.` : fix }
}

type Sentence = (at: { host: string; hostname: string; setting: string; message: string }) => Reason

/** Codes of Node's TLS. */
const byCode: Record<string, Sentence> = Object.assign(Object.create(null), {
  CERT_HAS_EXPIRED: ({ host }) => ({
    message: `The certificate of ${host} has expired.`,
    fix: 'Have the certificate renewed.',
  }),
  CERT_NOT_YET_VALID: ({ host }) => ({
    message: `The certificate of ${host} is not valid yet.`,
    fix: 'Check the clock of this machine, then the certificate.',
  }),
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host, hostname, setting }) => ({
    message: `The certificate of ${host} is for another host name than ${hostname}.`,
    fix: `Write the host in ${setting} as the certificate names it.`,
  }),
  ...Object.fromEntries(
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    ].map((code) => [code, untrusted]),
  ),
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: ({ host }) => ({
    message: `${host} takes no TLS version that this machine speaks.`,
    fix: 'Enable TLS 1.2 or newer there.',
  }),
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: wantsCertificate,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: wantsCertificate,
} satisfies Record<string, Sentence>)

const byKind: Record<string, Sentence> = Object.assign(Object.create(null), {
  dns: ({ hostname, setting }) => ({
    message: `The host ${hostname} was not found.`,
    fix: `Correct the host in ${setting}, or the name resolution of this machine.`,
  }),
  refused: ({ host, setting }) => ({
    message: `Nothing accepts connections at ${host}.`,
    fix: `Correct ${setting}, start the service, or open the firewall.`,
  }),
  reset: ({ host, setting }) => ({
    message: `${host} closed the connection without an answer.`,
    fix: `Check that ${setting} says https where the service speaks TLS.`,
  }),
  timeout: ({ host, setting }) => ({
    message: `${host} did not answer in time.`,
    fix: `Check ${setting}, and whether a firewall or proxy stands between.`,
  }),
  tls: ({ host, message }) => ({
    message: `The TLS handshake with ${host} failed (${message}).`,
    fix: 'Check its certificate and TLS versions.',
  }),
  'too-large': ({ host }) => ({
    message: `The answer of ${host} is larger than Claimcheck takes.`,
    fix: 'Check that the address is the right one.',
  }),
} satisfies Record<string, Sentence>)

function untrusted({ host }: Parameters<Sentence>[0]): Reason {
  return {
    message: `The certificate of ${host} is signed by an authority that this machine does not trust.`,
    fix: 'Set NODE_EXTRA_CA_CERTS to a PEM file with that authority’s certificate.',
  }
}

function noTls({ host, setting }: Parameters<Sentence>[0]): Reason {
  return {
    message: `${host} does not speak TLS.`,
    fix: `Correct the port in ${setting}, or write http where the service is on this machine.`,
  }
}

function wantsCertificate({ host }: Parameters<Sentence>[0]): Reason {
  return {
    message: `${host} broke off the TLS handshake; it may demand a client certificate.`,
    fix: 'Set certificate_file and key_file of the client.',
  }
}
