import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import type { EnvironmentConfig } from '#contract/config.ts'
import { predictVerdict } from './predict-verdict.ts'

const now = 1_800_000_000
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (claims: object) => {
  const input = `${encoded({ alg: 'RS256', typ: 'at+jwt', kid: 'k1' })}.${encoded(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), pair.privateKey).toString('base64url')}`
}
const environment = {
  id: 'sandbox',
  name: 'Sandbox',
  kind: 'sandbox',
  issuer: 'https://id.example.com',
  audience: 'https://api.example.com',
  clients: [],
} as unknown as EnvironmentConfig
const known = {
  environment,
  keys: {
    state: 'known' as const,
    fetchedAt: now,
    keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }],
  },
  now,
}
const claims = {
  iss: environment.issuer,
  sub: 'ana',
  aud: environment.audience,
  client_id: 'shop',
  jti: 'a',
  scope: 'openid',
  iat: now,
  exp: now + 60,
}

it('a sound token is foretold to be accepted', async () => {
  expect(await predictVerdict(signed(claims), known)).toMatchObject({ outcome: 'Accepted' })
})

it.each([
  ['none', '', 'No token was sent.'],
  ['one that has expired', signed({ ...claims, exp: now - 60 }), 'Expiry:'],
  ['one for another audience', signed({ ...claims, aud: 'https://other.example.com' }), 'Audience:'],
  [
    'one that was changed',
    signed(claims).replace(/\.[^.]*\./, `.${encoded({ ...claims, sub: 'eve' })}.`),
    'Signature:',
  ],
  ['one that was cut', signed(claims).slice(0, 60), 'Structure:'],
])('%s is foretold to be refused, with the reason', async (_, token, why) => {
  expect(await predictVerdict(token, known)).toMatchObject({
    outcome: 'Refused',
    reasons: expect.arrayContaining([expect.stringContaining(why)]),
  })
})
