import { expect, test } from 'vitest'
import { checkToken } from './checks.ts'
import type { TokenKind } from './kinds.ts'

const now = 1_790_000_000
const apple = { alg: 'ES256', kid: 'ABC123DEFG' }
const gitHub = { alg: 'RS256' }
const day = 86_400

test.each([
  [
    'a client secret for Apple of 150 days',
    'assertion',
    apple,
    { iss: 'DEF123GHIJ', sub: 'web', aud: 'https://appleid.apple.com', iat: now, exp: now + 150 * day },
    'passed',
    'Its lifetime is 150 days; Apple allows up to 182 days',
  ],
  [
    'one of a year',
    'assertion',
    apple,
    { iss: 'DEF123GHIJ', sub: 'web', aud: 'https://appleid.apple.com', iat: now, exp: now + 365 * day },
    'failed',
    'Apple allows an expiry at most 182 days',
  ],
  [
    'a JWT of a GitHub App, its iat set back',
    'app',
    gitHub,
    { iss: '1234', iat: now - 60, exp: now + 600 },
    'passed',
    'up to 10 minutes',
  ],
  [
    'one that ended long ago and lived for an hour',
    'app',
    gitHub,
    { iss: '1234', iat: now - day, exp: now - day + 3_600 },
    'failed',
    'longer than the 10 minutes that GitHub allows',
  ],
  [
    'a push token of Apple of ten minutes ago',
    'app',
    apple,
    { iss: 'DEF123GHIJ', iat: now - 600 },
    'passed',
    'accepts it for 1 hour',
  ],
  ['one of yesterday', 'app', apple, { iss: 'DEF123GHIJ', iat: now - day }, 'failed', 'Create a new one'],
  [
    'a MusicKit token of a year',
    'app',
    apple,
    { iss: 'DEF123GHIJ', iat: now, exp: now + 365 * day },
    'failed',
    'Apple allows',
  ],
  [
    'an App Store Connect token that reads for a month',
    'app',
    apple,
    { iss: 'x', aud: 'appstoreconnect-v1', scope: ['GET /v1/apps'], iat: now, exp: now + 30 * day },
    'passed',
    '30 days',
  ],
  [
    'a Zoom session of ten minutes',
    'app',
    { alg: 'HS256' },
    { app_key: 'k', tpc: 's', iat: now, exp: now + 600 },
    'failed',
    'shorter than the 30 minutes',
  ],
  [
    'a DPoP proof of an hour ago',
    'proof',
    { alg: 'ES256', typ: 'dpop+jwt' },
    { htm: 'GET', htu: 'https://a.example', jti: 'j', iat: now - 3_600 },
    'failed',
    'only briefly',
  ],
  [
    'a DPoP proof of now',
    'proof',
    { alg: 'ES256', typ: 'dpop+jwt' },
    { htm: 'GET', htu: 'https://a.example', jti: 'j', iat: now - 2 },
    'passed',
    'only once',
  ],
  [
    'a VAPID token of two days',
    'vapid',
    { alg: 'ES256' },
    { aud: 'https://push.example', sub: 'mailto:a@b.example', exp: now + 2 * day },
    'failed',
    'RFC 8292',
  ],
] as const)('the lifetime of %s', (_, kind, header, claims, outcome, says) => {
  const finding = checkToken({ header, claims }, { now, kind: kind as TokenKind }).find(
    ({ check }) => check === 'lifetime',
  )
  expect(finding).toMatchObject({ outcome, why: expect.stringContaining(says) })
})

test('where nobody documents a limit, none is checked', () => {
  const findings = checkToken(
    { header: { alg: 'RS256' }, claims: { scope: 'a', iat: 1, exp: 9e9 } },
    { now, kind: 'access' },
  )
  expect(findings.some(({ check }) => check === 'lifetime')).toBe(false)
})
