import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'

const first = (text: string) => explain(text, { now: 1_760_000_000, environments: [] }).diagnoses[0]

const kube = `apiserver flags
--oidc-issuer-url=https://sso.corp.example
--oidc-client-id=kube
--oidc-username-claim=email
"Unable to authenticate the request" err="invalid bearer token"
{"iss":"https://sso.corp.example","aud":"kube","typ":"ID","nonce":"n","exp":1760003600,"email":"j@corp.example","email_verified":false}`

it('names the unverified email of an ID token for a Kubernetes API server, and never the kind of the token', () => {
  expect(first(kube)?.title).toBe('The email in the ID token is not verified')
  const verified = explain(kube.replace('false', 'true'), { now: 1_760_000_000, environments: [] })
  expect(verified.diagnoses.map(({ code }) => code)).not.toContain('id-token-sent-as-bearer')
})

it('compares the lifetime of a pushed request with a sign-in in between', () => {
  const pushed = (lifetime: number) =>
    `POST /as/par -> 201\n{"request_uri":"urn:x:abc","expires_in":${lifetime}}\nlogin form, then\nGET /as/authorize?client_id=a&request_uri=urn%3Ax%3Aabc -> 400\ninvalid_request: request_uri`
  expect(first(pushed(30))?.title).toBe('The request_uri is valid for only 30 seconds')
  expect(first(pushed(600))?.title).not.toMatch(/valid for only/)
})

it('names the accounts server of a redirect that nothing in the text calls', () => {
  const text =
    'https://crm.acme.example/cb?code=1000.8f1d&location=eu&accounts-server=https%3A%2F%2Faccounts.zoho.eu\n{"error":"invalid_client"}'
  expect(first(text)?.title).toContain('accounts.zoho.eu')
  expect(first(`${text}\nPOST https://accounts.zoho.eu/oauth/v2/token`)?.title).not.toContain(
    'The user’s account is at',
  )
})

it('names a DNS server that does not take the request over TCP', () => {
  const lookup =
    'az login: host not found\n$ nslookup login.acme.example\n;; Truncated, retrying in TCP mode.\n;; Connection to 10.0.0.2#53(10.0.0.2) failed: connection refused.'
  expect(first(lookup)?.title).toBe('The DNS server refuses TCP')
  expect(first('az login: host not found\n$ nslookup login.acme.example\nAddress: 10.0.0.9')?.title).not.toBe(
    'The DNS server refuses TCP',
  )
})
