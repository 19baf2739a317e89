import type { IncomingHttpHeaders } from 'node:http'
import { PassThrough, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createInflate, createUnzip } from 'node:zlib'
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import type { FailureKind } from '#knowledge/protocol/call.ts'

/** A request to the outside world. Nothing is followed, nothing is tried twice. */
export interface OutboundRequest {
  method: Dispatcher.HttpMethod
  url: string
  headers: Record<string, string>
  body?: string
  /** What this side shows for itself in the TLS handshake (RFC 8705 §2), in PEM. */
  certificate?: { cert: string; key: string }
}

/** What came of it. Times are epoch milliseconds by the clock, durations milliseconds. */
export interface Sent {
  startedAt: number
  endedAt: number
  firstByteMs?: number
  durationMs: number
  answer?: { status: number; headers: Record<string, string>; body: Uint8Array; cut: boolean }
  failure?: { kind: FailureKind; message: string }
}

/** Sends requests with a limit on time and on decoded bytes. */
export interface Outbound {
  send(wanted: OutboundRequest, limits: { milliseconds: number; bytes: number }): Promise<Sent>
  close(): Promise<void>
}

/** What stands between this machine and the outside world. */
export interface HttpsProxy {
  address: string
  /** Hosts that are reached without it, as in NO_PROXY. */
  except: string
}

/** @param clock epoch milliseconds */
export function outbound(clock: () => number, proxy?: HttpsProxy): Outbound {
  const plain = dispatcher(proxy)
  const withCertificate = new Map<string, Dispatcher>()
  const dispatcherFor = ({ certificate }: OutboundRequest) => {
    if (!certificate) return plain
    const known = withCertificate.get(certificate.cert) ?? dispatcher(proxy, certificate)
    withCertificate.set(certificate.cert, known)
    return known
  }
  return {
    async send(wanted, limits) {
      const startedAt = clock()
      const started = performance.now()
      const elapsed = () => Math.round((performance.now() - started) * 10) / 10
      let firstByteMs: number | undefined
      let answer: Sent['answer']
      const signal = AbortSignal.timeout(limits.milliseconds)
      try {
        const { statusCode, headers, body } = await request(wanted.url, {
          dispatcher: dispatcherFor(wanted),
          method: wanted.method,
          headers: wanted.headers,
          body: wanted.body,
          signal,
          headersTimeout: limits.milliseconds,
          bodyTimeout: limits.milliseconds,
        })
        firstByteMs = elapsed()
        answer = { status: statusCode, headers: joined(headers), body: new Uint8Array(), cut: false }
        Object.assign(answer, await readLimited(body, headers['content-encoding'], limits.bytes, signal))
      } catch (error) {
        const failure = { kind: failureKind(error, signal), message: failureMessage(error, signal, limits) }
        return { startedAt, endedAt: clock(), firstByteMs, durationMs: elapsed(), answer, failure }
      }
      return { startedAt, endedAt: clock(), firstByteMs, durationMs: elapsed(), answer }
    },
    async close() {
      await Promise.all([plain, ...withCertificate.values()].map((one) => one.destroy()))
    },
  }
}

/** Connects directly, or through the proxy; this machine itself is never behind it. */
function dispatcher(proxy: HttpsProxy | undefined, certificate?: OutboundRequest['certificate']): Dispatcher {
  const connect = { timeout: 5_000, ...certificate }
  return new EnvHttpProxyAgent({
    connect,
    requestTls: connect,
    pipelining: 0,
    httpsProxy: proxy?.address ?? '',
    // Plain http goes to this machine alone.
    httpProxy: '',
    noProxy: [proxy?.except, 'localhost', '127.0.0.1', '::1'].filter(Boolean).join(','),
  })
}

/** What answers may be packed with; to be sent as `accept-encoding`. */
export const acceptEncoding = 'gzip, deflate, br'

const decoders: Record<string, () => NodeJS.ReadWriteStream> = Object.assign(Object.create(null), {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createInflate,
  br: createBrotliDecompress,
})

/** Reads up to `limit` bytes as they are after decoding, so that a small answer cannot unpack to a large one. */
async function readLimited(
  body: Readable,
  encoding: string | string[] | undefined,
  limit: number,
  signal: AbortSignal,
): Promise<{ body: Uint8Array; cut: boolean }> {
  const decoder = decoders[String(encoding ?? '').toLowerCase()]?.() ?? new PassThrough()
  const decoded = pipeline(body, decoder, () => {}) as unknown as Readable
  const stop = () => decoded.destroy(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of decoded) {
      const room = limit - size
      if (chunk.length > room) {
        chunks.push(chunk.subarray(0, room))
        return { body: Buffer.concat(chunks), cut: true }
      }
      chunks.push(chunk)
      size += chunk.length
    }
    return { body: Buffer.concat(chunks), cut: false }
  } finally {
    signal.removeEventListener('abort', stop)
    body.on('error', () => {}).destroy()
  }
}

/** One value a name; a header that came more than once is joined as RFC 9110 §5.3 says, cookies by line. */
function joined(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(name.toLowerCase() === 'set-cookie' ? '\n' : ', ') : String(value),
    ]),
  )
}

const kinds: Record<string, FailureKind> = Object.assign(Object.create(null), {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EACCES: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  ERR_STREAM_PREMATURE_CLOSE: 'reset',
  Z_BUF_ERROR: 'reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  HPE_HEADER_OVERFLOW: 'too-large',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  EPROTO: 'tls',
})

const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_)/
/** What zlib and brotli say of bytes that are not packed as `content-encoding` says. */
const packingCode = /^(Z_DATA_ERROR|Z_NEED_DICT|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/

function failureKind(error: unknown, signal: AbortSignal): FailureKind {
  if (signal.aborted) return 'timeout'
  const code = codeOf(error)
  return kinds[code] ?? (tlsCode.test(code) ? 'tls' : packingCode.test(code) ? 'undecodable' : 'aborted')
}

/** The code alone: a library's message may quote what was sent. */
function failureMessage(error: unknown, signal: AbortSignal, limits: { milliseconds: number }): string {
  return signal.aborted ? `no complete answer within ${limits.milliseconds} ms` : codeOf(error)
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'cause' in error ? codeOf(error.cause) : 'unknown'
}
