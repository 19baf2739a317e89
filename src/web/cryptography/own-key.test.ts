import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { inspect } from '#knowledge/paste/inspect.ts'
import { sha256 } from '#knowledge/text/sha256.ts'
import { ownKeyOf } from './own-key.ts'
import { verifySignature } from './verify.ts'

const now = 1_800_000_000
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = publicKey.export({ format: 'jwk' })
const signed = (header: object, claims: object, key: KeyObject = privateKey) => {
  const input = `${encode({ alg: 'ES256', ...header })}.${encode(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
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
    tokens.map(async (found) => {
      const material = ownKeyOf(found, tokens)
      if (material === undefined || found.token.form !== 'jws') return 'no key in the text'
      return (await verifySignature(found.token.jws, found.token.header.value ?? {}, material, { now })).outcome
    }),
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
  ['an access token that brings a key', signed({ typ: 'at+jwt', jwk }, { sub: 'ada' }), ['no key in the text']],
])('%s is verified with the key that the text brings for it, and by no other', async (_what, text, outcomes) => {
  expect(await outcomesOf(text)).toEqual(outcomes)
})
