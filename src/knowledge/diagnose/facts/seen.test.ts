import { expect, it } from 'vitest'
import { base64Of, base64UrlOf } from '../../text/base64.ts'
import { type FactName, factsOf } from './facts.ts'

const now = 1_777_900_000
const date = new Date(now * 1000).toUTCString()
const jwt = (claims: object) =>
  `${base64UrlOf('{"alg":"ES256","kid":"k1"}')}.${base64UrlOf(JSON.stringify(claims))}.c2lnbmF0dXJlc2lnbmF0dXJl`

it.each<[string, FactName[], FactName[], string]>([
  [
    'a token that is younger than the response that refused it',
    ['clock:ahead'],
    ['clock:behind'],
    `GET /x\nauthorization: Bearer ${jwt({ iss: 'a', aud: 'b', iat: now + 41, exp: now + 900 })}\n< HTTP/1.1 401 Unauthorized\n< date: ${date}`,
  ],
  [
    'a token of the second of the response',
    [],
    ['clock:ahead', 'clock:behind'],
    `authorization: Bearer ${jwt({ iss: 'a', aud: 'b', iat: now - 1, exp: now + 900 })}\nHTTP/1.1 401\ndate: ${date}`,
  ],
  [
    'a signature of a machine whose clock is behind',
    ['clock:behind'],
    ['clock:ahead'],
    'Signature expired: 20160925T124307Z is now earlier than 20160925T125143Z (20160925T125643Z - 5 min.)',
  ],
  [
    'what a library says of a token that is used too early',
    ['clock:ahead'],
    [],
    'Error: Token used too early, 1690000030 < 1690000000. Check that your computer clock is set correctly.',
  ],
  [
    'metadata without an authorization endpoint',
    ['metadata:no-authorization-endpoint'],
    ['metadata:no-registration-endpoint', 'metadata:no-pkce'],
    'GET https://mcp.example/.well-known/oauth-authorization-server -> 200 {"issuer":"https://sso.example","token_endpoint":"https://sso.example/token","registration_endpoint":"https://sso.example/register","code_challenge_methods_supported":["S256"]}',
  ],
  [
    'metadata whose endpoints have another scheme than the issuer',
    ['metadata:mixed-schemes'],
    [],
    '{"issuer":"http://git.example:8082","authorization_endpoint":"https://git.example:8082/oauth/authorize","token_endpoint":"https://git.example:8082/oauth/token","jwks_uri":"https://git.example:8082/keys"}',
  ],
  [
    'a resource that is named by another host',
    ['resource:differs'],
    [],
    'GET https://mcp.example.com/.well-known/oauth-protected-resource 200\n{"resource":"https://api.example.com/mcp","authorization_servers":["https://id.example.com"]}',
  ],
  [
    'a challenge without the address of metadata',
    ['challenge:bare'],
    [],
    'HTTP/2 401\nwww-authenticate: Bearer error="invalid_token"',
  ],
  [
    'two programs of one host that set one cookie',
    ['cookie:same-name', 'hosts:ports'],
    ['cookie:strict'],
    'client http://localhost:8082, server http://localhost:8081\nSet-Cookie: JSESSIONID=1F2A; Path=/; HttpOnly\nSet-Cookie: JSESSIONID=9C0D; Path=/; HttpOnly',
  ],
  [
    'a state cookie that other sites do not send',
    ['cookie:strict'],
    [],
    "cookie: { sameSite: 'strict', secure: true }",
  ],
  [
    'SameSite=None without Secure',
    ['cookie:none-insecure'],
    [],
    'set-cookie: sid=abc; Path=/; HttpOnly; SameSite=None',
  ],
  ['SameSite=None with Secure', [], ['cookie:none-insecure'], 'set-cookie: sid=abc; SameSite=None; Secure'],
  [
    'a secure cookie of a page without TLS',
    ['cookie:secure-on-http'],
    [],
    'http://app.corp.example/login\nsession.cookie.secure=true',
  ],
  [
    'a request without credentials',
    ['authorization:none'],
    ['authorization:empty'],
    'GET /users/me HTTP/1.1\nHost: api.example\nAccept: */*\n\nHTTP/1.1 401 Unauthorized',
  ],
  [
    'a request with credentials',
    [],
    ['authorization:none', 'authorization:empty'],
    'GET /users/me HTTP/1.1\nHost: api.example\nAuthorization: Bearer abcdef123456\n\nHTTP/1.1 403',
  ],
  [
    'an Authorization header without a value',
    ['authorization:empty'],
    [],
    'curl -H "Authorization: Bearer " https://a.example',
  ],
  ['a parameter without a value', ['value:empty'], [], 'https://api.example/v2/pedidos?token=&formato=json -> 200'],
  [
    'a secret with characters that have to be encoded',
    ['secret:special'],
    ['secret:looks-like-id'],
    `Authorization: Basic ${base64Of('app:p+ss/w%rd&x')}`,
  ],
  [
    'the identifier of a secret in the place of the secret',
    ['secret:looks-like-id'],
    [],
    'client_id=abc&client_secret=0f1e2d3c-1111-2222-3333-444455556666&grant_type=client_credentials',
  ],
  ['credentials without a secret', ['basic:no-secret'], [], `Authorization: Basic ${base64Of('app:')}`],
  [
    'a container whose host can do it',
    ['inside:container', 'works:outside-container'],
    [],
    'From my laptop curl works. Inside the pod I get: x509: certificate signed by unknown authority',
  ],
  ['one browser alone', ['works:other-browser'], [], 'In Chrome it works fine, but in Safari the login loops.'],
  [
    'a second time that fails',
    ['works:first-time'],
    [],
    'The first refresh works, the second refresh returns invalid_grant',
  ],
  ['an hour', ['age:hour'], ['age:week'], 'After about 60 minutes every call gets 401'],
  ['a week, in Portuguese', ['age:week'], [], 'o refresh token para de funcionar depois de 7 dias'],
  ['a year', ['age:year'], [], 'the secret was created more than a year ago; after one year it fails'],
  ['a move', ['after:move'], [], 'Since we moved to the new server the login fails'],
  ['a password', ['after:password'], [], 'The user changed his password yesterday'],
  [
    'a business API that is called at the host of sign-ins',
    ['address:api-at-identity'],
    ['address:token-at-api'],
    'GET https://identity.shop.example/v1/orders -> 404',
  ],
  [
    'nothing odd in an identity service with versions in its paths',
    [],
    ['address:api-at-identity'],
    'POST https://auth.shop.example/v1/oauth/token -> 400\nGET https://id.shop.example/v2/users/7 -> 404',
  ],
  [
    'a token request at the host of APIs',
    ['address:token-at-api'],
    ['address:api-at-identity'],
    'POST https://api.shop.example/oauth2/token 404',
  ],
  [
    'an authorization request that was posted',
    ['authorize:posted'],
    [],
    'POST https://id.shop.example/oauth2/authorize\nHTTP 405',
  ],
  [
    'nothing odd in one that was opened',
    [],
    ['authorize:posted'],
    'GET https://id.shop.example/oauth2/authorize?client_id=a 400\nPOST https://id.shop.example/oauth2/authorize-device 200',
  ],
  [
    'a host that differs from another by a letter',
    ['host:misspelt'],
    [],
    'getaddrinfo ENOTFOUND hml.veradabank.example.br\nAPI_URL=https://api.veredabank.example.br',
  ],
  [
    'nothing odd in hosts of several services',
    [],
    ['host:misspelt'],
    'https://api.shop1.example.com https://api.shop2.example.com https://id.shop.example.com https://id.shops.example.org',
  ],
  [
    'a script that calls the authorization endpoint',
    ['authorize:fetched'],
    [],
    "Access to fetch at 'https://id.shop.example/oauth2/authorize?client_id=a' from origin 'https://shop.example' has been blocked by CORS policy",
  ],
  ['a sign-in without a page', ['prompt:none'], [], 'https://id.shop.example/authorize?client_id=a&prompt=none'],
  ['scopes that were not split', ['scope:not-split'], [], 'granted = ["apps email openid"]'],
  ['nothing odd in scopes that were', [], ['scope:not-split'], 'granted = ["apps", "email", "openid"]'],
  [
    'a parameter of a path that nothing replaced',
    ['placeholder:template'],
    [],
    'GET https://api.shop.example/v1/accounts/%7Baccount_id%7D/statements 400',
  ],
])('sees %s', (_story, stands, not, text) => {
  const facts = factsOf(text, { now })
  expect(stands.filter((name) => !facts.has(name))).toEqual([])
  expect(not.filter((name) => facts.has(name))).toEqual([])
})
