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
  clientIds: ['rede-web'],
}
const sandbox: Environment = {
  id: 'sandbox',
  kind: 'sandbox',
  authUrl: 'https://id.sandbox.lago.example',
  baseUrl: 'https://api.sandbox.lago.example',
  issuer: 'https://id.sandbox.lago.example',
  clientIds: ['rede-teste'],
}
const known = { now: 1_795_046_400, environments: [production, sandbox] }
const { authUrl: identity, baseUrl: api } = production
const fault = (code: string) => `{"fault":{"faultstring":"refused","detail":{"errorcode":"${code}"}}}`
const refusedClient = `POST ${identity}/oauth2/token 401 {"error":"invalid_client"}`

const told: [cause: string, text: string][] = [
  [
    'from tokens.id_token',
    `const [access, id] = [tokens.id_token, tokens.access_token]\nfetch("${api}/v1/bank-slips", { headers: { Authorization: "Bearer " + access } })\n401 ${fault('steps.jwt.InvalidToken')}`,
  ],
  [
    'gets the token once',
    `func token() string { once.Do(func(){ tok = fetch() }); return tok }\n10:00 GET ${api}/v1/bank-slips 401 ${fault('steps.jwt.TokenExpired')}`,
  ],
  [
    'the token has no characters',
    `PS> irm ${api}/v1/bank-slips -Headers @{ Authorization = "Bearer $env:TOKEN" }\n401 ${fault('steps.jwt.FailedToDecode')}\nPS> $env:TOKEN.Length\n0`,
  ],
  [
    'from the base64url alphabet',
    `Base64.getUrlEncoder().encodeToString(pair)\nAuthorization: Basic cmVkZS13ZWI6Pz8-Pn4\n${refusedClient}`,
  ],
  [
    'it was encoded by hand',
    `kubectl create secret generic a --from-literal=secret=$(echo 'hX2!kk' | base64)\nAPP_SECRET=aFgyIWtrCg==\n${refusedClient}`,
  ],
  [
    'the restored one is no longer valid',
    `rt is restored from the nightly backup at 01:00\nPOST ${identity}/oauth2/token grant_type=refresh_token 400 {"error":"invalid_grant"}`,
  ],
  [
    'does not call session_start()',
    `if ($_GET['state'] !== $_SESSION['state']) die('bad state');\ncallback of ${identity} has no session_start()`,
  ],
  [
    'but the Host header is “bank”',
    `upstream bank { server api.lago.example:443; }\nproxy_pass https://bank/;\nGET /b/v1/bank-slips -> 404 ${fault('messaging.adaptors.http.flow.ApplicationNotFound')}`,
  ],
  [
    'but the Host header is “api.sandbox.lago.example”',
    `http-request set-header Host api.sandbox.lago.example\nserver s1 api.lago.example:443\nGET /v1/bank-slips -> 401 ${fault('steps.jwt.NoMatchingPublicKey')}`,
  ],
  [
    'was redirected to “login.corp.example”',
    `GET ${api}/v1/bank-slips -> 302\nLocation: https://login.corp.example/start\nexpected 200, error`,
  ],
  [
    'The token’s audience and the expected one',
    `jwt.decode(tok, key, audience="${api}/")\nInvalidAudienceError: Audience doesn't match\npayload: {"iss":"${identity}","aud":["${api}"]}`,
  ],
  [
    '“APP_AUTH” is “id.lago.example”, production',
    `APP_BASE=https://api.sandbox.lago.example\nAPP_AUTH=https://id.lago.example\nGET /v1/bank-slips 401 ${fault('steps.jwt.NoMatchingPublicKey')}`,
  ],
  [
    'is registered in the sandbox, but the request goes to “id.lago.example”',
    `client-id: rede-teste\nauthorization-uri: ${sandbox.authUrl}/oauth2/authorize\ntoken-uri: ${identity}/oauth2/token\nPOST ${identity}/oauth2/token 401 [client_not_found]`,
  ],
  // Requests that are sent again, rows, networks and key sets.
  [
    'may contain no new refresh_token',
    `stored.refreshToken = resp.refreshToken ?? ""\nPOST ${identity}/oauth2/token\ngrant_type=refresh_token&refresh_token= -> 400 {"error":"invalid_request"}`,
  ],
  [
    'which the first attempt uses up',
    `body := strings.NewReader(form.Encode())\nfor i := 0; i < 3; i++ { http.Post("${identity}/oauth2/token", ct, body) }\n503, then 400 {"error":"invalid_request","error_description":"missing grant_type"}`,
  ],
  [
    'this depends on the network (“only from the office”)',
    `TLS Client Hello (SNI: id.lago.example)\ncurl: (35) Recv failure: Connection reset by peer, only from the office`,
  ],
  [
    'takes the keys from “id.sandbox.lago.example”',
    `JWSSignatureVerificationFailed\njwks_uri = ${sandbox.authUrl}/oauth2/jwks\niss in id_token = ${identity}`,
  ],
  [
    'beside “api.sandbox.lago.example” in the sandbox',
    `prd | rede-web | ${identity} | ${sandbox.baseUrl}\nerror in prd: 401 NoMatchingPublicKey`,
  ],
  [
    'The token’s issuer is “id.sandbox.lago.example”',
    `token iss ${sandbox.authUrl}\nGET ${api}/v1/bank-slips -> 401 ${fault('steps.jwt.InvalidToken')}`,
  ],
  [
    'breaks the text into lines of 76 characters',
    `$ua->default_header(Authorization => "Basic ".encode_base64("$id:$secret"));\n${refusedClient}`,
  ],
]

it.each(told)('the cause says: %s', (cause, text) => {
  expect(explain(text, known).diagnoses[0]?.cause).toContain(cause)
})

it.each([
  [
    'a proxy that sends the host it connects with',
    `proxy_pass ${api}/;\nproxy_set_header Host api.lago.example;`,
    'Your proxy sends another Host header',
  ],
  ['a redirect within the service', `Location: ${api}/v1/login/`, 'A sign-in page in between took the call'],
])('%s is not called wrong', (_, shown, title) => {
  const text = `GET ${api}/v1/bank-slips -> 302\n${shown}\n404 ${fault('messaging.adaptors.http.flow.ApplicationNotFound')}`
  expect(explain(text, known).diagnoses.map((one) => one.title)).not.toContain(title)
})

it('a recorded call that a sign-in page took names the operators', () => {
  const [first] = diagnose({
    at: known.now,
    step: 'api',
    environment: production,
    request: { method: 'GET', url: `${api}/v1/bank-slips` },
    response: { status: 302, headers: { location: 'https://login.corp.example/' } },
  })
  expect(first).toMatchObject({ code: 'redirect-not-followed', who: 'operator' })
})

it.each([
  [
    'the log of tests that passed',
    "test 'wrong redirect_uri' expects 400 invalid_request: PASS\ntest 'expired code' expects 400 invalid_grant: PASS\n2 passed",
  ],
  [
    'a list of what a program does',
    '200 -> store tokens\n400 invalid_grant -> sign in again\n401 invalid_client -> alert ops\nFine in staging.',
  ],
  ['a document', 'Documentação interna: em caso de 401 steps.jwt.TokenExpired renovar; 403 sem empresa pedir escolha.'],
])('%s is not called a failure', (_, text) => {
  expect(explain(text, known).outcome).not.toBe('failed')
})

it('a scope that was requested for the API of the path and not granted is the one that the call lacks', () => {
  const [first] = diagnose({
    at: known.now,
    step: 'api',
    environment: production,
    request: { method: 'GET', url: `${api}/v1/accounts/4/statements` },
    response: { status: 403, body: '{"error":"insufficient_scope"}' },
    flow: { requestedScopes: ['openid', 'apis.lago.example/accounts.readonly'], grantedScope: 'openid' },
  })
  expect(first?.cause).toContain('“apis.lago.example/accounts.readonly”')
})
