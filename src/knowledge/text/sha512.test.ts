import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha384, sha512 } from './sha512.ts'

it.each([
  '',
  'abc',
  'ä'.repeat(55),
  'a'.repeat(111),
  'a'.repeat(112),
  'a'.repeat(127),
  'a'.repeat(128),
  'x'.repeat(5000),
])('SHA-384 and SHA-512 of a text are those of the platform, over every border of a block (%#)', (text) => {
  const platform = (name: string) => createHash(name).update(text).digest('hex')
  expect(Buffer.from(sha512(text)).toString('hex')).toBe(platform('sha512'))
  expect(Buffer.from(sha384(text)).toString('hex')).toBe(platform('sha384'))
})
