import { expect, test } from 'vitest'
import type { SignedIn } from '#contract/session.ts'
import { accessTokenExpiry } from './token-times.ts'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (claims: unknown) => `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`
const session = (accessToken: string, tokenResponse: Record<string, unknown> = {}) =>
  ({ accessToken, tokenResponse, receivedAt: 1_000 }) as SignedIn

test.each([
  ['its own exp counts first', session(jwt({ exp: 2_000 }), { expires_in: 5 }), { at: 2_000, from: 'exp' }],
  ['an opaque token ends by expires_in', session('opaque', { expires_in: 60 }), { at: 1_060, from: 'expires_in' }],
  [
    'an exp that is no number does not count',
    session(jwt({ exp: '2000' }), { expires_in: 60 }),
    { at: 1_060, from: 'expires_in' },
  ],
  ['nothing says when it ends', session('opaque', { expires_in: 'soon' }), undefined],
])('%s', (_, given, expected) => expect(accessTokenExpiry(given)).toEqual(expected))
