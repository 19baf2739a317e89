import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { inspect } from '#knowledge/paste/inspect.ts'
import { verifyByOwnKey } from './own-key.ts'

// The test vector 4-S-1 of the PASETO specification.
const key = 'k4.public.Hrnbu7wEfAP9cGBOAHHwmH4Wsot1ciXBHwBBXQ4gsaI'
const token =
  'v4.public.eyJkYXRhIjoidGhpcyBpcyBhIHNpZ25lZCBtZXNzYWdlIiwiZXhwIjoiMjAyMi0wMS0wMVQwMDowMDowMCswMDowMCJ9bg_XBBzds8lTZShVlwwKSgeKpLT3yukTw6JUz3W4h_ExsQV-P0V54zemZDcAxFaSeef1QlXEFtkqxT1ciiQEDA'

async function outcomeOf(text: string) {
  const { tokens } = inspect(text)
  const found = tokens.find(({ recognised }) => recognised.kind === 'paseto')
  return found && (await verifyByOwnKey(found, tokens, text, 0))
}

test('a signed PASETO is verified by the key beside it', async () => {
  expect(await outcomeOf(`${token}\n${key}`)).toMatchObject({ outcome: 'passed' })
})

test('one whose content was changed does not fit it', async () => {
  expect(await outcomeOf(`${token.replace('eyJkYXRh', 'eyJkYXRi')}\n${key}`)).toMatchObject({
    outcome: 'not-checked',
    because: 'other-key',
  })
})

test('one of the second version is verified by a key in PEM, its footer with it', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const [header, message, footer] = ['v2.public.', '{"sub":"ada","role":"reader of all"}', '{"kid":"k"}'].map((one) =>
    Buffer.from(one),
  )
  const length = (count: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(BigInt(count))
    return bytes
  }
  const parts = [header, message, footer].flatMap((part = Buffer.alloc(0)) => [length(part.length), part])
  const signature = sign(null, Buffer.concat([length(3), ...parts]), privateKey)
  const made = `v2.public.${Buffer.concat([message ?? Buffer.alloc(0), signature]).toString('base64url')}.${footer?.toString('base64url')}`
  expect(await outcomeOf(`${made}\n${publicKey.export({ type: 'spki', format: 'pem' })}`)).toMatchObject({
    outcome: 'passed',
  })
})

test('without a key beside it nothing is said of its signature', async () => {
  expect(await outcomeOf(token)).toBeUndefined()
})
