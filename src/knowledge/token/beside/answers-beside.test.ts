import { expect, test } from 'vitest'
import { inspect } from '../../paste/inspect.ts'
import { base64UrlOf } from '../../text/base64.ts'

const made = (claims: Record<string, unknown>, header: Record<string, unknown> = {}) =>
  `${base64UrlOf(JSON.stringify({ alg: 'RS256', ...header }))}.${base64UrlOf(JSON.stringify(claims))}.${'A'.repeat(342)}`
const id = made({ iss: 'https://id.dock.example', sub: 'u7', aud: 'web', exp: 2e9, iat: 1.7e9, nonce: 'n-1' })
const access = made({ iss: 'https://id.dock.example', sub: 'u7', aud: 'api', exp: 2e9, scope: 'a' }, { typ: 'at+jwt' })
const calling = made({ iss: 'https://id.dock.example', client_id: 'a', scope: 'x y', exp: 2e9 }, { typ: 'at+jwt' })
const request = made(
  { iss: 'shop-prod', client_id: 'shop-prod', response_type: 'code', aud: 'https://id.dock.example' },
  { typ: 'oauth-authz-req+jwt' },
)
const keycloak = made({ iss: 'https://sso.dock.example/realms/crew', typ: 'Bearer', azp: 'web', sub: 'u', exp: 2e9 })

const outcomes = (text: string) => inspect(text).together.map(({ title, outcome }) => `${title}: ${outcome}`)

test.each([
  ['a UserInfo response of the same user', `${id}\n{"sub":"u7","email":"a@dock.example"}`, 'UserInfo response: passed'],
  ['one of another user', `${id}\n{"sub":"u8","email":"a@dock.example"}`, 'UserInfo response: failed'],
  [
    'an introspection that calls it inactive',
    `${access}\n{"active":false}`,
    'Introspection response in the text: failed',
  ],
  ['an introspection of another user', `${access}\n{"active":true,"sub":"u8"}`, 'introspection response: failed'],
  [
    'an introspection of another client',
    `${calling}\n{"active":true,"client_id":"b"}`,
    'Introspection response in the text: failed',
  ],
  ['an end that is later than its own', `${calling}\nexpires_at: 2000009000`, 'expiry: failed'],
  ['an end that is its own', `${calling}\n"expirationTimestamp":"2033-05-18T03:33:20Z"`, 'expiry: passed'],
  ['an introspection of the same user', `${access}\n{"active":true,"sub":"u7"}`, 'introspection response: passed'],
  ['a pushed request of another client', `client_id=shop-test&request=${request}`, 'of its request: failed'],
  ['a pushed request of the same client', `client_id=shop-prod&request=${request}`, 'of its request: passed'],
  [
    'a response of another issuer',
    `https://app.example/cb?code=SplxlOBeZQQYbYS6&iss=https%3A%2F%2Fother.example\nid_token=${id}`,
    'Issuer of the response and of the ID token: failed',
  ],
  [
    'a lifetime in milliseconds',
    JSON.stringify({
      access_token: made({ iss: 'i', sub: 'u', iat: 1.7e9, exp: 1.7e9 + 3600, scope: 'a' }),
      expires_in: 3_600_000,
    }),
    'Lifetime in the token response: failed',
  ],
  [
    'a response with another scope',
    JSON.stringify({ access_token: made({ sub: 'u', exp: 2e9, scope: 'orders:write' }), scope: 'openid orders:read' }),
    'Scope in the token response: failed',
  ],
  [
    'the key set of another realm',
    `${keycloak}\nhttps://sso.dock.example/realms/shop/protocol/openid-connect/certs`,
    'Key set in the text: failed',
  ],
])('a token is compared with %s', (_, text, told) => {
  expect(outcomes(text).join('\n')).toContain(told)
})

test('an introspection with the same scopes in another order, and an end before its own, say nothing against it', () => {
  expect(outcomes(`${calling}\n{"active":true,"client_id":"a","scope":"y x"}\nexpires_at: 1900000000`)).toEqual([])
})

test('the key set of its own realm, and an object that is no UserInfo response, say nothing against it', () => {
  expect(outcomes(`${keycloak}\nhttps://sso.dock.example/realms/crew/protocol/openid-connect/certs`)).toEqual([])
  expect(
    outcomes(
      JSON.stringify({
        access_token: made({ sub: 'u', iat: 1.7e9, exp: 1.7e9 + 3600, scope: 'a' }),
        expires_in: 2_900,
      }),
    ),
  ).toEqual([])
  expect(outcomes(`${id}\n{"sub":"u8","exp":2000000000,"name":"x"}\n{"id":4}`)).toEqual([])
})
