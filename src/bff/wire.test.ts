import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessionHeader } from '#contract/session.ts'
import { type HostileServer, hostileServer } from './testing/hostile-server.ts'
import { startRig } from './testing/rig.ts'
import { routesOf } from './testing/routes-of.ts'
import { endBff, ProcessVisitor, type RunningBff, startBff, statusOf } from './testing/running-bff.ts'

let identity: HostileServer
let directory: string
let bff: RunningBff
let visitor: ProcessVisitor
beforeAll(async () => {
  identity = await hostileServer(Date.now)
  directory = mkdtempSync(join(tmpdir(), 'claimcheck-wire-'))
  const variables = { SESSION_FILE: join(directory, 'sessions.sqlite'), LOG_LEVEL: 'warn' }
  bff = await startBff(identity.address, { limits: { storeMilliseconds: 10_000 }, variables })
  visitor = new ProcessVisitor(identity)
  await visitor.signIn(bff)
})
afterAll(async () => {
  await endBff(bff, 'SIGKILL')
  await identity.close()
  rmSync(directory, { recursive: true })
})
beforeEach(() => void identity.requests.splice(0))

/** Sends bytes as they are, and answers everything that comes back until the connection is closed. */
function send(text: string): Promise<string> {
  return new Promise((done, fail) => {
    let heard = ''
    const socket = connect(bff.port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('close', () => done(heard)).on('error', (error) => (heard ? done(heard) : fail(error)))
  })
}

const statusesIn = (heard: string) => [...heard.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
const own = ['X-Claimcheck: 1', 'Sec-Fetch-Site: same-origin']

/** A request of this visitor, line by line, less what a test leaves out. */
function lines(target: string, { headers = own, body = '', host = 'localhost:8700', type = 'application/json' } = {}) {
  const [method = '', path = ''] = target.split(' ')
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    `Cookie: ${cookie}`,
    `${sessionHeader}: ${visitor.named}`,
    ...headers,
    ...(body ? [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`] : []),
    '',
    body,
  ]
}
const ask = (target: string, options?: Parameters<typeof lines>[1]) => send(lines(target, options).join('\r\n'))
const calling = (call: object, headers = own) => ask('POST /bff/calls', { body: JSON.stringify(call), headers })

test('a request of the app’s own page is answered, so that what follows is refused for what is wrong in it', async () => {
  const heard = await calling({ method: 'GET', path: '/bank-slips' })
  expect(statusesIn(heard)).toEqual([200])
  expect(identity.at('/v1/bank-slips')).toHaveLength(1)
})

describe('over the wire, to a process', () => {
  test.each<[what: string, headers: string[]]>([
    ['without the header', ['Sec-Fetch-Site: same-origin']],
    ['from a sibling site', ['X-Claimcheck: 1', 'Sec-Fetch-Site: same-site']],
    ['from another site', ['X-Claimcheck: 1', 'Sec-Fetch-Site: cross-site']],
    ['typed into the address bar', ['X-Claimcheck: 1', 'Sec-Fetch-Site: none']],
    ['with another origin and no mark', ['X-Claimcheck: 1', 'Origin: https://evil.example']],
    ['with the origin null', ['X-Claimcheck: 1', 'Origin: null']],
    ['with no origin and no mark', ['X-Claimcheck: 1']],
    ['with the mark twice', ['X-Claimcheck: 1', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Site: same-origin']],
    ['with the header twice', ['X-Claimcheck: 0', 'X-Claimcheck: 1', 'Sec-Fetch-Site: same-origin']],
  ])('attack 34: a request %s is refused, and nothing is sent on', async (_, headers) => {
    expect(statusesIn(await calling({ method: 'GET', path: '/bank-slips' }, headers))).toEqual([403])
    expect(identity.requests).toEqual([])
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json\t',
  ])('attack 35: what a form posts as %j is refused', async (type) => {
    const body = '{"method":"GET","path":"/bank-slips"}'
    const site = ['Sec-Fetch-Site: cross-site', 'Origin: https://evil.example']
    expect(statusesIn(await ask('POST /bff/calls', { body, type, headers: site }))).toEqual([403])
    expect(identity.requests).toEqual([])
  })

  test('attack 36: a preflight is granted nothing', async () => {
    const headers = [
      'Origin: https://evil.example',
      'Access-Control-Request-Method: POST',
      'Access-Control-Request-Headers: x-claimcheck',
    ]
    const heard = await ask('OPTIONS /bff/calls', { headers })
    expect(heard).not.toMatch(/access-control-allow/i)
    expect(statusesIn(heard)[0]).toBeGreaterThanOrEqual(400)
  })

  test.each([
    String.raw`/v1/x\..\..\admin`,
    '%2e%2e/admin',
    '..%2fadmin',
    '%252e%252e%252fadmin',
    '%5c..%5cadmin',
    '..;/admin',
    '//evil.example',
    'x%00',
    'x%0d%0aX-Evil:1',
    '%zz',
    '%c0%ae%c0%ae/admin',
  ])('attack 38: the path %s is refused, and nothing is sent on', async (path) => {
    expect(statusesIn(await calling({ method: 'GET', path }))).toEqual([400])
    expect(identity.requests).toEqual([])
  })

  test.each(['http://169.254.169.254/v1/x', '@evil.example', 'http://evil.example', '\\\\evil.example'])(
    'attack 39: %s as a path is refused, and nothing leaves',
    async (path) => {
      expect(statusesIn(await calling({ method: 'GET', path }))).toEqual([400])
      expect(identity.requests).toEqual([])
    },
  )

  test('attack 40: what rules servers on the way reaches the API in no spelling', async () => {
    const planted = [
      'Authorization: Bearer planted',
      'Proxy-Authorization: Basic planted',
      'Referer: https://planted.example',
      'X-Forwarded-For: 10.1.2.3',
      'X-Forwarded-Host: planted.example',
      'X_Forwarded_User: planted',
      'X-HTTP-Method-Override: DELETE',
      'Forwarded: for=planted',
    ]
    expect(statusesIn(await calling({ method: 'GET', path: '/bank-slips' }, [...own, ...planted]))).toEqual([200])
    const [seen] = identity.at('/v1/bank-slips')
    expect(JSON.stringify(seen)).not.toMatch(/planted|10\.1\.2\.3|DELETE|claimcheck-session/)
    expect(seen?.headers.authorization).toMatch(/^Bearer access-/)
  })

  test.each<[what: string, request: () => string[], statuses: number[]]>([
    ['for another host', () => lines('GET /bff/session', { host: 'evil.example' }), [421]],
    ['with two hosts', () => lines('GET /bff/session', { headers: [...own, 'Host: evil.example'] }), [400]],
    ['for a whole address elsewhere', () => lines('GET http://evil.example/bff/session'), [421]],
    ['with two lengths', () => lines('POST /bff/calls', { body: '{}', headers: [...own, 'Content-Length: 0'] }), [400]],
    [
      'with a length and chunks, and another request in the rest',
      () => [
        ...lines('POST /bff/calls', { headers: [...own, 'Content-Type: application/json'] }).slice(0, -2),
        'Content-Length: 4',
        'Transfer-Encoding: chunked',
        '',
        '0',
        '',
        ...lines('DELETE /bff/session'),
      ],
      [400],
    ],
    [
      'with a line break in a header',
      () => lines('GET /bff/session', { headers: [...own, 'X-A: 1\n\tX-B: 2'] }),
      [400],
    ],
    [
      'with the cookie twice',
      () => lines('GET /bff/session', { headers: [...own, `Cookie: ${cookieHeader()}`] }),
      [400],
    ],
  ])('attack 23, 37: a request %s does nothing', async (_, request, statuses) => {
    expect(statusesIn(await send(request().join('\r\n')))).toEqual(statuses)
    expect(identity.requests).toEqual([])
    expect((await visitor.session(bff)).body).toMatchObject({ state: 'signed-in' })
    expect(await statusOf(bff, '/healthz')).toBe(200)
  })

  test('attack 37: every route but the exempt ones refuses what comes without the header, and sends nothing on', async () => {
    const rig = await startRig()
    const guarded = routesOf(rig.app).filter(({ path }) => path.startsWith('/bff/'))
    await rig.close()
    expect(guarded.length).toBeGreaterThanOrEqual(10)
    for (const { method, path } of guarded) {
      const body = method === 'POST' ? '{}' : ''
      const heard = await ask(`${method} ${path.replace(/:\w+/g, 'test')}`, {
        body,
        headers: ['Sec-Fetch-Site: same-origin'],
      })
      expect(`${method} ${path} ${statusesIn(heard)}`).toBe(`${method} ${path} 403`)
    }
    expect(identity.requests).toEqual([])
    expect((await visitor.session(bff)).body).toMatchObject({ state: 'signed-in' })
  })

  test('attack 27, 53: what is answered may be kept by no cache and framed by no page, whatever it is', async () => {
    const targets = ['GET /bff/session', 'GET /bff/none', 'POST /bff/session', 'GET /bff/%zz']
    for (const target of targets) {
      const heard = await ask(target)
      expect(heard).toMatch(/content-security-policy:.*frame-ancestors 'none'/i)
      if (!target.endsWith('%zz')) expect(heard).toMatch(/cache-control: no-store/i)
      expect(statusesIn(heard)[0]).toBeLessThan(500)
    }
  })
})

const cookieHeader = () => [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
