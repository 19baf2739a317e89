import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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
  ])('is told nothing when its certificate %s', async (_, certificate, message) => {
    const { sent, reached } = await askServerWith(certificate)
    expect(sent.failure).toEqual({ kind: 'tls', message })
    expect(sent.answer).toBeUndefined()
    expect(reached).toBe(0)
  })
})

test('a server that does not listen is told so', async () => {
  const wanted = { method: 'GET' as const, url: 'http://127.0.0.1:1/', headers: {} }
  const sent = await sender.send(wanted, { milliseconds: 9_000, bytes: 1_000 })
  expect(sent.failure).toEqual({ kind: 'refused', message: 'ECONNREFUSED' })
})
