import { isLoopback } from '../config/setting-schemas.ts'
import type { HttpsProxy, Sent } from './outbound.ts'

/** Why no usable answer came from an address, and what the operator can do about it, a sentence each. */
export interface Reason {
  message: string
  fix: string
  /** The setting to correct where it is another than that of the address. */
  setting?: string
}

/**
 * Says in a sentence why a request got no response.
 *
 * @param at.setting the setting that contains the address
 * @param at.proxy the proxy that is configured
 */
export function whyNoAnswer(
  failure: NonNullable<Sent['failure']>,
  at: { url: string; setting: string; proxy?: HttpsProxy },
): Reason {
  const { url, setting, proxy } = at
  const { host, hostname } = new URL(url)
  if (failure.kind === 'proxy' && proxy) return whyProxyFailed(failure.message, { host, hostname, setting, proxy })
  const byTls = byCode[failure.message]
  if (byTls) return byTls({ host, hostname, setting, message: failure.message })
  const { message, fix } = byKind[failure.kind]?.({ host, hostname, setting, message: failure.message }) ?? {
    message: `The request to ${host} failed (${failure.message}).`,
    fix: `Check ${setting}.`,
  }
  return { message, fix: proxy && !isLoopback(hostname) ? `${fix} Check ${proxy.variable} and NO_PROXY too.` : fix }
}

/** @param message the status that the proxy responded with, or the code of its connection */
function whyProxyFailed(
  message: string,
  { host, hostname, setting, proxy }: { host: string; hostname: string; setting: string; proxy: HttpsProxy },
): Reason {
  const { variable, address } = proxy
  const at = new URL(address)
  const around = `list ${hostname} in NO_PROXY if it is reached without a proxy`
  const [, status = ''] = /^status (\d{3})$/.exec(message) ?? []
  if (status === '407')
    return {
      setting: variable,
      message: at.username
        ? `The proxy ${at.host} does not accept the user name and the password in ${variable}: it responded with status 407.`
        : `The proxy ${at.host} requires a user name and a password: it responded with status 407.`,
      fix: `Set ${variable} to ${at.protocol}//user:password@${at.host} with the ones it accepts, and percent-encode special characters.`,
    }
  if (/^5/.test(status))
    return {
      message: `The proxy ${at.host}, which ${variable} names, responded with status ${status}, as proxies do when they cannot reach ${host}.`,
      fix: `Check ${setting}, then ask the operator of the proxy, or ${around}.`,
    }
  if (['400', '404', '405', '426', '501'].includes(status) || /^[23]/.test(status))
    return {
      setting: variable,
      message: `${at.host}, which ${variable} names, responded to a tunnel request with status ${status}, like a server that is not a proxy.`,
      fix: `Correct ${variable}, or ${around}.`,
    }
  if (status)
    return {
      setting: variable,
      message: `The proxy ${at.host}, which ${variable} names, allows no requests to ${host}: it responded with status ${status}.`,
      fix: `Configure it to allow ${host}, or ${around}.`,
    }
  const kind = proxyConnections.find(({ codes }) => codes.test(message))
  return {
    setting: variable,
    message:
      kind?.message(at, variable) ?? `The proxy ${at.host}, which ${variable} names, cannot be used (${message}).`,
    fix: `${kind?.fix(at, variable) ?? `Correct ${variable}`}, or ${around}.`,
  }
}

/** What the connection to a proxy came to, by its code. */
const proxyConnections: {
  codes: RegExp
  message(at: URL, variable: string): string
  fix(at: URL, variable: string): string
}[] = [
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
    message: ({ hostname }, variable) => `The host ${hostname} of the proxy that ${variable} names was not found.`,
    fix: (_, variable) => `Correct the host in ${variable}`,
  },
  {
    codes: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/,
    message: ({ host }, variable) => `Nothing accepts connections at ${host}, the proxy that ${variable} names.`,
    fix: (_, variable) => `Correct ${variable}, start the proxy`,
  },
  {
    codes: /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    message: ({ host }, variable) =>
      `The proxy ${host}, which ${variable} names, did not accept the connection in time.`,
    fix: (_, variable) => `Correct ${variable}, start the proxy`,
  },
  {
    codes: /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/,
    message: ({ host }, variable) => `The proxy ${host}, which ${variable} names with https, does not speak TLS.`,
    fix: ({ host }, variable) => `Set ${variable} to http://${host}; what passes through it stays encrypted`,
  },
  {
    codes: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    message: ({ host }, variable) =>
      `The proxy ${host}, which ${variable} names, closed the connection without a response.`,
    fix: ({ protocol }, variable) =>
      protocol === 'http:' ? `Write https in ${variable} if the proxy speaks TLS` : `Correct ${variable}`,
  },
  {
    codes: /CERT|SIGNATURE|ALTNAME/,
    message: ({ host }, variable) => `The certificate of the proxy ${host}, which ${variable} names, is not accepted.`,
    fix: () =>
      'Set NODE_EXTRA_CA_CERTS to a PEM file with the authority that signed it, or write the host as it is in the certificate',
  },
]

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
    message: `The certificate of ${host} is for a host name other than ${hostname}.`,
    fix: `Write the host in ${setting} as it is in the certificate.`,
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
    message: `${host} supports no TLS version that this machine supports.`,
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
    message: `${host} closed the connection without a response.`,
    fix: `Check that ${setting} says https if the service speaks TLS.`,
  }),
  timeout: ({ host, setting }) => ({
    message: `${host} did not respond in time.`,
    fix: `Check ${setting}, and whether there is a firewall or proxy in between.`,
  }),
  tls: ({ host, message }) => ({
    message: `The TLS handshake with ${host} failed (${message}).`,
    fix: 'Check its certificate and TLS versions.',
  }),
  malformed: ({ host, setting }) => ({
    message: `${host} does not send HTTP.`,
    fix: `Check the port in ${setting}.`,
  }),
  'too-large': ({ host }) => ({
    message: `The response of ${host} is larger than Claimcheck accepts.`,
    fix: 'Check that the URL is correct.',
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
    fix: `Correct the port in ${setting}, or write http if the service is on this machine.`,
  }
}

function wantsCertificate({ host }: Parameters<Sentence>[0]): Reason {
  return {
    message: `${host} aborted the TLS handshake. It may require a client certificate.`,
    fix: 'Set certificate_file and key_file of the client.',
  }
}
