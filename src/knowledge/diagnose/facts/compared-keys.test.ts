import { expect, it } from 'vitest'
import { base64Of, base64UrlOf } from '../../text/base64.ts'
import { type FactName, factsOf } from './facts.ts'

const now = 1_777_900_000
const jwt = (claims: object, header: object = { alg: 'RS256', kid: 'k1' }) =>
  `${base64UrlOf(JSON.stringify(header))}.${base64UrlOf(JSON.stringify(claims))}.c2lnbmF0dXJlc2lnbmF0dXJl`
const assertion = (claims: object, header?: object) =>
  `POST https://id.example/oauth2/token HTTP/1.1\nDate: Sun, 01 Mar 2026 12:00:00 GMT\n\ngrant_type=client_credentials&client_id=app1&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion=${jwt(claims, header)}`
const good = {
  iss: 'app1',
  sub: 'app1',
  aud: 'https://id.example/oauth2/token',
  iat: 1_772_366_390,
  exp: 1_772_366_690,
  jti: 'a',
}
// The key of the example in RFC 9449 §4.1.
const jwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
  y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
}
const bound = (jkt: string) =>
  `Authorization: DPoP ${jwt({ iss: 'a', cnf: { jkt } }, { alg: 'RS256', typ: 'at+jwt' })}\nDPoP: ${jwt({ htm: 'GET', htu: 'https://api.example/x' }, { alg: 'ES256', typ: 'dpop+jwt', jwk })}`
const modulus = (digit: string) => `Modulus=${digit.repeat(64)}`

it.each<[FactName, string, Record<string, string>?]>([
  ['assertion:issuer', assertion({ ...good, iss: 'app2', sub: 'app2' }), { assertion_iss: 'app2', client_id: 'app1' }],
  ['assertion:subject', assertion({ ...good, sub: 'someone' })],
  [
    'assertion:audience',
    assertion({ ...good, aud: 'https://id.sandbox.example/oauth2/token' }),
    { token_endpoint: 'https://id.example/oauth2/token' },
  ],
  ['assertion:expired', assertion({ ...good, iat: 1_772_360_000, exp: 1_772_360_300 })],
  ['assertion:future', assertion({ ...good, iat: 1_772_377_190, exp: 1_772_377_490 })],
  ['assertion:lifetime', assertion({ ...good, exp: 1_772_466_690 })],
  ['assertion:no-jti', assertion({ ...good, jti: undefined })],
  ['assertion:hmac', assertion(good, { alg: 'HS256' })],
  [
    'assertion:issuer',
    'client_id=app1&client_assertion_type=x&a=b\nDecoded client_assertion: {"iss":"app2","sub":"app2","aud":"https://id.example/token","exp":1772366690}',
  ],
  [
    'key:differs',
    `$ openssl x509 -noout -modulus -in a.crt\n${modulus('A')}\n$ openssl rsa -noout -modulus -in a.key\n${modulus('B')}`,
  ],
  [
    'key:differs',
    'openssl x509 -noout -modulus -in c.pem | openssl md5\n(stdin)= 0123456789abcdef0123456789abcdef\nopenssl rsa -noout -modulus -in k.pem | openssl md5\n(stdin)= fedcba9876543210fedcba9876543210',
  ],
  [
    'thumbprint:differs',
    `token: ${jwt({ cnf: { 'x5t#S256': 'bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2' } })}\nclient_cert_thumbprint=A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0`,
  ],
  [
    'kid:unknown',
    `${jwt({ iss: 'https://a.example' })}\n{"keys":[{"kty":"RSA","kid":"k2","n":"x","e":"AQAB"}]}`,
    { kid_sent: 'k1', kids_published: 'k2' },
  ],
  [
    'alg:not-allowed',
    `token ${jwt({ iss: 'a' }, { alg: 'HS256' })}\nOnly the algorithms: RS256, ES256`,
    { alg_sent: 'HS256', algs_allowed: 'RS256, ES256' },
  ],
  [
    'pkce:differs',
    'authorize?response_type=code&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256\ngrant_type=authorization_code&code=x&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXX',
  ],
  ['pkce:length', 'grant_type=authorization_code&code_verifier=tooshort123&code=a'],
  [
    'client:differs',
    'GET /authorize?response_type=code&client_id=web1\nPOST /token grant_type=authorization_code&client_id=web2&code=x',
    { client_id_first: 'web1', client_id_second: 'web2' },
  ],
  [
    'client:differs',
    `Authorization: Basic ${base64Of('web2:secret')}\n\ngrant_type=authorization_code&client_id=web1&code=x`,
  ],
  ['state:differs', 'GET /authorize?response_type=code&client_id=a&state=abc\nGET /callback?code=x&state=def'],
  [
    'nonce:differs',
    `GET /authorize?response_type=code&client_id=a&nonce=abc\n{"id_token":"${jwt({ iss: 'https://a', nonce: 'def' })}"}`,
  ],
  [
    'address:doubled-path',
    'POST https://id.example/oauth2/oauth2/token 404',
    { address_doubled: 'https://id.example/oauth2/oauth2/token' },
  ],
  ['address:doubled-path', 'GET https://kc.example/realms/a/realms/a/.well-known/openid-configuration'],
  ['address:double-slash', 'POST https://api.example.com//v1/orders'],
  ['address:doubled-scheme', 'getaddrinfo ENOTFOUND https GET https://https://api.example.com'],
  [
    'address:two-hosts',
    'https://id.example/authorize?client_id=a then POST https://id.hml.example/token',
    { authorization_host: 'id.example', token_host: 'id.hml.example' },
  ],
  [
    'recovered',
    'POST /token 400 {"error":"authorization_pending"}\nPOST /token 400 {"error":"authorization_pending"}\nPOST /token 200 {"access_token":"a"}',
  ],
  [
    'recovered',
    'GET /api/x HTTP/1.1\nHTTP/1.1 401 Unauthorized\nWWW-Authenticate: DPoP error="use_dpop_nonce"\nDPoP-Nonce: abc\n\nGET /api/x HTTP/1.1\nHTTP/1.1 200 OK',
  ],
  ['recovered', 'GET /v1/orders 401\nrefreshing token\nPOST /token 200\nGET /v1/orders 200'],
  ['keys:other-environment', 'Estou usando as mesmas credenciais em produção e recebo invalid_client'],
  ['keys:other-environment', 'sk_test_abc and sk_live_abc'],
  ['dpop:key', bound('another')],
])('%s is found in: %s', (name, text, values = {}) => {
  const facts = factsOf(text, { now })
  expect(facts.has(name)).toBe(true)
  expect(Object.fromEntries(facts.values)).toMatchObject(values)
})

it.each<[FactName, string]>([
  ['assertion:issuer', assertion(good)],
  ['assertion:audience', assertion(good)],
  ['assertion:audience', assertion({ ...good, aud: 'https://id.example' })],
  ['assertion:expired', assertion(good)],
  ['key:differs', `${modulus('A')}\n${modulus('A')}`],
  ['kid:unknown', `${jwt({ iss: 'https://a.example' })}\n{"keys":[{"kty":"RSA","kid":"k1","n":"x","e":"AQAB"}]}`],
  ['alg:not-allowed', `token ${jwt({ iss: 'a' })} algorithms: ["RS256"]`],
  ['alg:not-allowed', `${bound('another')}\nWWW-Authenticate: DPoP error="invalid_token", algs="ES256 EdDSA"`],
  ['dpop:key', bound('0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I')],
  [
    'pkce:differs',
    'response_type=code&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&x=y\ngrant_type=a&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  ],
  // Credentials in the wrong order: what is before the colon is a secret, and no client.
  [
    'client:differs',
    'POST /token\nAuthorization: Basic czNjcjN0LVZhbDk5OndlYjE=\n\ngrant_type=authorization_code&client_id=web1&code=x',
  ],
  [
    'client:differs',
    'GET /authorize?response_type=code&client_id=web1\nPOST /token grant_type=authorization_code&client_id=web1&code=x',
  ],
  ['recovered', 'POST /token 200\nGET /v1/orders 401'],
  ['recovered', 'POST /token 400 {"error":"invalid_grant"}\nGET /health 200'],
  ['address:doubled-path', 'GET https://api.example.com/v1/orders/2026/2026'],
])('%s is not found in: %s', (name, text) => {
  expect(factsOf(text, { now }).has(name)).toBe(false)
})
