import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { inspectToken } from '#knowledge/token/take-apart.ts'
import { verifySignature } from './verify.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const own = createHash('sha256')
  .update(publicKey.export({ format: 'der', type: 'spki' }))
  .digest('base64')

async function verified(fingerprint: string) {
  const parts = [
    { alg: 'RS256', typ: 'JWT' },
    { iss: `ACME.LOADER.SHA256:${fingerprint}`, sub: 'ACME.LOADER' },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  const signature = createSign('sha256').update(parts.join('.')).sign(privateKey, 'base64url')
  const token = inspectToken(`${parts.join('.')}.${signature}`)
  if (token.form !== 'jws') throw new Error('no token')
  const text = String(publicKey.export({ format: 'pem', type: 'spki' }))
  return verifySignature(token.jws, token.header.value ?? {}, { from: 'pasted', text }, { now: 1_790_000_000 })
}

test('a token that names the fingerprint of the key that signed it is verified', async () => {
  expect(await verified(own)).toMatchObject({
    outcome: 'passed',
    why: expect.stringContaining('the one that iss names'),
  })
})

test('a token that names the fingerprint of another key is refused, and the right one is told', async () => {
  const { outcome, because, why } = await verified(createHash('sha256').update('x').digest('base64'))
  expect({ outcome, because }).toEqual({ outcome: 'failed', because: 'other-fingerprint' })
  expect(why).toContain(own)
})
