import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { inspect } from '#knowledge/paste/inspect.ts'
import { sha256 } from '#knowledge/text/sha256.ts'
import { verifyByOwnKey } from './own-key.ts'

const now = 1_800_000_000
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = publicKey.export({ format: 'jwk' })
const signed = (header: object, claims: object, key: KeyObject = privateKey) => {
  const input = `${encode({ alg: 'ES256', ...header })}.${encode(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
const point = Buffer.concat([
  Buffer.from([4]),
  ...[jwk.x, jwk.y].map((one) => Buffer.from(one ?? '', 'base64url')),
]).toString('base64url')
const hmac = (secret: string) => {
  const input = `${encode({ alg: 'HS256' })}.${encode({ sub: 'ada' })}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}
const entity = {
  iss: 'https://rp.example',
  sub: 'https://rp.example',
  iat: now,
  exp: now + 60,
  jwks: { keys: [{ ...jwk, kid: 'k1' }] },
}
const issued = `${signed({ typ: 'dc+sd-jwt' }, { iss: 'https://i.example', vct: 'x', cnf: { jwk } }, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)}~`
const binding = signed(
  { typ: 'kb+jwt' },
  { aud: 'v', nonce: 'n', iat: now, sd_hash: Buffer.from(sha256(issued)).toString('base64url') },
)

async function outcomesOf(text: string) {
  const { tokens } = inspect(text)
  return Promise.all(
    tokens.map(async (found) => (await verifyByOwnKey(found, tokens, text, now))?.outcome ?? 'no key in the text'),
  )
}

it.each([
  [
    'a DPoP proof',
    signed({ typ: 'dpop+jwt', jwk }, { htm: 'GET', htu: 'https://a.example/', jti: 'j', iat: now }),
    ['passed'],
  ],
  ['an entity that speaks of itself', signed({ typ: 'entity-statement+jwt', kid: 'k1' }, entity), ['passed']],
  [
    'an entity whose statement was changed',
    signed({ typ: 'entity-statement+jwt', kid: 'k1' }, entity).replace(
      /\.[^.]+\./,
      `.${encode({ ...entity, exp: now + 61 })}.`,
    ),
    ['failed'],
  ],
  ['an SD-JWT with its key binding', issued + binding, ['no key in the text', 'passed']],
  [
    'an access token that brings a key of its own choice',
    signed({ typ: 'at+jwt', jwk }, { sub: 'ada' }),
    ['not-checked'],
  ],
  [
    'a token of web push with its key',
    `Authorization: vapid t=${signed({ typ: 'JWT' }, { aud: 'https://push.example', exp: now + 60, sub: 'mailto:a@b.example' })}, k=${point}`,
    ['passed'],
  ],
  ['a token with a key set beside it', `${signed({}, { sub: 'ada' })}\n${JSON.stringify({ keys: [jwk] })}`, ['passed']],
  [
    'a token with a key in PEM beside it',
    `${signed({}, { sub: 'ada' })}\n${publicKey.export({ format: 'pem', type: 'spki' })}`,
    ['passed'],
  ],
  [
    'a token with the key of another beside it',
    `${signed({}, { sub: 'ada' })}\n${generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'pem', type: 'spki' })}`,
    ['not-checked'],
  ],
  [
    'a token with its secret beside it',
    `JWT_SECRET=correct horse\nJWT_SECRET=dev-only-secret-0123456789abcdef\nTOKEN=${hmac('dev-only-secret-0123456789abcdef')}`,
    ['passed'],
  ],
  ['a token with another secret beside it', `CLIENT_SECRET=something-else TOKEN=${hmac('dev-only')}`, ['not-checked']],
  ['a token alone', hmac('dev-only'), ['no key in the text']],
])('%s is verified with the key that the text brings for it, and by no other', async (_what, text, outcomes) => {
  expect(await outcomesOf(text)).toEqual(outcomes)
})
