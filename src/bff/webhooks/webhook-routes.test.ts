import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Webhooks } from '#contract/webhooks.ts'
import { buildApp } from '../app.ts'
import { type Browser, configure, type Rig, sessionKey, startRig } from '../testing/rig.ts'

let rig: Rig
let browser: Browser
beforeEach(async () => {
  rig = await startRig({ limits: { sessionIdleSeconds: 600 } })
  browser = rig.browser()
  await browser.signIn()
})
afterEach(() => rig.close())

const open = async () => (await browser.request('POST', '/bff/webhooks')).json() as Webhooks
const read = async () => (await browser.request('GET', '/bff/webhooks')).json() as Webhooks
const post = (address: string, payload = '{"event":"x"}', headers: Record<string, string> = {}) =>
  rig.app.inject({
    method: 'POST',
    url: new URL(address).pathname,
    headers: { host: 'localhost:8700', 'content-type': 'application/json', ...headers },
    payload,
  })

describe('an address for webhooks', () => {
  test('is open only once it was asked for, and takes in what is posted there', async () => {
    expect(await read()).toMatchObject({ deliveries: [] })
    expect(await read()).not.toHaveProperty('address')
    const { address = '' } = await open()
    expect(address).toMatch(/^http:\/\/localhost:8700\/hooks\/[\w-]{43}$/)
    const taken = await post(address, '{"event":"bank-slip.created"}', { 'x-signature': 's' })
    expect(taken.statusCode).toBe(204)
    expect(taken.headers['cache-control']).toBe('no-store')
    const { deliveries } = await read()
    expect(deliveries).toMatchObject([{ body: '{"event":"bank-slip.created"}', headers: { 'x-signature': 's' } }])
    expect((await open()).deliveries).toHaveLength(1)
  })

  test('takes in what is no JSON too, as it came', async () => {
    const { address = '' } = await open()
    expect((await post(address, '{cut', {})).statusCode).toBe(204)
    expect((await post(address, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(204)
    expect((await read()).deliveries.map(({ body }) => body)).toEqual(['{cut', 'a=b'])
  })

  test('that nobody opened takes nothing', async () => {
    expect((await post('http://localhost:8700/hooks/guessed')).statusCode).toBe(404)
  })

  test('keeps no credentials of the sender, and takes no long body', async () => {
    const { address = '' } = await open()
    await post(address, '{}', { authorization: 'Bearer canary', cookie: 'a=canary' })
    expect((await post(address, 'x'.repeat(40_000))).statusCode).toBe(413)
    expect(JSON.stringify((await read()).deliveries)).not.toContain('canary')
    expect((await read()).deliveries).toHaveLength(1)
  })

  test('keeps the newest fifty', async () => {
    const { address = '' } = await open()
    for (let number = 0; number < 55; number++) await post(address, String(number))
    const bodies = (await read()).deliveries.map(({ body }) => body)
    expect([bodies.length, bodies[0], bodies[49]]).toEqual([50, '5', '54'])
  })

  test('is closed by the sign-out, and by another sign-in', async () => {
    const { address = '' } = await open()
    await browser.signIn()
    expect((await post(address)).statusCode).toBe(404)
    const { address: next = '' } = await open()
    expect(next).not.toBe(address)
    await browser.request('DELETE', '/bff/session')
    expect((await post(next)).statusCode).toBe(404)
    expect((await browser.request('GET', '/bff/webhooks')).statusCode).toBe(401)
  })
})

test('an address that was opened before the newest session key stays the session’s, and the sign-out closes it', async () => {
  const { address = '' } = await open()
  const two = `two:${Buffer.alloc(32, 2).toString('base64url')}`
  const configuration = configure(rig.server.address, { variables: { SESSION_KEYS: `${two},${sessionKey}` } })
  const app = await buildApp({ configuration, store: rig.store, clock: () => rig.clock.now, log: { write() {} } })
  browser.app = app
  expect(await read()).toMatchObject({ address })
  expect(await open()).toMatchObject({ address })
  expect((await post(address)).statusCode).toBe(204)
  await browser.request('DELETE', '/bff/session')
  expect((await post(address)).statusCode).toBe(404)
  await app.close()
})

test('the name in an address, which lets anybody post there, is not logged', async () => {
  const { address = '' } = await open()
  await post(address)
  expect(rig.log.join('')).toContain('/hooks/:name')
  expect(rig.log.join('')).not.toContain(new URL(address).pathname)
})

test('too many deliveries from one address are turned away, and do not keep the page waiting', async () => {
  await rig.close()
  rig = await startRig({ limits: { requestsPerMinute: 5 } })
  browser = rig.browser()
  await browser.signIn()
  const { address = '' } = await open()
  const statuses = []
  for (let number = 0; number < 6; number++) statuses.push((await post(address)).statusCode)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  expect((await read()).deliveries).toHaveLength(5)
})

test('asking again and again what arrived does not keep a session alive', async () => {
  for (let minute = 0; minute < 10; minute++) {
    rig.clock.now += 59_000
    expect((await browser.request('GET', '/bff/webhooks')).statusCode).toBe(200)
  }
  rig.clock.now += 59_000
  expect((await browser.request('GET', '/bff/webhooks')).statusCode).toBe(401)
})

test.each([
  [false, undefined, false],
  [false, 'on', true],
  [true, undefined, true],
])('with stand-ins %s and WEBHOOKS %s, webhooks are taken in: %s', (builtIn, WEBHOOKS, expected) => {
  expect(configure('http://localhost:1', { variables: WEBHOOKS ? { WEBHOOKS } : {}, builtIn }).webhooks).toBe(expected)
})
