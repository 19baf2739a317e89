import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { explainMessage, type MessagePart } from './message-parts.ts'

const standing = (parts: MessagePart[]) =>
  Object.fromEntries(parts.map(({ place, name, standing }) => [`${place} ${name}`, standing]))

const tokenCall = (form: Record<string, string>, body: unknown, status = 200): Call => ({
  at: 1_000,
  step: 'token',
  request: {
    method: 'POST',
    url: 'https://auth.example/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic fp:12345678' },
    form,
  },
  response: { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) },
})

test('an authorization that keeps to the document is reported as such, and anything else as not shown', () => {
  const { request, answer } = explainMessage({
    at: 1_000,
    step: 'authorize',
    request: {
      method: 'GET',
      url: 'https://auth.example/oauth2/authorize?client_id=a&response_type=code&redirect_uri=b&scope=openid&state=s&odd=1',
    },
    response: { status: 302, headers: { location: 'https://app.example/callback?code=c&iss=i&state=s' } },
  })
  expect(standing(request)).toEqual({
    'method method': 'as-documented',
    'address path': 'as-documented',
    'query client_id': 'as-documented',
    'query response_type': 'as-documented',
    'query redirect_uri': 'as-documented',
    'query scope': 'as-documented',
    'query state': 'not-shown',
    'query odd': 'not-shown',
  })
  expect(standing(answer)).toEqual({
    'status status': 'as-documented',
    'redirect code': 'as-documented',
    'redirect iss': 'as-documented',
    'redirect state': 'not-shown',
  })
})

test('a denial owes no code, and nothing of its shape is called documented', () => {
  const { answer } = explainMessage({
    at: 1_000,
    step: 'authorize',
    response: { status: 302, headers: { location: 'https://app.example/callback?error=access_denied' } },
  })
  expect(standing(answer)).toEqual({ 'status status': 'not-shown', 'redirect error': 'not-shown' })
})

test('a token exchange is held against the documented fields, values and order of magnitude', () => {
  const { request, answer } = explainMessage(
    tokenCall(
      { code: 'fp:1', grant_type: 'password' },
      { access_token: 'fp:2', scope: 'a  b', token_type: 'mac', expires_in: 'soon', constructor: 'x' },
    ),
  )
  expect(standing(request)).toMatchObject({
    'header authorization': 'as-documented',
    'form code': 'as-documented',
    'form redirect_uri': 'missing',
    'form grant_type': 'differs',
  })
  expect(standing(answer)).toEqual({
    'status status': 'as-documented',
    'header content-type': 'as-documented',
    'body access_token': 'as-documented',
    'body refresh_token': 'missing',
    'body scope': 'differs',
    'body id_token': 'missing',
    'body token_type': 'differs',
    'body expires_in': 'differs',
    'body constructor': 'not-shown',
  })
})

test('a token error has the documented body, and a status that the API guide does not show', () => {
  const { answer } = explainMessage(tokenCall({}, { error: 'client_not_found' }, 401))
  expect(standing(answer)).toEqual({
    'status status': 'not-shown',
    'body error': 'as-documented',
    'body error_description': 'missing',
  })
})

test('a renewal is nowhere called documented, but for the way the client authenticates', () => {
  const call: Call = {
    ...tokenCall({ grant_type: 'refresh_token', refresh_token: 'fp:1' }, { access_token: 'x' }),
    step: 'refresh',
  }
  const { request, answer } = explainMessage(call)
  expect(standing(request)).toMatchObject({ 'form grant_type': 'not-shown', 'form refresh_token': 'not-shown' })
  expect(standing(answer)).toMatchObject({ 'status status': 'not-shown', 'body access_token': 'not-shown' })
})

const apiCall = (path: string, status: number, body = '', method = 'GET'): Call => ({
  at: 1_000,
  step: 'api',
  request: { method, url: `https://api.example${path}`, headers: { authorization: 'Bearer fp:1' } },
  response: { status, headers: {}, body },
})

test.each([
  ['/v1/bank-slips', 'as-documented'],
  ['/v1/accounts/acc-1/statements', 'as-documented'],
  ['/v1/payment-receipts', 'not-shown'],
  ['/v1/never-heard-of', 'not-shown'],
  ['/v2/bank-slips', 'differs'],
])('the path %s is %s', (path, expected) => {
  expect(standing(explainMessage(apiCall(path, 200)).request)).toMatchObject({
    'address path': expected,
    'header authorization': 'not-shown',
  })
})

test.each([
  ['/v1/authorized-direct-debits', 403, 'as-documented'],
  ['/v1/bank-slips', 403, 'not-shown'],
  ['/v1/payment-receipts/r1', 500, 'as-documented'],
  ['/v1/bank-slips/s1/pdf', 503, 'as-documented'],
  ['/v1/bank-slips/s1', 503, 'not-shown'],
])('%s with %i is %s', (path, status, expected) => {
  expect(standing(explainMessage(apiCall(path, status)).answer)).toEqual({ 'status status': expected })
})

test('a gateway fault is taken apart by its path', () => {
  const body = JSON.stringify({
    fault: { faultstring: 'no key', detail: { errorcode: 'steps.jwt.NoMatchingPublicKey', more: 1 } },
  })
  expect(standing(explainMessage(apiCall('/v1/bank-slips', 401, body)).answer)).toEqual({
    'status status': 'not-shown',
    'body fault.faultstring': 'as-documented',
    'body fault.detail.errorcode': 'as-documented',
    'body fault.detail.more': 'not-shown',
  })
})

test.each(['', 'null', '[1]', '{"fault":null}', '{"__proto__":{"x":1}}', '<html>'])(
  'no body makes it fail: %s',
  (body) => {
    for (const step of ['authorize', 'token', 'refresh', 'api'] as const) {
      const { request, answer } = explainMessage({ at: 1, step, request: { method: '', url: '' }, response: { body } })
      expect(request.length + answer.length).toBeGreaterThan(0)
    }
  },
)

test('a response that never came has no parts', () => {
  expect(explainMessage({ at: 1, step: 'api', failure: { kind: 'timeout' } })).toEqual({ request: [], answer: [] })
})
