import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SignInResult, Transaction } from '#contract/sign-in.ts'
import { openSqliteStore } from '../stores/sqlite.ts'
import type { SessionStore } from '../stores/store.ts'
import { json } from '../testing/hostile-server.ts'
import { type Rig, type RigOptions, refusedCheck, secret, startRig } from '../testing/rig.ts'

let rig: Rig
const restart = async (options: RigOptions) => {
  await rig.close()
  rig = await startRig(options)
}
beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.close())

const ofTheConnection = ['host', 'connection', 'content-length']

describe('a sign-in that goes well', () => {
  test('attack 1: sends one token request with exactly the documented fields, and begins a session', async () => {
    const browser = rig.browser()
    const { opened, code, response, result } = await browser.signIn()
    expect(Value.Check(Transaction, opened)).toBe(true)
    expect(Value.Check(SignInResult, result)).toBe(true)
    expect(response.statusCode).toBe(200)
    expect(await browser.outcome(opened)).toEqual({ state: 'signed-in' })
    const [request, ...more] = rig.server.at('/oauth2/token')
    expect(more).toEqual([])
    expect(request?.method).toBe('POST')
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(
      Object.keys(request?.headers ?? {})
        .filter((name) => !ofTheConnection.includes(name))
        .sort(),
    ).toEqual(['accept', 'accept-encoding', 'authorization', 'content-type'])
    const form = Object.fromEntries(request?.form ?? [])
    expect(form).toEqual({
      code,
      redirect_uri: 'http://localhost:8700/callback',
      grant_type: 'authorization_code',
      code_verifier: expect.stringMatching(/^[\w\-.~]{43}$/),
    })
    expect(
      createHash('sha256')
        .update(form.code_verifier ?? '')
        .digest('base64url'),
    ).toBe(opened.codeChallenge)
  })

  test('is responded with the session, as it can be asked for then, less the refresh token', async () => {
    const browser = rig.browser()
    const { response, result } = await browser.signIn()
    if (result.state !== 'signed-in') throw new Error(result.state)
    expect(result.session).toEqual((await browser.request('GET', '/bff/session')).json())
    expect(result.session.tokenResponse).toMatchObject({ token_type: 'Bearer', scope: 'openid apps', expires_in: 300 })
    expect(response.body).not.toMatch(/refresh-\d+-canary|"refresh_token"/)
  })

  test('attack 12: never makes the same nonce or the same challenge twice', async () => {
    const browser = rig.browser()
    const opened = [await browser.open(), await browser.open(), await browser.open()]
    expect(new Set(opened.map(({ nonce }) => nonce)).size).toBe(3)
    expect(new Set(opened.map(({ codeChallenge }) => codeChallenge)).size).toBe(3)
    for (const { codeChallenge, codeChallengeMethod } of opened) {
      expect(codeChallenge).toMatch(/^[\w-]{43}$/)
      expect(codeChallengeMethod).toBe('S256')
    }
  })

  test('attack 11: three tabs that start at once all finish', async () => {
    const browser = rig.browser()
    const opened = await Promise.all([browser.open(), browser.open(), browser.open()])
    for (const one of opened) {
      const { query } = browser.callback(one)
      expect((await browser.returnWith(one, query)).state).toBe('signed-in')
    }
  })

  test('a browser that starts many gives up the oldest', async () => {
    const browser = rig.browser()
    const first = await browser.open()
    for (let index = 0; index < 8; index++) {
      rig.clock.now += 1000
      await browser.open()
    }
    expect([...browser.cookies.keys()].filter((name) => name.includes('-tx-'))).toHaveLength(8)
    expect(await browser.outcome(first)).toEqual({ state: 'unknown' })
  })

  test('attack 3: is accepted without a state when the ID token carries the nonce of this browser', async () => {
    const browser = rig.browser()
    expect((await browser.signIn({ state: 'absent' })).result.state).toBe('signed-in')
    expect((await browser.request('GET', '/bff/session')).json()).toMatchObject({ boundBy: 'nonce' })
  })

  test('attack 4: is not accepted without a state where no nonce is sent either', async () => {
    await restart({ environment: { nonce: false } })
    const { result } = await rig.browser().signIn({ state: 'absent' })
    expect(refusedCheck(result)).toEqual({ check: 'nonce-missing', field: 'nonce' })
  })

  test('takes a redirect without iss where the environment is configured so', async () => {
    await restart({ environment: { iss_in_redirect: 'optional' } })
    const browser = rig.browser()
    const opened = await browser.open()
    const { code } = browser.callback(opened)
    expect((await browser.returnWith(opened, `code=${code}&state=s`)).state).toBe('signed-in')
  })

  test('sends neither nonce nor challenge where they are switched off', async () => {
    await restart({ environment: { nonce: false, pkce: false } })
    const { opened, result } = await rig.browser().signIn()
    expect(opened).not.toHaveProperty('nonce')
    expect(opened).not.toHaveProperty('codeChallenge')
    expect(result.state).toBe('signed-in')
    expect(rig.server.at('/oauth2/token')[0]?.form.has('code_verifier')).toBe(false)
  })

  test('attack 8: a code that looks like more parameters stays one code', async () => {
    const browser = rig.browser()
    const opened = await browser.open()
    const code = 'abc&redirect_uri=https://evil\r\nX:1'
    rig.server.nonces.set(code, opened.nonce ?? '')
    const query = new URLSearchParams({ code, iss: rig.server.address }).toString()
    expect((await browser.returnWith(opened, query)).state).toBe('signed-in')
    expect(rig.server.at('/oauth2/token')[0]?.form.getAll('code')).toEqual([code])
    expect(rig.server.at('/oauth2/token')[0]?.form.getAll('redirect_uri')).toEqual(['http://localhost:8700/callback'])
  })
})

describe('a redirect that does not hold is refused before any code is sent', () => {
  const own = () => encodeURIComponent(rig.server.address)
  test.each<[string, () => string, string, string?]>([
    ['its code came twice', () => `code=a&code=b&iss=${own()}`, 'parameter-repeated', 'code'],
    ['its state came twice', () => `code=a&state=1&state=2&iss=${own()}`, 'parameter-repeated', 'state'],
    ['its iss came twice', () => `code=a&iss=${own()}&iss=${own()}`, 'parameter-repeated', 'iss'],
    ['it brings a code and an error', () => `code=a&error=access_denied&iss=${own()}`, 'code-and-error'],
    ['it brings neither', () => `iss=${own()}`, 'code-missing'],
    ['its iss is another server', () => 'code=a&iss=https%3A%2F%2Fevil.example', 'iss-mismatch'],
    ['its iss has a slash too many', () => `code=a&iss=${own()}%2F`, 'iss-mismatch'],
    ['its iss is missing', () => 'code=a', 'iss-missing'],
    ['it is an error without iss', () => 'error=access_denied', 'iss-missing'],
    ['it is an error of another server', () => 'error=access_denied&iss=https%3A%2F%2Fevil.example', 'iss-mismatch'],
  ])('attack 6, 7: because %s', async (_, query, check, field) => {
    const browser = rig.browser()
    const opened = await browser.open()
    const outcome = await browser.returnWith(opened, query())
    expect(Value.Check(SignInResult, outcome)).toBe(true)
    expect(refusedCheck(outcome)).toEqual(field ? { check, field } : { check })
    expect(await browser.outcome(opened)).toEqual(outcome)
    expect(refusedCheck(await browser.returnWith(opened, browser.callback(opened).query))?.check).toBe('code-used')
    expect(rig.server.at('/oauth2/token')).toEqual([])
  })

  test('attack 2: because its state is one that this tab did not send', async () => {
    const browser = rig.browser()
    const opened = await browser.open()
    const { query } = browser.callback(opened)
    const outcome = await browser.returnWith(opened, query, 'unknown')
    expect(refusedCheck(outcome)).toEqual({ check: 'state-unknown' })
    expect(outcome).toMatchObject({ exchange: { environment: 'test', step: 'authorize' } })
    expect(rig.server.at('/oauth2/token')).toEqual([])
    expect(await browser.outcome(opened)).toEqual({ state: 'open' })
  })

  test('attack 5: because this browser has no cookie of the transaction', async () => {
    const opened = await rig.browser().open()
    const other = rig.browser()
    const { query } = other.callback(opened)
    expect(refusedCheck(await other.returnWith(opened, query))).toEqual({ check: 'transaction-missing' })
    expect(rig.server.at('/oauth2/token')).toEqual([])
  })

  test('attack 11: because it was too late', async () => {
    const browser = rig.browser()
    const opened = await browser.open()
    rig.clock.now += 601_000
    expect(refusedCheck(await browser.returnWith(opened, browser.callback(opened).query))).toEqual({
      check: 'transaction-expired',
    })
    expect(rig.server.at('/oauth2/token')).toEqual([])
  })
})

describe('a denial', () => {
  test('is recorded as the redirect that came, with the request that led to it', async () => {
    const browser = rig.browser()
    const opened = await browser.open()
    const query = `error=access_denied&error_description=No&state=s&iss=${encodeURIComponent(rig.server.address)}`
    const outcome = await browser.returnWith(opened, query)
    if (outcome.state !== 'refused') throw new Error(outcome.state)
    expect(outcome.client).toBe('portal')
    const { request, response, flow } = outcome.exchange
    const url = new URL(request.url)
    expect(url.origin + url.pathname).toBe(`${rig.server.address}/oauth2/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'client-1',
      response_type: 'code',
      state: 's',
      redirect_uri: 'http://localhost:8700/callback',
      scope: 'openid apps',
      nonce: opened.nonce,
      code_challenge: opened.codeChallenge,
      code_challenge_method: 'S256',
    })
    expect(response?.status).toBe(302)
    expect(response?.headers.location).toBe(`http://localhost:8700/callback?${new URLSearchParams(query)}`)
    expect(flow).not.toHaveProperty('refused')
    expect(await browser.returnWith(opened, query)).toEqual(outcome)
  })
})

describe('cookies that others planted beside those of sign-ins', () => {
  const open = (cookie: string) =>
    rig.browser().request('POST', '/bff/sign-in', {
      json: { environment: 'test', client: 'portal', scopes: ['openid'] },
      headers: { cookie },
    })
  const planted = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, i) => make(i))
  const real = (index: number) => `claimcheck-tx-${(1e6 + index).toString(36)}-${'a'.repeat(12)}=${'b'.repeat(43)}`

  test.each([
    ['another name', (index: number) => `claimcheck-tx-${index.toString(36)}=${'b'.repeat(43)}`],
    ['another value', (index: number) => real(index).replace(/=.*/, '=x')],
  ])('are left alone when they have %s, however many they are', async (_, make) => {
    const { statusCode, cookies } = await open(planted(200, make).join('; '))
    expect(statusCode).toBe(200)
    expect(cookies.map(({ name }) => name.replace(/[\w]+-[\w-]{12}$/, ''))).toEqual([
      'claimcheck-tx-',
      'claimcheck-browser',
    ])
  })

  test('cost one of them at a sign-in when they look real, and are refused when they are more than 16', async () => {
    const sixteen = await open(planted(16, real).join('; '))
    expect(sixteen.statusCode).toBe(200)
    expect(sixteen.cookies.filter(({ value }) => value === '')).toHaveLength(1)
    const more = await open(planted(17, real).join('; '))
    expect(more.statusCode).toBe(400)
    expect(more.json().fix).toContain('Delete this site’s cookies')
    expect(more.cookies).toEqual([])
  })
})

describe('a redirect without a state and without a code', () => {
  test.each([
    ['a denial', (iss: string) => new URLSearchParams({ error: 'access_denied', iss })],
    ['nothing at all', () => new URLSearchParams()],
  ])('with %s is shown as refused, and the sign-in continues', async (_, query) => {
    const browser = rig.browser()
    const opened = await browser.open()
    const outcome = await browser.returnWith(opened, query(rig.server.address).toString(), 'absent')
    expect(outcome).toMatchObject({ state: 'refused', client: 'portal' })
    expect(Value.Check(SignInResult, outcome)).toBe(true)
    expect(await browser.outcome(opened)).toEqual({ state: 'open' })
    expect((await browser.returnWith(opened, browser.callback(opened).query)).state).toBe('signed-in')
  })
})

describe('a redirect without a state that another site made up', () => {
  test.each([
    ['with a code', (iss: string) => new URLSearchParams({ code: 'made-up-canary', iss })],
    ['without iss', () => new URLSearchParams({ code: 'made-up-canary' })],
  ])('%s is refused, and leaves the sign-in open for the real one', async (_, query) => {
    rig.server.behave('/oauth2/token', async (request, response) =>
      request.form.get('code') === 'made-up-canary'
        ? json(response, { error: 'invalid_grant' }, 400)
        : json(response, await rig.server.tokens(request)),
    )
    const browser = rig.browser()
    const opened = await browser.open()
    const forged = query(rig.server.address).toString()
    const refused = await browser.returnWith(opened, forged, 'absent')
    expect(refused.state).toBe('refused')
    expect(await browser.outcome(opened)).toEqual(refused)
    expect((await browser.returnWith(opened, browser.callback(opened).query)).state).toBe('signed-in')
  })

  test('is not tried twice with the same code, nor without end', async () => {
    rig.server.behave('/oauth2/token', (_, response) => json(response, { error: 'invalid_grant' }, 400))
    const browser = rig.browser()
    const opened = await browser.open()
    const forge = (code: string) =>
      browser.returnWith(opened, new URLSearchParams({ code, iss: rig.server.address }).toString(), 'absent')
    await forge('first-canary')
    expect(refusedCheck(await forge('first-canary'))).toEqual({ check: 'code-used' })
    for (const code of ['second-canary', 'third-canary', 'fourth-canary', 'fifth-canary']) await forge(code)
    expect(rig.server.at('/oauth2/token').map(({ form }) => form.get('code'))).toEqual([
      'first-canary',
      'second-canary',
      'third-canary',
    ])
  })
})

test('what a refused redirect leaves in the store is bounded', async () => {
  const browser = rig.browser()
  const opened = await browser.open()
  const query = `error=access_denied&iss=${encodeURIComponent(rig.server.address)}&x=${'%22'.repeat(2_400)}`
  expect((await browser.returnWith(opened, query)).state).toBe('refused')
  const size = new DatabaseSync(rig.file).prepare('SELECT sum(length(value)) AS n FROM entries').get()?.n
  expect(Number(size)).toBeLessThan(10_000)
  const response = await browser.redirect(opened, 'é'.repeat(10))
  expect(response.statusCode).toBe(400)
})

describe('a callback that comes again', () => {
  test('attack 9: is told as used; the session stands, and one token request went out in all', async () => {
    const browser = rig.browser()
    const { opened, code, query } = await browser.signIn()
    for (const outcome of [
      await browser.returnWith(opened, query),
      (await browser.request('POST', '/bff/sign-in/return', { json: { state: 'unknown', query } })).json(),
    ]) {
      expect(refusedCheck(outcome)).toEqual({ check: 'code-used' })
      expect(outcome.exchange.flow.codeUsedBefore).toBe(true)
      expect(JSON.stringify(outcome)).not.toContain(code)
    }
    expect((await browser.request('GET', '/bff/session')).json()).toMatchObject({ state: 'signed-in' })
    expect(await browser.outcome(opened)).toEqual({ state: 'signed-in' })
    expect(rig.server.at('/oauth2/token')).toHaveLength(1)
  })

  test('attack 9: is told as used by the session that it began, also when the sign-in itself is forgotten', async () => {
    const browser = rig.browser()
    const { opened, query } = await browser.signIn()
    browser.cookies.delete(`claimcheck-tx-${opened.transaction}`)
    expect(refusedCheck(await browser.returnWith(opened, query, 'unknown'))).toEqual({ check: 'code-used' })
  })

  test('attack 10: twice at once on two processes sends one token request', async () => {
    await restart({ processes: 2, store: slowToRead })
    const browser = rig.browser()
    const opened = await browser.open()
    const { query } = browser.callback(opened)
    const twins = rig.apps.map((app) => {
      const twin = rig.browser(app)
      for (const [name, value] of browser.cookies) twin.cookies.set(name, value)
      return twin
    })
    const results = await Promise.all(twins.map((twin) => twin.returnWith(opened, query)))
    expect(results.map(({ state }) => state).sort()).toEqual(['refused', 'signed-in'])
    expect(results.map(refusedCheck)).toContainEqual({ check: 'code-used' })
    expect(rig.server.at('/oauth2/token')).toHaveLength(1)
  })

  test('with another code sends nothing', async () => {
    const browser = rig.browser()
    const { opened } = await browser.signIn()
    expect(refusedCheck(await browser.returnWith(opened, browser.callback(opened).query))).toEqual({
      check: 'code-used',
    })
    expect(rig.server.at('/oauth2/token')).toHaveLength(1)
  })
})

/** Both processes have read before either writes. */
function slowToRead(file: string, clock: () => number): SessionStore {
  const store = openSqliteStore(file, clock)
  return {
    ...store,
    async get(key) {
      const value = await store.get(key)
      await new Promise((done) => setTimeout(done, 30))
      return value
    },
  }
}

test('stopping the process in the middle of a sign-in finishes and stores it', async () => {
  await restart({ processes: 2 })
  let release = () => {}
  const released = new Promise<void>((resume) => {
    release = resume
  })
  const asked = new Promise<void>((reached) => {
    rig.server.behave('/oauth2/token', async (request, response) => {
      reached()
      await released
      json(response, await rig.server.tokens(request))
    })
  })
  const browser = rig.browser()
  const opened = await browser.open()
  const result = browser.returnWith(opened, browser.callback(opened).query)
  await asked
  const stopped = rig.app.close()
  release()
  await stopped
  expect((await result).state).toBe('signed-in')
  browser.app = rig.apps[1] ?? rig.app
  expect((await browser.request('GET', '/bff/session')).json()).toMatchObject({ state: 'signed-in' })
})

describe('client credentials', () => {
  test('attack 14: are joined plainly, as documented', async () => {
    await rig.browser().signIn()
    const expected = `Basic ${Buffer.from(`client-1:${secret}`).toString('base64')}`
    expect(rig.server.at('/oauth2/token')[0]?.headers.authorization).toBe(expected)
  })

  test('attack 14: are form-encoded first where the environment is configured so', async () => {
    await restart({ environment: { client_secret_encoding: 'form' } })
    await rig.browser().signIn()
    const header = rig.server.at('/oauth2/token')[0]?.headers.authorization ?? ''
    const [id, encoded] = Buffer.from(header.slice('Basic '.length), 'base64').toString().split(':')
    // Letters, digits and `-_.` read the same to a server that decodes nothing.
    expect(id).toBe('client-1')
    expect(encoded).toMatch(/^[\w.+%-]+$/)
    expect(new URLSearchParams(`secret=${encoded}`).get('secret')).toBe(secret)
  })
})

describe('scopes that no identity service can take', () => {
  test.each<[string, string[]]>([
    ['with control characters', ['\u0001'.repeat(100)]],
    ['with a space', ['openid apps']],
    ['with a quotation mark or a backslash', ['open"id', 'open\\id']],
    ['beyond ASCII', ['öpenid']],
    ['that are empty', ['']],
    ['of more than 200 characters', ['a'.repeat(201)]],
    ['of more than 4,096 characters together', Array.from({ length: 21 }, (_, index) => `${index}`.padEnd(196, 'a'))],
  ])('%s are refused, and nothing is kept', async (_, scopes) => {
    const json = { environment: 'test', client: 'portal', scopes }
    const response = await rig.browser().request('POST', '/bff/sign-in', { json })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'request-invalid' })
    expect(entries()).toBe(0)
  })

  test('but all that RFC 6749 allows is taken', async () => {
    const visible = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index))
    const scopes = [visible.filter((character) => character !== '"' && character !== '\\').join('')]
    expect(await rig.browser().open({ scopes })).toHaveProperty('transaction')
  })
})

test('sign-ins that nobody finishes do not pile up: the oldest give way', async () => {
  await restart({ limits: { transactions: 5 } })
  const browsers = Array.from({ length: 9 }, () => rig.browser())
  const opened = []
  for (const browser of browsers) {
    rig.clock.now += 1
    opened.push({ browser, transaction: await browser.open() })
  }
  expect(entries()).toBe(5)
  const states = await Promise.all(opened.map(({ browser, transaction }) => browser.outcome(transaction)))
  expect(states.map(({ state }) => state)).toEqual([...Array(4).fill('unknown'), ...Array(5).fill('open')])
})

const entries = () => new DatabaseSync(rig.file).prepare('SELECT count(*) AS n FROM entries').get()?.n

test('a sign-in for a client that is not configured is refused', async () => {
  const json = { environment: 'test', client: 'nobody', scopes: ['openid'] }
  const response = await rig.browser().request('POST', '/bff/sign-in', { json })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'request-invalid' })
  expect(response.cookies).toEqual([])
})
