import { describe, expect, test } from 'vitest'
import type { Call, Environment } from '../protocol/call.ts'
import { diagnose } from './diagnose.ts'

/** Failures as real servers gave them at services that publish their metadata, with what the BFF knows beside them. */
const environment: Environment = {
  id: 'shop',
  name: 'Shop',
  kind: 'sandbox',
  authUrl: 'https://id.example/realms/shop',
  authorizationUrl: 'https://id.example/realms/shop/protocol/openid-connect/auth',
  tokenUrl: 'https://id.example/realms/shop/protocol/openid-connect/token',
  baseUrl: 'https://api.example',
  issuer: 'https://id.example/realms/shop',
  pathPrefix: '',
  foreign: true,
  clientIds: ['demo'],
}
const at = 1_800_000_000
const json = { 'content-type': 'application/json' }
const page = { 'content-type': 'text/html; charset=utf-8' }

const tokenCall = (response: Call['response'], more: Partial<Call> = {}): Call => ({
  at,
  step: 'token',
  environment,
  request: {
    method: 'POST',
    url: environment.tokenUrl ?? '',
    headers: { authorization: 'Basic fp:1' },
    form: { grant_type: 'authorization_code', code: 'fp:2', redirect_uri: 'https://app.example/callback' },
  },
  response,
  ...more,
})

const apiCall = (response: Call['response'], more: Partial<Call> = {}): Call => ({
  at,
  step: 'api',
  environment,
  request: {
    method: 'GET',
    url: 'https://api.example/v1/things',
    headers: { authorization: 'Bearer fp:9', 'accept-encoding': 'gzip, deflate, br' },
  },
  token: {
    header: { alg: 'RS256', kid: 'k2' },
    claims: { iss: environment.issuer, aud: 'api', exp: at + 300, iat: at - 10, scope: 'openid' },
  },
  response,
  ...more,
})

const told = (call: Call) => {
  const [first] = diagnose(call)
  return first && { code: first.code, text: `${first.title} ${first.cause} ${first.fix}` }
}

const apachePage = `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">
<html><head>
<title>401 Unauthorized</title>
</head><body>
<h1>Unauthorized</h1>
<p>This server could not verify that you
are authorized to access the document
requested.  Either you supplied the wrong
credentials (e.g., bad password), or your
browser doesn't understand how to supply
the credentials required.</p>
</body></html>`

describe('The challenge leads', () => {
  test.each<[string, Call, string]>([
    [
      'over the page that Apache has for 401',
      apiCall({
        status: 401,
        headers: {
          ...page,
          'www-authenticate':
            'Bearer realm="apache", error="invalid_token", error_description="JWT token could not be validated"',
        },
        body: apachePage,
      }),
      'invalid-token',
    ],
    [
      'over the page that Express has for errors',
      apiCall({
        status: 403,
        headers: { ...page, 'www-authenticate': 'Bearer error="insufficient_scope", scope="payments"' },
        body: '<!DOCTYPE html>\n<html><body><pre>InsufficientScopeError: Insufficient Scope</pre></body></html>',
      }),
      'scope-insufficient',
    ],
  ])('%s', (_, call, code) => {
    expect(told(call)?.code).toBe(code)
  })
})

test('a page that every server of its kind has for a status says nothing of the token', () => {
  const body =
    '<html>\r\n<head><title>401 Authorization Required</title></head>\r\n<body>\r\n<center><h1>401 Authorization Required</h1></center>\r\n<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>'
  for (const text of [body, apachePage]) {
    const headers = { ...page, 'www-authenticate': 'Basic realm="Restricted"' }
    expect(told(apiCall({ status: 401, headers, body: text }))?.code).toBe('html-in-place-of-an-answer')
  }
})

test('a body that is a JSON object is one, whatever the server calls it', () => {
  const body = '{"error":"invalid_token","error_description":"The token is not active"}'
  expect(told(apiCall({ status: 401, headers: page, body }))?.code).not.toBe('html-in-place-of-an-answer')
})

test('what a response repeats of the request is not its reason', () => {
  for (const body of [
    '{"headers":{"accept-encoding":"gzip, deflate, br"}}',
    '{"message":"gzip, deflate, br"}',
    '{"detail":"gzip, deflate, br"}',
  ])
    for (const status of [400, 500]) expect(told(apiCall({ status, headers: json, body }))?.text).not.toContain('gzip')
})

test('a refusal with status 200 is told by its error, not by the token that it lacks', () => {
  const body = '{"error":"bad_verification_code","error_description":"The code passed is incorrect or expired."}'
  expect(told(tokenCall({ status: 200, headers: json, body }))?.code).toMatch(/^code-/)
})

describe('A refused client', () => {
  const refused = { status: 401, headers: json, body: '{"error":"invalid_client"}' }
  test.each<[string, Call['flow'], string, string]>([
    [
      'with a secret that the two encodings spell differently',
      { clientAuthentication: 'client_secret_basic', secretSpelling: 'form' },
      'client-credentials-encoding',
      'client_secret_encoding of this environment to plain',
    ],
    [
      'by Basic',
      { clientAuthentication: 'client_secret_basic' },
      'client-authentication-failed',
      'client_secret_post: it may be registered with that method',
    ],
    [
      'by its secret in the form, as it is configured',
      { clientAuthentication: 'client_secret_post' },
      'client-authentication-failed',
      'client_secret_basic: it may be registered with that method',
    ],
    [
      'by an assertion',
      { clientAuthentication: 'private_key_jwt' },
      'client-authentication-failed',
      'key_file, key_id and assertion_audience',
    ],
    [
      'by a certificate',
      { clientAuthentication: 'tls_client_auth' },
      'client-authentication-failed',
      'certificate_file',
    ],
    [
      'that is configured as public',
      { clientAuthentication: 'none' },
      'client-authentication-failed',
      'registered as public',
    ],
    [
      'whose credentials were taken before',
      { clientAuthentication: 'client_secret_basic', secretSpelling: 'form', credentialsTaken: true },
      'client-authentication-failed',
      'accepted the same credentials earlier in this session',
    ],
  ])('%s', (_, flow, code, says) => {
    const grant = { grant_type: 'authorization_code', code: 'fp:2', redirect_uri: 'https://app.example/callback' }
    const byPost = flow?.clientAuthentication === 'client_secret_post'
    const request = {
      method: 'POST',
      url: environment.tokenUrl ?? '',
      headers:
        new Map([['client_secret_basic', { authorization: 'Basic fp:1' }]]).get(flow?.clientAuthentication ?? '') ?? {},
      form: byPost ? { ...grant, client_id: 'demo', client_secret: 'fp:3' } : { ...grant, client_id: 'demo' },
    }
    const found = told(tokenCall(refused, { flow, request }))
    expect(found).toMatchObject({ code, text: expect.stringContaining(says) })
    expect(found?.text).not.toContain('not described')
  })
})

test('clients of one service share its token endpoint, and none of them is told that it went to another environment', () => {
  const token = 'https://tokens.example/token'
  const one = { ...environment, tokenUrl: token, clientIds: [] }
  const call = tokenCall(
    { status: 401, headers: json, body: '{"error":"invalid_client"}' },
    { environment: one, others: [{ ...one, id: 'other', name: 'Other' }] },
  )
  expect(told({ ...call, request: { method: 'POST', url: token } })?.text).not.toContain('Other')
})

describe('An access token that is not a JWT', () => {
  test('is named as the likely reason where an API refuses it without another', () => {
    const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
    const call = apiCall({ status: 401, headers, body: '' }, { token: undefined, flow: { opaqueToken: true } })
    expect(told(call)?.text).toContain('not a JWT')
  })
})

test('an issuer that differs by a slash alone is a slip in the configuration', () => {
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
  const slip = { ...environment, issuer: `${environment.issuer}/` }
  const found = told(apiCall({ status: 401, headers, body: '' }, { environment: slip }))
  expect(found).toMatchObject({
    code: 'issuer-not-trusted',
    text: expect.stringContaining('Set issuer of this environment to'),
  })
})

test('a key set that could not be read is told with its reason, and not as a key that is not published', () => {
  const detail = 'There is no key set at https://id.example/keys: it responded with status 404.'
  const call = tokenCall(
    { status: 200, headers: json, body: '{"access_token":"fp:1","token_type":"Bearer","id_token":"fp:2"}' },
    { flow: { refused: { check: 'key-set-unavailable', field: 'jwks_url', detail } } },
  )
  expect(told(call)).toMatchObject({ code: 'key-set-unavailable', text: expect.stringContaining(detail) })
})

test('a page with a form at the token endpoint is not a response of a token endpoint', () => {
  const body =
    '<!DOCTYPE html><html><body><h1>Forbidden</h1><p>CSRF verification failed. Request aborted.</p></body></html>'
  expect(told(tokenCall({ status: 403, headers: page, body }))?.code).toBe('token-endpoint-not-there')
})

test('a body that is not packed as its header says is not a cancelled request', () => {
  const call = apiCall(
    { status: 200, headers: { ...json, 'content-encoding': 'gzip' } },
    { failure: { kind: 'undecodable', message: 'Z_DATA_ERROR' } },
  )
  expect(told(call)).toMatchObject({ code: 'gateway-answer-undecodable', text: expect.stringContaining('gzip') })
})

test.each([
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'Correct the port'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'Correct the port'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'TLS 1.2 or newer'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'TLS 1.2 or newer'],
])('a handshake that failed for another reason than the certificate is not told as one: %s', (message, says) => {
  const found = told(tokenCall(undefined, { failure: { kind: 'tls', message } }))
  expect(found?.text).toContain(says)
  expect(found?.text).not.toContain('renewed')
})

test('a demand for a request object is not a refused one', () => {
  const location = `https://app.example/callback?error=invalid_request&error_description=Request+Object+must+be+used+by+this+client&state=s&iss=${encodeURIComponent(environment.issuer ?? '')}`
  const call: Call = { at, step: 'authorize', environment, response: { status: 302, headers: { location } } }
  expect(told(call)?.text).toContain('must send a signed request object')
})

test('the age of a code is told as far as it is known', () => {
  const flow = { codeAgeSeconds: 0.2 }
  const found = told(tokenCall({ status: 400, headers: json, body: '{"error":"invalid_grant"}' }, { flow }))
  expect(found?.text).toContain('how old it was then is not known')
})

describe('An issuer that is spelled otherwise in the configuration is told with what to write', () => {
  const slip = { ...environment, issuer: `${environment.issuer}/` }
  const says = 'Set issuer of this environment to https://id.example/realms/shop:'
  test('where the redirect shows it', () => {
    const location = `https://app.example/callback?code=c&state=s&iss=${encodeURIComponent(environment.issuer ?? '')}`
    const call: Call = { at, step: 'authorize', environment: slip, response: { status: 302, headers: { location } } }
    expect(told(call)).toMatchObject({ code: 'issuer-mismatch-in-redirect', text: expect.stringContaining(says) })
    const other = { ...environment, issuer: 'https://other.example' }
    expect(told({ ...call, environment: other })?.text).toContain('comes from another identity service')
  })

  test('where the ID token shows it', () => {
    const claims = Buffer.from(
      JSON.stringify({ iss: environment.issuer, aud: 'demo', sub: 'a', exp: at + 300, iat: at }),
    )
    const body = JSON.stringify({
      access_token: 'fp:1',
      token_type: 'Bearer',
      id_token: `eyJhbGciOiJSUzI1NiJ9.${claims.toString('base64url')}.c2ln`,
    })
    const call = tokenCall({ status: 200, headers: json, body }, { environment: slip })
    expect(told(call)).toMatchObject({ code: 'id-token-issuer', text: expect.stringContaining(says) })
  })
})

test('an error that came without iss leads over the iss that is missing', () => {
  const call: Call = {
    at,
    step: 'authorize',
    environment,
    response: { status: 302, headers: { location: 'https://app.example/callback?error=access_denied&state=s' } },
    flow: { state: 's', refused: { check: 'iss-missing' } },
  }
  expect(diagnose(call).map(({ code }) => code)).toEqual(['access-denied', 'issuer-missing-in-redirect'])
})

test('a portal at the token endpoint is no token endpoint', () => {
  const body = '<!DOCTYPE html><html><title>Authentication portal</title><form method="post"><input name="user"></form>'
  expect(told(tokenCall({ status: 401, headers: page, body }))?.code).toBe('token-endpoint-not-there')
})

test('an operation that names no item and is not there shows a wrong address', () => {
  const operation = { id: 'list', api: 'things', title: 'List', summary: '', method: 'GET', path: '/v1/things' }
  const call = apiCall(
    { status: 404, headers: json, body: '{"message":"not found"}' },
    { operations: [{ ...operation, needs: { scope: 'openid' } }] },
  )
  expect(told(call)).toMatchObject({ code: 'path-unknown', text: expect.stringContaining('base_url and path_prefix') })
})

test('a key that the environment does not publish itself is not called an older set of the gateway', () => {
  const headers = {
    'www-authenticate':
      'Bearer error="invalid_token", error_description="no applicable key found in the JSON Web Key Set"',
  }
  const refused = { status: 401, headers: { ...json, ...headers }, body: '{}' }
  expect(told(apiCall(refused, { keys: [{ kid: 'k3' }] }))?.text).toContain('does not publish that key')
  expect(told(apiCall(refused, { keys: [{ kid: 'k2' }] }))?.text).toContain('or the keys of another identity service')
})

test('what token endpoints are known for is not said of a call', () => {
  const body = '{"error":"invalid_token","error_description":"The token is not active"}'
  expect(told(apiCall({ status: 401, headers: json, body }))?.code).not.toBe('refresh-token-dead')
})
