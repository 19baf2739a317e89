import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'
import { diagnose } from '../diagnose.ts'

const known = { now: 1_790_000_000, environments: [] }

function titleOf(text: string): string {
  return explain(text, known).diagnoses[0]?.title ?? ''
}

it.each([
  [
    'a request with a bound token and no proof',
    'POST /credential HTTP/1.1\nHost: issuer.example\nAuthorization: DPoP abcdefghijklmnop\n\n{}\n\nHTTP/1.1 401 Unauthorized\nWWW-Authenticate: DPoP error="invalid_dpop_proof"',
    'The request contains no DPoP proof',
  ],
  [
    'a cookie for a domain of others',
    'GET /login HTTP/1.1\nHost: wiki.example.org\n\nHTTP/1.1 302 Found\nset-cookie: sid=abc; path=/; domain=10.0.0.8\nlocation: https://id.example.com/authorize?state=1\n\nthen: state mismatch',
    'The cookie’s domain does not match the site',
  ],
  [
    'a cookie that background requests replace',
    'set csrf cookie "_csrf_app=aaaaaaaa11111111; Path=/" host=charts.example.org\nset csrf cookie "_csrf_app=bbbbbbbb22222222; Path=/" host=charts.example.org\nwarning: CSRF cookie does not match state',
    'The state cookie was replaced during the sign-in',
  ],
  [
    'a domain with a port',
    'Bad Request: redirect_uri invalid\nAuthorization Callback Domain: app.example.org:8050/cb',
    '“Authorization Callback Domain” must contain only a domain',
  ],
  [
    'a setting with http and a call of port 443',
    'OIDC_ISSUER=http://auth.home.lan\nDiscovery failed: connection refused - connect(2) for auth.home.lan:443',
    'The setting is http, but https is called',
  ],
  [
    'a published key without alg',
    'Cannot find matching key in key set for kid=AbCdEf123456 and alg=RS256\n{ "kid": "AbCdEf123456", "kty": "RSA", "use": "sig", "alg": null }\n401',
    'The published key has no alg',
  ],
  [
    'a key that is published and not found',
    'verifier: no key found for kid "2839901175" (401)\nbut that kid is in /keys when I curl it, until we restart the gateway it fails',
    'The verifier uses an outdated key set',
  ],
  [
    'a response that names both environments',
    '403 {"message":"Sandbox key provided for production gateway"}',
    'A test key or token was sent to the production environment',
  ],
  [
    'a sandbox user at the login of production',
    'POST https://login.salesforce.com/services/oauth2/token 400\n{"error":"invalid_grant","error_description":"user hasn\'t approved this consumer"}\nSF_USERNAME=robot@acme.example.uat',
    'Sandbox user sent to the production login',
  ],
  [
    'a certificate of a host of others',
    'GET https://pay.partner.example/sdk.js net::ERR_CERT_AUTHORITY_INVALID',
    'The browser rejects the certificate of “pay.partner.example”',
  ],
])('names %s', (_, text, title) => {
  expect(titleOf(text)).toBe(title)
})

it.each([
  [
    'a request with its proof',
    'POST /credential HTTP/1.1\nHost: issuer.example\nAuthorization: DPoP abcdefghijklmnop\nDPoP: eyJhbGciOiJFUzI1NiJ9.e30.c2ln\n\nHTTP/1.1 401 Unauthorized\nWWW-Authenticate: DPoP error="invalid_dpop_proof"',
  ],
  [
    'a cookie for the domain above the host',
    'GET /login HTTP/1.1\nHost: wiki.example.org\n\nHTTP/1.1 302 Found\nset-cookie: sid=abc; path=/; domain=example.org\nlocation: https://id.example.com/authorize?state=1\n\nthen: state mismatch',
  ],
  ['a domain alone', 'Bad Request: redirect_uri invalid\nAuthorization Callback Domain: app.example.org'],
])('does not blame %s', (_, text) => {
  expect(titleOf(text)).not.toMatch(/no DPoP proof|The cookie is set for|more than a domain/)
})

it('finds a cookie for a domain of others in a response that is no refusal', () => {
  const call = {
    at: 1_648_381_516,
    step: 'authorize' as const,
    request: { method: 'GET', url: 'https://wiki.example.org/auth', headers: { host: 'wiki.example.org' } },
    response: { status: 200, headers: { 'set-cookie': 'state=1; path=/; domain=127.0.0.1' }, body: 'ok' },
  }
  expect(diagnose(call)[0]?.title).toBe('The cookie’s domain does not match the site')
  const own = {
    ...call,
    response: { ...call.response, headers: { 'set-cookie': 'state=1; path=/; domain=example.org' } },
  }
  expect(diagnose(own)).toEqual([])
})
