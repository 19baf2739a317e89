import { expect, it } from 'vitest'
import type { Call } from '../protocol/call.ts'
import { diagnose } from './diagnose.ts'

const refused = (status: number, body: object, more: Partial<Call> = {}): Call => ({
  at: 1_760_000_000,
  step: 'api',
  request: { method: 'PUT', url: 'https://api.shop.example/v1/orders/7', headers: { authorization: 'Bearer abc' } },
  response: { status, headers: {}, body: JSON.stringify(body) },
  ...more,
})

it('leads with what the response names, and quotes it', () => {
  const [first] = diagnose(refused(403, { title: 'Acesso negado', detail: 'Escopo requerido: orders.write' }))
  expect(first).toMatchObject({ code: 'scope-insufficient', title: 'The scope “orders.write” is missing' })
  expect(first?.cause).toContain('Escopo requerido: orders.write')
  expect(first?.fix).toContain('orders.write')
})

it('says of a header that only a proxy can set that the proxy is to set it', () => {
  const [first] = diagnose(refused(400, { message: 'Missing header: X-Forwarded-Client-Cert' }))
  expect(first).toMatchObject({ code: 'client-certificate-missing', who: 'operator' })
})

it('says of a header that was sent that something in between removed it', () => {
  const sent = refused(400, { message: 'The header x-tenant-id is required' })
  const headers = { authorization: 'Bearer abc', 'x-tenant-id': '7' }
  expect(diagnose(sent)[0]).toMatchObject({ title: 'The header “x-tenant-id” is missing', who: 'caller' })
  expect(
    diagnose({ ...sent, request: { method: 'PUT', url: 'https://api.shop.example/v1/orders/7', headers } })[0],
  ).toMatchObject({
    title: 'The header “x-tenant-id” is missing',
    who: 'operator',
  })
})

it('hears the last sentence of a description before the definition of its code', () => {
  const definition =
    'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.'
  const call = refused(
    400,
    {
      error: 'invalid_grant',
      error_description: `${definition} The PKCE code verifier must be at least 43 characters.`,
    },
    {
      step: 'token',
      request: { method: 'POST', url: 'https://id.shop.example/token', form: { grant_type: 'authorization_code' } },
    },
  )
  expect(diagnose(call)[0]?.code).toBe('pkce-verifier-malformed')
})
