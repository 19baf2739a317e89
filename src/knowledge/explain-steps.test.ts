import { expect, it } from 'vitest'
import { explain } from './explain.ts'

const known = { now: 1_780_000_000, environments: [] }
const codesOf = (text: string) => explain(text, known).diagnoses.map(({ code }) => code)

const tokenAnswer =
  'POST https://id.example/oauth2/token -> 200 {"access_token":"acc-0123456789abcdef0123","refresh_token":"ref-0123456789abcdef0123","token_type":"Bearer"}'
const refused = (bearer: string) =>
  `${tokenAnswer}\nGET https://api.example/v1/slips HTTP/1.1\nAuthorization: Bearer ${bearer}\n\nHTTP/1.1 401 Unauthorized\n\n{"message":"invalid token"}`

it('judges the request that failed by what the steps before it show', () => {
  const [first] = codesOf(
    [
      '1) https://id.example/oauth2/authorize?client_id=a&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb',
      '2) POST https://id.example/oauth2/token grant_type=authorization_code&code=abc&redirect_uri=https%3A%2F%2Fapp.example%2Fcb%2F',
      '3) 400 {"error":"invalid_grant","error_description":"redirect_uri does not match the authorization request"}',
    ].join('\n'),
  )
  expect(first).toBe('redirect-uri-differs')
})

it('shows that the refresh token of the token response was sent as bearer', () => {
  expect(codesOf(refused('ref-0123456789abcdef0123'))[0]).toBe('refresh-token-sent-as-bearer')
})

it('says nothing of the kind where the access token was sent', () => {
  expect(codesOf(refused('acc-0123456789abcdef0123'))).not.toContain('refresh-token-sent-as-bearer')
})

it('takes a token endpoint that speaks of a refresh token for a renewal', () => {
  const [first] = codesOf(
    'POST https://id.example/oauth2/token => HTTP 400\n{"error":"invalid_grant","error_description":"refresh token expired"}',
  )
  expect(first).toBe('refresh-token-dead')
})

it('takes no file of a stack trace for an error code', () => {
  const [first] = codesOf(
    'POST https://id.example/oauth2/v1/token: 404 page not found\nmain.exchange\n\t/src/oauth.go:62\nResponse: 404 page not found',
  )
  expect(first).not.toBe('client-not-found')
})

it('reads the form that a tool lists line by line', () => {
  const text = [
    'POST https://id.example/oauth2/token   401',
    'Request Body',
    '  grant_type: "refresh_token"',
    '  refresh_token: "r-0123456789"',
    '  client_id: "app"',
    'Response Body',
    '  {"error":"invalid_grant","error_description":"Token is gone"}',
  ].join('\n')
  expect(explain(text, known).readings[0]?.call.step).toBe('refresh')
})

it('compares the scopes in a text with those of the operation that was refused', () => {
  const refusal = 'POST https://api.sandbox.example/v1/webhooks -> 403'
  expect(codesOf(`{"token_scope":"openid profile"}\n${refusal}`)[0]).toBe('scope-insufficient')
})

it('calls no address that is the issuer or the audience of a token', () => {
  const text =
    '{"iss":"https://id.example","aud":["https://api.example","c-1"],"exp":1780003600}\ncall: GET https://api.example/v1/slips 403'
  expect(explain(text, known).readings[0]?.call.request?.url).toBe('https://api.example/v1/slips')
})

it('shows a broken rule on the reading that has the body of the response, and that reading once', () => {
  const body = '{"fault":{"detail":{"errorcode":"policies.ratelimit.QuotaViolation"}}}'
  const { readings } = explain(
    `2026-05-04T09:30:00Z ERROR GET https://api.example/v1/webhooks status=429 body=${JSON.stringify(body)}`,
    known,
  )
  expect(readings[0]?.call.response?.body).toBe(body)
  expect(readings.filter(({ call }) => call === readings[0]?.call)).toHaveLength(1)
})
