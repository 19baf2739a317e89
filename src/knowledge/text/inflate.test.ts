import { deflateRawSync, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inflate } from './inflate.ts'

it('reads what was compressed, in either framing and at any level', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 3_000 }),
      fc.integer({ min: 0, max: 9 }),
      fc.nat({ max: 3 }),
      (bytes, level, times) => {
        const repeated = Buffer.concat(Array.from({ length: times + 1 }, () => bytes))
        expect(Buffer.from(inflate(deflateRawSync(repeated, { level })) ?? [1])).toEqual(repeated)
        expect(Buffer.from(inflate(deflateSync(repeated, { level })) ?? [1])).toEqual(repeated)
      },
    ),
    { numRuns: 200 },
  )
})

it('never throws, and stops at its limit', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      inflate(bytes, 10_000)
    }),
  )
  expect(inflate(deflateRawSync(Buffer.alloc(1_000_000)), 10_000)).toBe(undefined)
})
