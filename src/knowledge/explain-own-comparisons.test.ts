import { expect, it } from 'vitest'
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
const known = { now: 1_795_046_400, environments }
const identity = 'https://id.lago.example'
const api = 'https://api.lago.example'
const basic = (id: string, secret: string) => Buffer.from(`${id}:${secret}`).toString('base64')
const refused = `POST ${identity}/oauth2/token 401 {"error":"invalid_client"}`

/** Two facts of a text that say together what neither says alone, and the title that names the cause. */
const told: [title: string, text: string][] = [
  [
    'The secret of “rede-sbx” was sent for “rede-web”',
    `rede-web: { secret: NB-77qq-01 }\nrede-sbx: { secret: BO-19zz-88 }\n${refused}\nBasic ${basic('rede-web', 'BO-19zz-88')}`,
  ],
  [
    'The value of “CLIENT_SECRET” contains its quotation marks',
    `$ cat app.env\nCLIENT_ID=rede-web\nCLIENT_SECRET="zT9-pwq0"\n$ docker run --env-file app.env job\n${refused}`,
  ],
  ['The client secret in the Basic credentials is empty', `INFO basic=${basic('rede-web', '')}\n${refused}`],
  [
    'The Basic header uses the base64url alphabet',
    `String h = "Basic " + Base64.getUrlEncoder().encodeToString(raw);\n// sent: Basic cmVkZS13ZWI6OT8_Pj4-YQ\n${refused}`,
  ],
  [
    'The access token was sent as refresh_token',
    `POST ${identity}/oauth2/token\ngrant_type=refresh_token&refresh_token=${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${Buffer.from(`{"aud":"${api}","exp":1795046000}`).toString('base64url')}.${'Qw8k'.repeat(20)}\n400 {"error":"invalid_grant"}`,
  ],
  [
    'Your app decodes the code twice',
    `redirect: https://app.rede.example/ok?code=aa%2Bbb9Qw1&iss=x\nvar code = decodeURIComponent(req.query.code)\n${refused.replace('invalid_client', 'invalid_grant')}`,
  ],
  [
    'The ID token is for a different client',
    `IDX10214: Audience validation failed. Audiences: 'rede-web'. Did not match: validationParameters.ValidAudience: 'rede-sbx'\nPOST ${identity}/oauth2/token 200`,
  ],
  [
    'The access token was truncated before it was sent',
    `GET ${api}/v1/bank-slips 401 steps.jwt.FailedToDecode\ntoken response had 4871 chars, header sent has 4071 chars`,
  ],
  [
    'Your machine’s clock is ahead',
    `container date: 2026-11-18T10:10:00Z\nDate: Wed, 18 Nov 2026 10:00:01 GMT\njwt expired at 2026-11-18T10:05:00Z (id_token exp) right after POST ${identity}/oauth2/token 200`,
  ],
  [
    'Your server returns 401 for the webhooks',
    'webhook delivery log (bank):\nPOST https://stg.rede.example/hook -> 401\nnginx: location / { auth_basic "staging"; }',
  ],
  [
    'The access token had expired',
    `GET ${api}/v1/bank-slips\nHTTP/1.1 401\nDate: Thu, 19 Nov 2026 13:00:00 GMT\n{"fault":{"faultstring":"Invalid token","detail":{"errorcode":"steps.jwt.InvalidToken"}}}\npayload exp=1795086000`,
  ],
  [
    'The token request was sent to the APIs',
    `OAuth2::Client.new(id, secret, site: "${api}", token_url: "/oauth2/token")\n{"fault":{"faultstring":"Unable to identify proxy for host: secure and url: /oauth2/token","detail":{"errorcode":"messaging.adaptors.http.flow.ApplicationNotFound"}}}`,
  ],
  [
    'A redirect to https turned POST into GET',
    'DEBUG:http://id.lago.example:80 "POST /oauth2/token HTTP/1.1" 301 169\nDEBUG:https://id.lago.example:443 "GET /oauth2/token HTTP/1.1" 405 61',
  ],
  [
    'The code was truncated before it was sent',
    `"GET /cb?code=Zq81kLm20pRt77xYw5Nd&iss=https%3A%2F%2Fid.lago.example" 303\n code\n------\n Zq81kLm20pRt77xY\ntoken exchange failed client=rede-web {"error":"invalid_grant"}\ninsert into attempt values ($1::varchar(16))`,
  ],
  [
    'Your server sends its certificate without the chain',
    'webhook POST https://hooks.rede.example/in -> PKIX path building failed\nssl_certificate /etc/letsencrypt/live/hooks.rede.example/cert.pem;',
  ],
  [
    'The token belongs to another company',
    `{"empresa":"18990455000107","status":200}\n{"empresa":"18990455000288","status":403,"url":"${api}/v1/accounts/2987-1/statements"}\nclaims={"iss":"${identity}","apis.lago.example/accounts":"18990455000107"}`,
  ],
  [
    'Client ID and secret are swapped',
    `${refused}\nauth_header="Basic ${basic('Kk-99-aa', 'rede-web')}"\nrede-web is active`,
  ],
  ['The secret was cut off at “#”', `APP_SECRET=pQ7a#zz81\n${refused}\nBasic ${basic('rede-web', 'pQ7a')}`],
  [
    'Part of the secret was read as a variable',
    `export APP_SECRET="Wd-$T3w.Lk9"\n${refused}\nBasic ${basic('rede-web', 'Wd-.Lk9')}`,
  ],
  [
    'The credentials were encoded as UTF-16',
    `${refused}\n$b = ${Buffer.from('rede-web:Kj71', 'utf16le').toString('base64')}`,
  ],
  [
    'The Authorization header contains Basic twice',
    `APP_BASIC=Basic ${basic('rede-web', 'abc-12')}\nheaders.Authorization = \`Basic \${env.APP_BASIC}\`\n${refused}`,
  ],
  [
    'The same code was exchanged twice',
    `exchanging code Zt4_aaP9\nexchanging code Zt4_aaP9\nPOST ${identity}/oauth2/token 200\nPOST ${identity}/oauth2/token 400\ninvalid_grant: code has expired`,
  ],
  [
    'The old refresh token was sent after it was replaced',
    `POST ${identity}/oauth2/token refresh_token=R-1a -> 200 {"access_token":"x","refresh_token":"R-2b"}\nPOST ${identity}/oauth2/token refresh_token=R-1a -> 400 invalid_grant`,
  ],
  [
    'Two processes used the same refresh token',
    `worker-1 POST ${identity}/oauth2/token rt=ffA1 -> 200\nworker-2 POST ${identity}/oauth2/token rt=ffA1 -> 400 invalid_grant`,
  ],
  [
    'The user did not allow bank slips (write)',
    `requested: openid apis.lago.example/bank-slips.write\ngranted: openid\nPOST ${api}/v1/bank-slips\n403 {"message":"not authorized"}`,
  ],
  [
    'The token has no scope for this API',
    `scope of the login: openid profile\nGET ${api}/v1/accounts/9/statements -> 403 {"erro":"acesso negado"}`,
  ],
  [
    'Scope from production requested in the sandbox',
    `authorize scope=openid apis.lago.example/bank-slips.readonly\ntoken 200 scope: openid\nGET https://api.sandbox.lago.example/v1/bank-slips 403`,
  ],
  [
    'A requested scope is misspelled',
    `authorize?scope=openid%20apis.lago.example%2Fauthorised-direct-debits.readonly\nerror=invalid_scope\nportal: apis.lago.example/authorized-direct-debits.readonly`,
  ],
  [
    'The scope openid was not requested',
    `authorize link: ${identity}/oauth2/authorize?client_id=rede-web&response_type=code&scope=profile%20email&redirect_uri=https%3A%2F%2Fa.example%2Fcb\nTypeError: id_token is undefined`,
  ],
  [
    'Your proxy could not forward the request',
    `< HTTP/1.1 503 Service Unavailable\nX-Squid-Error: ERR_CANNOT_FORWARD 0\nVia: 1.1 px.rede.example (squid/6.1)\ntarget ${api}/v1/bank-slips/5/pdf`,
  ],
  [
    'A redirect to https turned POST into GET',
    `POST http://id.lago.example/oauth2/token 301\nGET ${identity}/oauth2/token 405`,
  ],
  [
    'Your server redirects the webhooks',
    `webhook url: http://erp.example/hooks\n"POST /hooks HTTP/1.1" 308 164 "-" "Lago-Webhooks/2"\nnothing arrives`,
  ],
  [
    'Webhook and event are in different environments',
    `POST https://api.sandbox.lago.example/v1/webhooks 201\nGET ${api}/v1/bank-slips/7 200 {"status":"PAID"}\nno webhook arrived`,
  ],
  [
    'The issuers differ in a trailing slash',
    `expected issuer: ${identity}/\ngot iss=${identity}\nunexpected issuer, mix-up?`,
  ],
  [
    'A token response came from a cache',
    `nonce mismatch: expected 77aa got 12bb\ncache HIT key=token_response age=1800\nPOST ${identity}/oauth2/token`,
  ],
  [
    'SameSite=Strict blocks the session cookie',
    `Set-Cookie: st=ab; SameSite=Strict\n${identity}/oauth2/authorize?client_id=rede-web&response_type=code&scope=openid&state=ab&redirect_uri=https%3A%2F%2Fa.example%2Fcb\nGET https://a.example/cb?code=zz1&iss=${encodeURIComponent(identity)}&state=ab 403 state mismatch (cookie: none)`,
  ],
  [
    'Another instance of your app received the callback',
    `pod web-1 login started, state=q1 stored\npod web-2 callback code=x1 iss=${identity} state=q1 400 unknown state`,
  ],
  [
    'Your machine’s clock is behind',
    `[09:50:11] POST ${identity}/oauth2/token 200 (Date: Thu, 12 Nov 2026 10:02:40 GMT)\n[09:50:11] jwt used before issued`,
  ],
  [
    'The gateway’s clock is behind',
    `12:00:01 POST ${identity}/oauth2/token 200 Date: Thu, 12 Nov 2026 12:00:00 GMT\n12:00:02 GET ${api}/v1/bank-slips 401 steps.jwt.TokenNotYetValid Date: Thu, 12 Nov 2026 11:57:20 GMT`,
  ],
  [
    'Secret from the sandbox sent to production',
    `SANDBOX_SECRET=sbx-Aa91kk\nPROD_SECRET=prd-Zz77pp\n${refused}\nBasic ${basic('rede-web', 'sbx-Aa91kk')}`,
  ],
  [
    'Your app uses a different APP_SECRET',
    `.env: APP_SECRET=newS3cret-881\nenv of pid 12: APP_SECRET=oldS3cret-112\n${refused}\nBasic ${basic('rede-web', 'oldS3cret-112')}`,
  ],
  [
    'The stored value ends with a line break',
    `kubectl get secret app -o jsonpath={.data.secret}\n${Buffer.from('qw91-zm22\n').toString('base64')}\n${refused}`,
  ],
  [
    'The code was truncated before it was sent',
    `auth_code varchar(16)\nredirect: https://a.example/cb?code=9jJs81kalqPzMn44xxQ1\ntoken request: code=9jJs81kalqPzMn44\n400 invalid_grant ${identity}/oauth2/token`,
  ],
  [
    'The access token was truncated',
    `ALTER TABLE s ADD access_token VARCHAR(255)\nSELECT length(access_token) -> 255\nGET ${api}/v1/bank-slips 401 steps.jwt.FailedToDecode`,
  ],
  [
    'App expects production; the sign-in ran in the sandbox',
    `iss mismatch\n  expected ${identity}\n  received https://id.sandbox.lago.example`,
  ],
  [
    'Another sign-in replaced the stored nonce',
    `tab A: nonce=n1a stored\ntab B: nonce=n2b stored\nid_token nonce n1a, expected n2b\n${identity}`,
  ],
  [
    'Your app failed after the API responded',
    `GET https://bff.rede.example/receipts/9 500\nTypeError: Cannot read properties of null\n    at render (/srv/r.js:40)\nGET ${api}/v1/payment-receipts/9 200`,
  ],
  [
    'The settings mix the sandbox and production',
    `AUTH_URL: https://id.sandbox.lago.example\nTOKEN_URL: ${identity}/oauth2/token\n400 invalid_grant`,
  ],
  ['The access token had expired', `token cached at 11:00:00 (exp 11:05:00)\n11:07:12 GET ${api}/v1/bank-slips -> 401`],
  [
    'The ID token was sent to the API',
    `const { id_token: token } = await exchange(code)\nheaders: { Authorization: \`Bearer \${token}\` }\nGET ${api}/v1/bank-slips -> 401`,
  ],
  ['The path contains a double slash', `GET ${api}//v1/bank-slips 404`],
]

it.each(told)('%s: told from two facts of a text', (title, text) => {
  expect(explain(text, known).diagnoses[0]?.title).toBe(title)
})

/** The same two facts where they agree. */
it.each([
  ['each code once', `POST ${identity}/oauth2/token code=Zt4a -> 200\nGET ${api}/v1/bank-slips -> 200`],
  [
    'a refresh token that is replaced and stored',
    `refresh_token=R-1 POST ${identity}/oauth2/token 200 {"refresh_token":"R-2","access_token":"x","expires_in":300}\nrefresh_token=R-2 POST ${identity}/oauth2/token 200 {"refresh_token":"R-3","access_token":"y","expires_in":300}`,
  ],
  [
    'a scope that the user left out and nobody needs',
    `requested scope: openid webhooks\ngranted scope: openid\nGET ${api}/v1/bank-slips 200`,
  ],
  ['webhooks that are taken', `"POST /hooks HTTP/1.1" 200 2 "-" "Lago-Webhooks/2"\nqueued`],
  [
    'clocks that agree',
    `[10:02:40] POST ${identity}/oauth2/token 200 (Date: Thu, 12 Nov 2026 10:02:40 GMT)\nexp 10:07:40, clock ok`,
  ],
  [
    'a question about what would be returned',
    'Se o refresh_token expirar eu recebo invalid_grant ou 401 do /oauth2/token? Ainda não comecei.',
  ],
  [
    'a preflight that allows the method',
    `OPTIONS ${api}/v1/bank-slips 204\naccess-control-allow-methods: GET, DELETE\nDELETE ${api}/v1/bank-slips/9 204 (no response data)`,
  ],
  [
    'an event without an error, with a line of the log behind it',
    '10:00 POST /hooks ua=Lago-Webhooks/2\n{"event":"paid","data":{"rejectReason":null,"error":null}}\n10:00 [hooks] 200 OK',
  ],
])('nobody is accused of %s', (_, text) => {
  expect(explain(text, known).diagnoses).toEqual([])
})

it.each([
  ['the environment of the client that is named', 'client=rede-sbx', 'sandbox'],
  ['the environment that is named beside a client of another one', 'client=rede-sbx env=production', 'production'],
])('without a host, a text means %s', (_which, words, id) => {
  const text = `level=error msg="renewal failed" ${words} grant_type=refresh_token body={"error":"invalid_grant"}`
  expect(explain(text, known).readings[0]?.call.environment?.id).toBe(id)
})

it.each([
  [
    'a preflight in a list of requests',
    'Name        Method   Status  Type\nbank-slips  OPTIONS  204     preflight\nbank-slips  GET      200     fetch\n\nhalf of them carry no Authorization header at all',
  ],
  [
    'a call that succeeds when it is sent again',
    `retry 1: GET ${api}/v1/bank-slips/9/pdf 503\nretry 2: GET ${api}/v1/bank-slips/9/pdf 200 application/pdf 48211 bytes\ndone`,
  ],
  [
    'a cookie that a program warns of',
    `WARN ResponseProcessCookies : Invalid cookie header: "Set-Cookie: lb=gru2; Expires=Wed, 18 Nov 2026 10:30:00 GMT; SameSite=none". Invalid 'expires' attribute\nPOST ${identity}/oauth2/token -> 200\nGET ${api}/v1/webhooks -> 200`,
  ],
])('accuses nothing of %s', (_what, text) => {
  expect(explain(text, known).diagnoses).toEqual([])
})
