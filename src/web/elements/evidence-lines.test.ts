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

test('the error code of a body is named by its path, and a time of the token in words', () => {
  expect(evidenceLines(call, ['/response/body', '/token/claims/exp', '/response/body'])).toEqual([
    {
      where: 'Response body',
      name: 'fault.detail.errorcode',
      value: 'steps.jwt.TokenExpired',
      part: 'body',
    },
    { where: 'Token claim', name: 'exp', value: '1777886390 (2026-05-04 09:19:50 UTC)', part: 'token' },
  ])
})

test('a body that is no JSON is quoted by the line that tells', () => {
  const page = { ...call, response: { status: 502, body: '<html>\n<h1>502 Bad Gateway</h1>\n</html>' } }
  expect(evidenceLines(page, ['/response/body'], 'Bad Gateway')).toEqual([
    { where: 'Response body', value: '<h1>502 Bad Gateway</h1>', part: 'body' },
  ])
})

test('what is not there, and all headers at once, are no facts', () => {
  expect(evidenceLines(call, ['/request/headers', '/token/claims/aud', '/flow/nonce', '/keys'])).toEqual([])
})

test('status, header, address and time are lines of their own', () => {
  const lines = evidenceLines(call, ['/response/status', '/response/headers/www-authenticate', '/request/url', '/at'])
  expect(lines.map(({ where, name, value }) => [where, name, value])).toEqual([
    ['Response', 'status', '401'],
    ['Response header', 'www-authenticate', 'Bearer error="invalid_token"'],
    ['Request', 'url', 'https://api.example/v1/slips'],
    ['Time of the response', undefined, '2026-05-04 09:20:00 UTC'],
  ])
})
