import { expect, it } from 'vitest'
import { diagnose } from './diagnose/diagnose.ts'
import { explain } from './explain.ts'
import type { Environment } from './protocol/call.ts'

const production: Environment = {
  id: 'production',
  kind: 'production',
  authUrl: 'https://id.rio.example',
  baseUrl: 'https://api.rio.example',
  issuer: 'https://id.rio.example',
  resourceDomain: 'apis.rio.example',
  clientIds: ['rio-web'],
}
const known = { now: 1_795_046_400, environments: [production] }
const { authUrl: identity, baseUrl: api } = production
const base64 = (text: string) => Buffer.from(text).toString('base64')
const noKey = '401 {"fault":{"faultstring":"x","detail":{"errorcode":"steps.jwt.NoMatchingPublicKey"}}}'
const undecoded = '401 {"fault":{"faultstring":"x","detail":{"errorcode":"steps.jwt.FailedToDecode"}}}'

/** Texts in which a line decides, and not the code of the response. */
const told: [title: string, text: string][] = [
  [
    'The refresh token was sent to the API',
    `$t = $json['refresh_token'];\nHttp::withToken($t)\nGET ${api}/v1/bank-slips ${undecoded}`,
  ],
  [
    'The placeholder “{token}” was sent instead of the token',
    `h = {"Authorization": "Bearer {token}"}\nrequests.get("${api}/v1/bank-slips", headers=h)\n${undecoded}`,
  ],
  [
    'The Basic credentials are not base64-encoded',
    `new AuthenticationHeaderValue("Basic", $"{clientId}:{clientSecret}")\nPOST ${identity}/oauth2/token 401 {"error":"invalid_client"}`,
  ],
  [
    'The secret was base64-encoded before it was configured',
    `POST ${identity}/oauth2/token\nAuthorization: Basic ${base64(`rio-web:${base64('open-sesame-42')}`)}\n401 {"error":"invalid_client"}`,
  ],
  [
    'The user did not allow webhooks',
    `authorize scope="openid email webhooks"\ntoken 200 {"token_type":"Bearer","scope":"openid email"}\nPOST ${api}/v1/webhooks {"url":"https://h.example"}\n[10:00:01] 403 {"code":"FORBIDDEN"}\nis our account blocked?`,
  ],
  [
    'The scope “webhook” is misspelled',
    `POST ${api}/v1/webhooks\n403 {"code":"insufficient_scope","message":"required scope: webhooks"}\n{"iss":"${identity}","aud":["${api}"],"scope":"openid webhook","iat":1795000000,"exp":1795003600}`,
  ],
  [
    'The service signs with “k-c”, which it does not publish',
    `GET ${api}/v1/bank-slips ${noKey}\ntoken {"alg":"RS256","kid":"k-c"}\njwks: ["k-a1","k-b1"]\na new token fails too`.replaceAll(
      'k-c',
      'k-c1',
    ),
  ],
  [
    'The token’s signing key is no longer published',
    `GET ${api}/v1/bank-slips ${noKey}\ntoken from yesterday {"alg":"RS256","kid":"k-7"}\njwks: ["k-8","k-9"]\na new token works`,
  ],
  [
    'Two processes used the same refresh token',
    `{job: a} refresh rt=…9be1 -> 200 new rt=…77c0\n{job: b} POST ${identity}/oauth2/token grant_type=refresh_token rt=…9be1\n400 {"error":"invalid_grant"}`,
  ],
  [
    'The user had signed out before the renewal',
    `10:00 GET ${identity}/oauth2/logout 204\n10:05 POST ${identity}/oauth2/token grant_type=refresh_token\n10:05 HTTP 400 {"error":"invalid_grant"}`,
  ],
  [
    'Another sign-in replaced the stored state',
    `tab1 cookie app_state=AAA1\ntab2 cookie app_state=BBB2\ntab1 GET /cb?code=c9&state=AAA1&iss=${encodeURIComponent(identity)}\nstate mismatch: expected BBB2, got AAA1`,
  ],
  [
    'The issuers differ in a trailing slash',
    `ISS = "${identity}/"\nGET /cb?code=z1&iss=${encodeURIComponent(identity)}&state=1 400\nError: iss mismatch`,
  ],
  [
    'The webhook is registered only for “bank-slip.created”',
    `{"id":"wh_1","url":"https://h.example","events":["bank-slip.created"]}\n13:01 bank-slip.created 204\nwe never receive bank-slip.paid webhooks`,
  ],
  [
    'Your own proxy encrypts the connection a second time',
    `GET ${api}/v1/bank-slips/1 503 slip PDF: upstream connect error TLS_error WRONG_VERSION_NUMBER server: envoy\nDestinationRule: {tls: {mode: SIMPLE}}`,
  ],
  [
    'A proxy replaced the service’s certificate',
    `PKIX path building failed\n$ openssl s_client -connect id.rio.example:443\n 0 s:CN = id.rio.example\n   i:O = Sul SA, CN = Sul Inspection CA`,
  ],
  [
    'The user declined the sign-in',
    `https://a.example/cb?error=access_denied&error_description=O+usu%C3%A1rio+n%C3%A3o+autorizou&iss=${encodeURIComponent(identity)}`,
  ],
].map(([title = '', text = '']) => [title.replaceAll('“k-c”', '“k-c1”'), text])

it.each(told)('%s', (title, text) => {
  expect(explain(text, known).diagnoses[0]?.title).toBe(title)
})

it('a webhook that carries an event of one name is no registration of it', () => {
  const text = `POST /hooks 200\n{"event":"bank-slip.paid","id":"701","expired":false}\nno event was lost`
  expect(explain(text, known).outcome).not.toBe('failed')
})

it('the sign-out of another user says nothing of a renewal', () => {
  const text = `10:00 user=bia GET ${identity}/oauth2/logout 204\n10:05 user=ana POST ${identity}/oauth2/token grant_type=refresh_token\n10:05 HTTP 400 {"error":"invalid_grant"}`
  expect(explain(text, known).diagnoses[0]?.title).not.toBe('The user had signed out before the renewal')
})

it('what a code leaves open is possible, also of a configured environment', () => {
  const [first] = diagnose({
    at: known.now,
    step: 'refresh',
    environment: production,
    request: { method: 'POST', url: `${identity}/oauth2/token`, form: { grant_type: 'refresh_token' } },
    response: { status: 400, body: '{"error":"invalid_grant"}' },
  })
  expect(first).toMatchObject({ code: 'refresh-token-dead', certainty: 'possible' })
})

it('a token that was issued just before tells that its key was never published', () => {
  const [first] = diagnose({
    at: known.now,
    step: 'api',
    environment: production,
    request: { method: 'GET', url: `${api}/v1/bank-slips` },
    response: { status: 401, body: noKey.slice(4) },
    token: { header: { alg: 'RS256', kid: 'n2' }, claims: { iss: identity, aud: [api], iat: known.now - 20 } },
    keys: [{ kid: 'n1' }],
  })
  expect(first?.title).toBe('The service signs with a key that it does not publish')
})

it('the reason in a response leads over the exception of the program that received it', () => {
  const text = `InternalOAuthError: Failed to obtain access token\n  at OAuth2Strategy (passport-oauth2/lib/strategy.js:177:45)\n  data: '{"error":"invalid_request","error_description":"AADSTS90023: Tokens issued for the \\'Single-Page Application\\' client-type may only be redeemed via cross-origin requests."}'`
  expect(explain(text, { now: known.now }).diagnoses[0]?.code).toBe('redirect-uri-of-other-kind')
})
