import { expect, it } from 'vitest'
import { diagnose } from './diagnose/diagnose.ts'
import { explain } from './explain.ts'
import type { Environment } from './protocol/call.ts'

const production: Environment = {
  id: 'production',
  kind: 'production',
  authUrl: 'https://id.lago.example',
  baseUrl: 'https://api.lago.example',
  issuer: 'https://id.lago.example',
  resourceDomain: 'apis.lago.example',
  clientIds: ['rede-web'],
}
const known = { now: 1_795_046_400, environments: [production] }
const { authUrl: identity, baseUrl: api } = production
const encoded = (value: string | object) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const jwt = (header: object, claims: object, bytes = 64) =>
  `${encoded(header)}.${encoded(claims)}.${Buffer.alloc(bytes, 7).toString('base64url')}`
const fault = (code: string) => `{"fault":{"faultstring":"refused","detail":{"errorcode":"${code}"}}}`
const authorize = `${identity}/oauth2/authorize?client_id=rede-web&response_type=code&scope=openid`
const claims = { iss: identity, aud: [api], scope: 'openid apis.lago.example/bank-slips.readonly' }
const signedWith = (kid: string, bytes = 64) => jwt({ alg: 'ES256', kid }, claims, bytes)
const forAccounts = {
  ...claims,
  scope: 'openid apis.lago.example/accounts.readonly',
  'apis.lago.example/accounts': 'co_8801',
}

const told: [cause: string, text: string][] = [
  // Lists of registered redirect URIs, of which the one most like the one sent is compared.
  [
    '“https://b.app.example/auth/cb” is registered',
    `${authorize}&redirect_uri=https%3A%2F%2Fb.app.example%2Fcb -> 400 invalid_request: redirect_uri\nregistered redirect URIs:\n  - http://localhost:3000/auth/cb\n  - https://b.app.example/auth/cb`,
  ],
  [
    '“https://c.app.example/cb/” is registered',
    `| URI de retorno 1 | http://localhost/cb/ |\n| URI de retorno 2 | https://c.app.example/cb/ |\n${authorize}&redirect_uri=https://c.app.example/cb -> "invalid_request"`,
  ],
  // What a program does with a value.
  [
    'in a unit larger than seconds',
    `cache.set("k", tok.access, time.Duration(tok.ExpiresIn) * time.Hour)\nGET ${api}/v1/bank-slips 401 ${fault('steps.jwt.TokenExpired')}`,
  ],
  [
    'leads to “https://api.lago.example/bank-slips”',
    `const base = new URL("${api}/v1")\nfetch(new URL("/bank-slips", base))\n404 ${fault('messaging.adaptors.http.flow.ApplicationNotFound')}`,
  ],
  [
    'without a slash at its end',
    `http.BaseAddress = new Uri("${api}/v1");\nawait http.GetAsync("bank-slips");\n// 404 Not Found`,
  ],
  [
    'already ends with the version',
    `axios.create({ baseURL: "${api}/v1" }).get("/v1/bank-slips")\nRequest failed with status code 404`,
  ],
  [
    'serializes the parsed body again',
    `createHmac('sha256', s).update(JSON.stringify(req.body))\nwebhook of ${api}: POST /hooks/in 401`,
  ],
  // Two values held against each other.
  [
    'creates a new nonce',
    `${authorize}&redirect_uri=https://a.example/cb&nonce=n-4411\nid_token: ${jwt({ alg: 'ES256' }, { ...claims, aud: 'rede-web', nonce: 'n-4411' })}\nerror: nonce mismatch, expected nonce n-9902`,
  ],
  [
    'sets its session cookie on “www.a.example”',
    `www.a.example "GET /login" 302 set-cookie: sid=1; Path=/\na.example "GET /cb?code=z1&iss=${encodeURIComponent(identity)}&state=q" 400\nmismatching_state: CSRF warning`,
  ],
  [
    '“77001” belongs to “co_8802”',
    `GET ${api}/v1/accounts/77001/statements\nAuthorization: Bearer ${jwt({ alg: 'ES256' }, forAccounts)}\n403 forbidden\n\n70000 | co_8801\n77001 | co_8802`,
  ],
  [
    'The Authorization header is for the client “rede-web”, but the form has client_id “rede-lote”',
    `POST ${identity}/oauth2/token\nAuthorization: Basic ${Buffer.from('rede-web:s3').toString('base64')}\n\ngrant_type=authorization_code&code=a81&redirect_uri=https%3A%2F%2Fa.example%2Fcb&client_id=rede-lote\n\n401 {"error":"invalid_client"}`,
  ],
  [
    'which the identity service publishes beside “k-1”',
    `GET ${api}/v1/bank-slips\nAuthorization: Bearer ${signedWith('k-2')}\n401 ${fault('steps.jwt.NoMatchingPublicKey')}\n\n$ curl ${identity}/jwks | jq '.keys[].kid'\n"k-1"\n"k-2"`,
  ],
  [
    'signature has 40 bytes, but such a signature has 64',
    `GET ${api}/v1/bank-slips\nAuthorization: Bearer ${signedWith('k-1', 40)}\n401 ${fault('steps.jwt.InvalidToken')}`,
  ],
  [
    'by “pod/sync-1a” and “pod/sync-2b”',
    `pod/sync-1a 09:00:00.1 POST ${identity}/oauth2/token refresh_token=rf_A1 200\npod/sync-2b 09:00:00.4 POST ${identity}/oauth2/token refresh_token=rf_A1 400 {"error":"invalid_grant"}`,
  ],
  [
    'sends “openid,webhooks” as scope',
    `authorize scope=openid,webhooks\ntoken response {"access_token":"x","scope":"openid"}\nPOST ${api}/v1/webhooks -> 403 {"error":"insufficient_scope"}`,
  ],
  [
    'The proxy blocks the address',
    `* Uses proxy env variable https_proxy == 'http://px.corp.example:8080'\n> CONNECT api.lago.example:443 HTTP/1.1\n< HTTP/1.1 403 Forbidden\n< Server: squid/5\n* CONNECT tunnel failed, response 403`,
  ],
  // What a notice, a profile, a queue and a receiver say of values that are shown elsewhere.
  [
    'still sends the former secret',
    `O novo segredo de rede-web foi publicado em 12/11.\n19/11 02:00 POST ${identity}/oauth2/token 401 {"error":"invalid_client"}`,
  ],
  [
    'joins the scopes with commas',
    `q.Set("scope", strings.Join(cfg.Scopes, ","))\n${identity}/oauth2/authorize -> error=invalid_scope error_description="unknown: openid,profile,webhooks"`,
  ],
  [
    'keeps the refresh_token as its token',
    `prefs.putString("token", json.getString("refresh_token"))\nGET ${api}/v1/bank-slips\nAuthorization: Bearer f197b5445e3128477796\n401 ${fault('steps.jwt.FailedToDecode')}`,
  ],
  [
    'then sent again 15 milliseconds later',
    `10:00:00.100 exchanging code RdeIxL5W… redirect_uri=https://a.example/cb\n10:00:00.115 exchanging code RdeIxL5W… redirect_uri=https://a.example/cb\n10:00:00.300 token endpoint 200\n10:00:00.320 token endpoint 400 {"error":"invalid_grant"}\n${identity}`,
  ],
  [
    'Its CSRF check rejects',
    `webhook of api.lago.example:\nPOST /hooks/in HTTP/1.1\nHost: a.example\n\n{"event":"paid"}\nHTTP/1.1 403 Forbidden\n\nCSRF verification failed`,
  ],
  [
    'exchanged at 2026-11-20T14:19:51Z',
    `20/Nov/2026:11:02:09 -0300 "GET /cb?code=4ydWRDzDwJ2gOBg-GapG&iss=${encodeURIComponent(identity)}" 202\n2026-11-20T14:19:51Z POST ${identity}/oauth2/token code=4ydWRD... 400 {"error":"invalid_grant"}`,
  ],
  // A zone that one of two times has.
  [
    'received at 2026-11-16T21:58:10-03:00',
    `2026-11-16T21:58:10-03:00 GET /cb?code=kk1&iss=${encodeURIComponent(identity)}\n2026-11-17T01:20:31Z POST ${identity}/oauth2/token code=kk1 400 {"error":"invalid_grant"}`,
  ],
]

it.each(told)('the cause says: %s', (cause, text) => {
  expect(explain(text, known).diagnoses[0]?.cause).toContain(cause)
})

it('a code that came from one zone to another is as old as the two clocks say', () => {
  const [, text] = told.at(-1) ?? []
  expect(explain(text ?? '', known).diagnoses[0]?.title).toBe('Code exchanged 22 minutes after it was received')
})

it.each([
  ['a plan', 'Plan: on 401 with steps.jwt.TokenExpired we refresh once. Nothing is live yet.'],
  ['a list', 'client_not_found, steps.jwt.NoMatchingPublicKey. ¿Hay más? No tenemos ningún error ahora.'],
  [
    'a token that was renewed, and a call that was repeated',
    `10:00:00 GET ${api}/v1/accounts/7/statements\n10:00:01 401 steps.jwt.TokenExpired (exp 05:00:00), renewing\n10:00:02 POST ${identity}/oauth2/token grant_type=refresh_token\n10:00:02 200 expires_in=3600\n10:00:03 retry 1/1\n10:00:03 200 (44 entries)`,
  ],
])('%s is not called a failure', (_, text) => {
  expect(explain(text, known).outcome).not.toBe('failed')
})

it('a parameter that the text leaves out is not missing where a code came back', () => {
  const text = `${authorize}&state=s1\nhttps://a.example/cb?code=z1&iss=${encodeURIComponent(identity)}&state=s1\nPOST ${identity}/oauth2/token 500`
  expect(explain(text, known).diagnoses[0]?.cause).not.toContain('redirect_uri')
})

it('a scope for the API of the path is not called missing by this app’s own names of operations', () => {
  const [first] = diagnose({
    at: known.now,
    step: 'api',
    environment: production,
    request: { method: 'GET', url: `${api}/v1/accounts/7/statements` },
    response: { status: 403, body: '{}' },
    token: { header: { alg: 'ES256' }, claims: { ...forAccounts, exp: known.now + 60 } },
  })
  expect(first?.code).toBe('forbidden')
})

it.each([
  [
    'a clock that is behind',
    { iat: known.now + 149, aud: 'rede-web' },
    { tabClockSkewSeconds: -149 },
    'access-token-not-yet-valid',
  ],
  ['a nonce of another sign-in', { nonce: 'n-1', aud: 'rede-web' }, { nonce: 'n-2' }, 'nonce-mismatch'],
])('the ID token beside a token response whose body was not recorded shows %s', (_, shown, flow, code) => {
  const [first] = diagnose({
    at: known.now,
    step: 'token',
    environment: production,
    request: { method: 'POST', url: `${identity}/oauth2/token` },
    response: { status: 200 },
    token: { header: {}, claims: { iss: identity, ...shown } },
    flow: { clientId: 'rede-web', ...flow },
  })
  expect(first?.code).toBe(code)
})

it('an error page without a redirect names the redirect URI that the app is not configured with', () => {
  const [first] = diagnose({
    at: known.now,
    step: 'authorize',
    environment: production,
    request: { method: 'GET', url: `${authorize}&redirect_uri=${encodeURIComponent('https://a.example/cb?shop=1')}` },
    response: { status: 400, headers: { 'content-type': 'text/html' }, body: '<html>Error</html>' },
    flow: { clientId: 'rede-web', redirectUri: 'https://a.example/cb' },
  })
  expect(first?.cause).toContain('“https://a.example/cb” is configured')
})

it('a token of the other environment is not called one with an unpublished key', () => {
  const token = jwt({ alg: 'ES256', kid: 'sbx-1' }, { ...claims, iss: 'https://id.sandbox.lago.example' })
  const text = `GET ${api}/v1/bank-slips\nAuthorization: Bearer ${token}\n401 ${fault('steps.jwt.NoMatchingPublicKey')}\n{"keys":[{"kid":"k-1","kty":"EC"}]}`
  expect(explain(text, known).diagnoses[0]?.code).toBe('token-from-other-environment')
})
