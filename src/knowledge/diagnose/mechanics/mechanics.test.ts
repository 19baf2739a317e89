import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'

const known = { now: 1_790_000_000, environments: [] }

function titleOf(text: string): string | undefined {
  return explain(text, known).diagnoses[0]?.title
}

it.each([
  [
    'a client certificate that ended before the failure',
    '2026-09-02 08:00:01 ERROR request to https://mtls.bank.example/token failed: Forbidden [403]\n\n$ keytool -list -v -keystore shop.p12\nValid from: Mon Sep 01 10:00:00 UTC 2025 until: Tue Sep 01 10:00:00 UTC 2026',
    'The client certificate had expired',
  ],
  [
    'an image for another registry than the one of the sign-in',
    'docker login registry.one.example -u ci\nLogin Succeeded\ndocker push registry.two.example/app/web:3\ndenied: requested access to the resource is denied',
    'Signed in to “registry.one.example”, not to “registry.two.example”',
  ],
  [
    'a claim in quotes before the word, which no verb replaces',
    "IDX21307: The 'c_hash' claim was not found in the id_token, but a 'code' was in the OpenIdConnectMessage",
    'The ID token lacks at_hash or c_hash',
  ],
  [
    'an encrypted token where a signed one is expected',
    'login failed: ID token has the wrong algorithm: RSA-OAEP, expected RS256',
    'The token is encrypted, not signed',
  ],
  [
    'a token that is signed with another algorithm than the one that is set',
    `Validating the token with ES256\nInvalid token: eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhIn0.c2ln\njava.lang.IllegalStateException: signature rejected`,
    'Token is signed with HS256, not ES256',
  ],
  [
    'an identifier in a header that the list does not have',
    'GET https://api.books.example/v2/invoices 403 Forbidden\nx-books-company-id: 40118822\n\nGET https://api.books.example/companies 200\n[{"companyId":"40990017","name":"Demo"}]',
    'The request’s company is not in the response',
  ],
  [
    'an HMAC over the parsed body',
    'hash = hmac.new(secret, json.dumps(request.json).encode(), hashlib.sha256).hexdigest()\nwebhook signature mismatch, every call gets 401 from my handler',
    'The signature is computed from the parsed body',
  ],
  [
    'a lax cookie and a redirect that is posted',
    'POST /signin-oidc 500 Correlation failed. response_mode=form_post\nSet-Cookie: corr=abc; path=/; SameSite=Lax; Secure',
    'SameSite blocks the cookie on a POST redirect',
  ],
  [
    'a preflight that is refused',
    'Failed to fetch\nOPTIONS /v1/orders 403\nPOST /v1/orders blocked by CORS; with curl the POST is fine',
    'The preflight (OPTIONS) returned 403',
  ],
  [
    'an error that came with status 200',
    'POST https://git.example/login/oauth/access_token 200 OK\nParse error: missing field `access_token`\nbody: {"error":"account_suspended","error_description":"The account is suspended."}',
    'Token endpoint returned 200 with an error',
  ],
  [
    'a type that the program does not expect',
    'json: cannot unmarshal string into Go struct field tokenJSON.expires_in of type int32, login failed',
    '“expires_in” is a string, not an int32',
  ],
  [
    'credentials that the program left out by its own word',
    'warn: client[3]\n      The default credentials were not sent because the host is not in the trusted list.\nHTTP 401 Unauthorized',
    'Your app omitted the credentials',
  ],
  [
    'renewals that fail now and then',
    'Every now and then the token refresh gets {"error":"invalid_grant"} with status 400; the same users can work for days before.',
    'An older refresh token was sent',
  ],
  [
    'an empty list for an item that exists',
    'GET https://api.shop.example/items/77 404 Not Found\nThe item exists, I see it in the dashboard of my partner. GET https://api.shop.example/items gives 200 {"total":0,"items":[]}',
    'The key belongs to a different account',
  ],
])('tells %s', (_, text, title) => {
  expect(titleOf(text)).toBe(title)
})

it('says only as possible what a contrast leaves open', () => {
  const [first] = explain(
    'POST https://api.pay.example/v2/payouts 401 Unauthorized. All other endpoints work fine with the same key.',
    known,
  ).diagnoses
  expect(first?.title).toBe('This endpoint needs a different type of credential')
  expect(first?.certainty).toBe('possible')
})

it.each([
  'The certificate is valid until 2026-09-01 and was renewed on 2026-09-02, all calls returned 200.',
  'docker login registry.one.example -u ci\nLogin Succeeded\ndocker push registry.one.example/app/web:3\nlatest: digest: sha256:77 size: 1571',
  'Set-Cookie: sid=abc; SameSite=Strict; Secure\nGET /callback 302, GET / 200, signed in',
])('accuses nothing in %s', (text) => {
  expect(explain(text, known).outcome).not.toBe('failed')
})

it.each([
  [
    'steps of a program in the wrong order',
    'app.UseAuthorization();\napp.UseAuthentication();\napp.MapControllers();\n\nGET /api/orders 401 Unauthorized, although the token is valid',
    'UseAuthentication is registered after UseAuthorization',
  ],
  [
    'a sign-in that starts on one host and returns to another',
    'open http://127.0.0.1:3000/login, redirect_uri=http://localhost:3000/callback, then: state mismatch, session is empty',
    'Sign-in starts and ends on different hosts',
  ],
  [
    'a secret that ended before the failure',
    '2026-08-20T07:00:12Z POST /oauth/token 401 {"error":"access_problem"}\nclient secret "ci-bot": created 2025-08-18, expires on 2026-08-18',
    'The secret had expired',
  ],
  [
    'a callback that gets 502 from the proxy',
    'GET https://shop.example/auth/callback?code=abc&state=def → 502 Bad Gateway (nginx); every other page works',
    'The callback’s cookies may exceed the proxy’s buffer',
  ],
  [
    'a refused connection to IPv6',
    'FetchError: connect ECONNREFUSED ::1:9000 while getting the token',
    'localhost resolved to IPv6; nothing is listening',
  ],
])('tells %s', (_, text, title) => {
  expect(titleOf(text)).toBe(title)
})
