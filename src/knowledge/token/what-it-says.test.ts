import { expect, test } from 'vitest'
import { base64UrlOf } from '../text/base64.ts'
import { foundToken } from './find.ts'
import { withoutPrivateMembers } from './inner-keys.ts'
import { inspectToken } from './take-apart.ts'
import { factsOf } from './what-it-says.ts'

const now = 1_795_392_000
function told(claims: Record<string, unknown>, header: Record<string, unknown> = {}): Record<string, string> {
  const token = `${base64UrlOf(JSON.stringify({ alg: 'RS256', kid: 'k', ...header }))}.${base64UrlOf(JSON.stringify(claims))}.${'A'.repeat(342)}`
  return Object.fromEntries(factsOf(foundToken(inspectToken(token)), now).map(({ name, says }) => [name, says]))
}

test('a token tells its issuer, its recipient, its subject, what it permits and how it was obtained', () => {
  expect(
    told({
      iss: 'https://sso.dock.example/realms/crew',
      aud: 'orders',
      azp: 'shop',
      sub: 'u1',
      preferred_username: 'ana',
      scope: 'read write',
      realm_access: { roles: ['clerk'] },
      amr: ['pwd', 'otp'],
      acr: '2',
      auth_time: now - 60,
      iat: now - 60,
      exp: now + 240,
      cnf: { jkt: 'abc' },
      typ: 'Bearer',
    }),
  ).toEqual({
    'Verify with': 'the key “k” of https://sso.dock.example/realms/crew/protocol/openid-connect/certs',
    Issuer: 'Keycloak, “https://sso.dock.example/realms/crew”; realm “crew”',
    Audience: '“orders”; issued to the client “shop”',
    Subject: '“u1”; “ana”',
    Permissions: 'scopes “read” and “write”; role “clerk”',
    Authentication: 'password and one-time password; acr “2”; signed in 1 minute ago, at 2026-11-22 23:59:00 UTC',
    'Bound to': 'the DPoP key with the thumbprint “abc”',
  })
})

test.each([
  [{ typ: 'at+jwt' }, { iss: 'https://id.dock.example', scope: 'patient/Observation.rs' }, '“https://id.dock.example”'],
  [
    {},
    { iss: 'https://accounts.google.com', aud: 'a', exp: now, google: { compute_engine: { instance_name: 'vm' } } },
    'Google, “https://accounts.google.com”',
  ],
])('a format issues nothing, and neither does the machine that fetches a token: %j', (header, claims, issuedBy) => {
  expect(told(claims, header).Issuer).toBe(issuedBy)
})

test('who acts is told where act names somebody, and a scope that repeats the subject permits nothing', () => {
  const own = { iss: 'https://oidc.vercel.com/dock', aud: 'a', sub: 'owner:dock:project:site', exp: now }
  expect(told({ ...own, scope: own.sub, act: { aud: 'b', iat: 1 } })).toMatchObject({
    Subject: '“owner:dock:project:site”',
  })
  expect(told({ ...own, scope: own.sub })).not.toHaveProperty('Permissions')
  expect(told({ ...own, scope: 'read', act: { client_id: 'c1' } })).toMatchObject({
    Subject: '“owner:dock:project:site”; “c1” acts for the subject',
    Permissions: 'scope “read”',
  })
})

test('an object of an SD-JWT that shows nothing by itself is not told as an empty one', () => {
  const disclosure = base64UrlOf(JSON.stringify(['salt', 'age', { _sd: ['d'] }]))
  const token = `${base64UrlOf('{"alg":"ES256","typ":"dc+sd-jwt"}')}.${base64UrlOf('{"vct":"x","_sd":["h"]}')}.${'A'.repeat(86)}~${disclosure}~`
  expect(factsOf(foundToken(inspectToken(token)), now).find(({ name }) => name === 'Discloses')?.says).toContain(
    'an object with individually disclosed members',
  )
})

test('a token of a pod that should have been replaced says so, and another does not', () => {
  const status = (warnafter: number) => told({ iss: 'https://k.example', 'kubernetes.io': { warnafter } }).Status
  expect(status(now - 60)).toContain('its replacement was due 1 minute ago, at 2026-11-22 23:59:00 UTC (warnafter)')
  expect(status(now + 60)).toBeUndefined()
})

test('of a token without claims nothing is told, and of a claim that is no text nothing is made up', () => {
  expect(factsOf(foundToken(inspectToken('opaque-token-1234')), now)).toEqual([])
  expect(told({ iss: 7, aud: {}, scope: 5, amr: 'x', roles: { a: 1 }, groups: [] })).toEqual({
    Issuer: '“7”',
    Authentication: '“x”',
  })
})

test('private members of keys are left out of what is shown', () => {
  const open = { jwk: { kty: 'EC', x: 'a', y: 'b' }, d: 'kept' }
  expect(withoutPrivateMembers(open)).toBe(open)
  expect(withoutPrivateMembers({ jwks: { keys: [{ kty: 'RSA', n: 'n', d: 'secret', p: 'secret' }] } })).toEqual({
    jwks: { keys: [{ kty: 'RSA', n: 'n', d: '(private, not shown)', p: '(private, not shown)' }] },
  })
})

test.each([
  [
    {
      iss: 'https://sts.windows.net/t/',
      tid: 't',
      aud: 'https://management.azure.com/',
      scp: 'a',
      appid: '04b07795-8ddb-461a-bbee-02f9e1bf7b46',
    },
    'Audience',
    'Azure Resource Manager (“https://management.azure.com/”); issued to the client “04b07795-8ddb-461a-bbee-02f9e1bf7b46” (Azure CLI)',
  ],
  [{ iss: 'https://id.dock.example', sub: 'u', aud: 'web', nonce: 'n', exp: now }, 'Audience', 'the client “web”'],
  [
    { iss: 'https://id.dock.example', sub: 'u', aud: 'web', nonce: 'n', exp: now },
    'Bound to',
    'the nonce of the sign-in “n”',
  ],
  [{ aud: 'https://v.example', iat: now, nonce: 'n', sd_hash: 'h' }, 'Bound to', 'the verifier’s nonce “n”'],
  [
    { iss: 'https://identity.oraclecloud.com/', tok_type: 'AT', aud: 'https://idcs-1.identity.oraclecloud.com' },
    'Verify with',
    'the key “k” of https://idcs-1.identity.oraclecloud.com/admin/v1/SigningCert/jwk',
  ],
  [
    { iss: 'https://dock.okta.com', cid: 'c', scp: ['openid'], aud: 'https://dock.okta.com' },
    'Verify with',
    'no key for others: only Okta’s own APIs are to verify it',
  ],
  [
    {
      iss: 'kubernetes/serviceaccount',
      sub: 'system:serviceaccount:a:b',
      'kubernetes.io/serviceaccount/namespace': 'a',
    },
    'Verify with',
    'the service account key of the cluster: its API server verifies it',
  ],
  [
    { type: ['VerifiableCredential'], issuer: { id: 'did:web:i.example:a' }, credentialSubject: { id: 'did:key:z' } },
    'Verify with',
    'the key “k” of the DID document at https://i.example/a/did.json',
  ],
  [
    { type: ['VerifiableCredential'], issuer: 'did:web:i.example', credentialSubject: { id: 'did:key:z' } },
    'Subject',
    '“did:key:z”',
  ],
  [
    { sub: 'spiffe://prod.example/ns/a/sa/b', aud: 'x', exp: now },
    'Verify with',
    'a key of the bundle of the trust domain “prod.example”',
  ],
])(
  'a value that everybody has is told by what it is, and one that ties it by what it ties it to',
  (claims, name, says) => {
    expect(told(claims)[name]).toBe(says)
  },
)

test('of an issuer that is not known to publish its keys by Discovery, no address is told', () => {
  expect(
    told({ iss: 'https://x.authentication.eu10.hana.ondemand.com', zid: 'z', cid: 'c', scope: ['a.b'] }),
  ).not.toHaveProperty('Verify with')
})
