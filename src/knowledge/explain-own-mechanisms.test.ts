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
const sandbox: Environment = {
  id: 'sandbox',
  kind: 'sandbox',
  authUrl: 'https://id.sandbox.lago.example',
  baseUrl: 'https://api.sandbox.lago.example',
  issuer: 'https://id.sandbox.lago.example',
  resourceDomain: 'apis.sandbox.lago.example',
  clientIds: ['rede-teste'],
}
const known = { now: 1_795_046_400, environments: [production, sandbox] }
const identity = production.authUrl
const api = production.baseUrl
const basic = (pair: string) => Buffer.from(pair).toString('base64')
const authorize = (redirect: string, more = '') =>
  `${identity}/oauth2/authorize?client_id=rede-web&response_type=code&scope=openid&redirect_uri=${encodeURIComponent(redirect)}${more}`

const told: [title: string, text: string][] = [
  // Configuration, read as a statement about what is sent.
  [
    'Your nginx removes the Authorization header',
    `location /b/ { proxy_set_header Authorization ""; proxy_pass ${api}/; }\nGET /b/v1/bank-slips 401 Authorization header is required`,
  ],
  [
    'Your Envoy removes the Authorization header',
    `request_headers_to_remove:\n  - authorization\nGET ${api}/v1/bank-slips -> 401 MISSING_TOKEN`,
  ],
  [
    'Your proxy does not respond',
    `HTTPS_PROXY=http://127.0.0.1:3128\nGET ${api}/v1/bank-slips\nconnect to 127.0.0.1 port 3128 failed: Connection refused`,
  ],
  [
    'Your proxy rejects the stored password',
    `proxy http://px.corp.example:8080 status 407\nPOST ${identity}/oauth2/token\na senha do proxy mudou ontem`,
  ],
  [
    'Part of the secret was read as a variable',
    `The "k9" variable is not set. Defaulting to a blank string.\nPOST ${identity}/oauth2/token 401 {"error":"invalid_client"}`,
  ],
  [
    'The secret was cut off at “#”',
    `APP_SECRET=ab12#cd34\nsecret length 4\nPOST ${identity}/oauth2/token 401 {"error":"invalid_client"}`,
  ],
  [
    'Your app allows only an old TLS version',
    `SslProtocols = SslProtocols.Tls11\nPOST ${identity}/oauth2/token\nReceived an unexpected EOF or 0 bytes`,
  ],
  [
    'A proxy replaced the service’s certificate',
    `PKIX path building failed\nhost id.lago.example\nissuer=O = Rio SA, CN = RIO-FW-SSL-Inspection`,
  ],
  [
    'DNS server did not respond (temporary failure)',
    `POST ${identity}/oauth2/token grant_type=refresh_token\ngetaddrinfo EAI_AGAIN id.lago.example`,
  ],
  [
    'Your proxy does not respond',
    `HTTP_PROXY=http://10.0.0.9:8080\ndial tcp 10.0.0.9:8080: connect: connection refused\nPost "${identity}/oauth2/token"`,
  ],
  [
    'The Authorization header was lost in a redirect',
    `GET https://px.example/v1/bank-slips\n307 -> ${api}/v1/bank-slips\n401 {"code":"MISSING_TOKEN"}`,
  ],
  [
    'The refresh token was sent to the API',
    `db.execute("SELECT tenant, refresh_token, access_token FROM t")\nget("${api}/v1/bank-slips", {"Authorization": "Bearer " + row[1]})\n401 Failed to Decode Token`,
  ],
  // Values under one role, at two places.
  [
    'The redirect URI is not registered',
    `${authorize('https://neu.example/zurueck')}\nDie Rücksprungadresse ist nicht hinterlegt.\nRücksprungadresse: https://alt.example/zurueck`,
  ],
  [
    'The two requests use different redirect URIs',
    `LOGIN_REDIRECT_URI=https://e.example/cb/\nTOKEN_REDIRECT_URI=https://e.example/cb\nPOST ${identity}/oauth2/token 400 {"error":"invalid_grant"}`,
  ],
  [
    'The client ID is misspelled',
    `POST ${identity}/oauth2/token\nAuthorization: Basic ${basic('rede_web:Kk-99-aa-71')}\n401 {"error":"client_not_found"}`,
  ],
  ['Sandbox client used in production', `AUTH=${identity}\nCLIENT_ID=rede-teste\n{"error":"client_not_found"}`],
  ['The host name “api.lagp.example” is misspelled', `curl: (6) Could not resolve host: api.lagp.example`],
  [
    'Your app’s secret has the wrong length',
    `APP_SECRET=(31 chars)\nthe portal shows 32 characters\nPOST ${identity}/oauth2/token 401 {"error":"invalid_client"}`,
  ],
  [
    'The code was truncated before it was sent',
    `auth_code CHAR(48)\ncallback got code with 64 chars\nPOST ${identity}/oauth2/token 400 invalid_grant (len 48)`,
  ],
  [
    'The token’s signing key is no longer published',
    `GET ${api}/v1/bank-slips 401 steps.jwt.NoMatchingPublicKey\ntoken kid "k-2025"\njwks: {"keys":[{"kid":"k-2026"}]}`,
  ],
  [
    'The token belongs to another company',
    `GET ${api}/v1/accounts/co-20-1/statements 403\n{"iss":"${identity}","aud":"${api}","scope":"apis.lago.example/accounts.readonly","apis.lago.example/accounts":"co-10"}`,
  ],
  [
    'Sign-in starts and ends on different hosts',
    `GET https://www.loja.example/entrar 302 ${authorize('https://loja.example/cb', '&state=a1b2')}\nGET https://loja.example/cb?code=k1&state=a1b2 400 invalid state, cookie: none`,
  ],
  [
    'The code was sent again after a timeout',
    `10:00:00 POST ${identity}/oauth2/token code=Ak9zQ1 timeout (no response)\n10:00:05 POST ${identity}/oauth2/token code=Ak9zQ1 400 {"error":"invalid_grant"}`,
  ],
  [
    'Another instance of your app received the callback',
    `login at worker pid 31, callback at worker pid 34 -> KeyError: 'state'\n${authorize('https://q.example/cb', '&state=77aa')}`,
  ],
  [
    'Sandbox client used in production',
    `TOKEN_URL=${identity}/oauth2/token, client rede-teste\n{"error":"client_not_found"} HTTP 401`,
  ],
  // The form of a value.
  [
    'The client ID begins with an invisible byte order mark',
    `${authorize('https://a.example/cb').replace('rede-web', '%EF%BB%BFrede-web')} 400 client_not_found`,
  ],
  [
    'The redirect URI has a space at its start or end',
    `${authorize('https://a.example/cb ')} 400 {"error":"invalid_request","error_description":"redirect_uri not registered"}`,
  ],
  ['The URL begins with https:// twice', `getaddrinfo ENOTFOUND https\nurl: https://${identity}/oauth2/token`],
  ['The URL contains the path twice', `POST ${identity}/oauth2/token/oauth2/token 404`],
  // Times.
  [
    'Code exchanged 22 minutes 29 seconds after it was received',
    `10/03 14:00:12 callback with code, queued\n10/03 14:22:41 POST ${identity}/oauth2/token 400 {"error":"invalid_grant"}`,
  ],
  [
    'The access token had expired',
    `09:00:00 token ok, expires_in=900\n09:16:40 GET ${api}/v1/bank-slips 401 steps.jwt.InvalidToken`,
  ],
  [
    'The sign-in state expired before the redirect',
    `SETEX state:ab 120\n13:00:00 redirect to ${authorize('https://a.example/cb', '&state=ab')}\n13:06:44 callback state=ab: unknown state`,
  ],
  [
    'The device’s clock is wrong',
    `2015-06-01 04:11:02 POST ${identity}/oauth2/token\n2015-06-01 04:11:02 certificate is not yet valid\nphoto of 14 Oct 2026`,
  ],
  [
    'The verifier’s clock is 4 minutes 28 seconds behind',
    `ID token of ${identity} rejected: iat 12:00:30Z is in the future (now 11:56:02Z)`,
  ],
]

it.each(told)('%s', (title, text) => {
  expect(explain(text, known).diagnoses[0]?.title).toBe(title)
})

const good: [name: string, text: string][] = [
  [
    'a proxy that works',
    `HTTPS_PROXY=http://127.0.0.1:3128\nConnected to 127.0.0.1 port 3128\nHTTP/2 200 ${api}/v1/bank-slips`,
  ],
  ['a clock that was set', `1970-01-01 00:00:05 boot\n2026-05-05 10:00:02 POST ${identity}/oauth2/token 200`],
  [
    'a count of nothing',
    `token 200                   1440   0\ninvalid_grant               0      0\nid.lago.example: no alerts`,
  ],
  [
    'a sign-in that took minutes',
    `10:00:00 ${authorize('https://a.example/cb', '&state=a1')}\n10:04:10 GET /cb?code=z9&state=a1 302\n10:04:11 POST /oauth2/token 200`,
  ],
]

it.each(good)('%s is not called a failure', (_, text) => {
  expect(explain(text, known).outcome).not.toBe('failed')
})

it('a call whose connection was refused by a proxy on the own machine names the proxy, not the gateway', () => {
  const [first] = diagnose({
    at: known.now,
    step: 'api',
    environment: production,
    request: { method: 'GET', url: `${api}/v1/bank-slips` },
    failure: { kind: 'refused', message: 'Failed to connect to 127.0.0.1 port 3128: Connection refused' },
  })
  expect(first?.title).toBe('Your proxy does not respond')
})

it('a token of a configured issuer is no stranger where the response says that none arrived', () => {
  const [first] = diagnose({
    at: known.now,
    step: 'api',
    environment: sandbox,
    request: {
      method: 'GET',
      url: 'https://app.example/aurora/v1/bank-slips',
      headers: {
        authorization: `Bearer ${basic('{"alg":"RS256"}')}.${basic(`{"iss":"${sandbox.issuer}","aud":"x"}`)}.c2ln`,
      },
    },
    response: { status: 401, body: '{"code":"MISSING_TOKEN","message":"Authorization header is required"}' },
  })
  expect(first?.title).not.toBe('The token is from a different issuer')
})
