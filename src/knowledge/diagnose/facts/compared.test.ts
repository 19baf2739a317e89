import { expect, it } from 'vitest'
import { base64UrlOf } from '../../text/base64.ts'
import { type FactName, factsOf } from './facts.ts'

const now = 1_777_900_000
const jwt = (claims: object, header: object = { alg: 'RS256', kid: 'k1' }) =>
  `${base64UrlOf(JSON.stringify(header))}.${base64UrlOf(JSON.stringify(claims))}.c2lnbmF0dXJlc2lnbmF0dXJl`

it.each<[string, FactName[], Record<string, string>, string]>([
  [
    'a form, and the URI that is registered, in Portuguese',
    ['redirect:slash'],
    {
      redirect_uri_sent: 'https://app.example.com/callback',
      redirect_uri_registered: 'https://app.example.com/callback/',
    },
    'invalid_grant. Enviamos redirect_uri=https%3A%2F%2Fapp.example.com%2Fcallback&client_id=abc e no portal está cadastrada https://app.example.com/callback/',
  ],
  [
    'a request and a list with a heading',
    ['redirect:scheme'],
    { redirect_uri_sent: 'http://app.example.com/cb' },
    'GET /authorize?client_id=a&response_type=code&redirect_uri=http%3A%2F%2Fapp.example.com%2Fcb\n\nRegistered redirect URIs:\n- https://app.example.com/cb\n- https://other.example.com/cb',
  ],
  [
    'the configuration of Keycloak beside an event',
    ['redirect:port'],
    {},
    'type="LOGIN_ERROR", error="invalid_redirect_uri", redirect_uri="http://localhost:3001/cb"\nValid redirect URIs: http://localhost:3000/*',
  ],
  [
    'localhost and its number',
    ['redirect:host', 'redirect:localhost'],
    {},
    'The redirect URI in the request, http://127.0.0.1:8080/cb, does not match the ones authorized for the OAuth client: http://localhost:8080/cb',
  ],
  [
    'an authorization request and a token request',
    ['redirect:path'],
    { redirect_uri_sent: 'https://a.example/oauth/cb', redirect_uri_registered: 'https://a.example/cb' },
    'GET https://id.example/authorize?response_type=code&client_id=x&redirect_uri=https%3A%2F%2Fa.example%2Fcb\nPOST https://id.example/token\ngrant_type=authorization_code&code=abcdefgh&redirect_uri=https%3A%2F%2Fa.example%2Foauth%2Fcb',
  ],
  [
    'capital letters, in Spanish',
    ['redirect:case'],
    {},
    'La URL de redirección registrada es https://app.example/Callback pero la aplicación envía redirect_uri https://app.example/callback',
  ],
  [
    'a client registered as JSON',
    ['redirect:www', 'redirect:host'],
    {},
    '{"client_id":"a","redirect_uris":["https://www.app.example/cb"]}\nhttps://id.example/authorize?response_type=code&redirect_uri=https://app.example/cb',
  ],
  [
    'what Spring says of metadata',
    ['issuer:slash'],
    { issuer_expected: 'https://dev-1.auth0.example', issuer_received: 'https://dev-1.auth0.example/' },
    'java.lang.IllegalStateException: The Issuer "https://dev-1.auth0.example/" provided in the configuration metadata did not match the requested issuer "https://dev-1.auth0.example"',
  ],
  [
    'what Go says of an issuer',
    ['issuer:host'],
    { issuer_expected: 'http://keycloak:8080/realms/a', issuer_received: 'http://localhost:8080/realms/a' },
    'oidc: issuer did not match the issuer returned by provider, expected "http://keycloak:8080/realms/a" got "http://localhost:8080/realms/a"',
  ],
  [
    'what .NET says of an issuer',
    ['issuer:host', 'issuer:entra-version'],
    { issuer_received: 'https://sts.windows.net/11-22/' },
    "IDX10205: Issuer validation failed. Issuer: 'https://sts.windows.net/11-22/'. Did not match: validationParameters.ValidIssuer: 'https://login.microsoftonline.com/11-22/v2.0' or validationParameters.ValidIssuers: 'null'",
  ],
  [
    'a token and a configuration',
    ['issuer:realm'],
    { issuer_expected: 'https://kc.example/realms/prod', issuer_received: 'https://kc.example/realms/hml' },
    `issuer-uri: https://kc.example/realms/prod\nAuthorization: Bearer ${jwt({ iss: 'https://kc.example/realms/hml', exp: 1 })}`,
  ],
  [
    'a decoded payload and words in Portuguese',
    ['issuer:scheme'],
    {},
    '{"iss":"http://id.example/auth","exp":1777900000}\nemissor esperado: https://id.example/auth',
  ],
  [
    'what jsonwebtoken says of an audience',
    ['audience:differs'],
    { audience_expected: 'api://orders', audience_received: 'account' },
    `JsonWebTokenError: jwt audience invalid. expected: api://orders\ntoken: ${jwt({ aud: 'account', iss: 'https://a.example' })}`,
  ],
  [
    'what .NET says of an audience',
    ['audience:differs', 'audience:api-prefix'],
    { audience_expected: 'api://1234', audience_received: '1234' },
    "IDX10214: Audience validation failed. Audiences: '1234'. Did not match: validationParameters.ValidAudience: 'api://1234' or validationParameters.ValidAudiences: 'null'.",
  ],
  [
    'an audience in Portuguese',
    ['audience:differs'],
    {},
    'O token tem "aud": "https://graph.microsoft.com" mas a API valida. ValidAudience = "api://minha-api"',
  ],
  [
    'a challenge and a token response',
    ['scope:missing'],
    { scope_missing: 'orders.write', scopes_granted: 'openid orders.read' },
    '{"access_token":"abc","expires_in":300,"scope":"openid orders.read"}\nHTTP/1.1 403\nWWW-Authenticate: Bearer error="insufficient_scope", scope="orders.write"',
  ],
  [
    'scopes in words, in Portuguese',
    ['scope:missing'],
    { scope_missing: 'pix.write' },
    'Escopo necessário: pix.write. Escopos concedidos: pix.read cob.read',
  ],
  [
    'a request and its response',
    ['scope:missing', 'scope:not-granted'],
    { scope_missing: 'payments' },
    'POST /token\ngrant_type=client_credentials&scope=accounts+payments&client_id=a\n\n{"access_token":"a","token_type":"Bearer","scope":"accounts"}',
  ],
  [
    'an allowed origin with a slash',
    ['origin:differs', 'origin:slash'],
    { origin: 'https://app.example', origin_registered: 'https://app.example/' },
    "Access to fetch at 'https://api.example/x' from origin 'https://app.example' has been blocked by CORS policy: The 'Access-Control-Allow-Origin' header has a value 'https://app.example/' that is not equal to the supplied origin.",
  ],
  [
    'an allowed origin in code',
    ['origin:slash'],
    {},
    'builder.WithOrigins("https://app.example/").AllowAnyHeader(); No Access-Control-Allow-Origin header is present',
  ],
  [
    'one code in two requests',
    ['twice:code'],
    {},
    '10:00:01 POST /token grant_type=authorization_code&code=abc123def 200\n10:00:02 POST /token grant_type=authorization_code&code=abc123def 400 invalid_grant',
  ],
  [
    'one refresh token from two workers, masked',
    ['twice:refresh_token', 'workers:several'],
    {},
    '[worker-1] 10:00:01 refreshing with refresh_token=8xLO****\n[worker-2] 10:00:01 refreshing with refresh_token=8xLO****\n[worker-2] invalid_grant',
  ],
  [
    'a token that expired before the log line',
    ['token:expired', 'time:known', 'token:jwt'],
    { failed_at: '2026-03-01 12:00:00 UTC' },
    `2026-03-01T12:00:00Z ERROR 401 Authorization: Bearer ${jwt({ iss: 'https://a.example', iat: 1_772_360_000, exp: 1_772_363_000 })}`,
  ],
  [
    'an ID token in the header',
    ['token:id-token'],
    {},
    `Authorization: Bearer ${jwt({ iss: 'https://a.example', aud: 'client', nonce: 'x', exp: 1_977_900_000 })}`,
  ],
  [
    'a token signed with a secret',
    ['token:hmac'],
    {},
    `token: ${jwt({ iss: 'https://a.example', sub: 'x' }, { alg: 'HS256' })}`,
  ],
  ['an opaque token', ['token:opaque'], {}, 'Authorization: Bearer 2YotnFZFEjr1zCsicMWpAA'],
])('finds it in %s', (_, names, values, text) => {
  const facts = factsOf(text, { now })
  expect(names.filter((name) => !facts.has(name))).toEqual([])
  expect(Object.fromEntries(facts.values)).toMatchObject(values)
})

it.each<[FactName, string]>([
  [
    'redirect:differs',
    'redirect_uri=https%3A%2F%2Fa.example%2Fcb&client_id=a\nRegistered: redirect URI https://a.example/cb',
  ],
  [
    'redirect:differs',
    'redirect_uri=http%3A%2F%2Flocalhost:3000%2Fcb&client_id=a\nValid redirect URIs: http://localhost:3000/*',
  ],
  ['issuer:differs', `issuer: https://a.example\n${jwt({ iss: 'https://a.example' })}`],
  ['audience:differs', `valid_audience: api\n${jwt({ aud: ['account', 'api'] })}`],
  ['scope:missing', '{"access_token":"a","token_type":"Bearer","scope":"openid a b"}\nrequired scope: a'],
  ['twice:code', 'GET /callback?code=abcdefgh&state=x\nPOST /token grant_type=authorization_code&code=abcdefgh'],
  [
    'twice:refresh_token',
    '{"refresh_token":"abcdefgh","expires_in":300,"access_token":"x"}\nPOST /token\ngrant_type=refresh_token&refresh_token=abcdefgh',
  ],
  [
    'token:expired',
    `2026-03-01T12:00:00Z ERROR 401 Authorization: Bearer ${jwt({ iss: 'https://a.example', iat: 1_772_366_000, exp: 1_772_369_000 })}`,
  ],
  ['origin:differs', "Access to fetch at 'https://api.example/x' from origin 'https://app.example' has been blocked"],
])('%s is not found in: %s', (name, text) => {
  expect(factsOf(text, { now }).has(name)).toBe(false)
})
