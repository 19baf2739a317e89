import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Of, base64UrlOf, bytesOfBase64, textOfBase64 } from './base64.ts'

const texts = fc.string({ unit: 'grapheme' })

describe('base64', () => {
  it('is read in both alphabets as other implementations write it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(textOfBase64(Buffer.from(text).toString('base64url'))).toBe(text)
        expect(textOfBase64(Buffer.from(text).toString('base64'))).toBe(text)
      }),
    )
  })

  it('is written as other implementations write it', () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), (text) => {
        expect(base64Of(text)).toBe(Buffer.from(text.toWellFormed()).toString('base64'))
        expect(base64UrlOf(text)).toBe(Buffer.from(text.toWellFormed()).toString('base64url'))
      }),
    )
  })

  it.each([['a'], ['YWJ j'], ['YWJ\nj'], ['YW*j'], ['YW=Jj'], ['YQ==='], ['ÿ']])('is not what %j is', (text) => {
    expect(bytesOfBase64(text)).toBe(undefined)
  })

  it.each([['YQ'], ['YQ='], ['YQ==']])('is read with as much padding as %j has', (text) => {
    expect(textOfBase64(text)).toBe('a')
  })

  it('keeps a byte order mark', () => {
    expect(textOfBase64('77u_YQ')).toBe('\ufeffa')
  })
})
