import { describe, expect, it } from 'vitest'
import type { Call } from '../protocol/call.ts'
import { diagnoseByEntries as diagnose } from './by-entries.ts'
import type { DiagnosisCode } from './diagnosis.ts'
import {
  exampleApiCall,
  exampleNow,
  exampleTokenError,
  gatewayBody,
  production,
  sandbox,
} from './faults/example-parts.ts'
import { loadCatalogue } from './registries/load-catalogue.ts'

const rows = await loadCatalogue()
const webhooks = { scope: 'webhooks' }

/** A refused call of a business API whose token gives no reason for it. */
function api(status: number, body: unknown, headers: Record<string, string> = {}): Call {
  return exampleApiCall('/webhooks', status, { body, headers, claims: webhooks })
}

/** The same, of which nothing is known but the response. */
function answer(status: number, body: unknown, headers: Record<string, string> = {}): Call {
  const { at, step, response } = api(status, body, headers)
  return { at, step, response }
}

function token(status: number, body: unknown, form?: Record<string, string>, more: Partial<Call> = {}): Call {
  const call = exampleTokenError(status, 'replaced', more)
  return {
    ...call,
    request: { method: 'POST', url: 'https://id.sandbox.example/oauth2/token', ...call.request, ...(form && { form }) },
    response: { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  }
}

const code = { grant_type: 'authorization_code', code: 'k3y', redirect_uri: 'https://app.example/callback' }

const names: [story: string, call: Call, first: DiagnosisCode][] = [
  [
    'a scope error in the writing of a class name',
    {
      at: exampleNow,
      step: 'authorize',
      response: { status: 302, headers: { location: 'https://app.example/callback?error=InvalidScope' } },
    },
    'scope-not-accepted',
  ],
  [
    'an error on a page of the identity service’s own, under another name',
    {
      at: exampleNow,
      step: 'authorize',
      response: { status: 302, headers: { location: 'https://id.example/problem?oauthErrorCode=invalid_client' } },
    },
    'client-unknown-at-sign-in',
  ],
  [
    'a number that says more than the code beside it',
    token(400, { error: 'unauthorized_client', error_codes: [700016] }),
    'client-not-found',
  ],
  [
    'the same number at the head of a description',
    token(400, { error: 'unauthorized_client', error_description: 'AADSTS700016: text in any language' }),
    'client-not-found',
  ],
  [
    'a refused renewal by number',
    token(400, { error: 'invalid_grant', error_codes: [700082] }, { grant_type: 'refresh_token', refresh_token: 'r' }),
    'refresh-token-dead',
  ],
  [
    'a dead refresh token in the words of the gateway',
    { ...token(401, gatewayBody('keymanagement.service.refresh_token_expired')), step: 'refresh' },
    'refresh-token-dead',
  ],
  [
    'a refused code in the words of the gateway',
    token(400, gatewayBody('keymanagement.service.invalid_request-authorization_code_invalid')),
    'code-not-accepted',
  ],
  [
    'a redirect URI that the token endpoint names',
    token(400, { error: 'redirect_uri_mismatch' }),
    'redirect-uri-differs',
  ],
  [
    'an expired token as a code within the error',
    answer(401, { error: { code: 'ExpiredAuthenticationToken', message: 'x' } }),
    'access-token-expired',
  ],
  [
    'an expired token as a reason among details',
    answer(401, { error: { code: 401, status: 'UNAUTHENTICATED', details: [{ reason: 'ACCESS_TOKEN_EXPIRED' }] } }),
    'access-token-expired',
  ],
  [
    'an expired token as the type of a problem',
    answer(401, { type: 'urn:problem:shop:expired-access-token', title: 'Expired', status: 401 }),
    'access-token-expired',
  ],
  ['a missing scope as the name of an error', api(403, { name: 'insufficient_scope' }), 'scope-insufficient'],
  [
    'a missing scope as the type of an error',
    api(403, { error: { type: 'insufficient_scope' } }),
    'scope-insufficient',
  ],
  [
    'an issuer of another tenant',
    answer(401, { error: { code: 'InvalidAuthenticationTokenTenant' } }),
    'issuer-not-trusted',
  ],
  [
    'an address that the gateway does not have, told in a header',
    api(403, { message: 'x' }, { 'x-amzn-errortype': 'MissingAuthenticationTokenException' }),
    'gateway-path-unknown',
  ],
  [
    'a limit told in a header with the address of its model',
    api(400, { message: 'x' }, { 'x-amzn-errortype': 'ThrottlingException:http://models.example/' }),
    'rate-limited',
  ],
  [
    'a limit told by a reason with 403',
    api(403, { error: { errors: [{ reason: 'rateLimitExceeded' }] } }),
    'rate-limited',
  ],
  [
    'a limit told by an empty allowance with 403',
    api(403, { message: 'x' }, { 'x-ratelimit-remaining': '0' }),
    'rate-limited',
  ],
  [
    'a status of the network in front',
    api(522, 'error code: 522', { 'content-type': 'text/plain' }),
    'origin-unreachable',
  ],
]

const finer: [story: string, call: Call, first: DiagnosisCode][] = [
  [
    'a second code that says more than the first',
    token(400, { error: 'invalid_request', error_reason: 'auth_code_not_found' }),
    'code-not-accepted',
  ],
  [
    'a code in XML',
    answer(403, '<?xml version="1.0"?><fault><error>insufficient_scope</error></fault>', {
      'content-type': 'application/xml',
    }),
    'scope-insufficient',
  ],
  [
    'an error of OAuth in a list',
    token(400, [{ error: 'invalid_grant' }], { grant_type: 'refresh_token', refresh_token: 'r' }),
    'refresh-token-dead',
  ],
  ['a code in a list', answer(401, [{ errorCode: 'INVALID_SESSION_ID', message: 'x' }]), 'invalid-token'],
]

const grants: [story: string, call: Call, first: DiagnosisCode][] = [
  [
    'a wrong password is no matter of a code',
    token(401, { error: 'invalid_grant' }, { grant_type: 'password', username: 'ana' }),
    'grant-not-accepted',
  ],
  [
    'an assertion out of its time is no matter of a code',
    token(
      400,
      { error: 'invalid_grant' },
      { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'x' },
    ),
    'grant-not-accepted',
  ],
  [
    'unauthorized_client with 401 speaks of the credentials',
    token(401, { error: 'unauthorized_client' }),
    'client-authentication-failed',
  ],
  [
    'unauthorized_client with 400 speaks of the registration',
    token(400, { error: 'unauthorized_client' }),
    'client-may-not-use-grant',
  ],
  [
    'unauthorized with 401 at the token endpoint',
    token(401, { error: 'Unauthorized' }),
    'client-authentication-failed',
  ],
  [
    'a client that the configuration knows in another environment',
    token(401, { error: 'invalid_client' }, { ...code, client_id: 'live' }, { others: [production] }),
    'client-not-found',
  ],
  [
    'a code that another client exchanges',
    token(400, { error: 'invalid_grant' }, { ...code, client_id: 'b' }, { flow: { clientId: 'a' } }),
    'code-of-other-client',
  ],
  [
    'a code with its neighbours of the address',
    token(400, { error: 'invalid_grant' }, { ...code, code: 'k3y&state=1' }),
    'code-not-taken-whole',
  ],
  [
    'a code whose plus became a space',
    token(400, { error: 'invalid_grant' }, { ...code, code: 'k3 y' }),
    'code-not-taken-whole',
  ],
  [
    'a redirect URI that is still encoded',
    token(400, { error: 'invalid_grant' }, { ...code, redirect_uri: 'https%3A%2F%2Fapp.example%2Fcallback' }),
    'redirect-uri-differs',
  ],
  [
    'a token request with GET',
    {
      ...token(405, { error: 'invalid_request' }),
      request: { method: 'GET', url: 'https://id.sandbox.example/oauth2/token' },
    },
    'token-request-incomplete',
  ],
  [
    'a form that was recorded as its text',
    {
      at: exampleNow,
      step: 'token',
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        body: 'grant_type=refresh_token&refresh_token=r',
      },
      response: { status: 400, body: '{"error":"invalid_grant"}' },
    },
    'refresh-token-dead',
  ],
]

const secrets: [story: string, call: Call, first: DiagnosisCode][] = [
  [
    'access_denied with 401 speaks of the credentials',
    token(401, { error: 'access_denied' }),
    'client-authentication-failed',
  ],
  [
    'a number that means the secret itself is not put down to the way it was sent',
    token(401, { error: 'invalid_client', error_codes: [7000215] }, { ...code, client_secret: 'fp:1' }),
    'client-secret-wrong',
  ],
  [
    'credentials that were blacked out are not held to be malformed',
    {
      ...token(401, { error: 'invalid_client' }),
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        headers: { authorization: 'Basic <hidden>' },
      },
    },
    'client-authentication-failed',
  ],
  [
    'a JSON body that no field was read from',
    {
      ...token(400, { error: 'invalid_grant' }),
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        headers: { 'content-type': 'application/json' },
      },
    },
    'token-request-incomplete',
  ],
]

const bearers: [story: string, call: Call, first: DiagnosisCode][] = [
  [
    'an ID token by its typ',
    exampleApiCall('/webhooks', 401, { claims: { typ: 'ID' }, header: { typ: 'JWT' } }),
    'id-token-sent-as-bearer',
  ],
  [
    'a token that is known from its header alone',
    {
      at: exampleNow,
      step: 'api',
      request: {
        method: 'GET',
        url: 'https://api.sandbox.example/v1/webhooks',
        headers: {
          authorization: `Bearer eyJhIjoxfQ.${Buffer.from('{"exp":5}').toString('base64url')}.c2ln`,
        },
      },
      response: { status: 401 },
    },
    'access-token-expired',
  ],
  [
    'a token that is bound to a key',
    exampleApiCall('/webhooks', 401, { claims: { scope: 'webhooks', cnf: { jkt: 'k' } } }),
    'token-bound-to-key',
  ],
  ['a header that holds its own name', withHeader('Authorization: Bearer eyJh.e30.c2ln'), 'authorization-malformed'],
  ['another scheme', withHeader('Token 5f2b'), 'authorization-malformed'],
  ['a token without any scheme', withHeader('5f2b9c'), 'authorization-malformed'],
  [
    'no header, responded with 400',
    {
      at: exampleNow,
      step: 'api',
      request: { method: 'GET', url: 'https://api.sandbox.example/v1/webhooks', headers: {} },
      response: { status: 400, body: '{"error":"invalid_request"}' },
    },
    'bearer-missing',
  ],
  [
    'a token from a moment ahead',
    exampleApiCall('/webhooks', 401, { claims: { iat: exampleNow + 20, scope: 'webhooks' } }),
    'access-token-not-yet-valid',
  ],
  [
    'a page behind a declaration',
    answer(403, '<?xml version="1.0"?>\n<!DOCTYPE html><html></html>'),
    'html-in-place-of-an-answer',
  ],
  [
    'a body that was announced and did not come',
    { ...api(200, ''), response: { status: 200, headers: { 'content-length': '90' }, body: '' } },
    'answer-cut',
  ],
]

describe('other servers’ ways of saying the same', () => {
  it.each([...names, ...finer])('%s', (_story, call, first) => {
    expect(diagnose(call, rows)[0]?.code).toBe(first)
  })
})

describe('refusals at the token endpoint are told apart', () => {
  it.each([...grants, ...secrets])('%s', (_story, call, first) => {
    expect(diagnose(call, rows)[0]?.code).toBe(first)
  })

  it('names a wrong password as what was not accepted', () => {
    const [first] = diagnose(token(401, { error: 'invalid_grant' }, { grant_type: 'password', username: 'ana' }))
    expect(first?.title).toBe('The user name or password was not accepted')
    expect(first?.who).toBe('end-user')
  })
})

describe('refusals of a token are told apart', () => {
  it.each(bearers)('%s', (_story, call, first) => {
    expect(diagnose(call, rows)[0]?.code).toBe(first)
  })

  it('underlines the header where the token was read from it', () => {
    const [first] = diagnose(bearers.find(([story]) => story.includes('header alone'))?.[1] as Call)
    expect(first?.evidence).toContain('/request/headers/authorization')
  })
})

describe('what somebody blacked out in the header', () => {
  it.each(['Bearer <token>', 'Bearer eyJhbGciOi...', 'Bearer ***', '[redacted]'])('%s is no mistake', (sent) => {
    expect(diagnose(withHeader(sent)).map(({ code }) => code)).not.toContain('authorization-malformed')
  })
})

describe('a code that has several causes', () => {
  it.each([
    ['invalid_grant', token(400, { error: 'invalid_grant' })],
    ['invalid_client', token(401, { error: 'invalid_client' })],
    ['invalid_request', token(400, { error: 'invalid_request' })],
    ['invalid_token', answer(401, {}, { 'www-authenticate': 'Bearer error="invalid_token"' })],
    ['a refused token at the gateway', answer(401, gatewayBody('steps.jwt.InvalidToken'))],
  ])('%s is never certain of one of them', (_code, call) => {
    expect(diagnose(call, rows).map(({ certainty }) => certainty)).not.toContain('certain')
  })
})

function withHeader(authorization: string): Call {
  return {
    at: exampleNow,
    step: 'api',
    environment: sandbox,
    request: { method: 'GET', url: 'https://api.sandbox.example/v1/webhooks', headers: { authorization } },
    response: { status: 401 },
  }
}

describe('a number of Microsoft Entra leads to what its reference says of it', () => {
  it.each([
    [90002, 'tenant-not-found'],
    [500014, 'audience-disabled'],
    [500011, 'audience-unknown'],
    [700016, 'client-not-found'],
    [7000112, 'client-blocked'],
    [7000215, 'client-secret-wrong'],
    [7000222, 'client-secret-expired'],
    [16000, 'account-not-allowed'],
    [50105, 'account-not-allowed'],
    [53003, 'identity-policy-refuses'],
    [501481, 'pkce-verifier-differs'],
    [54005, 'code-already-used'],
    [65001, 'consent-missing'],
  ])('AADSTS%i: %s', (number, code) => {
    const body = { error: 'invalid_request', error_description: `AADSTS${number}: refused`, error_codes: [number] }
    expect(diagnose(token(400, body))[0]?.code).toBe(code)
  })

  it('and one that it does not list leads to no cause that would be certain', () => {
    const call = token(400, { error: 'interaction_required', error_codes: [65000] })
    expect(diagnose(call)[0]?.certainty).not.toBe('certain')
  })
})

describe('a code that an entry has for another step', () => {
  it.each([
    ['access_denied', 403, 'access-denied'],
    ['login_required', 400, 'login-required'],
    ['insufficient_scope', 403, 'scope-insufficient'],
  ])('%s at the token endpoint is explained by that entry, as likely', (error, status, code) => {
    const [first] = diagnose(token(status, { error }), rows)
    expect(first).toMatchObject({ code, certainty: 'likely', evidence: ['/response/body', '/response/status'] })
    expect(first?.title).toContain(error)
  })

  it.each([
    [403, 'access_denied', 'forbidden'],
    [404, 'not_found', 'not-found'],
    [500, 'server_error', 'internal-server-error'],
    [409, 'INVALID_GRANT', 'conflict'],
  ])('%i with %s from an API is what the status says, and no refused sign-in', (status, error, code) => {
    const call: Call = { at: 1, step: 'api', response: { status, body: JSON.stringify({ error }) } }
    expect(diagnose(call, rows)[0]?.code).toBe(code)
  })
})
