import fc from 'fast-check'
import { expect, it } from 'vitest'
import { textAtStart, textOfUtf8 } from './utf8.ts'

it.each([
  ['an overlong form', [0xc0, 0x80]],
  ['a lone surrogate', [0xed, 0xa0, 0x80]],
  ['a code point past the last', [0xf4, 0x90, 0x80, 0x80]],
  ['a cut character', [0x61, 0xe2, 0x82]],
])('%s is no UTF-8', (_what, bytes) => {
  expect(textOfUtf8(Uint8Array.from(bytes))).toBe(undefined)
})

it('what is before the first wrong byte is read whole, wherever that byte is', () => {
  const byte = fc.constantFrom(0x80, 0xbf, 0xc0, 0xfe, 0xff)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), byte, fc.uint8Array(), (text, wrong, more) => {
      const before = Buffer.from(text)
      const bytes = Uint8Array.from([...before, wrong, ...more])
      expect(textAtStart(bytes)).toEqual({ text, length: before.length, cutShort: false })
    }),
  )
})

it('a text that was cut inside its last character is told from one that is wrong', () => {
  const bytes = new TextEncoder().encode('aé€')
  expect(textAtStart(bytes.subarray(0, 5))).toEqual({ text: 'aé', length: 3, cutShort: true })
  expect(textAtStart(bytes)).toEqual({ text: 'aé€', length: 6, cutShort: true })
})
