import { describe, expect, it } from 'vitest'
import type { Call } from '../protocol/call.ts'
import { diagnose } from './diagnose.ts'
import { exampleApiCall, exampleNow, exampleTokenError, gatewayBody } from './faults/example-parts.ts'
import { loadCatalogue } from './registries/load-catalogue.ts'

const rows = await loadCatalogue()
const code = { grant_type: 'authorization_code', code: 'k3y', redirect_uri: 'https://app.example/callback' }
const verifier = 'v'.repeat(43)

function came(query: string): Call {
  return {
    at: exampleNow,
    step: 'authorize',
    response: { status: 302, headers: { location: `https://app.example/callback?${query}` } },
  }
}

function stopped(status: number, body: unknown): Call {
  return {
    at: exampleNow,
    step: 'authorize',
    response: { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  }
}

function token(status: number, body: unknown, form: Record<string, string>, step: 'token' | 'refresh' = 'token'): Call {
  return {
    ...exampleTokenError(status, 'replaced'),
    step,
    request: { method: 'POST', url: 'https://id.sandbox.example/oauth2/token', form },
    response: { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  }
}

function api(status: number, body: unknown, headers: Record<string, string> = {}, sent = 'Bearer fp:1a2b3c4d'): Call {
  const call = exampleApiCall('/webhooks', status, { body, headers, claims: { scope: 'webhooks' } })
  return { ...call, request: { method: 'GET', url: '', ...call.request, headers: { authorization: sent } } }
}

const tooLarge =
  '<html><head><title>400 Request Header Or Cookie Too Large</title></head><body><center>nginx</center></body></html>'

const loose: [story: string, call: Call, first: string][] = [
  [
    'a sign-in that expired at the identity service, as a code instead of a description',
    came('error=temporarily_unavailable&error_description=authentication_expired&state=s'),
    'transaction-expired',
  ],
  [
    'a service that is busy indeed',
    came('error=temporarily_unavailable&error_description=busy'),
    'identity-service-busy',
  ],
  ['a client that is unknown by another name', came('error=application_not_found'), 'client-unknown-at-sign-in'],
  ['a client that was switched off', came('error=client_disabled'), 'client-blocked'],
  [
    'a sign-in request that is responded with 401',
    stopped(401, { ErrorCode: 'invalid_request', Error: 'x' }),
    'client-unknown-at-sign-in',
  ],
  [
    'a sign-in request that is responded with 400',
    stopped(400, { error: 'invalid_request' }),
    'authorization-request-invalid',
  ],
  [
    'the same where the request lacks nothing',
    {
      ...stopped(400, { error: 'invalid_request' }),
      request: {
        method: 'GET',
        url: 'https://id.sandbox.example/oauth2/authorize?client_id=demo&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fother&scope=openid',
      },
    },
    'stopped-on-identity-page',
  ],
  [
    'a refused renewal as the type of an error in a list',
    token(
      400,
      { errors: [{ errorType: 'invalid_grant' }] },
      { grant_type: 'refresh_token', refresh_token: 'r' },
      'refresh',
    ),
    'refresh-token-dead',
  ],
  [
    'a code that is refused as an invalid request, with nothing missing',
    token(400, { error: 'invalid_request' }, { ...code, code_verifier: verifier }),
    'code-not-accepted',
  ],
  ['the same from a gateway', token(400, { ErrorCode: 'invalid_request', Error: 'x' }, code), 'code-not-accepted'],
  ['an invalid request that may lack PKCE', token(400, { error: 'invalid_request' }, code), 'token-request-invalid'],
  [
    'a code that a service names in a status of its own',
    token(400, { status: 'BAD_AUTH_CODE', message: 'x' }, code),
    'code-not-accepted',
  ],
  [
    'a refresh token that a service names in a status of its own',
    token(
      400,
      { status: 'BAD_REFRESH_TOKEN', message: 'x' },
      { grant_type: 'refresh_token', refresh_token: 'r' },
      'refresh',
    ),
    'refresh-token-dead',
  ],
  [
    'a renewal without a refresh token',
    token(400, { error: 'invalid_request' }, { grant_type: 'refresh_token' }, 'refresh'),
    'token-request-incomplete',
  ],
  [
    'a code in a list of refused fields',
    token(400, { message: 'x', errors: [{ resource: 'Grant', field: 'code', code: 'expired' }] }, code),
    'code-not-accepted',
  ],
  [
    'a client in a list of refused fields',
    token(
      400,
      { message: 'x', errors: [{ resource: 'App', field: 'client_id', code: 'invalid' }] },
      { ...code, client_id: 'demo' },
    ),
    'client-authentication-failed',
  ],
  [
    'a scope that the challenge asks for and the token lacks',
    api(403, { error: 'Forbidden' }, { 'www-authenticate': 'Bearer scope="webhooks.write", error="invalid_token"' }),
    'scope-insufficient',
  ],
  ['a scope that an API calls invalid', api(400, { error: 'invalid_scope' }), 'scope-insufficient'],
  [
    'a path that is in no product of the token, which is another thing than no API at all',
    api(401, gatewayBody('keymanagement.service.apiresource_doesnot_exist')),
    'gateway-keymanagement-service-apiresource-doesnot-exist',
  ],
  [
    'headers that are too large for a server with its own page for it',
    exampleApiCall('/webhooks', 400, { body: tooLarge, headers: { 'content-type': 'text/html' } }),
    'headers-too-large',
  ],
  ['a token that may have been taken out on its way', api(401, {}, { 'www-authenticate': 'Bearer' }), 'bearer-missing'],
]

describe('answers that say it loosely', () => {
  it.each(loose)('%s', (_story, call, first) => {
    expect(diagnose(call, rows)[0]?.code).toBe(first)
  })

  it.each([
    ['a page of the identity service that says invalid_client', stopped(401, { error: 'invalid_client' })],
    [
      'a complete token request that is called invalid',
      token(400, { error: 'invalid_request' }, { ...code, code_verifier: verifier }),
    ],
    ['a bare challenge for a token that was sent', api(401, {}, { 'www-authenticate': 'Bearer' })],
    ['a scope that an API calls invalid', api(400, { error: 'invalid_scope' })],
  ])('%s is never certain of its cause', (_story, call) => {
    expect(diagnose(call, rows).map(({ certainty }) => certainty)).not.toContain('certain')
  })

  it('do not claim that no token was sent where one was', () => {
    const [first] = diagnose(api(401, {}, { 'www-authenticate': 'Bearer' }), rows)
    expect(first?.title).toBe('The API may not have seen the token')
  })

  it('name the scope that the challenge asks for', () => {
    const headers = { 'www-authenticate': 'Bearer scope="webhooks.write"' }
    const [first] = diagnose(api(403, {}, headers), rows)
    expect(first?.cause).toContain('webhooks.write')
    expect(first?.evidence).toContain('/response/headers/www-authenticate')
  })

  it('tell who sent the secret in the form that the place may be what is wrong', () => {
    const form = { ...code, client_id: 'demo', client_secret: 'fp:1a2b3c4d' }
    const call = { ...token(401, { error: 'invalid_client' }, form), environment: undefined }
    expect(diagnose(call, rows)[0]).toMatchObject({
      code: 'client-authentication-failed',
      cause: expect.stringContaining('the form is the wrong place for it'),
    })
  })
})
