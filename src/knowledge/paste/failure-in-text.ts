import type { FailureKind } from '../protocol/call.ts'

interface FailureWords {
  kind: FailureKind
  words: RegExp
  /** The code of the TLS libraries that says the same, for the reasoning to read in the message. */
  code?: string
}

/**
 * What programs write when no complete response came: curl with its exit codes, Node and undici, browsers, Java, Python,
 * Go, .NET. The first that fits counts.
 */
const failures: FailureWords[] = [
  {
    kind: 'tls',
    code: 'CERT_HAS_EXPIRED',
    words:
      /certificate (?:has|is) expired|CERT_HAS_EXPIRED|ERR_CERT_DATE_INVALID|SEC_ERROR_EXPIRED_CERT|CertificateExpired/i,
  },
  {
    kind: 'tls',
    code: 'CERT_NOT_YET_VALID',
    words: /certificate is not yet valid|CERT_NOT_YET_VALID|CertificateNotYetValid/i,
  },
  {
    kind: 'tls',
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    words:
      /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames|no alternative certificate subject name|ERR_CERT_COMMON_NAME_INVALID|SSL_ERROR_BAD_CERT_DOMAIN|hostname mismatch|no subject alternative (?:dns )?names? match/i,
  },
  {
    kind: 'tls',
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    words: /DEPTH_ZERO_SELF_SIGNED_CERT|ERR_CERT_AUTHORITY_INVALID|SSL certificate problem: self.signed certificate$/im,
  },
  {
    kind: 'tls',
    code: 'SELF_SIGNED_CERT_IN_CHAIN',
    words: /SELF_SIGNED_CERT_IN_CHAIN|self.signed certificate in certificate chain/i,
  },
  {
    kind: 'tls',
    code: 'UNABLE_TO_GET_ISSUER_CERT',
    words:
      /UNABLE_TO_GET_ISSUER_CERT|unable to get local issuer certificate|PKIX path building failed|x509: certificate signed by unknown authority|SEC_ERROR_UNKNOWN_ISSUER/i,
  },
  {
    kind: 'tls',
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    words: /UNABLE_TO_VERIFY_LEAF_SIGNATURE|unable to verify the first certificate/i,
  },
  { kind: 'tls', code: 'CERT_REVOKED', words: /CERT_REVOKED|certificate (?:is |has been )?revoked/i },
  {
    kind: 'tls',
    words:
      /curl: \((?:35|51|58|59|60|66|77|80|83|90|91)\)|\bERR_(?:SSL|CERT|TLS)_\w+|\bEPROTO\b|SSLHandshakeException|SSLCertVerificationError|certificate verify failed|tls: \w+|\bx509: |SSL_ERROR_\w+|SSL routines|handshake failure|The SSL connection could not be established/i,
  },
  {
    kind: 'dns',
    words:
      /curl: \([56]\)|\bENOTFOUND\b|\bEAI_AGAIN\b|getaddrinfo|ERR_NAME_NOT_RESOLVED|NS_ERROR_UNKNOWN_HOST|UnknownHostException|Name or service not known|nodename nor servname|no such host\b|NameResolutionError|Temporary failure in name resolution|could not resolve host|server with the specified hostname could not be found|DNS Lookup (?:for|Failed)/i,
  },
  {
    kind: 'timeout',
    words:
      /curl: \(28\)|\bE(?:SOCKET)?TIMEDOUT\b|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ERR_(?:CONNECTION_)?TIMED_OUT|NS_ERROR_NET_TIMEOUT|SocketTimeoutException|ConnectTimeout|ReadTimeout|\b(?:read|connect|connection|operation|request) timed out\b|i\/o timeout|context deadline exceeded|TimeoutError|timeout of \d+ ?ms exceeded|HttpClient\.Timeout/i,
  },
  {
    kind: 'refused',
    words:
      /curl: \(7\)|\bECONNREFUSED\b|ERR_CONNECTION_REFUSED|NS_ERROR_CONNECTION_REFUSED|connection refused|actively refused|Could not connect to the server|\bE(?:HOST|NET)UNREACH\b|ERR_ADDRESS_UNREACHABLE|No route to host|NewConnectionError/i,
  },
  {
    kind: 'reset',
    words:
      /curl: \((?:16|18|52|55|56|92)\)|\bECONNRESET\b|\bEPIPE\b|UND_ERR_SOCKET|socket hang up|other side closed|ERR_CONNECTION_(?:RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_HTTP2_PROTOCOL_ERROR|ERR_INCOMPLETE_CHUNKED_ENCODING|NS_ERROR_NET_RESET|connection reset|network connection was lost|did not return a (?:complete )?response|RemoteDisconnected|Empty reply from server|unexpected EOF|prematurely closed|ChunkedEncodingError/i,
  },
  { kind: 'too-large', words: /curl: \(63\)|maxContentLength size of \d+ exceeded|UND_ERR_RES_EXCEEDED_MAX_SIZE/i },
  {
    kind: 'aborted',
    words: /\bERR_ABORTED\b|\bAbortError\b|\bNS_BINDING_ABORTED\b|ERR_CANCELED|\bUND_ERR_ABORTED\b|^cancelled$/im,
  },
]

/** The failed connection that a text describes, with the line that says so; undefined when it describes none. */
export function failureIn(text: string): { kind: FailureKind; message: string } | undefined {
  for (const { kind, words, code } of failures) {
    const found = words.exec(text)
    if (found === null) continue
    const line = lineAround(text, found.index)
    return { kind, message: code === undefined || line.includes(code) ? line : `${line} (${code})` }
  }
  return undefined
}

/** The line that a place in a text is in, at most 300 characters of it. */
function lineAround(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('\n', at) + 1, at - 150)
  const end = text.indexOf('\n', at)
  return text.slice(start, Math.min(end < 0 ? text.length : end, start + 300)).trim()
}
