import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kind } from './kinds.ts'
import { keptByDefault } from './kinds.ts'
import { scanAgain } from './scan-again.ts'
import { createScrubber } from './scrub.ts'

const fingerprint = (value: string) => value.length.toString(16).padStart(8, '0')
const scrubber = (keep?: ReadonlySet<Kind>) => createScrubber({ fingerprint, keep })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signature = 'sIgNaTuRe0123456789abcdefghijklmnop'
const jwt = `${encode({ alg: 'RS256', kid: 'k1' })}.${encode({ sub: 'ada', email: 'ada@example.com', scope: 'openid' })}.${signature}`
const payloadOf = (text: string) => JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())

describe('text passes as text', () => {
  it.each([
    ['numbers as they are written', '{"a":249.90,"b":12345678901234567890,"c":1e400,"d":-0}'],
    ['members that stand twice', '{"a":1,"a":2}'],
    ['blanks and the order of members', '{ "b" : 1 ,\n\t"a":[ ] }'],
    ['escapes as they are written', '{"a":"\\u0041\\/\\n"}'],
  ])('with %s', (_, text) => {
    expect(scrubber().text(text)).toBe(text)
    const withSecret = `${text.slice(0, -1)},"password":"hunter2-x"}`
    expect(scrubber().text(withSecret)).toBe(`${text.slice(0, -1)},"password":"[password:00000009]"}`)
  })

  it('and JSON stays JSON, whatever is in it', () => {
    fc.assert(
      fc.property(fc.json(), fc.stringMatching(/^[A-Za-z\d]{12,20}$/), (json, secret) => {
        const text = `{"given":${json},"client_secret":"${secret}x1"}`
        const copy = scrubber().text(text)
        expect(Object.keys(JSON.parse(copy))).toEqual(['given', 'client_secret'])
        expect(copy).not.toContain(`${secret}x1`)
      }),
    )
  })

  it('and anything at all is made safe without an exception, and again without another change', () => {
    const once = scrubber().text(`code=abcdefgh1&t=${jwt}&cpf=52998224725`)
    expect(scrubber().text(once)).toBe(once)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const copy = scrubber().text(text)
        expect(scrubber().text(copy)).toBe(copy)
      }),
    )
  })

  it('however deep or long it is', () => {
    const deep = `${'['.repeat(20_000)}"Bearer ${signature}"${']'.repeat(20_000)}`
    expect(scrubber().text(deep)).not.toContain(signature)
    const long = `${'x'.repeat(6_000_000)} password=hunter2-x`
    expect(scrubber().text(long).slice(-40)).toMatch(/^x+ password=\[password:\w{8}\]$/)
    expect(scrubber().text(`password=${'x'.repeat(6_000_000)}`)).toMatch(/^password=\[password:\w{6,8}\]$/)
  })
})

describe('what is handed on stays useful', () => {
  it('a token keeps header and claims, and loses its signature', () => {
    const written = scrubber(new Set<Kind>(['claim', 'e-mail'])).text(`Bearer ${jwt}`)
    expect(written).toMatch(/^Bearer ey\w+\.ey\w+\.SIGNATURE_REMOVED_/)
    expect(payloadOf(written)).toEqual({ sub: 'ada', email: 'ada@example.com', scope: 'openid' })
  })

  it('claims about a person are removed one by one', () => {
    expect(payloadOf(scrubber().text(jwt))).toEqual({
      sub: '[sub:00000003]',
      email: '[email:0000000f]',
      scope: 'openid',
    })
  })

  it('Basic credentials keep the client ID', () => {
    expect(scrubber().text(`Basic ${btoa('app:hidden-secret')}`)).toContain('[app]')
  })

  it('one value is the same everywhere, however it is written', () => {
    const text = 'cpf=529.982.247-25 and 52998224725'
    const first = scrubber()
    first.text(text)
    const copy = createScrubber({ fingerprint, known: first.values() }).text(text)
    expect(copy).toBe('cpf=[cpf:0000000b] and [cpf:0000000b]')
  })

  it('a value that is found at one place is removed at every place', () => {
    const text = JSON.stringify({ refresh_token: 'opaque-9f8e7d6c', path: '/sessions/opaque-9f8e7d6c/x' })
    const first = scrubber()
    first.text(text)
    expect(createScrubber({ fingerprint, known: first.values() }).text(text)).not.toContain('9f8e7d6c')
  })
})

it('the account counts what was removed, changed and kept', () => {
  const own = scrubber(new Set<Kind>([...keptByDefault, 'e-mail']))
  own.text(JSON.stringify({ access_token: jwt, refresh_token: 'opaque-9f8e7d6c', again: jwt, note: 'to a@b.example' }))
  const of = (kind: Kind) => own.account().find((line) => line.kind === kind)
  expect(of('token')).toMatchObject({ removed: 3, changed: 2, kept: 0 })
  expect(of('e-mail')).toMatchObject({ removed: 0, kept: 3 })
  expect(own.changes().map(({ after }) => after)).toContain('[refresh_token:0000000f]')
})

describe('the last look', () => {
  it.each([
    ['a signed token', jwt],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----'],
    ['a key of AWS', 'id AKIAIOSFODNN7EXAMPLE.'],
    ['a bearer', 'Authorization: Bearer 9f8e7d6c5b4a39281706ff'],
    ['a password in an address', 'postgres://app:s3cret@db.example/x'],
  ])('finds %s, and says where', (_, text) => {
    expect(scanAgain(`first line\n  ${text}\n`, scrubber().values())[0]).toMatchObject({ line: 2 })
  })

  it('finds a value that was removed elsewhere', () => {
    const own = scrubber()
    own.text('password=hunter2-x')
    expect(scanAgain('said hunter2-x', own.values())).toEqual([
      { what: 'password, removed elsewhere', line: 1, column: 6 },
    ])
  })

  it('finds what Markdown writes with backslashes', () => {
    const own = scrubber()
    own.text('password=hunter_2-x')
    expect(scanAgain('said hunter\\_2-x', own.values())).toHaveLength(1)
  })

  it('finds nothing in what was made safe', () => {
    const own = scrubber()
    expect(scanAgain(own.text(`Bearer ${jwt} https://a:b1c2d3@x.example`), own.values())).toEqual([])
  })
})

it('reads what is encoded right behind the sign of a long name', () => {
  const inner = encode({ DS_MERCHANT_ORDER: '000771940417', DS_MERCHANT_CVV2: '092' })
  const out = scrubber().text(`Ds_MerchantParameters=${inner}`)
  const read = Buffer.from(out.replace(/^[^=]*=/, ''), 'base64url').toString()
  expect(read).toContain('000771940417')
  expect(read).not.toContain('"092"')
})
