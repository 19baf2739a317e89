import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { keyOfDid } from './did-key.ts'
import { keysInText } from './keys-in-text.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = { publicKey: String(publicKey.export({ format: 'pem', type: 'spki' })) }
const secretPem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
const told = (text: string) =>
  keysInText(text).map(({ from, isSecret, keys }) => `${from ?? '-'} ${isSecret ? 'secret' : 'public'} ${keys.length}`)

it.each([
  ['a public key after a word', `key:\n${pem.publicKey}`, ['key public 1']],
  ['a private key in an .env file', `SIGNING="${secretPem.replaceAll('\n', '\\n')}"`, ['SIGNING secret 1']],
  ['a private key in base64', `data:\n  tls.key: ${Buffer.from(secretPem).toString('base64')}`, ['tls.key secret 1']],
  ['a private key inside JSON', JSON.stringify({ private_key: secretPem }), ['private_key secret 1']],
  [
    'a key set inside a response',
    `200 OK\n\n${JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] })}`,
    ['- public 1'],
  ],
  ['a shared secret', 'JWT_SECRET=correct-horse', ['JWT_SECRET secret 0']],
  ['a shared secret in JSON', '{"jwt_secret": "correct horse battery"}', ['jwt_secret secret 0']],
  ['words about a secret', 'client secret: required\nsecret=%JWT_SECRET%\nsecret: <your secret>', []],
  ['a token under the name of a secret', 'secret=eyJhbGciOiJub25lIn0.e30.', []],
])('finds %s', (_what, text, keys) => {
  expect(told(text)).toEqual(keys)
})

// The examples of the did:key specification (§ Test Vectors).
it.each([
  [
    'Ed25519',
    'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp',
    '3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29',
  ],
])('reads the key that a did:key spells out, of %s', (crv, did, hex) => {
  const jwk = keyOfDid(did)
  expect(jwk).toMatchObject({ kty: 'OKP', crv })
  expect(Buffer.from(String(jwk?.x), 'base64url').toString('hex')).toBe(hex)
})

it.each(['P-256', 'P-384', 'P-521', 'secp256k1'])('finds the second coordinate of a point of %s', (namedCurve) => {
  const jwk = generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' })
  const [x, y] = [jwk.x, jwk.y].map((one) => Buffer.from(String(one), 'base64url'))
  const codes: Record<string, number[]> = {
    'P-256': [0x80, 0x24],
    'P-384': [0x81, 0x24],
    'P-521': [0x82, 0x24],
    secp256k1: [0xe7, 0x01],
  }
  const bytes = Buffer.concat([
    Buffer.from([...(codes[namedCurve] ?? []), 2 + ((y?.at(-1) ?? 0) & 1)]),
    x ?? Buffer.of(),
  ])
  expect(keyOfDid(`did:key:u${bytes.toString('base64url')}`)).toMatchObject({
    kty: 'EC',
    crv: namedCurve,
    x: jwk.x,
    y: jwk.y,
  })
})
