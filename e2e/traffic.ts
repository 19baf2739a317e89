import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib'

/** One request of the browser and its response, to the byte, redirects included. */
export interface Exchange {
  method: string
  url: string
  /** Name and value in turn, as they were sent. */
  requestHeaders: string[]
  requestBody: string
  /** Undefined as long as there is no response, and for good when the server broke off. */
  status: number | undefined
  /** Name and value in turn, as they came. */
  responseHeaders: string[]
  /** What has come so far, unpacked, as text. */
  responseBody: string
}

/** Everything that passes between one browser context and the world. */
export interface Traffic {
  /** The proxy that the browser context must use. */
  proxy: string
  exchanges: Exchange[]
  /** Every header and body that the browser was sent, as one text to search. */
  received: () => string
  /** Every address, header and body that the browser sent, as one text to search. */
  sent: () => string
  stop: () => Promise<void>
}

/**
 * Records traffic as a proxy on loopback. The browser itself forgets a body when a page is left and never tells that of
 * a redirect, and a promise about all traffic must hold for those too. Plain HTTP to this machine passes; anything
 * else is refused, be it asked for by a page or by the browser for itself.
 */
export async function recordTraffic(): Promise<Traffic> {
  const exchanges: Exchange[] = []
  const proxy = createServer((incoming, outgoing) => {
    if (isOnThisMachine(incoming.url ?? '')) return relay(incoming, outgoing, exchanges)
    outgoing.writeHead(403).end()
  })
  proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
  // The server lets a connection out of its hands once that asks for a tunnel; it must end with the proxy all the same.
  const connections = new Set<Socket>()
  proxy.on('connection', (socket) => {
    connections.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => connections.delete(socket))
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))

  return {
    proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    exchanges,
    received: () =>
      exchanges.map(({ responseHeaders, responseBody }) => [...responseHeaders, responseBody].join('\n')).join('\n'),
    sent: () =>
      exchanges
        .map(({ url, requestHeaders, requestBody }) => [url, ...requestHeaders, requestBody].join('\n'))
        .join('\n'),
    stop: () =>
      new Promise((stopped) => {
        proxy.close(() => stopped())
        for (const connection of connections) connection.destroy()
      }),
  }
}

/** Whether the address is plain HTTP on loopback. */
export function isOnThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function relay(incoming: IncomingMessage, outgoing: ServerResponse, exchanges: Exchange[]): void {
  const url = incoming.url ?? ''
  const { hostname, port, origin } = new URL(url)
  const asked: Buffer[] = []
  const answered: Buffer[] = []
  let encoding: string | undefined
  const exchange: Exchange = {
    method: incoming.method ?? '',
    url,
    requestHeaders: incoming.rawHeaders,
    get requestBody() {
      return Buffer.concat(asked).toString()
    },
    status: undefined,
    responseHeaders: [],
    get responseBody() {
      return unpacked(Buffer.concat(answered), encoding).toString()
    },
  }
  exchanges.push(exchange)

  const upstream = request({
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    method: incoming.method,
    path: url.slice(origin.length) || '/',
    headers: endToEnd(incoming.rawHeaders),
    // A connection of its own: a server that closes an idle one must not look like a failure of the story's.
    agent: false,
  })
  upstream.on('response', (response) => {
    exchange.status = response.statusCode
    exchange.responseHeaders = response.rawHeaders
    encoding = response.headers['content-encoding']
    outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, endToEnd(response.rawHeaders))
    response.on('data', (chunk: Buffer) => answered.push(chunk))
    // A server that breaks off, or is not there, must look like that to the browser too.
    response.on('error', () => outgoing.destroy())
    response.pipe(outgoing)
  })
  upstream.on('error', () => outgoing.destroy())
  outgoing.on('close', () => upstream.destroy())
  incoming.on('data', (chunk: Buffer) => asked.push(chunk))
  incoming.pipe(upstream)
}

/** The headers less those that are about one connection alone (RFC 9110 §7.6.1). */
function endToEnd(rawHeaders: string[]): string[] {
  const ofTheConnection = ['connection', 'proxy-connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te']
  return rawHeaders.flatMap((name, index) => {
    if (index % 2 === 1 || ofTheConnection.includes(name.toLowerCase())) return []
    return [name, rawHeaders[index + 1] ?? '']
  })
}

/** Unpacks as much as has come; a body that is still on its way, or was cut, is no error. */
function unpacked(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH })
  if (encoding === 'gzip') return gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH })
  return body
}
