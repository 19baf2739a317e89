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
