import { expect, test } from 'vitest'
import { explain } from '../explain.ts'
import { describeClaim } from '../protocol/claims.ts'
import { base64UrlOf } from '../text/base64.ts'
import { inspect } from './inspect.ts'

const jwt = (claims: object, header: object = {}) =>
  `${[{ alg: 'RS256', ...header }, claims].map((part) => base64UrlOf(JSON.stringify(part))).join('.')}.${'A'.repeat(342)}`
const person = { sub: '123', aud: 'portal', name: 'Ada', email: 'ada@a.example', scope: ['openid'], exp: 9, iat: 1 }
const govBr = { ...person, iss: 'https://sso.staging.acesso.gov.br/' }
const jwe = `${base64UrlOf(JSON.stringify({ alg: 'RSA-OAEP', enc: 'A256GCM' }))}.aa.bb.cc.dd`
const kindsIn = (text: string) => inspect(text).tokens.map(({ recognised }) => recognised.name)

test.each([
  [
    'a grant whose issuer and subject are the same',
    `grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&assertion=${jwt({ iss: '7', sub: '7', aud: 'https://id.example', exp: 9 })}`,
    'JWT grant',
  ],
  [
    'the same as a client assertion',
    `client_assertion=${jwt({ iss: '7', sub: '7', aud: 'https://id.example', exp: 9 })}`,
    'Client assertion',
  ],
  ['an ID token that has scopes', `id_token=${jwt(govBr)}`, 'gov.br ID token'],
  ['the same as an access token', `access_token=${jwt(govBr)}`, 'gov.br access token'],
  ['a refresh token in camel case', JSON.stringify({ AuthenticationResult: { RefreshToken: jwe } }), 'Refresh token'],
  ['a token in a header of its own', `x-access-token: ${jwt({ id: 7, role: 'user', exp: 9 })}`, 'Access token'],
  [
    'a token of Okta on an address of the customer',
    jwt({
      ver: 1,
      jti: 'AT.k2NJOeVNOxDVCaPb1IIUPvyVZiarTGmOOnFHXvk5P9o',
      iss: 'https://login.a.example/oauth2/default',
      cid: '0oay39NNVADr4SK3qNfE',
      scp: ['openid'],
      aud: 'api://default',
      sub: 'ada',
    }),
    'Okta access token',
  ],
  [
    'a key that bypasses row-level security',
    jwt({ iss: 'supabase', role: 'service_role', exp: 9 }),
    'Supabase API key (service_role)',
  ],
  [
    'an opaque token behind DPoP',
    'Authorization: DPoP e2fyJ3t1rZwj5LveOFHa5kNJmMMXOomJnxbv7QLElACSH2by',
    'Opaque access token (DPoP)',
  ],
  [
    'one behind Bearer',
    'Authorization: Bearer e2fyJ3t1rZwj5LveOFHa5kNJmMMXOomJnxbv7QLElACSH2by',
    'Opaque access token (Bearer)',
  ],
])('%s is named for what it is', (_, text, name) => {
  expect(kindsIn(text)).toEqual([name])
})

test('the name of the field is quoted as it is written, and what its issuer documents is said', () => {
  expect(inspect(JSON.stringify({ RefreshToken: jwe })).tokens[0]?.recognised.why).toContain('“RefreshToken”')
  expect(inspect(`id_token=${jwt(govBr)}`).tokens[0]?.recognised.note).toContain('CPF')
})

test('a token behind DPoP is not said to be anybody’s who has it', () => {
  const [found] = inspect('Authorization: DPoP e2fyJ3t1rZwj5LveOFHa5kNJmMMXOomJnxbv7QLElACSH2by').tokens
  expect(`${found?.recognised.why} ${found?.recognised.note}`).not.toContain('Bearer')
  expect(found?.recognised.note).toContain('DPoP proof')
})

test('a proof of another key than the one that the token is bound to is named, where the log has line marks', () => {
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
    y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
  }
  const token = jwt({
    iss: 'https://id.example',
    sub: 'u',
    aud: 'https://api.example',
    exp: 2e9,
    cnf: { jkt: 'other' },
  })
  const proof = `${base64UrlOf(JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk }))}.${base64UrlOf(JSON.stringify({ jti: 'a', htm: 'POST', htu: 'https://api.example/v1/x', iat: 1.79e9 }))}.${'A'.repeat(86)}`
  const text = `> POST /v1/x HTTP/2\n> Host: api.example\n> authorization: DPoP ${token}\n> dpop: ${proof}\n>\n< HTTP/2 401\n< www-authenticate: DPoP error="invalid_token", error_description="token binding mismatch", algs="ES256 EdDSA"\n`
  expect(explain(text, { now: 1.79e9, environments: [] }).diagnoses[0]?.title).toBe(
    'The DPoP proof is signed with a different key',
  )
})

test('an empty subject is nobody', () => {
  const { meaning } = describeClaim('sub', '', undefined, undefined, { kind: 'session' })
  expect(meaning).toMatch(/^Empty/)
  expect(describeClaim('sub', 'ada', undefined, undefined, { kind: 'session' }).meaning).not.toContain('Empty')
})

test('what is encrypted is not said to be readable', () => {
  const text = `v4.local.${'A'.repeat(80)}.${base64UrlOf('{"kid":"k"}')}`
  const [found] = inspect(text).tokens
  expect(found?.token).toMatchObject({ form: 'opaque', encrypted: true, content: { footer: '{"kid":"k"}' } })
})

test.each([
  ['a callback with an ID token', 'POST /callback HTTP/1.1\nHost: app.example\n\nstate=a&code=b&id_token='],
  ['a sign-out', 'POST /logout HTTP/1.1\nHost: app.example\n\nlogout_token='],
])('the token of %s is not taken for one that was sent as Bearer', (_, text) => {
  const token = jwt({ iss: 'https://id.example', sub: 'u', aud: 'web', nonce: 'n', exp: 2e9 })
  expect(explain(`${text}${token}`, { now: 1.79e9, environments: [] }).diagnoses).toEqual([])
})
