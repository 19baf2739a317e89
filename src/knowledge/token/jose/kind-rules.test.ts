import { expect, test } from 'vitest'
import { kindBreaches } from './kind-rules.ts'

const titles = (kind: Parameters<typeof kindBreaches>[1]['kind'], claims: object, header: object = { alg: 'ES256' }) =>
  kindBreaches({ state: 'read', header: { ...header }, claims: { ...claims } }, { now: 0, kind }).map(
    ({ title }) => title,
  )

const vc = {
  issuer: { id: 'did:web:a' },
  credentialSubject: { id: 'did:key:b' },
  expirationDate: '2026-01-01T00:00:00Z',
}
const exp = Date.parse(vc.expirationDate) / 1000
const shaken = { alg: 'ES256', ppt: 'shaken' }

test.each([
  ['an ID token for one client', 'id', { aud: ['a'] }],
  ['an ID token for two, with the one that asked', 'id', { aud: ['a', 'b'], azp: 'a' }],
  ['a JWT-SVID by an allowed algorithm', 'svid', {}],
  ['a credential that says the same twice', 'credential', { iss: 'did:web:a', sub: 'did:key:b', exp, vc }],
  ['a PASSporT of another profile', 'passport', {}],
] as const)('%s breaks no rule of its kind', (_, kind, claims) => {
  expect(titles(kind, claims)).toEqual([])
})

test('a statement of a federation with its type breaks no rule of its kind', () => {
  expect(titles('entity-statement', { iss: 'a', sub: 'b' }, { alg: 'ES256', typ: 'entity-statement+jwt' })).toEqual([])
})

test.each([
  ['an ID token for two clients', 'id', { aud: ['a', 'b'] }, undefined, /no authorized party/],
  ['an ID token from before its sign-in', 'id', { iat: 1_000, auth_time: 2_000 }, undefined, /sign-in is after/],
  ['a JWT-SVID by a shared secret', 'svid', {}, { alg: 'HS256' }, /not one of SPIFFE/],
  ['a credential of another issuer', 'credential', { iss: 'did:web:c', vc }, undefined, /differ/],
  [
    'a credential that ends at another time',
    'credential',
    { iss: 'did:web:a', exp: exp + 60, vc },
    undefined,
    /differ/,
  ],
  ['a statement of a federation without its type', 'entity-statement', { sub: 'a' }, { typ: 'JWT' }, /wrong type/],
  [
    'a self-issued ID token of another key',
    'id',
    { sub: 'x', sub_jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } },
    undefined,
    /not its key/,
  ],
  [
    'a request object of Open Finance Brasil for three hours',
    'request',
    { scope: 'openid consent:urn:bank:C1', nbf: 1_000, exp: 11_800 },
    undefined,
    /FAPI/,
  ],
  ['a call without a level', 'passport', { origid: 'x' }, shaken, /SHAKEN/],
  ['a call without an origin', 'passport', { attest: 'A' }, shaken, /SHAKEN/],
] as const)('%s breaks one', (_, kind, claims, header, title) => {
  expect(titles(kind, claims, header)).toEqual([expect.stringMatching(title)])
})
