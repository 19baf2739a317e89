import { expect, test } from 'vitest'
import { sha1 } from './sha1.ts'
import { utf8Of } from './utf8.ts'

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

// FIPS 180-2, Appendix A.
test.each([
  ['abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '84983e441c3bd26ebaae4aa1f95129e5e54670f1'],
  ['a'.repeat(1_000_000), '34aa973cd4c4daa4f61eeb2bdbad27316534016f'],
])('hashes as FIPS 180-2 shows', (text, hash) => {
  expect(hex(sha1(utf8Of(text)))).toBe(hash)
})
