import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { createBrotliDecompress, createInflate, createUnzip } from 'node:zlib'
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, errors, Pool } from 'undici'
import type { FailureKind } from '#knowledge/protocol/call.ts'
import { deadlines } from '../deadlines.ts'
import { remembered } from '../remembered.ts'

/** A request to the outside world. Nothing is followed, and nothing that may have been acted on is sent again. */
export interface OutboundRequest {
  method: Dispatcher.HttpMethod
  url: string
  headers: Record<string, string>
  body?: string
  /** What this side shows for itself in the TLS handshake (RFC 8705 §2), in PEM. */
  certificate?: { cert: string; key: string }
  /**
   * Whether it may go over a connection that served another request, and leave its own to the next. What can be sent
   * only once, such as a code, has a connection of its own: one that was open already may be closed by the other side
   * just then, and nobody knows what became of the request.
   */
  reusesConnection?: boolean
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

/** What is between this machine and the outside world. */
export interface HttpsProxy {
  address: string
  /** The variable that names it, as it is spelled. */
  variable: string
  /** Hosts that are reached without it, as in NO_PROXY. */
  except: string
}

/**
 * @param clock epoch milliseconds
 * @param over is told of each request when it is over
 */
export function outbound(
  clock: () => number,
  proxy?: HttpsProxy,
  over: (wanted: OutboundRequest, sent: Sent) => void = () => {},
): Outbound {
  /** By the certificate that is shown, where one is. */
  const known = { reused: new Map<string, Connections>(), notReused: new Map<string, Connections>() }
  function connectionsFor({ certificate, reusesConnection = false }: OutboundRequest): Connections {
    const alike = reusesConnection ? known.reused : known.notReused
    const name = certificate?.cert ?? ''
    const made = alike.get(name)
    if (made) return made
    const fresh = connections(proxy, { certificate, reused: reusesConnection })
    alike.set(name, fresh)
    return fresh
  }
  const withinTimes = new Map<number, ReturnType<typeof deadlines>>()
  /** One timer for all whose limit is the same. */
  function within(milliseconds: number): ReturnType<typeof deadlines> {
    const made = withinTimes.get(milliseconds)
    if (made) return made
    const fresh = deadlines(milliseconds)
    withinTimes.set(milliseconds, fresh)
    return fresh
  }
  return {
    /**
     * Sends a request; once more over a new connection where it only asks, and the connection that it went over had
     * served others before and was closed before anything came back (RFC 9112 §9.3.1).
     */
    send: (wanted, { milliseconds, bytes }) =>
      new Promise((resolve) => {
        const { dispatcher, opened } = connectionsFor(wanted)
        const startedAt = clock()
        const started = performance.now()
        const openedBefore = opened()
        let isAgain = false
        let giveUp: ReturnType<typeof attempt> | undefined
        const settled = within(milliseconds)(() =>
          giveUp?.({ kind: 'timeout', message: `no complete response within ${milliseconds} ms` }),
        )
        begin()

        function begin() {
          giveUp = attempt(dispatcher, wanted, bytes, take)
        }

        function take({ firstByteAt, answer, failure }: Attempt) {
          const wasReused = openedBefore !== undefined && opened() === openedBefore
          if (!isAgain && wasReused && wanted.method === 'GET' && failure?.kind === 'reset' && !answer) {
            isAgain = true
            // Once the connection that failed has been put away.
            return queueMicrotask(begin)
          }
          settled()
          const firstByteMs = firstByteAt && inTenths(firstByteAt - started)
          const durationMs = inTenths(performance.now() - started)
          const sent = { startedAt, endedAt: clock(), firstByteMs, durationMs, answer, failure }
          over(wanted, sent)
          resolve(sent)
        }
      }),
    async close() {
      const all = [...known.reused.values(), ...known.notReused.values()]
      await Promise.all(all.map(({ dispatcher }) => dispatcher.destroy()))
    },
  }
}

const inTenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10

/** Connections to other machines, and how many were opened so far, where that is known. */
interface Connections {
  dispatcher: Dispatcher
  opened(): number | undefined
}

/** Connects directly, or through the proxy; this machine itself is never behind it. */
function connections(
  proxy: HttpsProxy | undefined,
  { certificate, reused }: { certificate: OutboundRequest['certificate']; reused: boolean },
): Connections {
  // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED=0 changes nothing.
  const connect = { timeout: 5_000, rejectUnauthorized: true, ...certificate }
  const pipelining = reused ? 1 : 0
  if (proxy) {
    const dispatcher = new EnvHttpProxyAgent({
      connect,
      requestTls: connect,
      clientFactory: toProxy,
      pipelining,
      httpsProxy: proxy.address,
      // Plain http goes to this machine alone.
      httpProxy: '',
      noProxy: [proxy.except, 'localhost', '127.0.0.1', '::1'].filter(Boolean).join(','),
    })
    return { dispatcher, opened: () => undefined }
  }
  let opened = 0
  const connector = buildConnector(connect)
  const counting: buildConnector.connector = (options, done) => {
    opened += 1
    return connector(options, done)
  }
  return { dispatcher: new Agent({ connect: counting, pipelining }), opened: () => opened }
}

/** Milliseconds for a connection to the proxy: less than any limit on a whole response. */
const proxyMilliseconds = 4_000

/** A proxy that could not be reached: what it says is not said by the host behind it. */
class ProxyFailed extends Error {}

/** Connections to the proxy itself, whose failures are told from those of the hosts behind it. */
function toProxy(origin: URL): Dispatcher {
  const connect = buildConnector({ timeout: proxyMilliseconds, rejectUnauthorized: true })
  return new Pool(origin, {
    connect: (options: buildConnector.Options, done: buildConnector.Callback) =>
      // An address has no name that could be shown in the handshake (RFC 6066 §3).
      connect({ ...options, servername: isIP(options.hostname) ? undefined : options.servername }, (...came) => {
        const [error] = came
        if (error) done(new ProxyFailed('', { cause: error }), null)
        else done(...came)
      }),
  })
}

/** What came back; `firstByteAt` by the clock of `performance`. */
interface Attempt {
  firstByteAt?: number
  answer?: Sent['answer']
  failure?: Sent['failure']
}

/**
 * Sends a request and takes the response in, up to a limit on bytes as they are after decoding.
 *
 * @param done is told what came of it, once; at once where it could not even be sent
 * @returns ends it with a failure, unless it has ended
 */
function attempt(
  dispatcher: Dispatcher,
  wanted: OutboundRequest,
  bytes: number,
  done: (attempt: Attempt) => void,
): (failure: NonNullable<Sent['failure']>) => void {
  const attempt: Attempt = {}
  let abort: ((reason: Error) => void) | undefined
  let decoder: Decoder | undefined
  let settled = false
  const chunks: Uint8Array[] = []
  let size = 0

  function settle() {
    settled = true
    decoder?.destroy()
    done(attempt)
  }

  function stop() {
    settle()
    abort?.(enough)
  }

  function fail(failure: NonNullable<Sent['failure']>) {
    if (settled) return
    attempt.failure = failure
    stop()
  }

  function finish(cut: boolean) {
    if (settled || !attempt.answer) return
    Object.assign(attempt.answer, { body: chunks.length === 1 ? chunks[0] : Buffer.concat(chunks), cut })
    if (cut) stop()
    else settle()
  }

  function take(chunk: Uint8Array) {
    const room = bytes - size
    chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
    size += chunk.length
    if (chunk.length > room) finish(true)
  }

  const options = {
    ...placeOf(wanted.url),
    method: wanted.method,
    headers: wanted.headers,
    body: wanted.body,
    // The one limit is on the whole.
    headersTimeout: 0,
    bodyTimeout: 0,
  }
  dispatcher.dispatch(options, {
    onRequestStart(controller) {
      abort = (reason) => controller.abort(reason)
      if (settled) abort(enough)
    },
    onResponseStart(controller, status, headers) {
      if (settled || status < 200) return
      attempt.firstByteAt = performance.now()
      attempt.answer = { status, headers: joined(headers), body: new Uint8Array(), cut: false }
      decoder = decoders[String(headers['content-encoding'] ?? '').toLowerCase()]?.()
      decoder
        ?.on('data', take)
        .on('drain', () => controller.resume())
        .on('end', () => finish(false))
        .on('error', (error) => fail(failureOf(error)))
    },
    onResponseData(controller, chunk) {
      if (settled) return
      if (!decoder) take(chunk)
      else if (!decoder.write(chunk)) controller.pause()
    },
    onResponseEnd() {
      if (decoder) decoder.end()
      else finish(false)
    },
    onResponseError(_, error) {
      fail(failureOf(error))
    },
  })
  return fail
}

/** Where an address leads. */
interface Place {
  origin: string
  path: string
}

/** Addresses that are asked again and again; a long one is hardly asked twice. */
const places = remembered<Place>(500)
const longestRemembered = 500

function placeOf(url: string): Place {
  const known = places.get(url)
  if (known) return known
  const { origin, pathname, search } = new URL(url)
  const place = { origin, path: pathname + search }
  return url.length > longestRemembered ? place : places.set(url, place)
}

/** Why a connection is given up from this side; nobody sees it. */
const enough = new Error('enough')

/** What answers may be packed with; to be sent as `accept-encoding`. */
export const acceptEncoding = 'gzip, deflate, br'

type Decoder = ReturnType<typeof createUnzip>

const decoders: Record<string, () => Decoder> = Object.assign(Object.create(null), {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createInflate,
  br: createBrotliDecompress,
})

/** One value a name; a header that came more than once is joined as RFC 9110 §5.3 says, cookies by line. */
function joined(headers: IncomingHttpHeaders): Record<string, string> {
  const entries: [string, string][] = []
  for (const spelled in headers) {
    const value = headers[spelled]
    if (value === undefined) continue
    const name = spelled.toLowerCase()
    entries.push([name, typeof value === 'string' ? value : value.join(name === 'set-cookie' ? '\n' : ', ')])
  }
  return Object.fromEntries(entries)
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

/** The code alone: a library's message may quote what was sent. */
function failureOf(error: unknown): NonNullable<Sent['failure']> {
  const byProxy = proxyFailureOf(error)
  if (byProxy !== undefined) return { kind: 'proxy', message: byProxy }
  const code = codeOf(error)
  const kind =
    kinds[code] ??
    (tlsCode.test(code)
      ? 'tls'
      : packingCode.test(code)
        ? 'undecodable'
        : code.startsWith('HPE')
          ? 'malformed'
          : 'aborted')
  return { kind, message: code }
}

/** What a proxy did, by the code of its connection or the status of its response; undefined where it was not the proxy. */
function proxyFailureOf(error: unknown): string | undefined {
  if (error instanceof ProxyFailed) return codeOf(error.cause)
  if (!(error instanceof errors.UndiciError)) return undefined
  if (error.code === 'UND_ERR_PRX_TLS' || error.code === 'UND_ERR_PRX_CONN') return codeOf(error.cause)
  // undici puts the status into its words alone.
  const [, status] = /^Proxy response \((\d{3})\)/.exec(error.message) ?? []
  return status && `status ${status}`
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  // llhttp's errors, of which not each comes with its name.
  if (error instanceof errors.HTTPParserError) return error.code || 'HPE'
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'cause' in error ? codeOf(error.cause) : 'unknown'
}
