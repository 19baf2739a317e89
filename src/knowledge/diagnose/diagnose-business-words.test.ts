import { describe, expect, it } from 'vitest'
import type { Call } from '../protocol/call.ts'
import { diagnose } from './diagnose.ts'
import type { DiagnosisCode } from './diagnosis.ts'
import { exampleApiCall, exampleCallback, exampleNow, exampleTokenError } from './faults/example-parts.ts'
import { loadCatalogue } from './registries/load-catalogue.ts'

const rows = await loadCatalogue()

/** A response to a call whose token gives no reason for it. */
function answered(status: number, body: unknown, headers: Record<string, string> = {}): Call {
  return exampleApiCall('/webhooks', status, { body, headers, claims: { scope: 'webhooks' } })
}

describe('what a business API deals in is not the caller’s own', () => {
  it.each<[number, unknown, code: DiagnosisCode]>([
    [422, { code: 'ACCOUNT_INACTIVE', message: 'The destination account is inactive' }, 'account-not-allowed'],
    [
      422,
      { code: 'INVALID_SIGNATURE', message: 'The signature of the payload does not verify' },
      'token-signature-refused',
    ],
    [400, { code: 'TOKEN_REVOKED', message: 'The card token was revoked' }, 'access-token-revoked'],
    [404, { code: 'CONSENT_UNKNOWN', message: 'no consent 77' }, 'consent-not-valid'],
    [409, { code: 'SERVICE_DISABLED', message: 'off' }, 'api-not-subscribed'],
    [422, { code: 'DAILY_LIMIT_EXCEEDED', message: 'Daily transfer limit exceeded' }, 'rate-limited'],
    [422, { code: 'TOKEN_EXPIRED', message: 'The payment confirmation token has expired' }, 'access-token-expired'],
    [400, { message: 'Card expired: bearer document expired' }, 'access-token-expired'],
    [400, { message: 'Payer is blacklisted' }, 'access-token-revoked'],
    [400, { message: 'Malformed bar code' }, 'token-unreadable-at-gateway'],
    [400, { message: 'The token field of the card is required' }, 'bearer-missing'],
    [400, { message: 'The signature field is invalid' }, 'token-signature-refused'],
    [400, { message: 'Unexpected end date: must be after start date' }, 'body-not-json'],
    [403, { message: 'Transfer limit exceeded for this account' }, 'rate-limited'],
    [403, { message: 'This product is not enabled for the payer' }, 'api-not-subscribed'],
    [500, { message: 'Could not book: target account is closed' }, 'business-api-unreachable'],
    [400, { message: 'Missing required header X-Idempotency-Key' }, 'other-header-expected'],
    [422, { detail: [{ loc: ['header', 'authorization'], msg: 'field required' }] }, 'field-not-accepted'],
    [400, { errors: [{ property: '/', message: 'Insufficient balance' }] }, 'field-not-accepted'],
    [400, { errors: [{ path: '/v1/bank-slips', message: 'Insufficient balance' }] }, 'field-not-accepted'],
  ])('%i %j', (status, body, code) => {
    expect(diagnose(answered(status, body), rows)[0]?.code).not.toBe(code)
  })
})

describe('a call that went well', () => {
  it.each<[string, unknown, Record<string, string>]>([
    ['the log of a delivery that failed', { success: false, code: 'TOKEN_EXPIRED', attempts: 3 }, {}],
    ['a number that is also a gateway’s', { code: 900800, name: 'Product' }, {}],
    ['the same as text', { code: '900903', items: [] }, {}],
    ['an empty answer of a load balancer', '', { server: 'BigIP', 'content-type': 'application/json' }],
    ['a table with a firm’s name', 'id;name\n1;Imperva Brasil Ltda\n', { 'content-type': 'text/csv' }],
    ['a table with an event', 'id;event\n1;Request blocked by payer\n', { 'content-type': 'text/csv' }],
    ['a log line', 'line 5 error 1010 not booked\n', { 'content-type': 'text/plain' }],
  ])('is left in peace: %s', (_what, body, headers) => {
    expect(diagnose(answered(200, body, headers), rows)).toEqual([])
  })
})

describe('a fact comes before what something in between may be', () => {
  it.each<[string, Call, string]>([
    [
      'a challenge for an expired token',
      exampleApiCall('/webhooks', 401, {
        claims: { exp: exampleNow - 500 },
        headers: { server: 'AkamaiGHost', 'www-authenticate': 'Bearer error="invalid_token"' },
        body: '',
      }),
      'access-token-expired',
    ],
    ['a limit', answered(429, 'slow down', { server: 'AkamaiGHost', 'retry-after': '30' }), 'rate-limited'],
    [
      'an origin that is away',
      answered(530, 'error code: 1016', { server: 'cloudflare', 'content-type': 'text/plain' }),
      'origin-unreachable',
    ],
  ])('%s', (_what, call, code) => {
    expect(diagnose(call, rows)[0]?.code).toBe(code)
  })
})

describe('what the token shows comes before words for something else', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['expired', { exp: exampleNow - 500 }, 'Insufficient privileges to complete the operation', 'access-token-expired'],
    [
      'of another environment',
      { iss: 'https://id.example' },
      'Access to this API has been disallowed',
      'token-from-other-environment',
    ],
    [
      'of another environment, whose signature cannot hold',
      { iss: 'https://id.example' },
      'The signature is invalid',
      'token-from-other-environment',
    ],
  ])('%s', (_what, claims, message, code) => {
    const call = exampleApiCall('/webhooks', 403, { claims: { scope: 'webhooks', ...claims }, body: { message } })
    expect(diagnose(call, rows)[0]?.code).toBe(code)
  })

  it('and a scope that it lacks before a permission', () => {
    const call = exampleApiCall('/bank-slips', 403, { method: 'POST', body: { message: 'Missing permission' } })
    expect(diagnose(call, rows)[0]?.code).toBe('scope-insufficient')
  })
})

describe('a scope that is missing', () => {
  const lacking = (error_description: string, scope = 'openid') =>
    diagnose(
      exampleApiCall('/webhooks', 403, { claims: { scope }, body: { error: 'insufficient_scope', error_description } }),
      rows,
    )[0]

  it.each([
    'The scope of the token is not enough for api.bank.example',
    'Scope not sufficient, see https://tools.ietf.org/html/rfc6750',
    'scope check failed at com.bank.ScopeFilter',
  ])('is no host, page or class: %s', (text) => {
    expect(lacking(text)?.fix).not.toMatch(/api\.bank|ietf|ScopeFilter/)
  })

  it('is none that the token has', () => {
    const held = 'https://api.bank.example/bank-slips.readwrite'
    expect(lacking(`Token lacks scope ${held}`, `openid webhooks ${held}`)?.cause).not.toContain('needs the scope')
  })

  it('may be several, of which each is asked for by itself', () => {
    const call = exampleApiCall('/webhooks', 403, {
      claims: { scope: 'openid' },
      body: { error: 'insufficient_scope', needed: ['a:b', 'c:d'] },
    })
    const [first] = diagnose({ ...call, flow: { requestedScopes: ['a:b', 'c:d', 'openid'] } }, rows)
    expect(first?.cause).toContain('the scopes “a:b” and “c:d”')
    expect(first?.cause).toContain('requested at sign-in and not granted')
  })
})

describe('words at a sign-in that do not match what was sent', () => {
  const form = { grant_type: 'authorization_code', code: 'k3y', redirect_uri: 'https://app.example/callback' }
  const exchange = (error: string, text: string, more: Partial<Call> = {}, status = 400): Call => ({
    ...exampleTokenError(status, error),
    request: { method: 'POST', url: 'https://id.sandbox.example/oauth2/token', form },
    response: {
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error, error_description: text }),
    },
    ...more,
  })

  it('say that a field was sent that is said to be missing', () => {
    const [first] = diagnose(exchange('invalid_request', 'Missing required parameter: redirect_uri'), rows)
    expect(first?.cause).toContain('which was sent')
  })

  it('do not call a code of two seconds too old without a word', () => {
    const [first] = diagnose(
      exchange('invalid_grant', 'Authorization code has expired', { flow: { codeAgeSeconds: 2 } }),
      rows,
    )
    expect(first?.cause).toContain('but it was 2 seconds old here')
  })

  it('blame nobody where the service failed by its own word', () => {
    expect(diagnose(exchange('server_error', 'Could not load client policy', {}, 500), rows)[0]?.code).toBe(
      'token-endpoint-failed',
    )
    const back = exampleCallback('error=temporarily_unavailable&error_description=Audience+unknown+error&state=s')
    expect(diagnose(back, rows)[0]?.code).toBe('identity-service-busy')
  })
})

describe('a header whose secret was taken out', () => {
  it.each(['Bearer <the token>', 'Bearer *** redacted ***', 'Bearer eyJhbGciOiJSUzI1NiJ9 (cut)'])(
    'is not malformed: %s',
    (authorization) => {
      const call = answered(401, { message: 'no' })
      const seen = {
        ...call,
        token: undefined,
        request: { method: 'GET', url: call.request?.url ?? '', headers: { authorization } },
      }
      expect(diagnose(seen, rows).map(({ code }) => code)).not.toContain('authorization-malformed')
    },
  )
})
