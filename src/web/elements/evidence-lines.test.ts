import { expect, test } from 'vitest'
import { evidenceLines } from './evidence-lines.ts'

const call = {
  at: 1_777_886_400,
  step: 'api' as const,
  request: { method: 'GET', url: 'https://api.example/v1/slips', headers: { accept: '*/*' } },
  response: {
    status: 401,
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    body: '{"fault":{"faultstring":"Token expired","detail":{"errorcode":"steps.jwt.TokenExpired"}}}',
  },
  token: { header: { kid: 'k1' }, claims: { exp: 1_777_886_390 } },
}

const of = (evidence: string[], telling?: string) => ({ evidence, telling, title: '', cause: '' })

test('the error code of a body is named by its path, and a time of the token in words', () => {
  expect(evidenceLines(call, of(['/response/body', '/token/claims/exp', '/response/body']))).toEqual([
    {
      where: 'Response body',
      name: 'fault.detail.errorcode',
      value: 'steps.jwt.TokenExpired',
      part: 'body',
    },
    { where: 'Token claim', name: 'exp', value: '1777886390 (2026-05-04 09:19:50 UTC)', part: 'token' },
  ])
})

test('a body that is no JSON is quoted by the words that tell', () => {
  const page = { ...call, response: { status: 502, body: '<html>\n<h1>502 Bad Gateway</h1>\n</html>' } }
  expect(evidenceLines(page, of(['/response/body'], 'Bad Gateway'))).toEqual([
    { where: 'Response body', value: 'Bad Gateway', part: 'body' },
  ])
})

test('of an address the parameter that decides is quoted, and not the rest of it', () => {
  const location = 'https://app.example/callback?error=access_denied&state=s1&iss=https%3A%2F%2Fid.example'
  const redirected = { ...call, response: { status: 302, headers: { location } } }
  const parameter = (name: string, value: string) => ({ where: 'Redirect parameter', name, value, part: 'headers' })
  expect(evidenceLines(redirected, of(['/response/headers/location']))).toEqual([parameter('error', 'access_denied')])
  const state = evidenceLines(
    {
      ...redirected,
      flow: { state: 's0' },
      response: { headers: { location: location.replace('error=access_denied&', '') } },
    },
    of(['/response/headers/location', '/flow/state']),
  )
  expect(state).toEqual([parameter('state', 's1'), { where: 'Sign-in', name: 'state', value: 's0' }])
})

test('what is not there, and all headers at once, are no facts', () => {
  expect(evidenceLines(call, of(['/request/headers', '/token/claims/aud', '/flow/nonce', '/keys']))).toEqual([])
})

test('status, header, address and time are lines of their own', () => {
  const lines = evidenceLines(
    call,
    of(['/response/status', '/response/headers/www-authenticate', '/request/url', '/at']),
  )
  expect(lines.map(({ where, name, value }) => [where, name, value])).toEqual([
    ['Response', 'status', '401'],
    ['Response header', 'www-authenticate', 'error="invalid_token"'],
    ['Request URL', undefined, 'https://api.example/v1/slips'],
    ['Time of the response', undefined, '2026-05-04 09:20:00 UTC'],
  ])
})

test('where a diagnosis rests on the status, the error code in the body is quoted before it', () => {
  const body = '{"ErrorCode":"COMPANY_REQUIRED","Error":"No company."}'
  const refused = { ...call, response: { status: 403, body } }
  const code = { where: 'Response body', name: 'ErrorCode', value: 'COMPANY_REQUIRED', part: 'body' }
  const status = { where: 'Response', name: 'status', value: '403', part: 'headers' }
  expect(evidenceLines(refused, of(['/response/status']))).toEqual([code, status])
  // Words of the response that the diagnosis itself points to need no other beside them.
  expect(evidenceLines(refused, of(['/response/body/Error', '/response/status']))).toEqual([
    { ...code, name: 'Error', value: 'No company.' },
    status,
  ])
})
