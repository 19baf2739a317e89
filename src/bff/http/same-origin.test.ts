import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { type Rig, startRig } from '../testing/rig.ts'
import { routesOf } from '../testing/routes-of.ts'

let rig: Rig
beforeEach(async () => {
  rig = await startRig()
})
afterEach(() => rig.close())

const own = 'http://localhost:8700'
const sites = ['same-origin', 'same-site', 'cross-site', 'none', undefined]
const origins = [own, 'https://evil.example', 'http://localhost:8701', 'null', undefined]

describe('a request to the BFF', () => {
  const matrix = ['1', '0', undefined].flatMap((header) =>
    sites.flatMap((site) => origins.map((origin) => ({ header, site, origin }))),
  )

  test.each(matrix)(
    'attack 34: with header $header, Sec-Fetch-Site $site and Origin $origin',
    async ({ header, site, origin }) => {
      const headers = { 'x-claimcheck': header, 'sec-fetch-site': site, origin }
      const { statusCode } = await rig.browser().request('GET', '/bff/session', { headers })
      const fromOwnPage = site === 'same-origin' || (site === undefined && origin === own)
      expect(statusCode).toBe(header === '1' && fromOwnPage ? 200 : 403)
    },
  )

  test.each([
    ['text/plain', '{"environment":"test","client":"portal","scopes":["openid"]}', 415],
    ['multipart/form-data; boundary=x', '--x--', 415],
    ['application/x-www-form-urlencoded', 'environment=test', 415],
    ['application/json\t', '{"environment":"test"}', 400],
  ])('attack 35: as a form of another site can send it (%s) does nothing', async (type, body, status) => {
    const browser = rig.browser()
    const foreign = { 'content-type': type, 'x-claimcheck': undefined, 'sec-fetch-site': 'cross-site' }
    const refused = await browser.request('POST', '/bff/sign-in', { body, headers: foreign })
    expect(refused.statusCode).toBe(403)
    const own = await browser.request('POST', '/bff/sign-in', { body, headers: { 'content-type': type } })
    expect(own.statusCode).toBe(status)
    expect([...refused.cookies, ...own.cookies]).toEqual([])
  })

  test('attack 36: as a preflight from elsewhere is granted nothing', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'x-claimcheck': undefined,
    }
    const response = await rig.browser().request('OPTIONS', '/bff/sign-in', { headers })
    expect(response.statusCode).toBe(405)
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('attack 5: from another site opens no sign-in, by GET nor by POST', async () => {
    const browser = rig.browser()
    const headers = { 'x-claimcheck': undefined, 'sec-fetch-site': 'cross-site' }
    const json = { environment: 'test', client: 'portal', scopes: ['openid'] }
    expect((await browser.request('GET', '/bff/sign-in', { headers })).statusCode).toBe(405)
    const post = await browser.request('POST', '/bff/sign-in', { json, headers })
    expect(post.statusCode).toBe(403)
    expect(post.cookies).toEqual([])
  })
})

test('attack 37: every route that is not on the exempt list is refused without the header, and nothing is sent', async () => {
  const pattern = /^(\/bff\/|\/healthz|\/readyz|\/hooks\/)/
  const app = await buildApp({ configuration: rig.configuration, store: rig.store, log: { write() {} } })
  const browser = rig.browser(app)
  await browser.signIn()
  rig.server.requests.length = 0
  const known = routesOf(app)
  expect(known.filter(({ path }) => !pattern.test(path))).toEqual([])
  const exempt = known.filter(({ path }) => !path.startsWith('/bff/'))
  expect(new Set(exempt.map(({ path }) => path))).toEqual(new Set(['/healthz', '/readyz', '/hooks/:name']))
  const guarded = known.filter(({ path }) => path.startsWith('/bff/'))
  expect(guarded.length).toBeGreaterThanOrEqual(10)
  for (const { method, path } of guarded) {
    const url = path.replace(/:\w+/g, 'test')
    const response = await app.inject({ method, url, headers: { host: 'localhost:8700', cookie: browser.cookie } })
    expect(`${method} ${path} ${response.statusCode}`).toBe(`${method} ${path} 403`)
  }
  expect(rig.server.requests).toEqual([])
  await app.close()
})

describe('a host name that is pointed at the app', () => {
  test.each(['evil.example', 'evil.example:8700', '127.0.0.1:8700', 'localhost'])('is refused: %s', async (host) => {
    expect((await rig.browser().request('GET', '/bff/session', { headers: { host } })).statusCode).toBe(421)
    expect((await rig.browser().request('GET', '/bff/nothing', { headers: { host } })).statusCode).toBe(421)
  })

  test('leads a person who opens a page to the right one', async () => {
    const headers = { host: '127.0.0.1:8700', accept: 'text/html' }
    const response = await rig.browser().request('GET', '/token?x=1', { headers })
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe('http://localhost:8700/token?x=1')
  })

  test('cannot be vouched for by X-Forwarded-Host, also behind a trusted proxy', async () => {
    await rig.close()
    rig = await startRig({ variables: { TRUSTED_PROXIES: '127.0.0.0/8' } })
    const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost:8700' }
    expect((await rig.browser().request('GET', '/bff/session', { headers })).statusCode).toBe(421)
  })

  test('does not keep watchers from the health checks', async () => {
    expect((await rig.app.inject({ url: '/healthz', headers: { host: '10.0.0.1' } })).statusCode).toBe(200)
  })
})
