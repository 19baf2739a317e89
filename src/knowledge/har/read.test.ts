import { describe, expect, test } from 'vitest'
import { diagnose } from '../diagnose/diagnose.ts'
import type { Environment } from '../protocol/call.ts'
import { recordedCall } from '../protocol/recorded-call.ts'
import { readEntry } from './read.ts'

const environments: Environment[] = [
  { id: 'here', kind: 'sandbox', authUrl: 'https://id.example', baseUrl: 'https://api.example' },
]
const entry = (response: object, more: object = {}) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 5,
  request: { method: 'GET', url: 'https://api.example/v1/bank-slips', headers: [{ name: 'Accept', value: '*/*' }] },
  response: { statusText: '', headers: [], content: {}, ...response },
  ...more,
})
const read = (written: unknown) => readEntry(written, 7, environments)?.exchange

describe('a request that was never answered is read as such', () => {
  test.each([
    ['by Chrome', { status: 0, _error: 'net::ERR_NAME_NOT_RESOLVED' }, 'dns'],
    ['by Chrome, refused', { status: 0, _error: 'net::ERR_CONNECTION_REFUSED' }, 'refused'],
    ['by Chrome, with a certificate that ran out', { status: 0, _error: 'net::ERR_CERT_DATE_INVALID' }, 'tls'],
    ['by Safari', { status: 0, _error: 'A server with the specified hostname could not be found.' }, 'dns'],
    ['by Safari, cancelled', { status: 0, _error: 'cancelled' }, 'aborted'],
    ['by Playwright', { status: -1, _failureText: 'net::ERR_TIMED_OUT' }, 'timeout'],
    [
      'by Fiddler, which answers in the place of the server',
      {
        status: 502,
        statusText: 'Fiddler - DNS Lookup Failed',
        content: { text: '[Fiddler] DNS Lookup for "x" failed.' },
      },
      'dns',
    ],
  ])('%s', (_who, response, kind) => {
    expect(read(entry(response))).toMatchObject({ response: undefined, failure: { kind } })
  })

  test.each([
    ['Firefox', { status: 0 }],
    ['Charles', { status: -1, _charlesStatus: 'FAILED' }],
    ['Chrome, of what the browser blocked', { status: 0, _error: 'net::ERR_BLOCKED_BY_CLIENT' }],
  ])('by %s, where the reason is not told, and nothing is certain of it', (_who, response) => {
    const exchange = read(entry(response))
    expect(exchange).toMatchObject({ response: undefined, failure: undefined })
    const found = exchange ? diagnose(recordedCall(exchange, { environments })) : []
    expect(found.map(({ certainty }) => certainty)).toEqual(['possible'])
  })
})

test('a header that came more than once is joined, so that no part of it is lost', () => {
  const headers = [
    { name: 'WWW-Authenticate', value: 'Basic realm="a"' },
    { name: 'www-authenticate', value: 'Bearer error="invalid_token", error_description="The token expired"' },
    { name: 'Set-Cookie', value: 'a=1' },
    { name: 'set-cookie', value: 'b=2' },
    { name: ':status', value: '401' },
  ]
  const exchange = read(entry({ status: 401, headers }))
  expect(exchange?.response?.headers).toEqual({
    'www-authenticate': 'Basic realm="a", Bearer error="invalid_token", error_description="The token expired"',
    'set-cookie': 'a=1\nb=2',
  })
  const [first] = exchange ? diagnose(recordedCall(exchange, { environments })) : []
  expect(first?.code).toBe('access-token-expired')
})

test('parameters that Chrome leaves encoded are taken from the text', () => {
  const request = {
    method: 'POST',
    url: 'https://id.example/oauth2/token',
    headers: [],
    postData: {
      mimeType: 'application/x-www-form-urlencoded',
      text: 'grant_type=authorization_code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb',
      params: [
        { name: 'grant_type', value: 'authorization_code' },
        { name: 'redirect_uri', value: 'https%3A%2F%2Fapp.example%2Fcb' },
      ],
    },
  }
  expect(read(entry({ status: 200 }, { request }))?.request.form).toEqual({
    grant_type: 'authorization_code',
    redirect_uri: 'https://app.example/cb',
  })
})

test('text that a browser wrote in base64 is text again, and what is no text stays as it is', () => {
  const content = (text: string) => ({ status: 200, content: { text, encoding: 'base64', size: 3 } })
  expect(read(entry(content('eyJhIjoxfQ==')))?.response).toMatchObject({ body: '{"a":1}', bodyBase64: undefined })
  expect(read(entry(content('/9j/4A==')))?.response).toMatchObject({ body: undefined, bodyBase64: '/9j/4A==' })
})

test('a question that the browser asks first (CORS) is no call', () => {
  expect(read(entry({ status: 204 }, { _resourceType: 'preflight' }))).toBeUndefined()
})

test.each([null, 1, 'x', [], {}, { request: [] }, { request: { url: 1 } }, { request: { url: '' } }])(
  '%j is no step of a flow',
  (written) => {
    expect(read(written)).toBeUndefined()
  },
)
