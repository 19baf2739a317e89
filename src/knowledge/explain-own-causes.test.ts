import { expect, it } from 'vitest'
import { diagnose } from './diagnose/diagnose.ts'
import { explain } from './explain.ts'

const environments = [
  {
    id: 'production',
    kind: 'production' as const,
    authUrl: 'https://id.lago.example',
    baseUrl: 'https://api.lago.example',
    issuer: 'https://id.lago.example',
    resourceDomain: 'apis.lago.example',
    clientIds: ['rede-web'],
  },
  {
    id: 'sandbox',
    kind: 'sandbox' as const,
    authUrl: 'https://id.sandbox.lago.example',
    baseUrl: 'https://api.sandbox.lago.example',
    issuer: 'https://id.sandbox.lago.example',
    resourceDomain: 'apis.sandbox.lago.example',
    clientIds: ['rede-sbx'],
  },
]
const [production, sandbox] = environments
const known = { now: 1_795_046_400, environments }
const identity = 'https://id.lago.example'
const api = 'https://api.lago.example'
const basic = (id: string, secret: string) => Buffer.from(`${id}:${secret}`).toString('base64')
const jwt = (claims: object) =>
  ['{"alg":"RS256","typ":"JWT"}', JSON.stringify(claims), 'sig-sig-sig']
    .map((one) => Buffer.from(one).toString('base64url'))
    .join('.')

/** What a text shows in two places, or in its program, and the title that names the cause. */
const told: [title: string, text: string][] = [
  [
    'Code from the sandbox sent to production',
    `GET /cb?code=8bVfQ1zT&iss=https%3A%2F%2Fid.sandbox.lago.example 302\ntokenUrl:  ${identity}/oauth2/token\n401 {"error":"client_not_found"}`,
  ],
  [
    'The code was sent again after a timeout',
    `callback ok, code received\nPOST ${identity}/oauth2/token attempt=1 timeout=3.0\nRetrying in 0.5 seconds: ReadTimeout, the read operation timed out\nPOST ${identity}/oauth2/token attempt=2\n400 {"error":"invalid_grant"}`,
  ],
  [
    'The Authorization header contains Basic twice',
    `const basic = (id, s) => \`Basic \${btoa(id + ":" + s)}\`\nheaders: { Authorization: \`Basic \${basic(ID, SECRET)}\` }\nPOST ${identity}/oauth2/token 401 {"error":"invalid_client"}`,
  ],
  [
    'Your app reads REDE_CLIENT_ID, but REDE_CLIENTID is set',
    `environment:\n  - REDE_CLIENTID=rede-web\nconfig.ts: id: process.env.REDE_CLIENT_ID\nPOST ${identity}/oauth2/token\nauthorization: Basic ${basic('undefined', 'undefined')}\n401 {"error":"client_not_found"}`,
  ],
  [
    'The scope “webhook” is misspelled',
    `${identity}/oauth2/authorize?client_id=rede-web&response_type=code&redirect_uri=https%3A%2F%2Fa.example%2Fcb&scope=openid%20webhook\nPOST ${identity}/oauth2/token -> 200 {"access_token":"x","scope":"openid","token_type":"Bearer"}\nPOST ${api}/v1/webhooks -> 403 {"code":"insufficient_scope"}`,
  ],
  [
    'A requested scope is misspelled',
    `https://a.example/cb?error=invalid_scope&iss=https%3A%2F%2Fid.lago.example\nSCOPES = ["openid", "apis.lago.example/bank-slips.read-only"]`,
  ],
  [
    'The refresh token was sent to the API',
    `cache.set("lago", tok["refresh_token"])\nheaders = {"Authorization": f"Bearer {cache.get('lago')}"}\nGET ${api}/v1/bank-slips 401 {"fault":{"faultstring":"Failed to Decode Token","detail":{"errorcode":"steps.jwt.FailedToDecode"}}}`,
  ],
  [
    'The refresh token was sent to the API',
    `[$refresh, $access] = array_values($resp);\nHttp::withToken($access)->get("${api}/v1/bank-slips")\n["access_token" => "a.b.c", "refresh_token" => "r-1"]\n401 {"fault":{"faultstring":"Failed to Decode Token","detail":{"errorcode":"steps.jwt.FailedToDecode"}}}`,
  ],
  [
    'Quotation marks were sent around the access token',
    `const at = localStorage.getItem('at')\nheaders: { Authorization: \`Bearer \${at}\` }\nGET ${api}/v1/bank-slips\nAuthorization: Bearer "${jwt({ iss: identity })}"\n401 {"fault":{"faultstring":"Failed to decode","detail":{"errorcode":"steps.jwt.FailedToDecode"}}}`,
  ],
  [
    'Another sign-in replaced the stored nonce',
    `18:20:11 login nonce=e3a9-one -> session["nonce"]\n18:20:25 login nonce=77d0-two -> session["nonce"]\n18:20:40 POST ${identity}/oauth2/token 200\n18:20:40 ERROR id_token nonce 'e3a9-one' != session '77d0-two'`,
  ],
  [
    'Your server returns 401 for the webhooks',
    `The webhook of paid slips never arrives at our side.\n15:02:11 203.0.113.40 "POST /hooks/lago/paid" 401 58 "Lago-Webhooks/2"`,
  ],
  [
    'The token is not from the identity service',
    `POST http://stub:8080/oauth2/token 200\nGET ${api}/v1/bank-slips 401\n{"fault":{"faultstring":"No matching public key was found","detail":{"errorcode":"steps.jwt.NoMatchingPublicKey"}}}`,
  ],
  [
    'Only “pay-7c9f-k2x” is rejected: its credentials differ',
    `[pod/pay-7c9f-k2x] POST ${identity}/oauth2/token 401 {"error":"invalid_client"}\n[pod/pay-7c9f-q8d] POST ${identity}/oauth2/token 200\n[pod/pay-7c9f-k2x] POST ${identity}/oauth2/token 401`,
  ],
  [
    'The token belongs to another company',
    `| call | result |\n|---|---|\n| GET /v1/authorized-direct-debits?companyId=55120934000107 | 200 |\n| GET /v1/authorized-direct-debits?companyId=55120934000280 | 403 {"title":"Forbidden"} |\n\nscope: openid apis.lago.example/authorized-direct-debits.readonly\napis.lago.example/authorized-direct-debits: 55120934000107`,
  ],
  [
    'The path has no version segment',
    `GET ${api}/bank-slips 404 {"fault":{"faultstring":"Unable to identify proxy for host: default and url: /bank-slips","detail":{"errorcode":"messaging.adaptors.http.flow.ApplicationNotFound"}}}`,
  ],
  [
    'The host name “api.lago.exemple” is misspelled',
    `curl -x proxy.corp.example:3128 http://api.lago.exemple/v1/bank-slips/1/pdf\nHTTP/1.1 503 Service Unavailable\nX-Squid-Error: ERR_DNS_FAIL 0`,
  ],
  [
    'Your machine’s clock is behind',
    `{"level":"debug","time":"2026-02-26T09:51:12.004Z","msg":"token response","status":200,"date":"Thu, 26 Feb 2026 10:00:15 GMT"}\n{"level":"error","time":"2026-02-26T09:51:12.019Z","msg":"id_token rejected: iat is in the future"}`,
  ],
  [
    'Your app was restarted during the sign-in',
    `12:03:10 /login state=9ab1, redirect to ${identity}/oauth2/authorize?client_id=rede-web&response_type=code&scope=openid&state=9ab1&redirect_uri=https%3A%2F%2Fa.example%2Fcb\n12:03:31 SIGTERM received\n12:03:55 GET /cb?code=P0x&iss=https%3A%2F%2Fid.lago.example&state=9ab1 -> 403 unknown state`,
  ],
  [
    'The token endpoint was called from a web page',
    `Access to fetch at '${identity}/oauth2/token' from origin 'http://localhost:5173' has been blocked by CORS policy: Response to preflight request doesn't pass access control check`,
  ],
  [
    'Authorization scheme is “Token”, not Bearer',
    `requests.get("${api}/v1/bank-slips", headers={"Authorization": f"Token {tok['access_token']}"})\n401 {"code":"missing_token"}`,
  ],
  [
    'Basic credentials were sent instead of the token',
    `fetch('${api}/v1/bank-slips', { headers: { Authorization: 'Basic ' + btoa(id+':'+secret) } })\n401 {"code":"missing_token"}`,
  ],
  [
    'Your machine’s clock is ahead',
    `$ date -u\nTue Oct  6 15:20:44 UTC 2026\n$ curl -sI ${api}/v1/bank-slips | grep -i date\ndate: Tue, 06 Oct 2026 15:02:10 GMT\na new token is already expired`,
  ],
  [
    'The settings mix the sandbox and production',
    `auth_url  ${identity}\nbase_url  https://api.sandbox.lago.example\nGET {{base_url}}/v1/bank-slips -> 401 {"fault":{"faultstring":"no matching public key","detail":{"errorcode":"steps.jwt.NoMatchingPublicKey"}}}`,
  ],
  [
    'Your hosts file overrides “api.lago.example”',
    `curl: (60) SSL: no alternative certificate subject name matches target host name 'api.lago.example'\n$ cat /etc/hosts\n10.1.4.7 api.lago.example`,
  ],
  ['A path segment is duplicated', `base = ${api}/v1\nGET ${api}/v1/v1/bank-slips -> 404`],
  [
    'Your app checks a nonce it never sent',
    `${identity}/oauth2/authorize?client_id=rede-web&response_type=code&scope=openid&redirect_uri=https%3A%2F%2Fa.example%2Fcb\nID token validation failed: nonce claim missing`,
  ],
  [
    'The ID token is for a different client',
    `jwt.verify(idToken, key, { audience: 'rede-web', issuer: '${identity}' })\nJsonWebTokenError: jwt audience invalid. expected: rede-web\npayload = { iss: '${identity}', aud: 'back-office', sub: 'u9' }`,
  ],
  [
    'A link preview used the code first',
    `"GET /cb?code=Kx91Lm&iss=https%3A%2F%2Fid.lago.example HTTP/1.1" 302 "WhatsApp/2.23"\n"GET /cb?code=Kx91Lm&iss=https%3A%2F%2Fid.lago.example HTTP/1.1" 500 "Mozilla/5.0"\nPOST ${identity}/oauth2/token 400 invalid_grant`,
  ],
  [
    'Sign-in in a frame gets no cookie',
    `The login runs in an iframe of our partner, identity service ${identity}. At the callback: "state mismatch: stored=undefined received=8ab"`,
  ],
  [
    'The code_challenge is the verifier, not its SHA-256',
    `${identity}/oauth2/authorize?client_id=rede-web&response_type=code&scope=openid&redirect_uri=https%3A%2F%2Fa.example%2Fcb&code_challenge=abc-1&code_challenge_method=S256\nPOST ${identity}/oauth2/token grant_type=authorization_code&code=Z1x9&redirect_uri=https%3A%2F%2Fa.example%2Fcb&code_verifier=abc-1\n400 {"error":"invalid_grant"}`,
  ],
  [
    'The ID exists only in the sandbox',
    `GET ${api}/v1/bank-slips/bs-5519 -> 404 {"code":"not_found"}\nGET https://api.sandbox.lago.example/v1/bank-slips/bs-5519 -> 200`,
  ],
]

it.each(told)('%s', (title, text) => {
  expect(explain(text, known).diagnoses[0]?.title).toBe(title)
})

/** What looks as if something had failed, and did not. */
const well: [name: string, text: string][] = [
  [
    'tests that passed, with what the tested program logged',
    'tests/test_errors.py::test_client_not_found PASSED          [ 50%]\n---- live log call ----\nWARNING client.py:61 token endpoint said client_not_found\n==== 1 passed in 0.48s ====',
  ],
  [
    'a transfer whose content curl does not print',
    `> GET /v1/bank-slips/SBX-19/pdf HTTP/2\n> host: api.sandbox.lago.example\n>\n< HTTP/2 200\n< content-type: application/pdf\n< content-length: 48812\n<\n{ [16384 bytes data]`,
  ],
  [
    'a port whose last digits look like a status',
    `> GET /oauth2/authorize?client_id=rede-sbx&response_type=code&redirect_uri=http%3A%2F%2Flocalhost%3A8400%2Fcb&scope=openid HTTP/2\n> host: id.sandbox.lago.example\n>\n< HTTP/2 302\n< location: /login?return=1\n\nis "session stale" something we must fix?`,
  ],
  [
    'settings that nobody has run yet',
    `Is this right before we go live?\n\n[sandbox]\nauth = https://id.sandbox.lago.example\napi = https://api.sandbox.lago.example\nclient = rede-sbx\n\n[production]\nauth = ${identity}\napi = ${api}\nclient = rede-web\nfail_on = 401,403,client_not_found`,
  ],
  [
    'a list that says what errors mean',
    '- `client_not_found`: the client is unknown to this environment.\n- `steps.jwt.NoMatchingPublicKey`: the gateway finds no key for the token.\n- 403 on direct debits: look for the company in the token.',
  ],
  [
    'a calm log and a question about it',
    `is anything here worth an alarm?\n\n12:00:00.788 INFO  POST ${identity}/oauth2/token grant_type=refresh_token 200\n12:00:00.790 INFO  refresh token rotated, stored\n12:00:01.117 INFO  done errors=0`,
  ],
]

it.each(well)('%s are no failure', (_, text) => {
  expect(explain(text, known).outcome).not.toBe('failed')
})

const answered = (status: number, body: object) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

it('the same is told of a call', () => {
  const refusedClient = {
    at: known.now,
    step: 'token' as const,
    environment: production,
    others: [sandbox].filter((one) => one !== undefined),
    request: {
      method: 'POST',
      url: `${identity}/oauth2/token`,
      headers: { authorization: `Basic ${basic('rede-web', 'a%2Bb%2Fc')}` },
      form: { grant_type: 'authorization_code' },
    },
    response: answered(401, { error: 'invalid_client', error_description: 'client secret does not match' }),
  }
  expect(diagnose(refusedClient)[0]?.title).toBe('The secret was percent-encoded before base64')
  const idToken = jwt({ iss: identity, sub: 'u', aud: 'rede-web', iat: known.now, exp: known.now + 900 })
  const slow = {
    ...refusedClient,
    response: answered(200, { access_token: 'a.b.c', token_type: 'Bearer', id_token: idToken }),
    flow: { tabClockSkewSeconds: -439 },
  }
  expect(diagnose(slow)[0]?.title).toBe('Your machine’s clock is behind')
  expect(diagnose({ ...slow, flow: { tabClockSkewSeconds: -30 } })).toEqual([])
  const plain = 'http://pay.loja.example/cb'
  const asked = {
    ...refusedClient,
    step: 'authorize' as const,
    request: {
      method: 'GET',
      url: `${identity}/oauth2/authorize?client_id=rede-web&response_type=code&scope=openid&redirect_uri=${encodeURIComponent(plain)}`,
    },
    response: { status: 400, body: 'invalid_request: redirect_uri is not registered for the client.' },
  }
  expect(diagnose(asked)[0]?.title).toBe('Redirect URI uses http instead of https')
})
