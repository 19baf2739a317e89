import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Renewal } from '#contract/session.ts'
import { openSqliteStore } from '../stores/sqlite.ts'
import type { SessionStore } from '../stores/store.ts'
import { type Behaviour, json } from '../testing/hostile-server.ts'
import { type Browser, type Rig, type RigOptions, startRig } from '../testing/rig.ts'

let rig: Rig
const restart = async (options: RigOptions) => {
  await rig.close()
  rig = await startRig(options)
}
beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.close())

const renew = (browser: Browser) => browser.request('POST', '/bff/session/refresh')
const session = (browser: Browser) => browser.request('GET', '/bff/session')
const renewals = () => rig.server.at('/oauth2/token').filter(({ form }) => form.get('grant_type') === 'refresh_token')

async function signedIn(app = rig.app) {
  const browser = rig.browser(app)
  await browser.signIn()
  return browser
}

/** The same browser, as the other process meets it. */
function twin(browser: Browser, app = rig.apps[1]) {
  const other = rig.browser(app)
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  return other
}

/** Rotates refresh tokens, answers late, and revokes the family when an old one comes. */
function rotating(delay = 40): Behaviour {
  const current = new Map<string, string>()
  const seen = new Set<string>()
  return async (request, response) => {
    const given = request.form.get('refresh_token')
    if (given !== null && seen.has(given)) return json(response, { error: 'invalid_grant' }, 400)
    if (given !== null) seen.add(given)
    await new Promise((done) => setTimeout(done, delay))
    const family = given?.split('.')[0] ?? `family-${request.form.get('code')}`
    const next = `${family}.${seen.size}.${Math.random()}`
    current.set(family, next)
    const nonce = rig.server.nonces.get(request.form.get('code') ?? '')
    const id_token = await rig.server.idToken(given === null ? { nonce, sub: family } : { sub: family })
    json(response, {
      access_token: `access-of-${family}-${seen.size}`,
      refresh_token: next,
      id_token,
      token_type: 'Bearer',
    })
  }
}

describe('a renewal', () => {
  test('sends the refresh token once and tells the new tokens without it', async () => {
    const browser = await signedIn()
    const before = (await session(browser)).json()
    rig.clock.now += 60_000
    const response = await renew(browser)
    const body: Renewal = response.json()
    expect(Value.Check(Renewal, body)).toBe(true)
    if (body.state !== 'renewed') throw new Error(body.state)
    expect(body.session.accessToken).not.toBe(before.accessToken)
    expect(body.session).toMatchObject({ renewals: 1, receivedAt: rig.clock.now / 1000, signedInAt: before.signedInAt })
    expect(response.body).not.toMatch(/refresh-\d+-canary/)
    expect(renewals()).toHaveLength(1)
    expect([...(renewals()[0]?.form.keys() ?? [])]).toEqual(['grant_type', 'refresh_token'])
    expect((await session(browser)).json().accessToken).toBe(body.session.accessToken)
  })

  test('keeps the refresh token and the ID token where the response brings none', async () => {
    const browser = await signedIn()
    const before = (await session(browser)).json()
    rig.server.behave('/oauth2/token', (_, response) => json(response, { access_token: 'newer', token_type: 'bearer' }))
    expect((await renew(browser)).json()).toMatchObject({
      state: 'renewed',
      session: { accessToken: 'newer', idToken: before.idToken, refreshToken: before.refreshToken },
    })
    await renew(browser)
    expect(new Set(renewals().map(({ form }) => form.get('refresh_token'))).size).toBe(1)
  })

  test('cannot be had without a refresh token', async () => {
    rig.server.behave('/oauth2/token', async (request, response) =>
      json(response, await rig.server.tokens(request, { refresh_token: undefined })),
    )
    expect((await renew(await signedIn())).json()).toEqual({ state: 'no-refresh-token' })
  })

  test('cannot be had without a session', async () => {
    expect((await renew(rig.browser())).statusCode).toBe(401)
    expect(renewals()).toEqual([])
  })
})

describe('renewals at once', () => {
  test('attack 28: in two tabs of one session send one request, and both get the new token', async () => {
    rig.server.behave('/oauth2/token', rotating())
    const browser = await signedIn()
    const answers = await Promise.all([renew(browser), renew(browser)])
    expect(answers.map((answer) => answer.json().state)).toEqual(['renewed', 'renewed'])
    expect(new Set(answers.map((answer) => answer.json().session.accessToken)).size).toBe(1)
    expect(renewals()).toHaveLength(1)
  })

  test('attack 29: fifty over two processes send one request', async () => {
    await restart({ processes: 2 })
    rig.server.behave('/oauth2/token', rotating())
    const browser = await signedIn()
    const other = twin(browser)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => renew(index % 2 ? browser : other)))
    expect(answers.map((answer) => answer.json().state)).toEqual(Array(50).fill('renewed'))
    expect(new Set(answers.map((answer) => answer.json().session.accessToken)).size).toBe(1)
    expect(renewals()).toHaveLength(1)
  })

  test('that fail are told to all who waited, after one request', async () => {
    await restart({ processes: 2, limits: { identityMilliseconds: 300 } })
    const browser = await signedIn()
    rig.server.behave('/oauth2/token', () => {})
    const answers = await Promise.all([renew(browser), renew(twin(browser)), renew(browser)])
    expect(answers.map((answer) => answer.json().state)).toEqual(['kept', 'kept', 'kept'])
    expect(renewals()).toHaveLength(1)
    expect((await session(browser)).json()).toMatchObject({ state: 'signed-in' })
  })

  test('attack 33: of two people never give one the token of the other, in a thousand rounds', async () => {
    // However busy the machine is: what takes long is none of its business.
    await restart({ limits: { identityMilliseconds: 600_000, storeMilliseconds: 600_000 } })
    rig.server.behave('/oauth2/token', rotating(0))
    const people = [await signedIn(), await signedIn()]
    const subjects = await Promise.all(people.map(async (one) => familyOf((await session(one)).json().accessToken)))
    expect(subjects[0]).not.toBe(subjects[1])
    for (let round = 0; round < 1_000; round++) {
      const answers = await Promise.all(people.map(renew))
      for (const answer of answers) expect(answer.json(), `round ${round}`).toMatchObject({ state: 'renewed' })
      expect(answers.map((answer) => familyOf(answer.json().session.accessToken))).toEqual(subjects)
    }
  })

  test('attack 30: after the process that was renewing was killed go on when its lock expires', async () => {
    const browser = await signedIn()
    const taken: { name: string; expiresAt: number }[] = []
    const { claim } = rig.store
    rig.store.claim = (name, holder, expiresAt) => {
      taken.push({ name, expiresAt })
      return claim(name, holder, expiresAt)
    }
    await renew(browser)
    rig.store.claim = claim
    const [{ name, expiresAt } = { name: '', expiresAt: Number.POSITIVE_INFINITY }] = taken
    const { identityMilliseconds, storeMilliseconds } = rig.configuration.limits
    expect(expiresAt - rig.clock.now).toBeLessThanOrEqual(identityMilliseconds + 4 * storeMilliseconds)
    await claim(name, 'killed', expiresAt)
    const waiting = renew(browser)
    setTimeout(() => {
      rig.clock.now = expiresAt
    }, 100)
    expect((await waiting).json()).toMatchObject({ state: 'renewed', session: { renewals: 2 } })
  })
})

const familyOf = (accessToken: string) => accessToken.split('-canary-')[0]

describe('a renewal that fails', () => {
  test.each([
    ['invalid_grant', 400],
    ['invalid_request', 400],
    ['invalid_grant', 401],
  ])('attack 32: with %s ends the session (status %i)', async (error, status) => {
    const browser = await signedIn()
    rig.server.behave('/oauth2/token', (_, response) => json(response, { error }, status))
    const replay = twin(browser, rig.app)
    const body: Renewal = (await renew(browser)).json()
    expect(Value.Check(Renewal, body)).toBe(true)
    expect(body).toMatchObject({ state: 'ended', exchange: { step: 'refresh', response: { status } } })
    expect(JSON.stringify(body)).not.toContain('canary')
    expect((await session(replay)).statusCode).toBe(401)
    expect((await renew(replay)).statusCode).toBe(401)
    expect(renewals()).toHaveLength(1)
  })

  test.each<[string, Behaviour]>([
    ['a reset', (_, response) => void response.socket?.destroy()],
    ['an error of the server', (_, response) => json(response, {}, 500)],
    ['a client that is not known', (_, response) => json(response, { error: 'client_not_found' }, 401)],
    ['a response that is no token response', (_, response) => void response.end('<html>')],
  ])('by %s keeps the session, after one attempt', async (_, behaviour) => {
    const browser = await signedIn()
    rig.server.behave('/oauth2/token', behaviour)
    expect((await renew(browser)).json()).toMatchObject({ state: 'kept' })
    expect(renewals()).toHaveLength(1)
    expect((await session(browser)).json()).toMatchObject({ state: 'signed-in', renewals: 0 })
  })

  test.each([
    ['another person', { sub: 'person-2' }, 'subject-changed'],
    ['another issuer', { iss: 'https://evil.example' }, 'id-token-issuer'],
  ])('attack 13: because its ID token is of %s ends the session', async (_, claims, check) => {
    const browser = await signedIn()
    rig.server.behave('/oauth2/token', async (request, response) =>
      json(response, await rig.server.tokens(request, { id_token: await rig.server.idToken(claims) })),
    )
    const replay = twin(browser, rig.app)
    const body = (await renew(browser)).json()
    expect(body).toMatchObject({ state: 'ended', exchange: { flow: { refused: { check } } } })
    expect((await session(replay)).statusCode).toBe(401)
  })

  test('attack 32: by a time-out is not tried again by itself', async () => {
    await restart({ limits: { identityMilliseconds: 300 } })
    const browser = await signedIn()
    rig.server.behave('/oauth2/token', () => {})
    expect((await renew(browser)).json()).toMatchObject({ state: 'kept', exchange: { failure: { kind: 'timeout' } } })
    expect(renewals()).toHaveLength(1)
  })

  test('attack 31: because its tokens cannot be stored asks to sign in again, and does not go round', async () => {
    let broken = false
    await restart({
      store: (file, clock) => {
        const store: SessionStore = openSqliteStore(file, clock)
        return {
          ...store,
          replace: (...all) => (broken ? Promise.reject(new Error('disk full')) : store.replace(...all)),
        }
      },
    })
    const browser = await signedIn()
    broken = true
    const response = await renew(browser)
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({
      code: 'session-ended',
      message: expect.stringContaining('could not be stored'),
    })
    expect((await renew(browser)).statusCode).toBe(401)
    expect(renewals()).toHaveLength(1)
  })

  test('does not bring back a session that was signed out meanwhile', async () => {
    rig.server.behave('/oauth2/token', rotating(100))
    const browser = await signedIn()
    const [other, replay] = [twin(browser, rig.app), twin(browser, rig.app)]
    const renewal = renew(browser)
    await vi.waitUntil(() => renewals().length === 1)
    await other.request('DELETE', '/bff/session')
    expect((await renewal).statusCode).toBe(401)
    expect((await session(replay)).statusCode).toBe(401)
  })
})

test('attack 50: stopping the process in the middle of a renewal finishes and stores it', async () => {
  await restart({ processes: 2 })
  rig.server.behave('/oauth2/token', rotating(150))
  const browser = await signedIn()
  const other = twin(browser)
  const renewal = renew(browser)
  await vi.waitUntil(() => renewals().length === 1)
  await rig.app.close()
  const now = (await session(other)).json()
  expect(now).toMatchObject({ renewals: 1 })
  expect((await renewal).json().session.accessToken).toBe(now.accessToken)
})
