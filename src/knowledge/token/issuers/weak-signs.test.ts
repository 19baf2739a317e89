import { describe, expect, it } from 'vitest'
import { base64UrlOf } from '../../text/base64.ts'
import { exactSignatureLength } from '../algorithm-lengths.ts'
import { foundToken } from '../find.ts'
import { notesOn } from '../notes.ts'
import { inspectToken } from '../take-apart.ts'

const recognised = (alg: string, claims: Record<string, unknown>) => {
  const token = `${base64UrlOf(JSON.stringify({ alg, typ: 'JWT' }))}.${base64UrlOf(JSON.stringify(claims))}.${'A'.repeat(exactSignatureLength(alg) ?? 342)}`
  return foundToken(inspectToken(token))
}

describe('what many tokens have names no vendor:', () => {
  it.each([
    ['a user ID and an expiry', 'HS256', { user_id: '7', exp: 2_000_000_000 }],
    ['a user, a session and an expiry', 'HS256', { userId: '7', sessionId: 's', exp: 2_000_000_000 }],
    ['a person without an issuer', 'HS256', { jti: 'j', iat: 1, name: 'Ana', email: 'a@b.example' }],
    ['an application ID', 'HS256', { application_id: 'a', jti: 'j', iat: 1, iss: 'https://id.example' }],
    ['a video of its own', 'HS256', { video: { title: 'Holiday' }, sub: 'u' }],
    ['a path with realms', 'RS256', { iss: 'https://id.example/realms/x', sub: 'u', aud: 'a', exp: 2_000_000_000 }],
    ['a path /auth/v1', 'RS256', { iss: 'https://id.example/auth/v1', sub: 'u', aud: 'a', exp: 2_000_000_000 }],
    [
      'a sign-in at another service',
      'RS256',
      { iss: 'https://id.example', client_id: 'c', idp: 'okta', auth_time: 1, scope: 'a' },
    ],
  ])('%s', (_, alg, claims) => {
    const found = recognised(alg, claims)
    expect(found.recognised.issuer).toBeUndefined()
    expect(notesOn(found).join(' ')).not.toMatch(/Stream|Zendesk|Vonage|LiveKit|Keycloak|Supabase/)
  })

  it('a likeness is told as one', () => {
    expect(recognised('HS256', { user_id: '7', exp: 2_000_000_000 }).recognised.why).toBe(
      'It has the form of tokens of Stream: it has only a user_id and times. Tokens of others can look the same.',
    )
  })
})
