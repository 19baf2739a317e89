import { describe, expect, it } from 'vitest'
import type { Call } from '../protocol/call.ts'
import { diagnoseByEntries as diagnose } from './by-entries.ts'
import type { DiagnosisCode } from './diagnosis.ts'
import {
  exampleApiCall,
  exampleCallback,
  exampleNow,
  exampleTokenError,
  gatewayBody,
  production,
  sandbox,
} from './faults/example-parts.ts'
import { loadCatalogue } from './registries/load-catalogue.ts'

const rows = await loadCatalogue()
const slips = '/bank-slips'
const debits = { scope: 'https://api.bank.example/authorized-direct-debits.readonly' }
const basic = (credentials: string) => ({ authorization: `Basic ${Buffer.from(credentials).toString('base64')}` })

function api(status: number, body: unknown, more: Partial<Call> = {}): Call {
  return {
    at: exampleNow,
    step: 'api',
    response: { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    ...more,
  }
}

function token(
  status: number,
  body: unknown,
  request: Partial<NonNullable<Call['request']>> = {},
  more: Partial<Call> = {},
): Call {
  const call = exampleTokenError(status, 'replaced', more)
  return {
    ...call,
    request: { method: 'POST', url: 'https://id.sandbox.example/oauth2/token', ...call.request, ...request },
    response: {
      status,
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
  }
}

const cases: [story: string, call: Call, codes: DiagnosisCode[]][] = [
  // Bodies of the gateway, alone: all that a support desk often has.
  ['NoMatchingPublicKey alone', api(401, gatewayBody('steps.jwt.NoMatchingPublicKey')), ['no-matching-public-key']],
  [
    'an expired token as the gateway’s OAuth policy puts it',
    api(401, gatewayBody('keymanagement.service.access_token_expired')),
    ['access-token-expired'],
  ],
  ['the same with status 500', api(500, gatewayBody('steps.oauth.v2.access_token_expired')), ['access-token-expired']],
  ['an unknown access token', api(401, gatewayBody('oauth.v2.InvalidAccessToken')), ['gateway-refuses-token']],
  [
    'a quota with status 500, as older gateways answer',
    api(500, gatewayBody('policies.ratelimit.QuotaViolation')),
    ['rate-limited'],
  ],
  ['a wrong API key', api(401, gatewayBody('oauth.v2.InvalidApiKey')), ['gateway-oauth-v2-invalid-api-key']],
  [
    'an address that is not allowed in',
    api(403, gatewayBody('accesscontrol.IPDeniedAccess')),
    ['gateway-accesscontrol-ipdenied-access'],
  ],
  [
    'a script of the gateway that failed',
    api(500, gatewayBody('steps.javascript.ScriptExecutionFailed')),
    ['gateway-steps-javascript-script-execution-failed'],
  ],
  [
    'the fault in XML',
    {
      at: 1,
      step: 'api',
      response: {
        status: 401,
        headers: { 'content-type': 'text/xml' },
        body: '<fault><faultstring>x</faultstring><detail><errorcode>steps.jwt.TokenExpired</errorcode></detail></fault>',
      },
    },
    ['access-token-expired'],
  ],
  [
    'a code with a prefix of its own',
    api(401, gatewayBody('custom.jwt.NoMatchingPublicKey')),
    ['no-matching-public-key'],
  ],
  [
    'the code in a header',
    {
      at: 1,
      step: 'api',
      response: {
        status: 504,
        headers: { 'x-apigee-fault-code': 'messaging.adaptors.http.flow.GatewayTimeout' },
        body: '',
      },
    },
    ['business-api-unreachable'],
  ],
  [
    'ErrorCode with a policy’s prefix',
    api(401, { ErrorCode: 'keymanagement.service.invalid_access_token', Error: 'x' }),
    ['gateway-refuses-token'],
  ],

  // The token explains what the response does not.
  [
    'expired, and the scope is missing as well',
    exampleApiCall(slips, 401, { claims: { exp: exampleNow - 100, scope: 'openid' } }),
    ['access-token-expired'],
  ],
  [
    'of another environment and expired: both, in this order',
    exampleApiCall(slips, 401, { claims: { iss: 'https://id.example', exp: exampleNow - 100 } }),
    ['token-from-other-environment', 'access-token-expired'],
  ],
  [
    'another environment behind NoMatchingPublicKey is not told twice',
    exampleApiCall(slips, 401, {
      claims: { iss: 'https://id.example' },
      header: { kid: 'p-1' },
      body: gatewayBody('steps.jwt.NoMatchingPublicKey'),
    }),
    ['no-matching-public-key'],
  ],
  [
    'an ID token behind FailedToDecode',
    exampleApiCall(slips, 401, { claims: { aud: 'demo', scope: undefined, at_hash: 'x' }, header: { typ: 'JWT' } }),
    ['id-token-sent-as-bearer', 'audience-not-accepted'],
  ],
  [
    'a challenge that says invalid_token, and an expired token',
    exampleApiCall(slips, 401, {
      claims: { exp: exampleNow - 10 },
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    }),
    ['access-token-expired'],
  ],
  [
    'a token that seems sound',
    exampleApiCall(slips, 401, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }),
    ['invalid-token'],
  ],
  [
    'a token that expires in the very second',
    exampleApiCall(slips, 401, { claims: { exp: exampleNow } }),
    ['access-token-expired'],
  ],
  [
    'a rate limit is no matter of the token',
    exampleApiCall(slips, 429, { claims: { exp: exampleNow - 100 } }),
    ['rate-limited'],
  ],
  [
    'a server failure is no matter of the token',
    exampleApiCall(slips, 500, { claims: { exp: exampleNow - 100 } }),
    ['internal-server-error'],
  ],
  [
    'twice Bearer behind FailedToDecode',
    {
      ...exampleApiCall(slips, 401, { body: gatewayBody('steps.jwt.FailedToDecode') }),
      token: undefined,
      request: {
        method: 'GET',
        url: 'https://api.sandbox.example/v1/bank-slips',
        headers: { authorization: 'Bearer Bearer abc' },
      },
    },
    ['authorization-malformed'],
  ],
  [
    'a line break in the token',
    {
      at: 1,
      step: 'api',
      request: { method: 'GET', url: 'https://a.example/v1/x', headers: { Authorization: 'Bearer abc\ndef' } },
      response: { status: 400 },
    },
    ['authorization-malformed'],
  ],
  [
    'a variable that was not replaced',
    {
      at: 1,
      step: 'api',
      request: { method: 'GET', url: 'https://a.example/v1/x', headers: { authorization: 'Bearer {{token}}' } },
      response: { status: 401 },
    },
    ['authorization-malformed'],
  ],
  ['a call after the sign-out', { ...exampleApiCall(slips, 401), flow: { signedOut: true } }, ['signed-out']],

  // Business APIs.
  [
    'too little scope in a token that was taken for genuine',
    exampleApiCall(slips, 403, {
      method: 'POST',
      claims: { iss: 'https://id.example' },
      headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
    }),
    ['scope-insufficient'],
  ],
  [
    'a scope that the challenge names',
    exampleApiCall(slips, 403, {
      method: 'POST',
      body: { ErrorCode: 'INSUFFICIENT_SCOPE', Error: 'x' },
      headers: {
        'www-authenticate': 'Bearer error="insufficient_scope", scope="https://api.bank.example/bank-slips.readwrite"',
      },
    }),
    ['scope-insufficient'],
  ],
  [
    'no company, in a body of the API’s own',
    exampleApiCall('/authorized-direct-debits', 403, {
      claims: debits,
      body: { ErrorCode: 'COMPANY_REQUIRED', Error: 'x' },
    }),
    ['company-identifier-missing'],
  ],
  [
    'no company and no scope: both, in this order',
    exampleApiCall('/authorized-direct-debits', 403, { claims: { scope: 'openid' } }),
    ['scope-insufficient', 'company-identifier-missing'],
  ],
  [
    'a company in the claim, and still 403',
    exampleApiCall('/authorized-direct-debits', 403, {
      claims: { ...debits, 'https://api.bank.example/authorized-direct-debits': 'c-1' },
    }),
    ['forbidden'],
  ],
  [
    'a slip that does not exist',
    exampleApiCall('/bank-slips/slip-9', 404, { body: { ErrorCode: 'NOT_FOUND', Error: 'x' } }),
    ['item-not-found'],
  ],
  [
    'a receipt that fails',
    exampleApiCall('/payment-receipts/rcp-5002', 500, { body: { ErrorCode: 'INTERNAL_ERROR', Error: 'x' } }),
    ['receipt-retrieval-failed'],
  ],
  [
    'a PDF that is not ready',
    exampleApiCall('/bank-slips/slip-1001/pdf', 503, { body: { ErrorCode: 'TEMPORARILY_UNAVAILABLE', Error: 'x' } }),
    ['bank-slip-pdf-unavailable'],
  ],
  ['another 503', exampleApiCall(slips, 503), ['service-unavailable']],
  [
    'the page of a web server with 502',
    {
      at: 1,
      step: 'api',
      response: { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><center>nginx</center></html>' },
    },
    ['bad-gateway'],
  ],
  [
    'the page of a firewall with 200',
    {
      at: 1,
      step: 'api',
      response: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html>The requested URL was rejected</html>',
      },
    },
    ['blocked-on-the-way', 'html-in-place-of-an-answer'],
  ],
  [
    'an empty body with 500',
    { at: 1, step: 'api', response: { status: 500, headers: {}, body: '' } },
    ['internal-server-error'],
  ],

  // The token endpoint.
  ['client_not_found alone', token(400, { error: 'client_not_found' }), ['client-not-found']],
  [
    'client_not_found with status 401 and a challenge',
    token(401, { error: 'client_not_found', error_description: 'x' }),
    ['client-not-found'],
  ],
  [
    'a code used before',
    token(400, { error: 'invalid_grant' }, {}, { flow: { codeUsedBefore: true } }),
    ['code-already-used'],
  ],
  [
    'a redirect URI with a slash more',
    token(400, { error: 'invalid_grant' }, {}, { flow: { redirectUri: 'https://app.example/callback/' } }),
    ['redirect-uri-differs'],
  ],
  ['an old code', token(400, { error: 'invalid_grant' }, {}, { flow: { codeAgeSeconds: 700 } }), ['code-expired']],
  ['a code of which nothing is known', token(400, { error: 'invalid_grant' }), ['code-not-accepted']],
  [
    'a secret with special characters',
    token(401, { error: 'invalid_client' }, { headers: basic('demo:a%b+c') }),
    ['client-credentials-encoding'],
  ],
  [
    'a secret with a line break at its end',
    token(401, { error: 'invalid_client' }, { headers: basic('demo:secret\n') }),
    ['client-credentials-stray-whitespace'],
  ],
  [
    'a plain secret that is wrong',
    token(401, { error: 'invalid_client' }, { headers: basic('demo:secret') }),
    ['client-authentication-failed'],
  ],
  [
    'a client of production at the sandbox',
    token(401, { error: 'invalid_client' }, { headers: basic('live:secret') }, { others: [production] }),
    ['client-not-found'],
  ],
  [
    'a wrong client as the gateway puts it',
    token(401, { ErrorCode: 'invalid_client', Error: 'x' }),
    ['client-authentication-failed'],
  ],
  [
    'JSON instead of a form',
    token(
      400,
      { error: 'unsupported_grant_type' },
      { form: undefined, headers: { 'content-type': 'application/json', authorization: 'Basic fp:1' } },
    ),
    ['token-request-incomplete'],
  ],
  ['a dead refresh token', token(400, { error: 'invalid_grant' }, {}, { step: 'refresh' }), ['refresh-token-dead']],
  [
    'a dead refresh token, named otherwise',
    token(400, { error: 'invalid_request' }, {}, { step: 'refresh' }),
    ['refresh-token-dead'],
  ],
  [
    'an error with status 200, as some servers answer',
    token(200, { error: 'bad_verification_code' }),
    ['code-not-accepted'],
  ],
  [
    'an error as a form',
    token(200, 'error=incorrect_client_credentials&error_description=x'),
    ['client-authentication-failed'],
  ],
  [
    'an extension’s error',
    token(400, { error: 'invalid_authorization_details' }),
    ['oauth-invalid-authorization-details'],
  ],
  ['too many tries', token(429, { error: 'slow_down' }), ['rate-limited']],

  [
    'a renewal recorded as any other token request',
    token(400, { error: 'invalid_grant' }, { form: { grant_type: 'refresh_token' } }),
    ['refresh-token-dead'],
  ],
  [
    'another grant than the documented ones',
    token(400, { error: 'invalid_request' }, { form: { grant_type: 'client_credentials' } }),
    ['token-request-invalid'],
  ],

  // The redirect.
  ['a refusal', exampleCallback('error=access_denied&iss=https%3A%2F%2Fid.sandbox.example'), ['access-denied']],
  ['a consent that is missing', exampleCallback('error=consent_required'), ['consent-missing']],
  [
    'a refusal of another server',
    exampleCallback('error=access_denied&iss=https%3A%2F%2Fid.example'),
    ['issuer-mismatch-in-redirect', 'access-denied'],
  ],
  [
    'an issuer with a slash more',
    exampleCallback('code=c&iss=https%3A%2F%2Fid.sandbox.example%2F'),
    ['issuer-mismatch-in-redirect'],
  ],
  [
    'an extension’s error',
    exampleCallback('error=invalid_authorization_details'),
    ['oauth-invalid-authorization-details'],
  ],
  ['an error of their own', exampleCallback('error=custom_thing'), ['error-code-unknown']],
]

describe('the first answers to calls whose cause is known', () => {
  it.each(cases)('%s', (_story, call, codes) => {
    expect(diagnose(call, rows).map(({ code }) => code)).toEqual(codes)
  })
})

describe('operations that the installation adds', () => {
  const operations = [
    {
      id: 'create-order',
      api: 'orders',
      title: 'Create an order',
      summary: 'Creates an order.',
      method: 'POST',
      path: '/orders',
      needs: { scope: 'orders.write' },
    },
  ]

  it('are known with the scope that each needs', () => {
    const call = { ...exampleApiCall('/orders', 403, { method: 'POST', claims: { scope: 'openid' } }), operations }
    const [first] = diagnose(call, rows)
    expect(first?.code).toBe('scope-insufficient')
    expect(first?.cause).toContain('“orders.write”')
  })

  it('make no path unknown', () => {
    const call = {
      ...exampleApiCall('/orders', 404, { method: 'POST', claims: { scope: 'orders.write' } }),
      operations,
    }
    expect(diagnose(call, rows).map(({ code }) => code)).not.toContain('path-unknown')
  })
})

describe('the scope that a call lacks', () => {
  const refused = (body: unknown) => exampleApiCall('/webhooks', 403, { body, claims: { scope: 'webhooks' } })

  it.each([
    [
      'in a sentence',
      {
        fault: {
          faultstring: 'Required scope(s): shop.example/orders',
          detail: { errorcode: 'steps.oauth.v2.InsufficientScope' },
        },
      },
      'shop.example/orders',
    ],
    [
      'in a list of its own',
      { error: 'insufficient_scope', errors: [{ context: { requiredScopes: ['contacts'] } }] },
      'contacts',
    ],
    ['in a member of its own', { ok: false, error: 'missing_scope', needed: 'groups:history' }, 'groups:history'],
  ])('is taken from the response: %s', (_where, body, scope) => {
    expect(diagnose(refused(body), rows)[0]?.cause).toContain(`“${scope}”`)
  })

  it('is no address of a page that is to be read', () => {
    const message = 'Missing scopes. Read https://developers.shop.example/scopes'
    const [first] = diagnose(refused({ error: 'insufficient_scope', error_description: message }), rows)
    expect(first?.cause).not.toContain('needs the scope “https')
  })
})

describe('a code that was exchanged late', () => {
  const late = (codeAgeSeconds: number, redirectUri?: string) =>
    diagnose({ ...exampleTokenError(400, 'invalid_grant'), flow: { codeAgeSeconds, redirectUri } }, rows)

  it('is the likely cause after minutes, where nothing else differs', () => {
    expect(late(312, 'https://app.example/callback')[0]).toMatchObject({ code: 'code-expired', certainty: 'likely' })
    expect(late(312)[0]?.code).toBe('code-not-accepted')
    expect(late(5, 'https://app.example/callback').map(({ code }) => code)).not.toContain('code-expired')
  })
})

describe('a client of another environment', () => {
  it('is told also where the issuer is not known to be another', () => {
    const call = exampleApiCall('/webhooks', 403, { claims: { scope: 'webhooks', client_id: 'live' } })
    const [first] = diagnose(call, rows)
    expect(first).toMatchObject({ code: 'token-from-other-environment', certainty: 'likely' })
    expect(first?.cause).toContain('“live”')
    expect(first?.evidence).toContain('/token/claims/client_id')
  })

  it('is not seen in a client that both know, or neither', () => {
    for (const client_id of ['demo', 'unheard-of']) {
      const call = exampleApiCall('/webhooks', 403, { claims: { scope: 'webhooks', client_id } })
      expect(diagnose(call, rows).map(({ code }) => code)).not.toContain('token-from-other-environment')
    }
  })
})

describe('credentials in a body that is no form', () => {
  it('are not said to be missing', () => {
    const body = '{"grant_type":"authorization_code","code":"k3y","client_id":"demo","client_secret":"fp:1a2b3c4d"}'
    const headers = { 'content-type': 'application/json' }
    const call: Call = {
      ...exampleTokenError(401, 'invalid_client'),
      request: { method: 'POST', url: 'https://id.sandbox.example/oauth2/token', headers, body },
    }
    expect(diagnose(call, rows)[0]?.code).toBe('token-request-incomplete')
    expect(diagnose(call, rows).map(({ code }) => code)).not.toContain('client-credentials-missing')
  })
})

describe('why no secure connection was made', () => {
  it.each([
    [
      'SSL routines:ssl3_read_bytes:tlsv13 alert certificate required:SSL alert number 116',
      'requires a client certificate',
      'certificate and key of this client',
    ],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'for another host name', 'Compare the host name'],
    ['self signed certificate in certificate chain (SELF_SIGNED_CERT_IN_CHAIN)', 'not known here', 'proxy'],
    ['certificate has expired', 'has expired', 'renewed'],
  ])('is told from the words of the library: %s', (message, cause, fix) => {
    const call = { ...exampleTokenError(400, 'none'), response: undefined, failure: { kind: 'tls' as const, message } }
    const [first] = diagnose(call, rows)
    expect(first?.code).toBe('identity-service-certificate-not-trusted')
    expect(first?.cause).toContain(cause)
    expect(first?.fix).toContain(fix)
  })
})

describe('a redirect URI that differs', () => {
  it.each([
    ['invalid_grant', 'certain'],
    ['invalid_request', 'certain'],
    ['unauthorized_client', 'likely'],
  ])('leads under the code %s', (error, certainty) => {
    const call = { ...exampleTokenError(400, error), flow: { redirectUri: 'https://app.example/callback/' } }
    expect(diagnose(call, rows)[0]).toMatchObject({ code: 'redirect-uri-differs', certainty })
  })
})

describe('a limit with a time at which it ends', () => {
  it.each([
    ['as seconds', '900'],
    ['as a time', String(exampleNow + 900)],
  ])('tells how long to wait: %s', (_how, reset) => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }
    const [first] = diagnose(exampleApiCall('/webhooks', 429, { headers, claims: { scope: 'webhooks' } }), rows)
    expect(first?.cause).toContain('15 minutes')
  })
})

describe('an authorization request for something else than a code', () => {
  it('is told by what was asked for, where the response says no more than that it is invalid', () => {
    const url =
      'https://id.sandbox.example/oauth2/authorize?client_id=demo&response_type=token&redirect_uri=https%3A%2F%2Fapp.example%2F&scope=openid'
    const response = {
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: '{"ErrorCode":"invalid_request","Error":"no"}',
    }
    const [first] = diagnose({ at: exampleNow, step: 'authorize', request: { method: 'GET', url }, response }, rows)
    expect(first?.code).toBe('response-type-not-supported')
    expect(first?.cause).toContain('“token”')
  })
})

describe('who is in between', () => {
  const page = (text: string, headers: Record<string, string>) =>
    exampleApiCall('/webhooks', 403, { body: text, headers, claims: { scope: 'webhooks' } })

  it.each<[string, string, Record<string, string>, string]>([
    [
      'a bot protection',
      '<title>Just a moment...</title>',
      { server: 'cloudflare', 'cf-mitigated': 'challenge' },
      'Bot protection',
    ],
    [
      'a proxy on the way out',
      '<title>ERROR</title>',
      { server: 'squid/4.15', 'x-squid-error': 'ERR_ACCESS_DENIED 0' },
      'An outgoing proxy',
    ],
    [
      'a firewall',
      '<title>Access denied | shop.example used Cloudflare to restrict access</title>',
      { server: 'cloudflare' },
      'A firewall',
    ],
    ['nobody that is known', '<title>Sorry</title>', {}, 'Something in between'],
  ])('%s is named', (_who, text, headers, title) => {
    const [first] = diagnose(page(text, headers), rows)
    expect(first?.code).toBe(title === 'Something in between' ? 'html-in-place-of-an-answer' : 'blocked-on-the-way')
    expect(first?.title).toMatch(new RegExp(`^${title}`))
    expect(first?.certainty).toBe('likely')
  })
})

describe('clocks that differ', () => {
  it('are told by the date of the response', () => {
    const call = exampleApiCall('/bank-slips', 401, {
      claims: { exp: exampleNow + 120 },
      headers: { date: new Date((exampleNow + 600) * 1000).toUTCString() },
      body: gatewayBody('steps.jwt.TokenExpired'),
    })
    const [first] = diagnose(call, rows)
    expect(first).toMatchObject({ code: 'access-token-expired', who: 'operator' })
    expect(first?.cause).toContain('10 minutes apart')
    expect(first?.evidence).toContain('/response/headers/date')
  })
})

describe('a code on a page of the identity service', () => {
  it.each([
    [200, '<div>AADSTS50105: The signed in user is not assigned to a role.</div>', 'account-not-allowed'],
    [400, '<p><b>Error 400: redirect_uri_mismatch</b></p>', 'redirect-uri-not-registered'],
  ])('with status %i is read', (status, body, first) => {
    const response = { status, headers: { 'content-type': 'text/html' }, body }
    expect(diagnose({ at: exampleNow, step: 'authorize', response }, rows)[0]?.code).toBe(first)
  })

  it('is not found in a page that asks for the password', () => {
    const response = {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<form><input type=password></form>',
    }
    expect(diagnose({ at: exampleNow, step: 'authorize', response }, rows)).toEqual([])
  })
})

describe('a refusal that comes with 200', () => {
  const answered = (body: unknown) => exampleApiCall('/webhooks', 200, { body, claims: { scope: 'webhooks' } })

  it('is known by its own word for it', () => {
    expect(diagnose(answered({ ok: false, error: 'missing_scope' }), rows)[0]?.code).toBe('scope-insufficient')
    expect(diagnose(answered({ ok: false, error: 'some_rule_of_theirs' }), rows)[0]?.code).toBe('error-code-unknown')
  })

  it('is not seen in what went well', () => {
    expect(diagnose(answered({ ok: true, error: 'missing_scope' }), rows)).toEqual([])
    expect(diagnose(answered({ success: true, errors: [] }), rows)).toEqual([])
  })
})

describe('the words', () => {
  it('name the other environment when it issued the token', () => {
    const [first] = diagnose(
      exampleApiCall(slips, 401, {
        claims: { iss: 'https://id.example' },
        header: { kid: 'p-1' },
        body: gatewayBody('steps.jwt.NoMatchingPublicKey'),
      }),
    )
    expect(first).toMatchObject({ who: 'caller', certainty: 'certain' })
    expect(first?.cause).toContain('issued by “Production” and was sent to “Sandbox”')
  })

  it('tell a gateway whose clock is ahead from a token that has really expired', () => {
    const says = (exp: number) =>
      diagnose(exampleApiCall(slips, 401, { claims: { exp }, body: gatewayBody('steps.jwt.TokenExpired') }))[0]
    expect(says(exampleNow - 125)).toMatchObject({
      who: 'caller',
      cause: expect.stringContaining('2 minutes 5 seconds before'),
    })
    expect(says(exampleNow + 100)).toMatchObject({
      who: 'api-team',
      cause: expect.stringContaining('clock runs ahead'),
    })
  })

  it('show where two redirect URIs part', () => {
    const [first] = diagnose(
      token(400, { error: 'invalid_grant' }, {}, { flow: { redirectUri: 'https://app.example/Callback' } }),
    )
    expect(first?.cause).toContain('character 21, “callback”')
  })

  it('say whose client it is when the client belongs to another environment', () => {
    const [first] = diagnose(
      token(400, { error: 'client_not_found' }, {}, { others: [production], flow: { clientId: 'live' } }),
    )
    expect(first?.cause).toContain('“live”')
    expect(first?.fix).toContain('“Production”')
  })

  it('say that the request went to the token endpoint of another environment', () => {
    const mixed = { ...sandbox, id: 'mixed', name: 'Mixed', tokenUrl: 'https://id.example/oauth2/token' }
    const [first] = diagnose(
      token(
        400,
        { error: 'client_not_found' },
        { url: 'https://id.example/oauth2/token' },
        { environment: mixed, others: [sandbox, production] },
      ),
    )
    expect(first).toMatchObject({ who: 'operator', evidence: expect.arrayContaining(['/request/url']) })
    expect(first?.cause).toContain('token endpoint of “Production”')
  })

  it('ask to wait as long as the response asks, in seconds or as a date', () => {
    const limited = (value: string) =>
      diagnose({ at: 1000, step: 'api', response: { status: 429, headers: { 'retry-after': value } } })[0]
    expect(limited('90')).toMatchObject({
      retry: 'honour-retry-after',
      fix: expect.stringContaining('1 minute 30 seconds'),
    })
    expect(limited('Thu, 01 Jan 1970 00:17:40 GMT')?.fix).toContain('1 minute')
    expect(limited('soon')).toMatchObject({ retry: 'with-backoff' })
  })

  it('hold the other side’s text as a quotation, without what bends the text around it', () => {
    const [first] = diagnose(token(400, { error: 'custom', error_description: `a\u202eb${'x'.repeat(500)}` }))
    expect(first?.cause).toContain('saying “a·bxxx')
    expect(first?.cause.length).toBeLessThan(600)
  })

  it('of a reading that no second source confirms say so and claim no certainty', () => {
    const [first] = diagnose(api(401, gatewayBody('steps.jwt.DecryptionFailed')), rows)
    expect(first?.certainty).toBe('possible')
    expect(first?.cause).toContain('found in one source only')
  })
})
