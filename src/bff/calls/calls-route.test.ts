import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CallAnswer, type CallRequest } from '#contract/calls.ts'
import type { Messages } from '#contract/messages.ts'
import { type Behaviour, json } from '../testing/hostile-server.ts'
import { type Browser, type Rig, type RigOptions, startRig } from '../testing/rig.ts'

let rig: Rig
let browser: Browser
const bomb = gzipSync(Buffer.alloc(60_000_000))
const begin = async (limits: RigOptions['limits'], environment: RigOptions['environment'] = {}) => {
  rig = await startRig({ limits, environment })
  browser = rig.browser()
  await browser.signIn()
  rig.server.requests.length = 0
}
beforeEach(() => begin({ apiBytes: 100_000 }))
afterEach(() => rig.close())

const call = (json: CallRequest) => browser.request('POST', '/bff/calls', { json })
const slips: CallRequest = { operation: 'list-bank-slips' }

async function recorded(json: CallRequest, behaviour?: Behaviour): Promise<CallAnswer> {
  if (behaviour) rig.server.behave('/v1/bank-slips', behaviour)
  const response = await call(json)
  expect(response.statusCode).toBe(200)
  expect(Value.Check(CallAnswer, response.json())).toBe(true)
  return response.json()
}

describe('a call', () => {
  test('goes to the gateway with the bearer, and comes back as it was', async () => {
    const exchange = await recorded({
      ...slips,
      query: [
        ['status', 'open'],
        ['x', 'a&b=c'],
      ],
    })
    expect(rig.server.requests).toHaveLength(1)
    const [request] = rig.server.requests
    expect(request).toMatchObject({ method: 'GET', url: '/v1/bank-slips?status=open&x=a%26b%3Dc' })
    expect(request?.headers.authorization).toMatch(/^Bearer access-\d+-canary$/)
    expect(exchange).toMatchObject({
      step: 'api',
      environment: 'test',
      request: { method: 'GET', url: `${rig.server.address}${request?.url}` },
      response: { status: 200, body: JSON.stringify({ path: request?.url }), cut: false },
      flow: { grantedScope: 'openid apps' },
    })
    expect(exchange.request.headers.authorization).toBe(`Bearer ${exchange.bearer}`)
    expect(JSON.stringify(exchange)).not.toContain('canary')
  })

  test('fills an operation’s path, and sends a body', async () => {
    await recorded({ operation: 'get-bank-slip', parameters: { slip_id: 'slip-1001' } })
    const body = '{"amount":"1.00"}'
    const exchange = await recorded({
      method: 'POST',
      path: '/bank-slips',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(rig.server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/bank-slips/slip-1001',
      'POST /v1/bank-slips',
    ])
    expect(rig.server.requests[1]).toMatchObject({ body, headers: { 'content-type': 'application/json' } })
    expect(exchange.request.body).toBe(body)
  })

  test.each([
    ['', '/payments/7'],
    ['/api/v2', '/api/v2/payments/7'],
  ])('goes below what the environment has before paths: %j', async (path_prefix, url) => {
    await rig.close()
    await begin({}, { path_prefix })
    await recorded({ method: 'GET', path: '/payments/7' })
    expect(rig.server.requests.map((request) => request.url)).toEqual([url])
  })

  test('can go to another environment of the configuration only', async () => {
    expect((await call({ ...slips, environment: 'elsewhere' })).statusCode).toBe(400)
    expect(rig.server.requests).toEqual([])
  })

  test('without a session is not sent', async () => {
    expect((await rig.browser().request('POST', '/bff/calls', { json: slips })).statusCode).toBe(401)
    expect(rig.server.requests).toEqual([])
  })

  test('is responded with the end of the session when that was signed out meanwhile', async () => {
    rig.server.behave('/v1/bank-slips', async (_, response) => {
      const other = rig.browser()
      for (const [name, value] of browser.cookies) other.cookies.set(name, value)
      await other.request('DELETE', '/bff/session')
      response.end('{}')
    })
    expect((await call(slips)).json()).toMatchObject({ code: 'session-ended' })
  })
})

describe('a call during which its person signs in again', () => {
  test('gets its response, and its message continues with the new session', async () => {
    const come = Promise.withResolvers<void>()
    let answer = () => {}
    rig.server.behave('/v1/bank-slips', (_, response) => {
      answer = () => void response.end('{}')
      come.resolve()
    })
    const running = call(slips)
    await come.promise
    await browser.signIn()
    answer()
    const response = await running
    expect(response.statusCode).toBe(200)
    const kept = (await browser.request('GET', '/bff/messages')).json() as Messages
    expect(kept.messages.map(({ id }) => id)).toContain(response.json().id)
  })
})

describe.each(['/v1', ''])('with %j before paths, nothing is sent for', (path_prefix) => {
  beforeEach(async () => {
    if (path_prefix === '/v1') return
    await rig.close()
    await begin({}, { path_prefix })
  })
  const refusedUnsent = async (path: string) => {
    const response = await call({ method: 'GET', path })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      code: 'request-invalid',
      message: expect.any(String),
      fix: expect.any(String),
    })
    expect(rig.server.requests).toEqual([])
  }

  test.each([
    '/v1/x\\..\\..\\admin',
    'x/../../admin',
    '../admin',
    './x',
    '%2e%2e/admin',
    '.%2e/admin',
    '..%2fadmin',
    '..%2Fadmin',
    '%252e%252e%252fadmin',
    '%5c..%5cadmin',
    '..;/admin',
    'x;a=b/y',
    '//evil',
    'x//y',
    '%00',
    'x%00y',
    '%0d%0aX:1',
    'x\r\ny',
    '%zz',
    '%c0%ae%c0%ae/x',
    '%ff',
    'x?y=1',
    'x#y',
    'x y',
    '',
    '/',
    'x/',
    'ｘ',
    '..%20',
    '%20..',
    '%20',
    '%EF%BC%8E%EF%BC%8E/x',
    'x%EF%BC%8Fy',
    'x%EF%BC%BCy',
    '%e2%80%a4%e2%80%a4/x',
    'x%e2%81%84y',
    'x%e2%88%95y',
    'x%c2%85y',
    'x%e2%80%8by',
    'x%3fy',
    'x%23y',
  ])('attack 38: %j', refusedUnsent)

  test.each(['http://169.254.169.254/v1/x', 'http:/evil', '@evil', '.@evil', 'http://evil', ':80/x'])(
    'attack 39: %j',
    refusedUnsent,
  )

  test.each([
    ['slip_id', '../accounts'],
    ['slip_id', '..'],
    ['slip_id', 'x/y'],
    ['slip_id', ''],
    ['other', 'slip-1001'],
  ])('attack 38: with the parameter %s=%j', async (name, value) => {
    expect((await call({ operation: 'get-bank-slip', parameters: { [name]: value } })).statusCode).toBe(400)
    expect(rig.server.requests).toEqual([])
  })

  test('of an operation that is not known, nor of both an operation and a path', async () => {
    for (const wanted of [
      { operation: 'constructor' },
      { ...slips, method: 'GET', path: '/x' },
      { path: '/x' },
    ] as const) {
      expect((await call(wanted)).statusCode).toBe(400)
    }
    expect(rig.server.requests).toEqual([])
  })
})

describe('headers', () => {
  const forbidden = {
    Cookie: 'a=b',
    Authorization: 'Bearer other',
    'Proxy-Authorization': 'Basic x',
    Referer: 'https://evil.example',
    'X-Forwarded-For': '10.0.0.1',
    'X-Forwarded-Host': 'evil.example',
    X_Forwarded_User: 'admin',
    'X-HTTP-Method-Override': 'DELETE',
    Host: 'evil.example',
    'Transfer-Encoding': 'chunked',
  }

  test('attack 40: reach the API by the allow-list, whether the page names them or the browser sends them', async () => {
    await recorded({ ...slips, headers: { ...forbidden, 'X-Request-Id': 'r-1', Accept: 'text/plain' } })
    await browser.request('POST', '/bff/calls', {
      json: slips,
      headers: {
        referer: 'https://evil.example',
        'x-forwarded-for': '10.0.0.1',
        x_forwarded_user: 'admin',
        'x-http-method-override': 'PUT',
      },
    })
    const names = rig.server.requests.map(({ headers }) => Object.keys(headers).sort())
    expect(names).toEqual([
      ['accept', 'accept-encoding', 'authorization', 'connection', 'host', 'x-request-id'],
      ['accept', 'accept-encoding', 'authorization', 'connection', 'host'],
    ])
    expect(rig.server.requests[0]?.headers.authorization).toMatch(/^Bearer access-/)
    expect(rig.server.requests[0]?.headers.host).toBe(new URL(rig.server.address).host)
  })

  test('with a line break in a value are refused', async () => {
    expect((await call({ ...slips, headers: { accept: 'a\r\nX-Evil: 1' } })).statusCode).toBe(400)
    expect(rig.server.requests).toEqual([])
  })

  test('attack 41: of the response are data, and none of them is the BFF’s own', async () => {
    const hostile = {
      'set-cookie': ['a=1', 'claimcheck-session=planted'],
      'content-security-policy': 'default-src *',
      'strict-transport-security': 'max-age=1',
      'access-control-allow-origin': '*',
      'clear-site-data': '"*"',
      location: 'https://evil.example',
      'www-authenticate': 'Bearer error="invalid_token"',
    }
    rig.server.behave('/v1/bank-slips', (_, response) => void response.writeHead(401, hostile).end())
    const response = await call(slips)
    expect(response.statusCode).toBe(200)
    expect(response.json().response).toMatchObject({
      status: 401,
      headers: { ...hostile, 'set-cookie': 'a=1\nclaimcheck-session=planted' },
    })
    expect(response.cookies).toEqual([])
    for (const name of [
      'strict-transport-security',
      'access-control-allow-origin',
      'clear-site-data',
      'location',
      'www-authenticate',
    ]) {
      expect(response.headers).not.toHaveProperty(name)
    }
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
  })
})

describe('a response', () => {
  const answering =
    (headers: Record<string, string>, body: string | Uint8Array, status = 200): Behaviour =>
    (_, response) =>
      void response.writeHead(status, headers).end(body)

  test.each<[string, Behaviour, object]>([
    [
      'a problem is text',
      answering({ 'content-type': 'application/problem+json' }, '{}', 403),
      { body: '{}', status: 403 },
    ],
    [
      'text in Latin-1 is read so',
      answering({ 'content-type': 'text/plain; charset=iso-8859-1' }, Buffer.from([0xe9])),
      { body: 'é' },
    ],
    [
      'text that is none is base64',
      answering({ 'content-type': 'text/plain' }, Buffer.from([0xff])),
      { bodyBase64: '/w==' },
    ],
    ['no type is text where it can be', answering({}, 'hello'), { body: 'hello' }],
    ['gzip is unpacked', answering({ 'content-encoding': 'gzip' }, gzipSync('hello')), { body: 'hello', size: 5 }],
    [
      'brotli is unpacked',
      answering({ 'content-encoding': 'br' }, brotliCompressSync('hello')),
      { body: 'hello', size: 5 },
    ],
    ['an error of the server is data', answering({}, '', 503), { status: 503, size: 0 }],
    [
      'cut text may end within a character',
      answering({ 'content-type': 'text/plain' }, `a${'é'.repeat(60_000)}`),
      { cut: true, body: `a${'é'.repeat(49_999)}` },
    ],
  ])('%s', async (_, behaviour, expected) => {
    expect((await recorded(slips, behaviour)).response).toMatchObject(expected)
    expect(rig.server.requests).toHaveLength(1)
  })

  test.each<[string, Behaviour, object]>([
    ['HTML is text', answering({ 'content-type': 'text/html' }, '<script>'), { body: '<script>' }],
    ['SVG is text', answering({ 'content-type': 'image/svg+xml' }, '<svg/>'), { body: '<svg/>' }],
    ['a PDF is base64', answering({ 'content-type': 'application/pdf' }, '%PDF'), { bodyBase64: 'JVBERg==' }],
  ])('attack 42: %s', async (_, behaviour, expected) => {
    rig.server.behave('/v1/bank-slips', behaviour)
    const response = await call(slips)
    expect(response.json().response).toMatchObject(expected)
    expect(response.headers['content-type']).toContain('application/json')
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  })

  test.each<[string, Behaviour]>([
    ['one over the limit', answering({}, 'a'.repeat(100_001))],
    ['a small one that unpacks to 60 MB', answering({ 'content-encoding': 'gzip' }, bomb)],
    [
      'an endless one',
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write('a'.repeat(65_536))) {}
        }
        response.on('drain', more).on('error', () => {})
        more()
      },
    ],
  ])('attack 43: %s is cut and marked so', async (_, behaviour) => {
    expect((await recorded(slips, behaviour)).response).toMatchObject({ size: 100_000, cut: true })
  })

  test('attack 45: a redirect to an internal address is shown, and not followed', async () => {
    const location = `${rig.server.address}/internal`
    const { response } = await recorded(slips, answering({ location }, '', 302))
    expect(response).toMatchObject({ status: 302, headers: { location } })
    expect(rig.server.at('/internal')).toEqual([])
  })

  test('that repeats the token is told without it', async () => {
    const exchange = await recorded(slips, (request, response) => {
      response.setHeader('x-echo', request.headers.authorization ?? '')
      response.end(JSON.stringify(request.headers))
    })
    expect(exchange.response?.headers['x-echo']).toBe(`Bearer ${exchange.bearer}`)
    expect(JSON.stringify(exchange)).not.toContain('canary')
  })

  test.each<[string, Behaviour, string]>([
    ['is a reset', (_, response) => void response.socket?.destroy(), 'reset'],
    [
      'has a status that is none',
      (_, response) => void response.socket?.end('HTTP/1.1 abc Nonsense\r\n\r\n'),
      'malformed',
    ],
    ['is not what its encoding says', answering({ 'content-encoding': 'gzip' }, 'hello'), 'undecodable'],
  ])('attack 44: that %s is a recorded failure', async (_, behaviour, kind) => {
    expect((await recorded(slips, behaviour)).failure?.kind).toBe(kind)
    expect((await browser.request('GET', '/healthz')).statusCode).toBe(200)
  })
})

test.each<[string, Behaviour]>([
  ['does not come', () => {}],
  ['stops half way', (_, response) => void response.writeHead(200).write('{')],
])('attack 44: a response that %s is given up in time, and the process stays responsive', async (_, behaviour) => {
  await rig.close()
  await begin({ apiMilliseconds: 300 })
  const exchange = recorded(slips, behaviour)
  expect((await browser.request('GET', '/healthz')).statusCode).toBe(200)
  expect((await exchange).failure?.kind).toBe('timeout')
})

test('attack 43: a body over the limit is refused unread', async () => {
  const response = await call({ method: 'POST', path: '/bank-slips', body: 'a'.repeat(1_100_000) })
  expect(response.statusCode).toBe(413)
  expect(response.json()).toMatchObject({ code: 'request-too-large' })
  expect(rig.server.requests).toEqual([])
})

describe('calls of one session at once', () => {
  test('are eight; a ninth is not sent, another session’s is, and when one is answered the next is', async () => {
    const other = rig.browser()
    await other.signIn()
    const answers: (() => void)[] = []
    const arrivals: (() => void)[] = []
    const arrived = () => new Promise<void>((reached) => arrivals.push(reached))
    rig.server.behave('/v1/slow', (_, response) => {
      answers.push(() => json(response, {}))
      arrivals.shift()?.()
    })
    const call = (from = browser) => {
      const sent = arrived()
      return { sent, answer: from.request('POST', '/bff/calls', { json: { method: 'GET', path: 'slow' } }) }
    }
    const eight = Array.from({ length: 8 }, () => call())
    await Promise.all(eight.map(({ sent }) => sent))
    const ninth = await browser.request('POST', '/bff/calls', { json: { method: 'GET', path: 'slow' } })
    expect(ninth.statusCode).toBe(429)
    expect(ninth.json()).toMatchObject({ code: 'too-many-requests', message: expect.stringContaining('8 calls') })
    const another = call(other)
    await another.sent
    answers.shift()?.()
    await Promise.race(eight.map(({ answer }) => answer))
    const tenth = call()
    await tenth.sent
    for (const answer of answers) answer()
    for (const { answer } of [...eight, another, tenth]) expect((await answer).statusCode).toBe(200)
    expect(rig.server.at('/v1/slow')).toHaveLength(10)
  })
})

describe('a production token', () => {
  const twoEnvironments = async (more: Record<string, unknown>) => {
    await rig.close()
    rig = await startRig({ builtIn: false, environment: { kind: 'production' }, sandbox: true, file: more })
    browser = rig.browser()
    await browser.signIn()
    rig.server.requests.length = 0
    return call({ ...slips, environment: 'sandbox' })
  }

  test('is not sent to the gateway of a sandbox', async () => {
    const response = await twoEnvironments({})
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ fix: 'Sign in to Sandbox, then repeat the call.' })
    expect(rig.server.requests).toEqual([])
  })

  test('is sent there where the configuration allows it', async () => {
    expect((await twoEnvironments({ production_tokens_to_sandbox: true })).statusCode).toBe(200)
    expect(rig.server.at('/v1/bank-slips')).toHaveLength(1)
  })
})

test('a query that would make the address longer than servers take is refused', async () => {
  const query = (length: number): CallRequest['query'] => Array.from({ length: 5 }, () => ['x', 'a'.repeat(length)])
  expect((await call({ ...slips, query: query(1_500) })).statusCode).toBe(200)
  const refused = await call({ ...slips, query: query(1_700) })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().message).toContain('at most 8000')
  expect(rig.server.requests).toHaveLength(1)
})

describe('a test token', () => {
  const header = Buffer.from('{"alg":"none"}').toString('base64url')
  const token = `${header}.${Buffer.from('{"sub":"test"}').toString('base64url')}.`

  test('is sent instead of the session’s own, and told with the exchange', async () => {
    const exchange = await recorded({ ...slips, token })
    expect(rig.server.requests[0]?.headers.authorization).toBe(`Bearer ${token}`)
    expect(exchange).toMatchObject({ token: { header: { alg: 'none' }, claims: { sub: 'test' } } })
    expect(exchange.request.headers.authorization).toMatch(/^Bearer fp:/)
  })

  test('that is empty sends no token at all', async () => {
    const exchange = await recorded({ ...slips, token: '' })
    expect(rig.server.requests[0]?.headers).not.toHaveProperty('authorization')
    expect(exchange).not.toHaveProperty('bearer')
  })

  test.each(['a b', 'a\r\nx: y', 'é'])('with characters that no header has is rejected: %j', async (text) => {
    expect((await call({ ...slips, token: text })).statusCode).toBe(400)
    expect(rig.server.requests).toEqual([])
  })

  test('goes to no environment but the built-in ones', async () => {
    await rig.close()
    rig = await startRig({ builtIn: false })
    browser = rig.browser()
    await browser.signIn()
    rig.server.requests.length = 0
    for (const text of [token, '']) expect((await call({ ...slips, token: text })).statusCode).toBe(400)
    expect(rig.server.requests).toEqual([])
  })
})
