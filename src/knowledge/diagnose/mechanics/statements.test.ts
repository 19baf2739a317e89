import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'
import type { Call } from '../../protocol/call.ts'
import { diagnose } from '../diagnose.ts'

const known = { now: 1_790_000_000, environments: [] }

function titleOf(text: string): string | undefined {
  return explain(text, known).diagnoses[0]?.title
}

const encoded = (part: object) => btoa(JSON.stringify(part)).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_')
const token = (claims: object, header: object = { alg: 'RS256', kid: 'k1' }) =>
  `${encoded(header)}.${encoded(claims)}.c2lnbmF0dXJlLW9mLWEtdGVzdA`

it.each([
  [
    'a secret with a blank before it',
    'string clientId = "shop-7";\nstring clientSecret = " kD83-plaOq";\nThe remote server returned an error: (401) Unauthorized.',
    'The client secret begins with a space',
  ],
  [
    'a line break that was sent with a secret',
    'POST /token 401 {"error":"invalid_client"}\ngrant_type=client_credentials&client_id=a&client_secret=kD83plaOq%0A&scope=x',
    'The client secret ends with a line break',
  ],
  [
    'an ID that is there twice',
    'error: application with identifier 5f0c7a1d-22ab-4e8b-9a10-0c55d2e7f3b15f0c7a1d-22ab-4e8b-9a10-0c55d2e7f3b1 was not found',
    'The value contains the ID twice',
  ],
  [
    'a scheme that is none',
    'error: redirect_uri is not valid: io.my_shop://login/callback',
    'The URI scheme contains an underscore',
  ],
  [
    'a comment that became a part of the value',
    'ADMIN_ROLE=owner # who may do all\nlog: required role "owner # who may do all" not found, 403 Forbidden',
    'The comment became part of ADMIN_ROLE',
  ],
  [
    'a Content-Type that is none',
    'POST /oauth/token\nContent-Type: aplication/json\n\n415 Unsupported Media Type',
    'The Content-Type “aplication/json” is invalid',
  ],
  [
    'no space behind Bearer',
    "fetch(url, { headers: { Authorization: 'Bearer' + token } }) answers 401 Unauthorized",
    'A space after Bearer is missing',
  ],
  [
    'a token of the future',
    'login failed: token used before issued (iat: 2026-03-01 10:00:09 +0200, now: 2026-03-01 07:59:57 +0000)',
    'The verifier’s clock is 12 seconds behind',
  ],
  [
    'a check without a value to compare with',
    `unexpected ID Token "nonce" claim value { expected: undefined, claims: { nonce: 'q8fH' }, claim: 'nonce' }`,
    'Your app sets no expected nonce',
  ],
  [
    'an access token where an ID token is checked',
    'Audience (aud) claim mismatch in the ID token; expected "Xk29vQpLm3bR7sT1" but found "https://api.books.example/"',
    'An access token is checked as an ID token',
  ],
  [
    'a certificate for the new name of a service',
    'Get "https://api.heatwell.example/v2": x509: certificate is valid for api.heatwell-cloud.test, not api.heatwell.example',
    'The certificate is for a different host',
  ],
  [
    'an alias that the key store does not have',
    'ERROR cannot find a certificate with alias edge_signing\n$ keytool -list\nedge-2026, Jan 2, 2026, trustedCertEntry,',
    'The key store has no entry “edge_signing”',
  ],
  [
    'a group with a slash',
    'user is not in the required group, 403\nadmin_group: "ops"\ntoken: {"sub":"u1","groups":["/ops","/all"]}',
    'Group in the token differs from the setting',
  ],
  [
    'a resolver that does not know the container',
    'idp could not be resolved (3: Host not found)\nresolver 1.1.1.1 valid=30s;',
    'nginx’s resolver does not know “idp”',
  ],
  [
    'a rule that lets only one port out',
    'token endpoint request timed out\nsecurity group: ingress 443, egress tcp 5432 to the database',
    'The outbound rule does not allow port 443',
  ],
  [
    'localhost in a container',
    'services:\n  app:\n    image: app:1\nconnect ECONNREFUSED 127.0.0.1:8180',
    'In a container, localhost is the container',
  ],
  [
    'an element of a string',
    `if claims["aud"][0] != expected: raise Forbidden()\n403 Forbidden\n${token({ aud: 'billing', sub: 'a' })}`,
    'aud is a string, but your app reads a list',
  ],
  [
    'a header that is read under another name',
    'POST https://hooks.example/in\nX-Shop-Hmac-Sha256: aGVsbG8=\n\n401 {"message":"signature missing"}\nconst sig = req.headers["x-hmac-sha256"]',
    'The receiver reads the wrong header',
  ],
  [
    'fields that cURL sends as multipart',
    'curl_setopt($ch, CURLOPT_POSTFIELDS, array(\'grant_type\' => \'client_credentials\'));\nHTTP/1.1 400 Bad Request {"error":"invalid_request"}',
    'The token request is sent as multipart/form-data',
  ],
  [
    'a variable that the page does not have',
    "'use client'\nconst id = process.env.AUTH_CLIENT_ID\nError: Missing required parameter: client_id",
    'AUTH_CLIENT_ID does not exist in the browser',
  ],
  [
    'a key of each process',
    'app.secret_key = secrets.token_hex(16)\nstate mismatch for every second user since we run 3 workers',
    'Each process creates its own session key',
  ],
  [
    'an option that is misspelled',
    'jwt.verify(token, key, { isuser: "https://id.example", algorithms: ["RS256"] }) -> error: issuer is not checked',
    '“isuser” should be “issuer”',
  ],
  [
    'a redirect URI with a part of the response',
    'POST /token\ngrant_type=authorization_code&code=a1&redirect_uri=https%3A%2F%2Fapp.example%2Fcb%3Fsession_state%3D77\n400 {"error":"invalid_grant"}',
    'The redirect URI contains the session_state parameter',
  ],
  [
    'a sign-in that starts on another host',
    'GET https://market.example/auth/login 302 redirect_uri=https://orders.example/auth/callback\nerror: state missing in session',
    'Sign-in starts and ends on different hosts',
  ],
  [
    'an inner port in the redirect URI',
    'redirect_uri https://app.example.org:3000/cb is not registered, error 400\nlocation / { proxy_set_header Host $host; proxy_pass http://10.0.0.4:3000; }',
    'The redirect URI contains the internal port 3000',
  ],
  [
    'a signed client secret that names no key',
    `POST https://appleid.apple.com/auth/token\nclient_id=com.example.app&client_secret=${token({ iss: 'T1', sub: 'com.example.app' }, { alg: 'ES256' })}\n{"error":"invalid_client"}`,
    'The signed client secret contains no kid',
  ],
  [
    'a chain of one certificate',
    'tls: unknown ca\nCertificate chain\n 0 s:CN = pay.example\n   i:O = Some CA, CN = Some Issuing CA\n---',
    'The server does not send its intermediate certificate',
  ],
  [
    'a CA that the container does not know',
    'x509: certificate signed by unknown authority\nthe provider has a certificate of our internal CA, the docker host trusts it',
    'The container does not trust your CA',
  ],
  [
    'an algorithm that the decoder takes only when it is set',
    `401 Signed JWT rejected: Another algorithm expected, or no matching key(s) found\n${token({ sub: 'a' }, { alg: 'PS256', kid: 'k' })}`,
    'The decoder accepts only RS256, not PS256',
  ],
  [
    'one token for several accounts',
    'We have 4 companies. It works only for the first one, the others get "token invalid or expired". The same token is set for all of them.',
    'One token is used for several accounts',
  ],
  [
    'a refresh token that two requests used, as Keycloak logs it',
    '10:00:01.100 REFRESH_TOKEN client=app RT-ID=77aa01\n10:00:01.104 REFRESH_TOKEN_ERROR client=app error=invalid_token RT-ID=77aa01\n400 invalid_grant',
    'A refresh token was used twice',
  ],
  [
    'a name that a condition has in other letters',
    'error validating claims: claim "project_path" does not match\nbound_claims={"project_path":"Ops/Tools"}\nCI_PROJECT_PATH=ops/tools',
    '“Ops/Tools” and “ops/tools” differ in upper and lower case',
  ],
])('names %s', (_, text, title) => {
  expect(titleOf(text)).toBe(title)
})

it.each([
  ['a token that carries a list', `claims["aud"][0]\n403 Forbidden\n${token({ aud: ['billing'], sub: 'a' })}`],
  ['a resolver of the container network', 'idp could not be resolved\nresolver 127.0.0.11;'],
  ['a rule that lets everything out', 'request timed out\negress all to 0.0.0.0/0'],
  [
    'a certificate whose chain is whole',
    'unknown ca\nCertificate chain\n 0 s:CN = a\n   i:CN = b\n 1 s:CN = b\n   i:CN = c\n---',
  ],
])('names nothing of %s', (_, text) => {
  expect(titleOf(text) ?? '').not.toMatch(/element of|nginx asks|outgoing rule|without the intermediate/)
})

it('does not ask for the cause of a refusal that was expected', () => {
  expect(explain('curl without a token: 401, as expected. With the token 200.', known).outcome).toBe('not-recognised')
  expect(explain('login works as expected in dev, but here I get 401', known).outcome).toBe('failed')
})

it('sees in a call that the redirect came by a POST of another site, without a cookie', () => {
  const call: Call = {
    at: 1_790_000_000,
    step: 'authorize',
    request: {
      method: 'POST',
      url: 'https://app.example/auth/return',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://login.example' },
      form: { state: 'a1', code: 'b2' },
    },
    response: { status: 302, headers: { location: '/login?failed=1' } },
  }
  expect(diagnose(call)[0]?.title).toBe('The POST redirect contains no session cookie')
  expect(diagnose({ ...call, response: { status: 302, headers: { location: '/home' } } })).toEqual([])
})
