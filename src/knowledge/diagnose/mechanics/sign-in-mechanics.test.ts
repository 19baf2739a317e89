import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'
import { diagnose } from '../diagnose.ts'

const known = { now: 1_790_000_000, environments: [] }

function titleOf(text: string): string | undefined {
  return explain(text, known).diagnoses[0]?.title
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

it.each([
  [
    'a page that calls the token endpoint and is refused',
    'keycloak.mjs:776 POST https://login.club.example/realms/main/protocol/openid-connect/token 401 (Unauthorized)\nno cors errors in the console',
    'The client is probably registered as confidential',
  ],
  [
    'a status beside an error of CORS',
    "Failed to load http://localhost:8000/api/send: No 'Access-Control-Allow-Origin' header is present on the requested resource. The response had HTTP status code 403.\n[critical] uncaught Exception: this action needs a valid token!",
    'The server returned 403 without CORS headers',
  ],
  [
    'a redirect URI at another port than the app',
    '302 - http://localhost:8100/oauth2/start?rd=%2F\n302 - https://idp.example/auth?client_id=a&redirect_uri=https%3A%2F%2Flocalhost%2Foauth2%2Fcallback&response_type=code\nredirect_uri_mismatch',
    'The redirect URI has a different origin',
  ],
  [
    'scopes with commas',
    "error_description=The application 'a' asked for scope 'openid,profile,email' that doesn't exist on the resource",
    'The scopes are separated by commas',
  ],
  [
    'scopes without anything between them',
    'Error: invalid_scope\nSome requested scopes were invalid. {invalid=[https://a.example/auth/userinfo.emailhttps://a.example/auth/calendar]}',
    'A space between two scopes is missing',
  ],
  [
    'a state that another request replaced',
    `BadRequestError: state mismatch, expected ${base64({ returnTo: '/favicon.ico' })}, got: ${base64({ returnTo: '/' })}`,
    'A second sign-in, for “/favicon.ico”, replaced the state',
  ],
  [
    'an address in a parameter that is not encoded',
    'Error: invalid_request. Missing client_id parameter.\n<a href="/create/?next=/o/authorize/?response_type=code&amp;client_id=a&amp;redirect_uri=%2Fin">',
    'The URL in “next” is not encoded',
  ],
  [
    'a client that is refused before the sign-in',
    'Client authentication failed\nhttps://id.game.example/oauth/authorize?client_id=1677&redirect_uri=http%3A%2F%2Flocalhost%3A9000%2Fauth&scope=identify&response_type=code',
    'Redirect URI or client ID is not registered',
  ],
  [
    'an encrypted token',
    `jwt malformed\n${base64({ alg: 'dir', enc: 'A256GCM', iss: 'https://t.eu.auth0.com/' })}..NnEGZNYbkpXlQl_w.Ot62drR62BNooFhwwIieCeHELKGpAZj9v5Q7ra6nKT3kfwDcij.nM3qSMMl6cDfwAXBfDpN5g`,
    'No audience requested, so the token is encrypted',
  ],
  [
    'a signed profile',
    "UserSignIn: invalid character 'e' looking for beginning of value\n userinfo_signing_algorithm: RS256",
    'The userinfo response is a JWT, not JSON',
  ],
  [
    'a form in place of JSON',
    "oauth2: cannot parse json: invalid character 'a' looking for beginning of value",
    'The token response is a form, not JSON',
  ],
  [
    'an assertion for the other environment',
    `POST https://auth.uat.bank.example/token\ngrant_type=client_credentials&client_assertion=${base64({ alg: 'RS256', kid: 'a' })}.${base64({ aud: 'auth.bank.example/client-assertion', iss: 'c', sub: 'c' })}.c2lnbmF0dXJlLXRoYXQtbm9ib2R5LW1hZGU\n\nHTTP/1.1 400\n\n{"error":"invalid_client"}`,
    'The assertion is for another environment',
  ],
  [
    'the instruction of a sample',
    'AADSTS7000215: Invalid client secret is provided.\n"ClientSecret": "[Copy the client secret added to the app from the Azure portal]"',
    'ClientSecret still contains the sample’s placeholder',
  ],
  [
    'a grant for which the client is not registered',
    "{'error': 'unauthorized_client'}\nAuthorization Grant Type : authorization-code\ndata={'grant_type':'password','username':'admin'}",
    'The client may not use password',
  ],
  [
    'a value in the place of the name of a claim',
    'oidc: parse username claims "ana@mail.example": claim not present',
    'The claim name setting is “ana@mail.example”',
  ],
  [
    'the scheme of a WebSocket',
    'WebSocket origin rejected: origin=https://dock.example x-forwarded-host=dock.example x-forwarded-proto=wss 403',
    'Proxy sends scheme “wss”; “https” is expected',
  ],
  [
    'a host with an underscore',
    'java.lang.NullPointerException\ncurl http://my_keycloak:8080/realms/a/.well-known/openid-configuration -> 500',
    'The host name “my_keycloak” contains an underscore',
  ],
  [
    'a refresh token in two requests',
    '14:02:07.418 [release] POST /oauth2/token grant_type=refresh_token refresh_token=hqb_9QmZtra2\n14:02:07.431 [dev] POST /oauth2/token grant_type=refresh_token refresh_token=hqb_9QmZtra2\n14:02:07.690 [release] 400 {"error":"invalid_grant"}',
    'The same refresh token was sent twice',
  ],
  [
    'headers that are too large for the proxy of an inner program',
    '2026/09/03 21:14:52 [error] 31#31: *884 upstream sent too big header while reading response header from upstream, request: "GET /auth/openid/callback?code=1f6c&state=Qm7 HTTP/1.1", upstream: "http://10.0.3.20:80/auth/openid/callback", host: "books.home.example"',
    'Response headers exceed nginx’s buffer',
  ],
  [
    'an event of test mode at the address of production',
    'in production most webhooks verify but some fail\nNo signatures found matching the expected signature for payload\nbody: {"id":"evt_1","livemode":false}',
    'Test-mode event is checked with the live secret',
  ],
])('tells %s', (_, text, title) => {
  expect(titleOf(text)).toBe(title)
})

it.each([
  'Insufficient scope, expected any of: read:users,read:current_user (403 insufficient_scope)',
  'POST https://id.example/token 401 from our server in Java, client_secret is set',
  'GET https://app.example/login 302, redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&response_type=code => error=access_denied',
  '14:02:07 POST /token refresh_token=aaaabbbb1 => 200\n15:02:07 POST /token refresh_token=ccccdddd2 => 400 {"error":"invalid_grant"}',
  'curl -d client_id=[CLIENT_ID] -d grant_type=refresh_token -d refresh_token=[REFRESH_TOKEN] -d redirect_uri=[REDIRECT_URL] https://i.example/oauth/token\n{"error":"invalid_client"}',
])('tells none of it of %s', (text) => {
  expect(titleOf(text) ?? '').not.toMatch(
    /separated by commas|browser sends|builds a redirect URI|sent twice|placeholder/i,
  )
})

it('notices a redirect that sets a cookie which browsers drop, and nothing in one that does not', () => {
  const call = (cookie: string) => ({
    at: 1_790_000_000,
    step: 'authorize' as const,
    request: { method: 'GET', url: 'http://auth.gannet.example:4444/oauth2/auth?client_id=web&response_type=code' },
    response: { status: 302, headers: { location: 'http://login.gannet.example/login', 'set-cookie': cookie } },
  })
  expect(diagnose(call('csrf=a; Path=/; HttpOnly; SameSite=None'))[0]?.title).toBe(
    'SameSite=None cookie is missing Secure',
  )
  expect(diagnose(call('csrf=a; Path=/; HttpOnly; SameSite=None; Secure'))).toEqual([])
  expect(diagnose(call('csrf=a; Path=/; HttpOnly; SameSite=Lax'))).toEqual([])
})

it('explains what the signature of a webhook covers that is refused without a word', () => {
  const call = (response: { status: number; headers: Record<string, string>; body: string }) => ({
    at: 1_790_000_000,
    step: 'api' as const,
    request: {
      method: 'POST',
      url: 'https://sync.shop.example/hooks/products',
      headers: {
        'content-type': 'application/json',
        'x-shopify-hmac-sha256': 'Zx1mV0o7b3QmJ5q9uXr2kK8sT4wYdE6hPnC1aLfGi0M=',
      },
      body: '{"sku":"\\u2028724812-22"}',
    },
    response,
  })
  const refused = 'The receiver rejected the webhook’s signature'
  const [first] = diagnose(call({ status: 401, headers: {}, body: '' }))
  expect(first?.title).toBe(refused)
  expect(first?.cause).toContain(
    'The request is signed in “x-shopify-hmac-sha256”, and the receiver returned 401. It probably computes a different signature (from a re-serialized body or with another secret) or reads another header. The body contains non-ASCII characters, which can change when it is parsed and serialized again.',
  )
  expect(diagnose(call({ status: 401, headers: {}, body: '{"error":"shop is frozen"}' }))[0]?.title).not.toBe(refused)
})

it('hears no limit from headers that count the calls which are left', () => {
  const call = (left: number) => ({
    at: 1_790_000_000,
    step: 'token' as const,
    request: {
      method: 'POST',
      url: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
      form: { client_id: 'a' },
    },
    response: { status: 401, headers: { 'x-rate-limit-remaining': String(left) } },
  })
  expect(diagnose(call(4))[0]?.code).not.toBe('rate-limited')
  expect(diagnose(call(0))[0]?.code).toBe('rate-limited')
})
