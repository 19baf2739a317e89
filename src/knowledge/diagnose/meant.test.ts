import { expect, it } from 'vitest'
import { diagnose } from './diagnose.ts'

const of = (status: number, body: string, more: object = {}) =>
  diagnose({
    at: 1_554_116_560,
    step: 'api',
    request: { method: 'GET', url: 'https://api.example/orders', headers: { authorization: 'Bearer a' } },
    response: { status, body, ...more },
  })[0]

it.each([
  ['{"message":"Token expirado"}', 'access-token-expired'],
  ['{"message":"Token expirado ou inválido"}', 'invalid-token'],
])('takes no single cause from a sentence that offers several: %s', (body, code) => {
  expect(of(403, body)?.code).toBe(code)
})

it('hears that a token was refused with status 400 too, and compares its times with that of the call', () => {
  const [lead] = diagnose({
    at: 1_554_116_560,
    step: 'api',
    request: { method: 'POST', url: 'http://localhost:8080/v1/graphql', headers: { authorization: 'Bearer a' } },
    response: { status: 400, body: '{"error":"Could not verify JWT: JWTIssuedAtFuture","code":"invalid-jwt"}' },
    token: { header: { alg: 'RS256' }, claims: { iat: 1_554_116_701, exp: 1_554_120_301 } },
  })
  expect(lead?.code).toBe('access-token-not-yet-valid')
  expect(lead?.evidence).toContain('/token/claims/iat')
})

it('reads a sentence that is called HTML as a sentence', () => {
  const html = { headers: { 'content-type': 'text/html' } }
  expect(of(400, 'The field cnpj is required', html)?.code).not.toBe('html-in-place-of-an-answer')
  expect(of(400, '<html><body>Bad</body></html>', html)?.code).toBe('html-in-place-of-an-answer')
})

it('names the issuer that a refusal names before an algorithm that would fail next', () => {
  const [lead] = diagnose({
    at: 1_504_517_400,
    step: 'api',
    request: { method: 'GET', url: 'http://localhost:8000/orders', headers: { authorization: 'Bearer a' } },
    response: { status: 403, body: '{"message":"No credentials found for given \'iss\'","hint":"RS256"}' },
    token: { header: { alg: 'HS256' }, claims: { iss: 'https://acme.example/authorize' } },
  })
  expect(lead?.code).toBe('issuer-not-trusted')
})
