import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64Url, decodeJwt, decodeUtf8, readJwt } from './jwt.ts'

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

describe('a JWT', () => {
  it('is read as RFC 7519 §3.1 shows it', () => {
    const text =
      'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    expect(decodeJwt(text)).toEqual({
      header: { typ: 'JWT', alg: 'HS256' },
      claims: { iss: 'joe', exp: 1300819380, 'http://example.com/is_root': true },
    })
  })

  it('that is encrypted shows its header alone', () => {
    expect(readJwt(`${encode({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.a.b.c.d`)).toEqual({
      state: 'encrypted',
      header: { alg: 'RSA-OAEP', enc: 'A256GCM' },
    })
  })

  it.each([
    ['has two parts', 'a.b', 'three parts'],
    ['is empty', '', 'three parts'],
    ['has a header that is not base64url', '*.e30.x', 'header is not base64url'],
    ['has a header that is no JSON', `${encode('nope')}.e30.x`, 'header is not a JSON object'],
    ['has claims that are a list', `e30.${encode([1])}.x`, 'payload is not a JSON object'],
    [
      'has claims that are not UTF-8',
      `e30.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.x`,
      'payload is not UTF-8',
    ],
  ])('that %s is told to be unreadable, and where', (_what, text, problem) => {
    expect(readJwt(text)).toMatchObject({ state: 'unreadable', problem: expect.stringContaining(problem) })
  })

  it('with a claim called __proto__ changes nothing else', () => {
    const claims = decodeJwt(`e30.${encode('{"__proto__":{"polluted":true}}')}.x`)?.claims ?? {}
    expect(Object.keys(claims)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>).polluted).toBe(undefined)
  })

  it('of any text at all is read without an exception', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readJwt(text)))
  })
})

it('base64url and UTF-8 are read as other implementations write them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodeUtf8(decodeBase64Url(encode(text)) ?? [])).toBe(text)
      expect(decodeUtf8(decodeBase64Url(Buffer.from(text).toString('base64')) ?? [])).toBe(text)
    }),
  )
})

it('bytes are taken for UTF-8 exactly when the platform’s strict decoder takes them', () => {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 6 }), (bytes) => {
      let expected: string | undefined
      try {
        expected = strict.decode(bytes)
      } catch {
        expected = undefined
      }
      expect(decodeUtf8([...bytes])).toBe(expected)
    }),
    { numRuns: 3000 },
  )
})
