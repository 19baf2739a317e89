import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Value } from 'typebox/value'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Config } from '#contract/config.ts'
import { Keys } from '#contract/keys.ts'
import { Refusal } from '#contract/refusal.ts'
import { openSqliteStore } from './stores/sqlite.ts'
import type { SessionStore } from './stores/store.ts'
import { json } from './testing/hostile-server.ts'
import { type Rig, type RigOptions, secret, startRig } from './testing/rig.ts'

let rig: Rig
const start = async (options: RigOptions = {}) => {
  rig = await startRig(options)
  return rig
}
afterEach(() => rig.close())

describe('the configuration that the page gets', () => {
  test('holds what is configured, and no secret', async () => {
    await start()
    const response = await rig.browser().request('GET', '/bff/config')
    expect(Value.Check(Config, response.json())).toBe(true)
    expect(response.json()).toMatchObject({
      serverTime: rig.clock.now / 1000,
      builtIn: true,
      environments: [
        {
          id: 'test',
          publishesKeys: true,
          issInRedirect: 'required',
          scopes: expect.arrayContaining(['openid', 'https://resource.example/bank-slips.readonly']),
          clients: [{ id: 'portal', clientId: 'client-1', redirectUri: 'http://localhost:8700/callback' }],
        },
      ],
    })
    expect(response.body).not.toContain(secret)
    expect(response.body).not.toContain('PORTAL_SECRET')
  })
})

describe('the keys of an environment', () => {
  const keys = async () => (await rig.browser().request('GET', '/bff/keys/test')).json()

  test('are fetched once in five minutes', async () => {
    await start()
    expect(await keys()).toEqual({ state: 'known', fetchedAt: rig.clock.now / 1000, keys: [rig.server.publicKey] })
    expect(Value.Check(Keys, await keys())).toBe(true)
    expect(rig.server.at('/keys')).toHaveLength(1)
    rig.clock.now += 300_001
    await keys()
    expect(rig.server.at('/keys')).toHaveLength(2)
  })

  test('are told without a private part that should not be there', async () => {
    await start()
    rig.server.behave('/keys', (_, response) => json(response, { keys: [{ kty: 'RSA', n: 'n', d: 'canary' }] }))
    expect(await keys()).toMatchObject({ keys: [{ kty: 'RSA', n: 'n' }] })
    expect(JSON.stringify(await keys())).not.toContain('canary')
  })

  test.each<[number, object]>([
    [404, { keys: [] }],
    [200, { nothing: true }],
    [200, { keys: [7] }],
  ])('that cannot be had are told as unavailable (status %i, %j)', async (status, body) => {
    await start()
    rig.server.behave('/keys', (_, response) => json(response, body, status))
    expect(await keys()).toMatchObject({ state: 'unavailable', message: expect.any(String) })
  })

  test('that are longer than the limit are not used as far as they came', async () => {
    await start({ limits: { identityBytes: 1_000 } })
    rig.server.behave('/keys', (_, response) => {
      response.end(JSON.stringify({ keys: [rig.server.publicKey] }) + ' '.repeat(1_000))
    })
    expect(await keys()).toMatchObject({ state: 'unavailable' })
  })

  test('that could not be had are asked for again, but not within five seconds', async () => {
    await start()
    rig.server.behave('/keys', (_, response) => json(response, {}, 500))
    await keys()
    rig.clock.now += 4_999
    expect(await keys()).toMatchObject({ state: 'unavailable' })
    expect(rig.server.at('/keys')).toHaveLength(1)
    rig.clock.now += 2
    await keys()
    expect(rig.server.at('/keys')).toHaveLength(2)
  })

  test('are told as not configured where they are not, and as not found for no environment', async () => {
    await start({ environment: { jwks_url: undefined } })
    expect(await keys()).toEqual({ state: 'not-configured' })
    expect((await rig.browser().request('GET', '/bff/keys/other')).statusCode).toBe(404)
  })
})

describe('headers of every answer', () => {
  test('attack 53: allow no script but our own, no framing and no referrer', async () => {
    await start()
    for (const [url, host, accept] of [
      ['/nothing'],
      ['/healthz'],
      ['/', '127.0.0.1:8700', 'text/html'],
      ['/bff/%zz'],
    ] as const) {
      const { headers } = await rig.browser().request('GET', url, { headers: { ...(host && { host }), accept } })
      expect(String(headers['content-security-policy']).split(';')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "frame-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "base-uri 'none'",
        "manifest-src 'self'",
        "require-trusted-types-for 'script'",
        'trusted-types claimcheck',
      ])
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'permissions-policy': expect.stringContaining('camera=()'),
      })
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
  })

  test('attack 53: let what is data be shown, framed and read by nobody', async () => {
    await start()
    for (const [url, host] of [
      ['/bff/config'],
      ['/bff/nothing'],
      ['/bff/session', 'evil.example'],
      [`/bff/keys/${'a'.repeat(90)}`],
    ] as const) {
      const { headers } = await rig.browser().request('GET', url, { headers: { ...(host && { host }) } })
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
  })

  test('demand https where the app is served so', async () => {
    await start({ variables: { PUBLIC_URL: 'https://claimcheck.example' } })
    const { headers } = await rig.browser().request('GET', '/bff/config')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })
})

describe('what cannot be done is said in the same way', () => {
  test.each<[string, Parameters<ReturnType<Rig['browser']>['request']>, number, string]>([
    ['an address that is not there', ['GET', '/bff/nothing'], 404, 'not-found'],
    ['a method that is not taken', ['PUT', '/bff/session'], 405, 'method-not-allowed'],
    [
      'a body that is no JSON',
      ['POST', '/bff/sign-in', { body: '{', headers: { 'content-type': 'application/json' } }],
      400,
      'request-invalid',
    ],
    ['a body of another shape', ['POST', '/bff/sign-in', { json: { scopes: 'openid' } }], 400, 'request-invalid'],
    ['an address that cannot be decoded', ['GET', '/bff/%zz'], 400, 'request-invalid'],
  ])('%s', async (_, request, status, code) => {
    await start()
    const response = await rig.browser().request(...request)
    expect(response.statusCode).toBe(status)
    expect(Value.Check(Refusal, response.json())).toBe(true)
    expect(response.json()).toMatchObject({ code })
  })

  test('a failure of our own tells nothing of what is inside', async () => {
    await start()
    rig.app.addHook('onSend', async (request, _, payload) => {
      if (request.url === '/bff/config' && !String(payload).includes('internal')) throw new Error('inner words')
      return payload
    })
    const response = await rig.browser().request('GET', '/bff/config')
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ code: 'internal' })
    expect(response.body).not.toContain('inner words')
    expect(rig.log.join('')).not.toContain('inner words')
  })
})

describe('too many requests', () => {
  test('attack 47: are turned away with the time to wait, however X-Forwarded-For turns', async () => {
    await start({ limits: { requestsPerMinute: 5 } })
    const ask = (index: number) =>
      rig.browser().request('GET', '/bff/config', { headers: { 'x-forwarded-for': `10.0.0.${index}` } })
    for (let index = 0; index < 5; index++) expect((await ask(index)).statusCode).toBe(200)
    const refused = await ask(9)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'too-many-requests' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('are turned away before a session is looked for, so that nobody can try many', async () => {
    await start({ limits: { requestsPerMinute: 2 } })
    const browser = rig.browser()
    const json = { operation: 'list-bank-slips' }
    const call = () => browser.request('POST', '/bff/calls', { json })
    expect([(await call()).statusCode, (await call()).statusCode, (await call()).statusCode]).toEqual([401, 401, 429])
  })

  test('to begin a sign-in are counted on their own, and more strictly', async () => {
    await start({ limits: { signInsPerMinute: 3 } })
    const browser = rig.browser()
    const json = { environment: 'test', client: 'portal', scopes: ['openid'] }
    const statuses = []
    for (let index = 0; index < 4; index++)
      statuses.push((await browser.request('POST', '/bff/sign-in', { json })).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await browser.request('GET', '/bff/config')).statusCode).toBe(200)
  })

  test('that bring a redirect back are counted as strictly', async () => {
    await start({ limits: { signInsPerMinute: 2 } })
    const browser = rig.browser()
    const json = { state: 'unknown', query: 'error=x' }
    const ask = () => browser.request('POST', '/bff/sign-in/return', { json })
    expect([(await ask()).statusCode, (await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 200, 429])
  })

  test('for a renewal are counted by session', async () => {
    await start({ limits: { renewalsPerMinute: 2 } })
    const [browser, other] = [rig.browser(), rig.browser()]
    await browser.signIn()
    await other.signIn()
    const renew = async (own = browser) => (await own.request('POST', '/bff/session/refresh')).statusCode
    expect([await renew(), await renew(), await renew(), await renew(other)]).toEqual([200, 200, 429, 200])
    expect(rig.server.at('/oauth2/token')).toHaveLength(5)
  })

  test('are counted by the address that a trusted proxy names', async () => {
    await start({ limits: { requestsPerMinute: 1 }, variables: { TRUSTED_PROXIES: '127.0.0.0/8' } })
    const ask = (address: string) =>
      rig.browser().request('GET', '/bff/config', { headers: { 'x-forwarded-for': address } })
    expect((await ask('10.0.0.1')).statusCode).toBe(200)
    expect((await ask('10.0.0.2')).statusCode).toBe(200)
    expect((await ask('10.0.0.1')).statusCode).toBe(429)
  })
})

test('a process that cannot keep up turns requests away, but not those of watchers', async () => {
  await start({ limits: { eventLoopDelayMilliseconds: 1 } })
  const ask = () => rig.browser().request('GET', '/bff/config')
  await vi.waitUntil(
    async () => {
      const until = performance.now() + 50
      while (performance.now() < until);
      return (await ask()).statusCode !== 200
    },
    { timeout: 50_000 },
  )
  const refused = await ask()
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({ code: 'overloaded' })
  expect((await rig.browser().request('GET', '/healthz')).statusCode).toBe(200)
})

describe('attack 48: a store that fails', () => {
  test.each([
    ['is down', () => Promise.reject(new Error('down'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])(
    'or rather %s: 503 within a second, no cookie cleared, alive but not ready, and well again after',
    async (_, fail) => {
      let broken = false
      const wrap = (store: SessionStore) =>
        new Proxy(store, {
          get: (target, name: keyof SessionStore) => (broken && name !== 'close' ? fail : target[name].bind(target)),
        })
      await start({ store: (file, clock) => wrap(openSqliteStore(file, clock)) })
      const browser = rig.browser()
      await browser.signIn()
      broken = true
      // The time is that of the usual limit; how fast this machine is beside that decides nothing.
      expect(rig.configuration.limits.storeMilliseconds).toBeLessThan(1_000)
      const started = performance.now()
      const answers = await Promise.all([
        browser.request('GET', '/bff/session'),
        browser.request('POST', '/bff/session/refresh'),
        browser.request('DELETE', '/bff/session'),
        browser.request('POST', '/bff/calls', { json: { operation: 'list-bank-slips' } }),
        browser.request('POST', '/bff/sign-in', {
          json: { environment: 'test', client: 'portal', scopes: ['openid'] },
        }),
        browser.request('GET', '/readyz'),
      ])
      expect(performance.now() - started).toBeLessThan(5_000)
      for (const answer of answers) {
        expect(answer.statusCode).toBe(503)
        expect(answer.json()).toMatchObject({ code: 'store-unavailable' })
        expect(answer.cookies).toEqual([])
      }
      expect((await browser.request('GET', '/healthz')).statusCode).toBe(200)
      broken = false
      expect((await browser.request('GET', '/readyz')).statusCode).toBe(200)
      expect((await browser.request('GET', '/bff/session')).json()).toMatchObject({ state: 'signed-in' })
    },
  )
})

test('a body is not read before sign-in, and only a small one anywhere but at calls', async () => {
  await start()
  const unread = await rig.browser().request('POST', '/bff/calls', {
    body: `{${'"a":1,'.repeat(100_000)}`,
    headers: { 'content-type': 'application/json' },
  })
  expect(unread.statusCode).toBe(401)
  const json = { transaction: 'x', state: 'matched', query: 'a'.repeat(17_000) }
  expect((await rig.browser().request('POST', '/bff/sign-in/return', { json })).statusCode).toBe(413)
})

describe('on the wire', () => {
  const listen = async (options: RigOptions) => {
    await start(options)
    await rig.app.listen({ host: '127.0.0.1', port: 0 })
    return (rig.app.server.address() as AddressInfo).port
  }
  const socket = (port: number) =>
    new Promise<Socket>((done, fail) => {
      const open = connect(port, '127.0.0.1', () => done(open)).on('error', fail)
    })
  const heard = (open: Socket) =>
    new Promise<string>((done) => {
      let text = ''
      open.on('data', (chunk) => {
        text += chunk
      })
      open.on('close', () => done(text))
    })

  test.each([
    ['headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'a body',
      'POST /bff/sign-in HTTP/1.1\r\nHost: localhost:8700\r\nContent-Type: application/json\r\nX-Claimcheck: 1\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 100\r\n\r\n{',
    ],
  ])('attack 46: %s that dribble in are given up with 408', async (_, beginning) => {
    const open = await socket(await listen({ limits: { requestMilliseconds: 400 } }))
    const answer = heard(open)
    open.write(beginning)
    expect(await answer).toContain('408')
  })

  test('requests that are given up at once leave no error in the log', async () => {
    const port = await listen({})
    const request =
      'GET /bff/session HTTP/1.1\r\nHost: localhost:8700\r\nX-Claimcheck: 1\r\nSec-Fetch-Site: same-origin\r\n\r\n'
    for (let index = 0; index < 300; index++) {
      const open = await socket(port)
      open.write(request.repeat(3), () => open.resetAndDestroy())
    }
    await fetch(`http://127.0.0.1:${port}/healthz`)
    await vi.waitUntil(() => rig.log.filter((line) => line.includes('incoming request')).length > 50)
    expect(rig.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })

  test('a request with two Host headers is refused, and a usual port makes no difference', async () => {
    await start({ variables: { PUBLIC_URL: 'https://claimcheck.example' } })
    await rig.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = rig.app.server.address() as AddressInfo
    const ask = async (...hosts: string[]) => {
      const open = await socket(port)
      const answer = heard(open)
      const lines = ['X-Claimcheck: 1', 'Sec-Fetch-Site: same-origin', ...hosts.map((host) => `Host: ${host}`)]
      open.end(['GET /bff/session HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n'))
      return (await answer).slice(0, 12)
    }
    expect(await ask('claimcheck.example:443')).toBe('HTTP/1.1 200')
    expect(await ask('claimcheck.example', 'evil.example')).toBe('HTTP/1.1 400')
    expect(await ask('claimcheck.example/x')).toBe('HTTP/1.1 421')
    expect(await ask('claimcheck.example:8443')).toBe('HTTP/1.1 421')
  })

  test('attack 23: a cookie of 100 KB is too large', async () => {
    const open = await socket(await listen({}))
    const answer = heard(open)
    open.end(`GET /bff/session HTTP/1.1\r\nHost: localhost:8700\r\nCookie: a=${'a'.repeat(100_000)}\r\n\r\n`)
    expect(await answer).toMatch(/^HTTP\/1.1 431/)
  })

  test('attack 46: a thousand idle connections do not keep others waiting', async () => {
    const port = await listen({})
    const idle = await Promise.all(Array.from({ length: 1_000 }, () => socket(port)))
    const milliseconds = async () => {
      const asked = performance.now()
      const response = await fetch(`http://127.0.0.1:${port}/healthz`)
      expect(await response.json()).toEqual({ state: 'alive' })
      return performance.now() - asked
    }
    // On a busy machine one answer may be late; that every one is late is what the connections would do.
    await vi.waitUntil(async () => (await milliseconds()) < 200, { timeout: 30_000 })
    for (const one of idle) one.destroy()
  })
})

describe('the pages', () => {
  const page =
    '<!doctype html><head><style>p{color:red}</style><template id="scripts"></template><script>begin()</script></head><!--in-page--><div id="root">any</div>\n<noscript></noscript>'
  const frame = (name: string) => ({ 'signed-out': `out of ${name}`, 'signed-in': `in ${name}` })
  const pages = [
    { path: '/errors/:code', preload: '<link href="/assets/error-page.js">', frames: frame('an error') },
    {
      path: '/flow',
      preload: '',
      styles: 'b{color:blue}',
      frames: frame('a flow'),
      empty: frame('an empty flow'),
    },
    { path: '*', preload: '', frames: frame('any screen') },
  ]
  const build = () => {
    const directory = mkdtempSync(join(tmpdir(), 'claimcheck-pages-'))
    mkdirSync(join(directory, 'assets'))
    writeFileSync(join(directory, 'index.html'), page)
    writeFileSync(join(directory, 'pages.json'), JSON.stringify({ pages }))
    writeFileSync(join(directory, 'assets', 'main-abc.js'), 'const a = 1')
    writeFileSync(join(directory, 'assets', 'main-abc.js.gz'), gzipSync('const a = 1'))
    return directory
  }
  const navigate = { accept: 'text/html', 'x-claimcheck': undefined, 'sec-fetch-site': 'none' }
  const sentAlong = (body: string) =>
    JSON.parse(/<script type="application\/json" id="in-page">(.*?)<\/script>/.exec(body)?.[1] ?? '')

  test('are the app for every navigation, with the frame of its screen, and kept by nobody', async () => {
    await start({ pages: build() })
    for (const [url, shown] of [
      ['/', 'out of any screen'],
      ['/callback?code=1', 'out of any screen'],
      ['/errors/access-denied', 'out of an error'],
      ['/errors/a/b', 'out of any screen'],
    ] as const) {
      const response = await rig.browser().request('GET', url, { headers: navigate })
      expect(response.statusCode).toBe(200)
      expect(response.body).toContain(`<div id="root">${shown}</div>`)
      expect(response.body.includes('/assets/error-page.js')).toBe(shown === 'out of an error')
      expect(response.headers['content-type']).toContain('text/html')
      expect(response.headers['cache-control']).toBe('no-store')
    }
    const kept = await rig.browser().request('GET', '/index.html', { headers: navigate })
    expect([kept.body, kept.headers['cache-control']]).toEqual([page, 'no-cache'])
    expect((await rig.browser().request('GET', '/pages.json')).statusCode).toBe(404)
    const head = await rig.app.inject({ method: 'HEAD', url: '/', headers: { host: 'localhost:8700' } })
    expect([head.statusCode, head.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })

  test('bring what they may know of the installation, and no more', async () => {
    await start({ pages: build() })
    const { body } = await rig.browser().request('GET', '/', { headers: navigate })
    const config = (await rig.browser().request('GET', '/bff/config')).json()
    const messages = { serverTime: config.serverTime, messages: [], refused: [] }
    expect(sentAlong(body)).toEqual({ config, sessions: [], messages })
  })

  test('say that nothing is recorded only where no sign-in of the browser is known either', async () => {
    await start({ pages: build() })
    const browser = rig.browser()
    const flow = async () => {
      const { body, headers } = await browser.request('GET', '/flow', { headers: navigate })
      const own = createHash('sha256').update('b{color:blue}').digest('base64')
      expect([body.includes('<style>b{color:blue}</style>'), headers['content-security-policy']]).toEqual([
        true,
        expect.stringContaining(own),
      ])
      return [/out of (.*?)</.exec(body)?.[1], sentAlong(body).messages?.messages]
    }
    expect(await flow()).toEqual(['an empty flow', []])
    await browser.request('POST', '/bff/sign-in', {
      json: { environment: 'test', client: 'portal', scopes: ['openid'] },
    })
    expect(await flow()).toEqual(['a flow', undefined])
  })

  test('bring what the page of an error shows, by any name and for the environment that is asked about', async () => {
    await start({ pages: build() })
    const sent = async (url: string) =>
      sentAlong((await rig.browser().request('GET', url, { headers: navigate })).body).error
    const own = await sent('/errors/access-denied')
    expect(own).toMatchObject({ name: 'access-denied', environment: null, errors: [{ code: 'access-denied' }] })
    expect(own.diagnoses[0].code).toBe('access-denied')
    expect(own.example.environment.foreign).toBeUndefined()
    expect(await sent('/errors/steps.jwt.NoMatchingPublicKey?environment=test')).toMatchObject({
      environment: 'test',
      errors: [{ code: 'no-matching-public-key' }],
    })
    expect(await sent('/errors/need_info')).toMatchObject({ errors: [{ code: 'oauth-need-info' }] })
    expect(await sent('/errors/nothing-of-that-name')).toMatchObject({ errors: [], diagnoses: [] })
    expect(await sent('/errors')).toBeUndefined()
  })

  test('say that nobody is signed in only where the browser would have brought its session', async () => {
    await start({ pages: build() })
    const sessions = async (headers: Record<string, string | undefined>, browser = rig.browser()) =>
      sentAlong((await browser.request('GET', '/', { headers: { ...navigate, ...headers } })).body).sessions
    expect(await sessions({ 'sec-fetch-site': 'same-origin' })).toEqual([])
    expect(await sessions({ 'sec-fetch-site': 'cross-site' })).toBeUndefined()
    expect(await sessions({ 'sec-fetch-site': undefined })).toBeUndefined()
    const browser = rig.browser()
    await browser.signIn()
    expect(await sessions({}, browser)).toBeUndefined()
    expect((await browser.request('GET', '/', { headers: navigate })).body).toContain('in any screen')
  })

  test('attack 53: hold no word of the installation that could begin or end an element', async () => {
    const name = '</script><script>alert(1)</script><!--\u2028'
    await start({ pages: build(), environment: { name } })
    const { body } = await rig.browser().request('GET', '/', { headers: navigate })
    expect(body).not.toContain('alert(1)</script>')
    expect(sentAlong(body).config.environments[0].name).toBe(name)
  })

  test('attack 53: run and paint what is in them by its hash alone', async () => {
    await start({ pages: build() })
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    for (const url of ['/', '/index.html']) {
      const { headers } = await rig.browser().request('GET', url, { headers: navigate })
      const policy = String(headers['content-security-policy']).split(';')
      expect(policy).toContain(`script-src 'self' ${hash('begin()')}`)
      expect(policy).toContain(`style-src 'self' ${hash('p{color:red}')}`)
      expect(policy).toHaveLength(14)
      expect(policy.join()).not.toContain('unsafe')
    }
  })

  test('are sent packed', async () => {
    await start({ pages: build() })
    for (const [packing, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await rig
        .browser()
        .request('GET', '/', { headers: { ...navigate, 'accept-encoding': packing } })
      expect(headers).toMatchObject({ 'content-encoding': packing, vary: 'accept-encoding' })
      expect(unpack(rawPayload).toString()).toContain('out of any screen')
    }
  })

  test('are kept for ever where their name carries a hash, and sent packed', async () => {
    await start({ pages: build() })
    const headers = { 'accept-encoding': 'gzip' }
    const response = await rig.browser().request('GET', '/assets/main-abc.js', { headers })
    expect(response.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test.each(['/assets/gone.js', '/bff/nothing', '/bff', '/../package.json', '/%2e%2e/package.json'])(
    'are not served for %s',
    async (url) => {
      await start({ pages: build() })
      const response = await rig.browser().request('GET', url, { headers: navigate })
      expect(response.body.includes('id="root"') ? url : response.statusCode).toBe(url.includes('package') ? url : 404)
      expect(response.body).not.toContain('"claimcheck"')
    },
  )
})
