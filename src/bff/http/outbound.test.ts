import { createServer as createPlain } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { authority, expired, good, otherHost, privateKey, selfSigned } from '../testing/certificates.ts'
import { outbound } from './outbound.ts'

const sender = outbound(Date.now)
const usual = getCACertificates('default')
let closing: (() => Promise<unknown>)[] = []

beforeAll(() => setDefaultCACertificates([...usual, authority]))
afterEach(async () => {
  for (const close of closing) await close()
  closing = []
})
afterAll(async () => {
  setDefaultCACertificates(usual)
  await sender.close()
})

/** What comes of a request to a server that shows this certificate, and how many requests reached it. */
async function askServerWith(cert: string) {
  let reached = 0
  const server = createServer({ cert, key: privateKey }, (_, response) => {
    reached++
    response.end('hello')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => new Promise((done) => server.close(done)))
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const sent = await sender.send({ method: 'GET', url, headers: {} }, { milliseconds: 9_000, bytes: 1_000 })
  return { sent, reached }
}

describe('a server over https', () => {
  test('is asked when its certificate holds', async () => {
    const { sent, reached } = await askServerWith(good)
    expect(sent.answer?.status).toBe(200)
    expect(reached).toBe(1)
  })

  test.each([
    ['has expired', expired, 'CERT_HAS_EXPIRED'],
    ['is for another host', otherHost, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['is signed by itself', selfSigned, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('attack 20: is told nothing when its certificate %s', async (_, certificate, message) => {
    const { sent, reached } = await askServerWith(certificate)
    expect(sent.failure).toEqual({ kind: 'tls', message })
    expect(sent.answer).toBeUndefined()
    expect(reached).toBe(0)
  })

  test('is told nothing when its certificate is signed by itself, also where the environment would have it trusted', async () => {
    // Node warns of the variable, which is meant here.
    const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue()
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const { sent, reached } = await askServerWith(selfSigned)
    vi.unstubAllEnvs()
    warnings.mockRestore()
    expect(sent.failure?.kind).toBe('tls')
    expect(reached).toBe(0)
  })
})

test('a client certificate is shown where one is wanted, and nowhere else', async () => {
  const shown: unknown[] = []
  const options = { cert: good, key: privateKey, requestCert: true, rejectUnauthorized: false }
  const server = createServer(options, (request, response) => {
    shown.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN)
    response.end('hello')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => new Promise((done) => server.close(done)))
  const wanted = {
    method: 'GET' as const,
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    headers: {},
  }
  const limits = { milliseconds: 9_000, bytes: 1_000 }
  await sender.send({ ...wanted, certificate: { cert: good, key: privateKey } }, limits)
  await sender.send(wanted, limits)
  expect(shown).toEqual(['localhost', undefined])
})

test('a proxy is used between this machine and others, and never between it and itself', async () => {
  const asked: string[] = []
  const target = createServer({ cert: otherHost, key: privateKey }, (_, response) => response.end('hello'))
  await new Promise<void>((done) => target.listen(0, '127.0.0.1', done))
  const { port } = target.address() as AddressInfo
  const proxy = createPlain().on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    const tunnel = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(tunnel).pipe(socket)
    })
    tunnel.on('error', () => socket.destroy())
    socket.on('error', () => tunnel.destroy())
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const behind = outbound(Date.now, { address, variable: 'HTTPS_PROXY', except: 'direct.invalid' })
  closing.push(
    () => behind.close(),
    () => new Promise((done) => proxy.close(done)),
    () => new Promise((done) => target.close(done)),
  )
  const send = (url: string) => behind.send({ method: 'GET', url, headers: {} }, { milliseconds: 9_000, bytes: 1_000 })
  expect((await send('https://other.example/')).answer?.status).toBe(200)
  expect((await send(`https://127.0.0.1:${port}/`)).failure?.message).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  expect((await send('https://direct.invalid/')).failure?.kind).toBe('dns')
  expect(asked).toEqual(['other.example:443'])
})

test('a server that does not listen is told so', async () => {
  const wanted = { method: 'GET' as const, url: 'http://127.0.0.1:1/', headers: {} }
  const sent = await sender.send(wanted, { milliseconds: 9_000, bytes: 1_000 })
  expect(sent.failure).toEqual({ kind: 'refused', message: 'ECONNREFUSED' })
})

describe('connections', () => {
  /** A server that counts the connections made to it, and what it does with each request on them. */
  async function counting(answer: (nth: number, socket: Socket) => void) {
    let opened = 0
    let asked = 0
    const server = createPlain((request, response) => {
      asked += 1
      request.resume()
      answer(asked, request.socket)
      if (!request.socket.destroyed) response.end('hello')
    }).on('connection', () => {
      opened += 1
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    closing.push(() => new Promise((done) => server.close(done).closeAllConnections()))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const limits = { milliseconds: 9_000, bytes: 1_000 }
    async function send(method: 'GET' | 'POST', reusesConnection: boolean) {
      const sent = await sender.send({ method, url, headers: {}, reusesConnection }, limits)
      // A connection is free for the next only after the one who waits has been told.
      await new Promise((done) => setImmediate(done))
      return sent
    }
    return { send, seen: () => ({ opened, asked }) }
  }
  const well = () => {}

  test('serve one call after the other, and what can be sent only once has its own', async () => {
    const { send, seen } = await counting(well)
    for (let call = 0; call < 3; call++) await send('POST', true)
    expect(seen()).toEqual({ opened: 1, asked: 3 })
    for (let call = 0; call < 2; call++) await send('POST', false)
    expect(seen()).toEqual({ opened: 3, asked: 5 })
  })

  test('that are closed when the next call is on its way cost no GET, and no other call is sent twice', async () => {
    const closedOn = (nth: number) => (asked: number, socket: Socket) => void (asked === nth && socket.destroy())
    const get = await counting(closedOn(2))
    await get.send('GET', true)
    expect((await get.send('GET', true)).answer?.status).toBe(200)
    expect(get.seen()).toEqual({ opened: 2, asked: 3 })
    const post = await counting(closedOn(2))
    await post.send('POST', true)
    expect((await post.send('POST', true)).failure?.kind).toBe('reset')
    expect(post.seen()).toEqual({ opened: 1, asked: 2 })
  })

  test('that were opened for a call and are closed are its failure', async () => {
    const { send, seen } = await counting((_, socket) => socket.destroy())
    expect((await send('GET', true)).failure?.kind).toBe('reset')
    expect(seen()).toEqual({ opened: 1, asked: 1 })
  })
})
