import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'

const first = (text: string) => explain(text, { now: 1_760_000_000, environments: [] }).diagnoses[0]?.title

const authorizer = (issuer: string) =>
  `"iss": "https://acme.auth0.example/",\n"aud": "https://api"\n\nAuthorizer: JWT\nIssuer URL:  ${issuer}\nStill getting the 401 error {"message":"Unauthorized"}`
const groups = (prefix: string) =>
  `nodes is forbidden: User "a" cannot list resource "nodes"\n--oidc-groups-claim=groups\n--oidc-groups-prefix=${prefix}\nid token: "groups": ["corp:admin"]`
const trusted = (usage: string) =>
  `NODE_EXTRA_CA_CERTS=/certs/a.pem\nError: unable to verify the first certificate\n    X509v3 Key Usage:\n        ${usage}`
const started = (scheme: string) =>
  `Correlation failed. cookie not found.\nuser typed ${scheme}://portal.acme.example/\nPOST https://portal.acme.example/signin-oidc 500`

it.each([
  [
    'Issuers differ in the trailing slash',
    authorizer('https://acme.auth0.example'),
    authorizer('https://acme.auth0.example/'),
  ],
  ['The prefix “corp:” is added twice', groups('corp:'), groups('oidc:')],
  [
    'The CA file’s certificate may not sign',
    trusted('Digital Signature, Key Encipherment'),
    trusted('Digital Signature, Certificate Sign'),
  ],
  ['The sign-in starts on http and returns on https', started('http'), started('https')],
])('names “%s”, and not where it is in order', (title, wrong, right) => {
  expect(first(wrong)).toBe(title)
  expect(first(right)).not.toBe(title)
})

it('takes no condition with a wildcard for the subject of a token', () => {
  const role =
    'error validating token: invalid subject (sub) claim\n"bound_claims": { "sub": "repo:acme/app:ref:refs/heads/*" }\nwith repo:acme/app:ref:refs/heads/main it works'
  expect(first(role)).not.toBe('The token’s subject does not match the trust')
})
