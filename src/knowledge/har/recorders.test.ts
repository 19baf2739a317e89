import { describe, expect, test } from 'vitest'
import type { Environment } from '../protocol/call.ts'
import { createHarReader } from './flows.ts'
import { readRecorder, type Seen, sanitizedBy, see } from './recorder.ts'
import { type Preflight, readPreflight, whyUnanswered } from './unanswered.ts'

const file = (name: string, version = '1') => ({ log: { creator: { name, version }, entries: [] } })

test.each([
  ['WebInspector', '537.36', 'Chrome, Edge or another Chromium browser', undefined],
  ['WebKit Web Inspector', '1.0', 'Safari', '1.0'],
  ['Firefox', '128.0', 'Firefox', '128.0'],
  ['Charles Proxy', '4.6.4', 'Charles', '4.6.4'],
  ['Fiddler', '5.0', 'Fiddler', '5.0'],
  ['mitmproxy', '10.1', 'mitmproxy', '10.1'],
  ['Insomnia REST Client', 'insomnia.desktop.app:v8', 'Insomnia', 'insomnia.desktop.app:v8'],
  ['Postman', '11', 'Postman', '11'],
  ['Playwright', '1.50', 'Playwright', '1.50'],
  ['HTTP Toolkit', '1.2', 'HTTP Toolkit', '1.2'],
  ['Proxyman', '5', 'Proxyman', '5'],
  ['my-recorder', '0.1', 'my-recorder', '0.1'],
])('a file of %s is called by what recorded it', (creator, version, name, told) => {
  expect(readRecorder(file(creator, version))).toMatchObject({ name, version: told })
})

test.each([undefined, {}, { log: { creator: null } }, { log: { creator: { name: 3 } } }])(
  'a file that does not say what recorded it is called by nothing: %j',
  (written) => expect(readRecorder(written)).toBeUndefined(),
)

describe('a file whose credentials are gone is said to be so', () => {
  const entry = (requestHeaders: [string, string][], responseHeaders: [string, string][] = [], content = {}) => ({
    request: {
      method: 'GET',
      url: 'https://a.example/x',
      headers: requestHeaders.map(([name, value]) => ({ name, value })),
    },
    response: { status: 200, headers: responseHeaders.map(([name, value]) => ({ name, value })), content },
  })
  const seenIn = (...entries: unknown[]) => {
    const seen: Seen = { credentials: 0, marked: 0, bodiesMissing: 0 }
    for (const one of entries) see(seen, one)
    return seen
  }
  const chromium = readRecorder(file('WebInspector'))

  test('where Chromium exported it without them', () => {
    expect(sanitizedBy(chromium, seenIn(entry([['accept', '*/*']])))).toMatchObject({ how: 'left-out' })
  })

  test.each([
    ['a cookie that was sent', entry([['Cookie', 'a=1']])],
    ['a cookie that was set', entry([], [['set-cookie', 'a=1']])],
    ['a token', entry([['authorization', 'Bearer abc']])],
  ])('but not where it has %s', (_what, one) => {
    expect(sanitizedBy(chromium, seenIn(entry([]), one))).toBeUndefined()
  })

  test('and not where another program recorded it, which leaves nothing out', () => {
    expect(sanitizedBy(readRecorder(file('Firefox')), seenIn(entry([])))).toBeUndefined()
  })

  test.each([
    'Bearer [redacted]',
    '[Authorization header redacted]',
    'REDACTED',
    'Bearer ***',
    '<removed>',
    'xxxxxxxxxx',
    'Bearer [token:1a2b3c4d]',
  ])('where a value was replaced by %s', (value) => {
    expect(sanitizedBy(readRecorder(file('Firefox')), seenIn(entry([['Authorization', value]])))).toMatchObject({
      how: 'replaced',
    })
  })

  test('and a response in JSON without the body that it had is counted', () => {
    expect(seenIn(entry([], [], { size: 20, mimeType: 'application/json' })).bodiesMissing).toBe(1)
    expect(seenIn(entry([], [], { size: 20, mimeType: 'application/json', text: '{}' })).bodiesMissing).toBe(0)
    expect(seenIn(entry([], [], { size: 0, mimeType: 'application/json' })).bodiesMissing).toBe(0)
  })
})

describe('why an entry has no status', () => {
  const url = 'https://api.example/v1/x'
  const entry = (response: object | undefined, more: object = {}, headers: object[] = []) => ({
    request: { method: 'GET', url, headers },
    ...(response && { response: { statusText: '', headers: [], content: {}, ...response } }),
    ...more,
  })
  const preflight = (status: number, headers: object[] = []) =>
    new Map<string, Preflight>([
      readPreflight({ request: { method: 'OPTIONS', url }, response: { status, headers } }) ?? [
        '',
        { status: 0, allowsOrigin: undefined },
      ],
    ])
  const none: ReadonlyMap<string, Preflight> = new Map()
  const origin = [{ name: 'Origin', value: 'https://spa.example' }]

  test.each([
    [
      'Chromium, blocked by an extension',
      { status: 0, _error: 'net::ERR_BLOCKED_BY_CLIENT' },
      'blocked by an extension',
    ],
    ['Chromium, blocked by the page’s policy', { status: 0, _error: 'net::ERR_BLOCKED_BY_CSP' }, 'blocked (CSP)'],
    [
      'Chromium, blocked by the company',
      { status: 0, _error: 'net::ERR_BLOCKED_BY_ADMINISTRATOR' },
      'blocked by a policy',
    ],
    ['Chromium, withheld', { status: 0, _error: 'net::ERR_BLOCKED_BY_RESPONSE.NotSameOrigin' }, 'answer withheld'],
    ['Chromium, offline', { status: 0, _error: 'net::ERR_INTERNET_DISCONNECTED' }, 'offline'],
    ['Chromium, aborted', { status: 0, _error: 'net::ERR_ABORTED' }, 'aborted'],
    ['Chromium, host unknown', { status: 0, _error: 'net::ERR_NAME_NOT_RESOLVED' }, 'host not found'],
    ['Firefox, aborted', { status: 0, statusText: 'NS_BINDING_ABORTED' }, 'aborted'],
    ['Safari, cancelled', { status: 0, _error: 'cancelled' }, 'aborted'],
    ['Playwright, refused', { status: -1, _failureText: 'net::ERR_CONNECTION_REFUSED' }, 'connection refused'],
    ['mitmproxy, client gone', { status: 0, _error: 'Client disconnected.' }, 'aborted'],
    ['HTTP Toolkit and Charles, which say nothing', { status: 0 }, 'no status'],
  ])('%s', (_who, response, short) => {
    expect(whyUnanswered(entry(response), none)?.short).toBe(short)
  })

  test('a call of another origin without a reason is most often CORS, and that is not said for certain', () => {
    const told = whyUnanswered(entry({ status: 0 }, { serverIPAddress: '203.0.113.7' }, origin), none)
    expect(told).toMatchObject({
      short: 'no status, often CORS',
      why: expect.stringContaining('Usually it is CORS'),
    })
    expect(told?.why).toContain('There was a connection to 203.0.113.7.')
  })

  test('a call of the same origin is not taken for CORS', () => {
    const own = [{ name: 'Origin', value: 'https://api.example' }]
    expect(whyUnanswered(entry({ status: 0 }, {}, own), none)?.short).toBe('no status')
  })

  test('a preflight that was refused is the reason', () => {
    expect(whyUnanswered(entry({ status: 0 }, {}, origin), preflight(403))).toMatchObject({
      short: 'blocked (CORS)',
      why: expect.stringContaining('(OPTIONS), which got 403 and no Access-Control-Allow-Origin'),
    })
    const allowing = preflight(204, [{ name: 'Access-Control-Allow-Origin', value: '*' }])
    expect(whyUnanswered(entry({ status: 0 }, {}, origin), allowing)?.short).toBe('no status, often CORS')
  })

  test('a request alone, as Insomnia and Postman save it, has no response', () => {
    expect(whyUnanswered(entry(undefined), none)?.short).toBe('no response')
  })

  test('a response is none of this', () => {
    expect(whyUnanswered(entry({ status: 204, _error: 'net::ERR_ABORTED' }), none)).toBeUndefined()
  })
})

describe('a sign-in at a known provider is found by its own paths', () => {
  const environments: Environment[] = []
  const request = (method: string, url: string, form?: string, response: object = { status: 200 }) => ({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 5,
    request: {
      method,
      url,
      headers: [],
      ...(form && { postData: { mimeType: 'application/x-www-form-urlencoded', text: form } }),
    },
    response: { headers: [], content: {}, ...response },
  })
  const flowsOf = (...entries: unknown[]) => {
    const reader = createHarReader(environments)
    const kinds = entries.map((one) => reader.take(one)?.kind)
    return { kinds, flows: reader.flows() }
  }

  test.each([
    [
      'Keycloak',
      'https://k.example/realms/r/protocol/openid-connect/auth',
      'https://k.example/realms/r/protocol/openid-connect/token',
    ],
    ['Google', 'https://accounts.google.com/o/oauth2/v2/auth', 'https://oauth2.googleapis.com/token'],
    ['GitHub', 'https://github.com/login/oauth/authorize', 'https://github.com/login/oauth/access_token'],
    [
      'Entra ID',
      'https://login.microsoftonline.com/t/oauth2/v2.0/authorize',
      'https://login.microsoftonline.com/t/oauth2/v2.0/token',
    ],
    ['Okta', 'https://o.okta.com/oauth2/default/v1/authorize', 'https://o.okta.com/oauth2/default/v1/token'],
    ['PingFederate', 'https://p.example/as/authorization.oauth2', 'https://p.example/as/token.oauth2'],
    ['Ory Hydra', 'https://h.example/oauth2/auth', 'https://h.example/oauth2/token'],
    ['LinkedIn', 'https://www.linkedin.com/oauth/v2/authorization', 'https://www.linkedin.com/oauth/v2/accessToken'],
    ['Facebook', 'https://www.facebook.com/v19.0/dialog/oauth', 'https://graph.facebook.com/v19.0/oauth/access_token'],
    ['Slack', 'https://slack.com/openid/connect/authorize', 'https://slack.com/api/openid.connect.token'],
    ['Authelia', 'https://a.example/api/oidc/authorization', 'https://a.example/api/oidc/token'],
    [
      'Salesforce',
      'https://login.salesforce.com/services/oauth2/authorize',
      'https://login.salesforce.com/services/oauth2/token',
    ],
    ['Duende', 'https://i.example/connect/authorize', 'https://i.example/connect/token'],
    ['a service with paths of its own', 'https://i.example/begin', 'https://i.example/redeem'],
  ])('%s', (_who, authorization, token) => {
    const { kinds, flows } = flowsOf(
      request(
        'GET',
        `${authorization}?client_id=app&response_type=code&state=s1&redirect_uri=https%3A%2F%2Fapp.example%2Fcb`,
      ),
      request('GET', 'https://app.example/cb?code=c1&state=s1'),
      request('POST', token, 'grant_type=authorization_code&client_id=app&code=c1'),
    )
    expect(kinds).toEqual(['authorize', 'callback', 'token'])
    expect(flows.map(({ kind, exchanges }) => [kind, exchanges.length])).toEqual([['sign-in', 2]])
  })

  const begin = request('GET', 'https://id.example/authorize?client_id=app&response_type=code&state=s1')

  test('a response that the browser posts (form_post) belongs to it', () => {
    const { kinds, flows } = flowsOf(begin, request('POST', 'https://app.example/cb', 'code=c1&state=s1'))
    expect(kinds).toEqual(['authorize', 'callback'])
    expect(flows[0]?.exchanges[0]?.response?.headers.location).toBe('https://app.example/cb?code=c1&state=s1')
  })

  test('a response in a fragment is read from the redirect that carries it', () => {
    const location = 'https://app.example/cb#access_token=abc&state=s1'
    const { kinds, flows } = flowsOf(
      begin,
      request('POST', 'https://id.example/login', 'user=a', {
        status: 302,
        headers: [{ name: 'Location', value: location }],
      }),
      {
        ...request('GET', 'https://api.example/x'),
        request: {
          method: 'GET',
          url: 'https://api.example/x',
          headers: [{ name: 'Authorization', value: 'Bearer abc' }],
        },
      },
    )
    expect(kinds).toEqual(['authorize', 'callback', 'api'])
    expect(flows.map(({ kind, exchanges }) => [kind, exchanges.length])).toEqual([['sign-in', 2]])
    expect(flows[0]?.exchanges[0]?.response?.headers.location).toBe(location)
  })

  test.each([
    'https://id.example/realms/r/protocol/openid-connect/logout?id_token_hint=a.b.c',
    'https://t.auth0.com/v2/logout?client_id=app&returnTo=x',
    'https://c.amazoncognito.com/logout?client_id=app&logout_uri=x',
    'https://i.example/connect/endsession?post_logout_redirect_uri=x',
    'https://o.example/session/end?client_id=app',
  ])('its end is found: %s', (url) => {
    const { kinds, flows } = flowsOf(begin, request('GET', url, undefined, { status: 302 }))
    expect(kinds).toEqual(['authorize', 'sign-out'])
    expect(flows).toHaveLength(1)
    expect(flows[0]?.signOuts.size).toBe(1)
  })

  test.each([
    'https://shop.example/search?code=A1&country=pt',
    'https://app.example/logout',
    'https://app.example/items?response_type=json',
  ])('what only looks like it is none: %s', (url) => {
    expect(flowsOf(request('GET', url)).kinds).toEqual([undefined])
  })
})
