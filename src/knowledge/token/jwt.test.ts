import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeJwt, readJwt } from './jwt.ts'

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const header = encode({ alg: 'RS256' })

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
    expect(readJwt(`${encode({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.a.b.c.d`)).toMatchObject({
      state: 'encrypted',
      header: { alg: 'RSA-OAEP', enc: 'A256GCM' },
    })
  })

  it.each([
    ['is empty', '', 'not a JWT'],
    ['is one word', 'abcdefgh', 'not a JWT'],
    ['has a header that is no JSON', `${encode('nope')}.e30.x`, 'not a JWT'],
    ['has a header that is not base64url', `${header}*.e30.x`, 'The header contains “*”'],
    ['has claims that are not base64url', `${header}.e3 0.x`, 'The payload contains “ ”'],
    ['has claims that are a list', `${header}.${encode([1])}.x`, 'payload is not a JSON object'],
    [
      'has claims that are not UTF-8',
      `${header}.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.x`,
      'The payload is not valid UTF-8 from byte 2 on',
    ],
  ])('that %s is told to be unreadable, and where', (_what, text, problem) => {
    expect(readJwt(text)).toMatchObject({ state: 'unreadable', problem: expect.stringContaining(problem) })
    expect(decodeJwt(text)).toBe(undefined)
  })

  it('that lost its signature is not a JWT any more, though its claims can be read', () => {
    const text = `${header}.${encode({ sub: 'ada' })}`
    expect(decodeJwt(text)).toBe(undefined)
    expect(readJwt(text)).toMatchObject({ state: 'read', claims: { sub: 'ada' } })
  })

  it('whose content is bytes is not broken, unless the bytes are text that lost its first characters', () => {
    const bytes = Buffer.from(Array.from({ length: 90 }, (_, at) => (at * 151 + 140) % 256)).toString('base64url')
    const text = encode({ sub: 'ada', name: 'Ada Lovelace', groups: ['engines', 'numbers'] })
    expect(readJwt(`${header}.${bytes}.x`)).toMatchObject({ sound: true, problem: expect.stringContaining('is bytes') })
    for (const lost of [1, 2, 3, 5])
      expect(readJwt(`${header}.${text.slice(lost)}.x`)).not.toMatchObject({ sound: true })
  })

  it('with a claim called __proto__ changes nothing else', () => {
    const claims = decodeJwt(`${header}.${encode('{"__proto__":{"polluted":true}}')}.x`)?.claims ?? {}
    expect(Object.keys(claims)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>).polluted).toBe(undefined)
  })

  it('of any text at all is read without an exception', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readJwt(text)))
  })
})
