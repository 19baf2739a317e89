import { DatabaseSync } from 'node:sqlite'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Session } from '#contract/session.ts'
import { buildApp } from '../app.ts'
import { json } from '../testing/hostile-server.ts'
import { type Browser, configure, type Rig, type RigOptions, secret, startRig } from '../testing/rig.ts'

let rig: Rig
const restart = async (options: RigOptions) => {
  await rig.close()
  rig = await startRig(options)
}
beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.close())

const session = (browser: Browser) => browser.request('GET', '/bff/session')
const cookieName = 'claimcheck-session'

describe('the session cookie', () => {
  test('attack 21: is bound to the host, hidden from scripts and sent from this site alone, over https', async () => {
    await restart({ variables: { PUBLIC_URL: 'https://claimcheck.example' } })
    const browser = rig.browser()
    const json = { environment: 'test', client: 'portal', scopes: ['openid'] }
    const [transaction] = [(await browser.request('POST', '/bff/sign-in', { json })).headers['set-cookie']].flat()
    expect(transaction).toMatch(
      /^__Host-claimcheck-tx-[\w-]+=[\w-]{43}; Max-Age=1200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const { response } = await browser.signIn()
    expect(String(response.headers['set-cookie'])).toMatch(
      /^__Host-claimcheck-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
  })

  test('attack 21: is the same less what http forbids, on this machine', async () => {
    const { response } = await rig.browser().signIn()
    expect(String(response.headers['set-cookie'])).toMatch(
      /^claimcheck-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
  })

  test('attack 21: is not set for a visit without sign-in', async () => {
    const browser = rig.browser()
    for (const path of ['/bff/config', '/bff/session', '/bff/keys/test', '/healthz', '/readyz', '/']) {
      expect((await browser.request('GET', path)).headers).not.toHaveProperty('set-cookie')
    }
  })

  test('attack 22: is a new one after sign-in, and a planted one or an older one is dead', async () => {
    const browser = rig.browser()
    await browser.signIn()
    const first = browser.cookies.get(cookieName) ?? ''
    await browser.signIn()
    expect(browser.cookies.get(cookieName)).not.toBe(first)
    const thief = rig.browser()
    thief.cookies.set(cookieName, first)
    expect((await session(thief)).statusCode).toBe(401)
    const victim = rig.browser()
    victim.cookies.set(cookieName, 'planted')
    await victim.signIn()
    thief.cookies.set(cookieName, 'planted')
    expect((await session(thief)).statusCode).toBe(401)
  })

  test.each([
    ['with one character changed', (cookie: string) => `${cookieName}=${cookie.slice(0, -1)}-`, 401],
    ['twice', (cookie: string) => `${cookieName}=${cookie}; ${cookieName}=planted`, 400],
    ['empty', () => `${cookieName}=`, 401],
    ['that is no text', () => `${cookieName}=%ff%00`, 401],
  ])('attack 23: %s is rejected', async (_, spell, status) => {
    const browser = rig.browser()
    await browser.signIn()
    const cookie = spell(browser.cookies.get(cookieName) ?? '')
    const response = await browser.request('GET', '/bff/session', { headers: { cookie } })
    expect(response.statusCode).toBe(status)
    expect(response.headers).not.toHaveProperty('set-cookie')
  })
})

describe('a session', () => {
  test('tells all that the page may know, and the refresh token only as a trace', async () => {
    const browser = rig.browser()
    await browser.signIn()
    const response = await session(browser)
    expect(Value.Check(Session, response.json())).toBe(true)
    expect(response.json().nonce).toMatch(/^[\w-]{20,}$/)
    expect(response.json()).toMatchObject({
      state: 'signed-in',
      environment: 'test',
      client: 'portal',
      requestedScopes: ['openid', 'apps'],
      idTokenChecked: 'signature-and-claims',
      nonce: JSON.parse(Buffer.from(response.json().idToken.split('.')[1], 'base64url').toString()).nonce,
      boundBy: 'state',
      renewals: 0,
      refreshToken: { fingerprint: expect.stringMatching(/^fp:/), receivedAt: rig.clock.now / 1000 },
    })
    expect(response.body).not.toMatch(/refresh-\d+-canary/)
  })

  test('attack 24: ends when it is not used for an hour, and each use restarts the hour', async () => {
    const browser = rig.browser()
    await browser.signIn()
    rig.clock.now += 3_599_000
    expect((await session(browser)).statusCode).toBe(200)
    rig.clock.now += 3_599_000
    expect((await session(browser)).statusCode).toBe(200)
    rig.clock.now += 3_601_000
    expect((await session(browser)).json()).toMatchObject({ code: 'session-ended' })
  })

  test('attack 24: ends after eight hours however much it is used', async () => {
    const browser = rig.browser()
    await browser.signIn()
    for (let hour = 0; hour < 16; hour++) {
      expect((await session(browser)).statusCode).toBe(200)
      rig.clock.now += 1_800_000
    }
    expect((await session(browser)).statusCode).toBe(401)
  })

  test('attack 25: is gone at once after sign-out, for its replayed cookie as well, also with the identity service down', async () => {
    const browser = rig.browser()
    await browser.signIn()
    await rig.server.close()
    const replay = rig.browser()
    replay.cookies.set(cookieName, browser.cookies.get(cookieName) ?? '')
    const out = await browser.request('DELETE', '/bff/session')
    expect(out.json()).toMatchObject({ state: 'signed-out' })
    expect(browser.cookies.has(cookieName)).toBe(false)
    expect((await session(replay)).statusCode).toBe(401)
    const rows = new DatabaseSync(rig.file).prepare("SELECT key FROM entries WHERE key LIKE 'session:%'").all()
    expect(rows).toEqual([])
  })

  describe('that is signed out of, where the identity service takes revocations,', () => {
    const signedIn = async () => {
      await restart({ environment: { revocation_url: '$/revoke' } })
      const browser = rig.browser()
      await browser.signIn()
      return browser
    }
    const revoked = () => rig.server.at('/revoke').map(({ form }) => [form.get('token_type_hint'), form.get('token')])

    test('has its tokens revoked with the credentials of the client, the refresh token first', async () => {
      const browser = await signedIn()
      const { accessToken } = (await session(browser)).json()
      await browser.request('DELETE', '/bff/session')
      await vi.waitUntil(() => revoked().length === 2)
      expect(revoked()).toEqual([
        ['refresh_token', expect.stringMatching(/^refresh-\d+-canary$/)],
        ['access_token', accessToken],
      ])
      const basic = `Basic ${Buffer.from(`client-1:${secret}`).toString('base64')}`
      expect(rig.server.at('/revoke')[0]?.headers.authorization).toBe(basic)
      expect(rig.log.join('')).not.toContain('not revoked')
    })

    test('attack 25: is over at once where the service hangs or refuses, and the log says that the tokens stand', async () => {
      const browser = await signedIn()
      let refuse = () => {}
      rig.server.behave('/revoke', (_, response) => {
        refuse = () => json(response, { error: 'server_error' }, 503)
      })
      expect((await browser.request('DELETE', '/bff/session')).json()).toMatchObject({ state: 'signed-out' })
      expect(browser.cookies.has(cookieName)).toBe(false)
      await vi.waitUntil(() => revoked().length === 1)
      rig.server.behave('/revoke', (_, response) => json(response, { error: 'unsupported_token_type' }, 400))
      refuse()
      await vi.waitUntil(() => revoked().length === 2)
      await rig.app.close()
      const told = rig.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'token not revoked')
      expect(told).toMatchObject([{ environment: 'test', token: 'refresh_token', why: 'status 503', level: 40 }])
    })
  })

  test('can be signed out of where there is none', async () => {
    expect((await rig.browser().request('DELETE', '/bff/session')).json()).toMatchObject({ state: 'signed-out' })
  })

  test('attack 26: of another person has nothing of the one before', async () => {
    const browser = rig.browser()
    await browser.signIn()
    const before = (await session(browser)).json()
    await browser.signIn({ person: 'person-2' })
    const after = await session(browser)
    expect(after.json().accessToken).toMatch(/-of-person-2-canary$/)
    for (const trace of [before.accessToken, before.idToken, before.refreshToken.fingerprint]) {
      expect(after.body).not.toContain(trace)
    }
  })

  test('survives a restart of the process', async () => {
    const browser = rig.browser()
    await browser.signIn()
    const { configuration, store } = rig
    const second = await buildApp({ configuration, store, clock: () => rig.clock.now, log: { write() {} } })
    browser.app = second
    expect((await session(browser)).json()).toMatchObject({ state: 'signed-in' })
    await second.close()
  })
})

describe('a browser', () => {
  /** The same browser as another tab sees it: its cookies as they are now. */
  const tabOf = (browser: Browser, app = rig.app) => {
    const tab = rig.browser(app)
    for (const [name, value] of browser.cookies) tab.cookies.set(name, value)
    return tab
  }
  const kept = (kind: 'session' | 'transaction') =>
    new DatabaseSync(rig.file).prepare(`SELECT key FROM entries WHERE key LIKE '${kind}:%'`).all().length

  /** Lets token requests wait; `waiting` resolves when `count` of them do. */
  function holdTokens(count: number) {
    let release = () => {}
    const released = new Promise<void>((resume) => {
      release = resume
    })
    const waiting = new Promise<void>((reached) => {
      let arrived = 0
      rig.server.behave('/oauth2/token', async (request, response) => {
        if (++arrived === count) reached()
        await released
        json(response, await rig.server.tokens(request))
      })
    })
    return { waiting, release }
  }

  const started = async (browser: Browser) => {
    const opened = await browser.open()
    return { opened, query: browser.callback(opened).query }
  }

  test('has one session of one person, also when two of its tabs finish signing in at once, over two processes', async () => {
    await restart({ processes: 2 })
    const browser = rig.browser()
    const first = await started(browser)
    const second = await started(browser)
    const tabs = rig.apps.map((app) => tabOf(browser, app))
    const held = holdTokens(2)
    const results = [first, second].map(({ opened, query }, index) => tabs[index]?.returnWith(opened, query))
    await held.waiting
    held.release()
    for (const result of results) expect((await result)?.state).toBe('signed-in')
    expect(kept('session')).toBe(1)
    for (const signedOutBy of tabs) {
      await signedOutBy.request('DELETE', '/bff/session')
      expect(kept('session')).toBe(0)
    }
  })

  test('that is signed out of in one tab is not signed in by an exchange that runs in another', async () => {
    const browser = rig.browser()
    await browser.signIn()
    const { opened, query } = await started(browser)
    const tab = tabOf(browser)
    const held = holdTokens(1)
    const response = tab.redirect(opened, query)
    await held.waiting
    await browser.request('DELETE', '/bff/session')
    expect([...browser.cookies.keys()]).toEqual(['claimcheck-browser', `claimcheck-tx-${opened.transaction}`])
    held.release()
    expect((await response).json()).toEqual({ state: 'unknown' })
    expect((await response).cookies.map(({ name, value }) => [name, value])).toEqual([
      [`claimcheck-tx-${opened.transaction}`, ''],
    ])
    expect([kept('session'), kept('transaction')]).toEqual([0, 0])
    expect(await tab.outcome(opened)).toEqual({ state: 'unknown' })
    rig.server.behave('/oauth2/token', async (request, response) => json(response, await rig.server.tokens(request)))
    expect((await tab.signIn()).result.state).toBe('signed-in')
  })

  test('finishes a sign-in that was in progress in another tab at the sign-out, in the same browser', async () => {
    const browser = rig.browser()
    await browser.signIn()
    const { opened, query } = await started(browser)
    const name = browser.cookies.get('claimcheck-browser')
    await browser.request('DELETE', '/bff/session')
    expect(browser.cookies.get('claimcheck-browser')).toBe(name)
    expect((await browser.returnWith(opened, query)).state).toBe('signed-in')
    const other = await started(browser)
    const stale = tabOf(browser)
    expect((await browser.returnWith(other.opened, other.query)).state).toBe('signed-in')
    expect(kept('session')).toBe(1)
    expect((await session(stale)).statusCode).toBe(401)
  })

  test('that has lost its name gets another with the session that begins', async () => {
    const browser = rig.browser()
    const { opened, query } = await started(browser)
    browser.cookies.delete('claimcheck-browser')
    await browser.returnWith(opened, query)
    expect(browser.cookies.get('claimcheck-browser')).toMatch(/^[\w-]{43}$/)
    await browser.signIn()
    expect(kept('session')).toBe(1)
  })

  test('is known by a name that is kept as its session is, and gone after the sign-out', async () => {
    const browser = rig.browser()
    const json = { environment: 'test', client: 'portal', scopes: ['openid'] }
    const cookies = [(await browser.request('POST', '/bff/sign-in', { json })).headers['set-cookie']].flat()
    expect(cookies[1]).toMatch(/^claimcheck-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    await browser.signIn()
    const name = browser.cookies.get('claimcheck-browser') ?? ''
    expect(name).not.toBe('')
    const rows = new DatabaseSync(rig.file).prepare('SELECT key, value FROM entries').all()
    expect(rows.map(({ key, value }) => `${key}${Buffer.from(value as Uint8Array)}`).join()).not.toContain(name)
    rig.clock.now += 1_201_000
    await browser.request('DELETE', '/bff/session')
    expect(browser.cookie).toBeUndefined()
  })
})

describe('key rotation', () => {
  const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64url')}`
  const reopen = (keys: string) =>
    buildApp({
      configuration: configure(rig.server.address, { variables: { SESSION_KEYS: keys } }),
      store: rig.store,
      clock: () => rig.clock.now,
      log: { write() {} },
    })

  test('attack 49: reads with the old key, writes with the new one, and without the old one the session has ended', async () => {
    const browser = rig.browser()
    await browser.signIn()
    const both = await reopen(`${key('two', 2)},${key('one', 1)}`)
    browser.app = both
    expect((await session(browser)).statusCode).toBe(200)
    const later = rig.browser(both)
    await later.signIn()
    const newest = await reopen(key('two', 2))
    later.app = newest
    browser.app = newest
    expect((await session(later)).statusCode).toBe(200)
    expect((await session(browser)).statusCode).toBe(401)
    await both.close()
    await newest.close()
  })
})

test('attack 27: every answer below /bff forbids keeping it, and so does a health check', async () => {
  const browser = rig.browser()
  const answers = [
    (await browser.signIn()).response,
    await session(browser),
    await browser.request('GET', '/bff/config'),
    await browser.request('GET', '/bff/nothing'),
    await browser.request('GET', '/healthz'),
    await browser.request('GET', '/readyz'),
    await browser.request('PUT', '/bff/session'),
    await browser.request('POST', '/bff/calls', { json: { operation: 'list-bank-slips' } }),
    await browser.request('POST', '/bff/calls', { json: 7 }),
    await browser.request('GET', '/bff/session', { headers: { 'x-claimcheck': undefined } }),
    await browser.request('DELETE', '/bff/session'),
  ]
  for (const answer of answers) expect(answer.headers['cache-control']).toBe('no-store')
})
