import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Messages } from '#contract/messages.ts'
import { sessionHeader } from '#contract/session.ts'
import { json } from '../testing/hostile-server.ts'
import { type Browser, type Rig, startRig } from '../testing/rig.ts'

let rig: Rig
let browser: Browser
beforeEach(async () => {
  rig = await startRig({ processes: 2, limits: { callsAtOnce: 40 } })
  browser = rig.browser()
})
afterEach(() => rig.close())

const read = async (from: Browser = browser) =>
  ((await from.request('GET', '/bff/messages')).json() as Messages).messages
const steps = async (from?: Browser) => (await read(from)).map(({ step }) => step)
const call = (path: string, options: object = {}) =>
  browser.request('POST', '/bff/calls', { json: { method: 'GET', path, ...options } })

describe('the messages of a session', () => {
  test('are the sign-in, each renewal and each call, in the order in which they were sent', async () => {
    await browser.signIn()
    rig.clock.now += 1_000
    await call('bank-slips')
    rig.clock.now += 1_000
    await browser.request('POST', '/bff/session/refresh')
    rig.clock.now += 1_000
    await call('accounts')
    expect(await steps()).toEqual(['authorize', 'token', 'api', 'refresh', 'api'])
    const [authorize, token, first] = await read()
    expect(authorize?.request.url).toMatch(/\/oauth2\/authorize\?client_id=client-1&response_type=code&.*&state=s&/)
    expect(authorize?.response?.headers.location).toMatch(/^http:\/\/localhost:8700\/callback\?code=fp%3A/)
    expect(token?.request.form?.grant_type).toBe('authorization_code')
    expect(first?.request.url).toBe(`${rig.server.address}/v1/bank-slips`)
  })

  test('tell how long the person was away at the identity service', async () => {
    const opened = await browser.open()
    rig.clock.now += 42_000
    await browser.returnWith(opened, browser.callback(opened).query)
    const [authorize] = await read()
    expect(authorize?.durationMs).toBe(42_000)
    expect((authorize?.at ?? 0) - (authorize?.startedAt ?? 0)).toBe(42)
  })

  test('hold no code, verifier, secret, token or cookie', async () => {
    await browser.signIn()
    await call('bank-slips')
    await browser.request('POST', '/bff/session/refresh')
    const { body } = await browser.request('GET', '/bff/messages')
    expect(body).not.toContain('canary')
    expect(body).not.toContain('eyJ')
    for (const value of browser.cookies.values()) expect(body).not.toContain(value)
    expect(body.match(/"(code|code_verifier|refresh_token)":"fp:[\w-]{8}"/g)).toHaveLength(3)
  })

  test('keep what the bearer of a call said, less its signature, through a renewal', async () => {
    const jwt = await rig.server.idToken({ scope: 'apps' })
    rig.server.behave('/oauth2/token', async (seen, response) =>
      json(response, await rig.server.tokens(seen, { access_token: jwt })),
    )
    await browser.signIn()
    await call('bank-slips')
    await browser.request('POST', '/bff/session/refresh')
    const [, , called] = await read()
    expect(called?.token).toMatchObject({ header: { alg: 'RS256' }, claims: { scope: 'apps' } })
    const { body } = await browser.request('GET', '/bff/messages')
    expect(body).not.toContain(jwt.split('.')[2])
  })

  test('are all kept when many calls are made at once, over two processes', async () => {
    await browser.signIn()
    const elsewhere = rig.browser(rig.apps[1])
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
    const numbers = Array.from({ length: 40 }, (_, index) => index)
    await Promise.all(
      numbers.map((number) =>
        (number % 2 ? browser : elsewhere).request('POST', '/bff/calls', {
          json: { method: 'GET', path: `slips/${number}` },
        }),
      ),
    )
    await read(browser)
    const called = (await read(elsewhere)).slice(2).map(({ request }) => Number(request.url.split('/').pop()))
    expect(called.sort((a, b) => a - b)).toEqual(numbers)
  })

  test('are a hundred at most: the oldest give way', async () => {
    await browser.signIn()
    for (let number = 0; number < 105; number++) {
      rig.clock.now += 1
      await call(`slips/${number}`)
    }
    const messages = await read()
    expect(messages).toHaveLength(100)
    expect(messages[0]?.request.url).toMatch(/\/slips\/5$/)
    expect(messages[99]?.request.url).toMatch(/\/slips\/104$/)
  })

  test('are cut where a body is too long to keep, and say so; the response itself stays whole', async () => {
    await browser.signIn()
    rig.server.behave('/v1/long', (_, response) => json(response, { text: 'é'.repeat(40_000) }))
    rig.server.behave('/v1/binary', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(Buffer.alloc(40_000))
    })
    const answer = await call('long', { method: 'POST', body: JSON.stringify({ sent: 'x'.repeat(20_000) }) })
    expect(answer.json().response.body.length).toBeGreaterThan(40_000)
    rig.clock.now += 1
    await call('binary')
    const [, , long, binary] = await read()
    expect(long?.shortened).toEqual(['request', 'response'])
    expect(Buffer.byteLength(long?.response?.body ?? '')).toBeLessThanOrEqual(24_576)
    expect(long?.response?.body).not.toContain('\ufffd')
    expect(long?.request.body).toHaveLength(8_192)
    expect(long?.response?.size).toBeGreaterThan(80_000)
    expect(binary?.shortened).toEqual(['response'])
    expect(binary?.response).toMatchObject({ status: 200, size: 40_000 })
    expect(binary?.response).not.toHaveProperty('bodyBase64')
  })

  test('stay through a renewal that the identity service refused for now', async () => {
    await browser.signIn()
    rig.server.behave('/oauth2/token', (_, response) => json(response, { error: 'temporarily_unavailable' }, 503))
    await browser.request('POST', '/bff/session/refresh')
    const messages = await read()
    expect(messages.map(({ step }) => step)).toEqual(['authorize', 'token', 'refresh'])
    expect(messages[2]?.response?.status).toBe(503)
  })

  test('are gone with it, and a call that was in progress at the sign-out leaves none', async () => {
    await browser.signIn()
    const cookies = new Map(browser.cookies)
    let answer = () => {}
    const asked = new Promise<void>((reached) => {
      rig.server.behave('/v1/slow', async (_, response) => {
        reached()
        await new Promise<void>((resume) => {
          answer = resume
        })
        json(response, {})
      })
    })
    const slow = rig.browser()
    for (const [name, value] of cookies) slow.cookies.set(name, value)
    const under = slow.request('POST', '/bff/calls', { json: { method: 'GET', path: 'slow' } })
    await asked
    await browser.request('DELETE', '/bff/session')
    answer()
    expect((await under).statusCode).toBe(401)
    const replayed = rig.browser()
    for (const [name, value] of cookies) replayed.cookies.set(name, value)
    expect((await replayed.request('GET', '/bff/messages')).statusCode).toBe(401)
    expect(await read()).toEqual([])
  })

  test('of one person are not those of the next who signs in, and stay theirs', async () => {
    await browser.signIn()
    const first = browser.session
    await call('of-the-first')
    rig.clock.now += 1_000
    await browser.signIn({ person: 'person-2' })
    expect(await steps()).toEqual(['authorize', 'token'])
    browser.session = first
    expect(await steps()).toEqual(['authorize', 'token', 'api'])
  })

  test('go on when the same person signs in again, the newest hundred of them', async () => {
    await browser.signIn()
    for (let number = 0; number < 98; number++) {
      rig.clock.now += 1
      await call(`number-${number}`)
    }
    rig.clock.now += 1
    await browser.signIn()
    const messages = await read()
    expect(messages).toHaveLength(100)
    expect(messages.slice(-3).map(({ step }) => step)).toEqual(['api', 'authorize', 'token'])
    expect(messages[0]?.request.url).toMatch(/number-0$/)
  })
})

describe('a sign-in that came to nothing', () => {
  const deny = async () => {
    const opened = await browser.open()
    await browser.returnWith(
      opened,
      new URLSearchParams({ error: 'access_denied', iss: rig.server.address }).toString(),
    )
  }

  test('is told without a session too', async () => {
    await deny()
    const [denied] = await read()
    expect(denied?.response?.headers.location).toContain('error=access_denied')
  })

  test('is told with both of its messages when the code was refused', async () => {
    rig.server.behave('/oauth2/token', (_, response) => json(response, { error: 'client_not_found' }, 401))
    await browser.signIn()
    expect(await steps()).toEqual(['authorize', 'token'])
  })

  test('is told beside the session that it left standing, and not to the session that began after it', async () => {
    await browser.signIn()
    rig.clock.now += 1_000
    await deny()
    expect(await steps()).toEqual(['authorize', 'token', 'authorize'])
    const { messages, refused } = (await browser.request('GET', '/bff/messages')).json<Messages>()
    expect(refused).toEqual([messages[2]?.id])
    rig.clock.now += 1_000
    await browser.signIn({ person: 'person-2' })
    expect(await steps()).toEqual(['authorize', 'token'])
    const unnamed = await browser.request('GET', '/bff/messages', { headers: { [sessionHeader]: undefined } })
    expect(unnamed.json()).toMatchObject({ messages: [] })
  })

  test('is forgotten at the sign-out', async () => {
    await browser.signIn()
    rig.clock.now += 1_000
    await deny()
    await browser.request('DELETE', '/bff/session')
    expect(await read()).toEqual([])
    expect(browser.cookie).toBeUndefined()
  })
})

test('a browser that never signed in has no messages', async () => {
  expect(await read()).toEqual([])
})
