import { describe, expect, it } from 'vitest'
import { base64UrlOf } from '../text/base64.ts'
import { exactSignatureLength } from './algorithm-lengths.ts'
import { foundToken } from './find.ts'
import { notesOn, standsForClient } from './notes.ts'
import { inspectToken } from './take-apart.ts'

const told = (header: Record<string, unknown>, claims: Record<string, unknown>): string => {
  const signature = 'A'.repeat(exactSignatureLength(header.alg) ?? 342)
  const token = inspectToken(
    `${base64UrlOf(JSON.stringify(header))}.${base64UrlOf(JSON.stringify(claims))}.${signature}`,
  )
  return notesOn(foundToken(token)).join(' ')
}
const es = { alg: 'ES256', kid: 'ABC123DEFG' }

describe('what is by design in a token is said:', () => {
  it.each([
    ['a key of Supabase', { alg: 'HS256' }, { iss: 'supabase', role: 'anon' }, 'meant to be public'],
    [
      'a client secret for Apple',
      es,
      { iss: 'DEF123GHIJ', iat: 0, exp: 150 * 86_400, aud: 'https://appleid.apple.com', sub: 'web' },
      'It lives for 150 days; Apple takes such a token for up to 182 days',
    ],
    [
      'an app of GitHub that lives too long',
      { alg: 'RS256' },
      { iss: '12345', iat: 0, exp: 3_600 },
      'longer than the 10 minutes that GitHub takes',
    ],
    [
      'a token of a client',
      { alg: 'RS256', typ: 'at+jwt' },
      { iss: 'https://i.example', sub: 'c1', client_id: 'c1', scope: 'a' },
      'no user takes part',
    ],
    [
      'a response about a token',
      { alg: 'RS256', typ: 'token-introspection+jwt' },
      { iss: 'i', aud: 'a', iat: 1, token_introspection: { active: false } },
      'is not active',
    ],
    [
      'a member of a federation that speaks of itself',
      { alg: 'RS256', typ: 'entity-statement+jwt' },
      { iss: 'https://a.example', sub: 'https://a.example', jwks: { keys: [] } },
      'speaks of itself',
    ],
    [
      'a token that is bound to a key',
      { alg: 'RS256', typ: 'at+jwt' },
      { iss: 'i', sub: 'u', client_id: 'c', cnf: { jkt: 'x' } },
      'needs a DPoP proof',
    ],
  ])('of %s', (_what, header, claims, words) => {
    expect(told(header, claims)).toContain(words)
  })

  it('of a token that shows nothing of the kind, nothing', () => {
    expect(told({ alg: 'RS256' }, { iss: 'https://i.example', sub: 'u', scope: 'a' })).toBe('')
  })
})

it.each([
  [{ sub: 'c', client_id: 'c' }, true],
  [{ sub: 'u', client_id: 'c' }, false],
  [{ gty: 'client-credentials' }, true],
  [{ sub: 'o', oid: 'o', appid: 'a' }, true],
  [{ sub: 'o', oid: 'o', appid: 'a', scp: 'User.Read' }, false],
])('%j stands for a client alone: %s', (claims, is) => {
  expect(standsForClient(claims, 'access')).toBe(is)
})
