import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signature = 'sIgNaTuRe0123456789abcdefghijklmnop'
const jwt = `${encode({ alg: 'RS256', kid: 'k1' })}.${encode({ sub: 'ada', email: 'ada@example.com', scope: 'openid' })}.${signature}`
const opaque = 'CANARY-opaque-0123456789'
const redactor = (maskPersonal = true, known: string[] = []) =>
  createRedactor({ fingerprint: (secret) => `fp${secret.length.toString(16)}00`, maskPersonal, known })
const payloadOf = (text: string) => JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())

describe('what is handed on holds no secret', () => {
  it.each([
    ['in a header', { headers: [{ name: 'Authorization', value: `Bearer ${jwt}` }] }],
    ['in a header, opaque', { headers: [{ name: 'authorization', value: `Bearer ${opaque}` }] }],
    ['in Basic', { headers: [{ name: 'Authorization', value: `Basic ${btoa(`app:${opaque}`)}` }] }],
    ['in a query', { url: `https://x.example/cb?code=${opaque}&state=${signature}` }],
    ['in a fragment', { url: `https://x.example/cb#access_token=${jwt}` }],
    ['in a parameter', { queryString: [{ name: 'code', value: opaque }] }],
    ['in a form body', { text: `grant_type=refresh_token&refresh_token=${opaque}&client_secret=${signature}` }],
    ['in a JSON body', { text: JSON.stringify({ access_token: jwt, refresh_token: opaque }) }],
    ['in JSON inside JSON', { text: JSON.stringify({ inner: JSON.stringify({ id_token: jwt, password: opaque }) }) }],
    ['in cut JSON', { text: `{"refresh_token":"${opaque}","access_token":"${jwt}` }],
    ['in a cookie', { cookies: [{ name: 'sid', value: opaque }] }],
    ['in a cookie header', { headers: [{ name: 'Cookie', value: `a=${opaque}; theme=${signature}` }] }],
    ['in a Set-Cookie', { headers: [{ name: 'set-cookie', value: `__Host-s=${opaque}; Path=/; Secure` }] }],
    [
      'in a Location',
      { headers: [{ name: 'Location', value: `/cb?code=${opaque}&iss=x` }], redirectURL: `/cb?code=${opaque}` },
    ],
    ['in an encoded address', { url: `https://x.example/?next=%2Fcb%3Fcode%3D${opaque}` }],
    [
      'in a body in base64',
      { content: { text: btoa(JSON.stringify({ access_token: jwt, code: opaque })), encoding: 'base64' } },
    ],
    ['in prose', { comment: `He sent Bearer ${opaque} and ${jwt}.` }],
  ])('%s', (_where, value) => {
    const written = JSON.stringify(redactor().value(value))
    expect(written).not.toContain(opaque)
    expect(written).not.toContain(btoa(`app:${opaque}`))
    expect(written).not.toContain(signature)
    expect(written).not.toContain(btoa(JSON.stringify({ access_token: jwt, code: opaque })))
  })

  it('nor one that stands somewhere without a name, once it is known from elsewhere', () => {
    const first = redactor()
    first.value({ refresh_token: opaque, path: `/sessions/${opaque}` })
    const second = redactor(true, [...first.secrets()])
    expect(JSON.stringify(second.value({ refresh_token: opaque, path: `/sessions/${opaque}` }))).not.toContain(opaque)
  })
})

describe('what is handed on stays readable', () => {
  it('a token keeps header and claims, and loses its signature', () => {
    const written = redactor(false).text(`Bearer ${jwt}`)
    expect(written).toMatch(/^Bearer ey\w+\.ey\w+\.SIGNATURE_REMOVED_fp/)
    expect(payloadOf(written)).toEqual({ sub: 'ada', email: 'ada@example.com', scope: 'openid' })
  })

  it('with personal claims masked where that is wanted', () => {
    expect(payloadOf(redactor().text(jwt))).toEqual({ sub: 'masked', email: 'masked', scope: 'openid' })
  })

  it('the same secret has the same trace, and error codes and harmless fields stay', () => {
    const [one, other] = [redactor().text('code=abcdefgh1'), redactor().text('x?code=abcdefgh1')]
    expect(other).toContain(one.slice(one.indexOf('[')))
    expect(redactor().value({ error: 'invalid_grant', code: 'E-AUTH', expires_in: 300 })).toEqual({
      error: 'invalid_grant',
      code: 'E-AUTH',
      expires_in: 300,
    })
    expect(redactor().text('Bearer error="invalid_token", realm="x"')).toBe('Bearer error="invalid_token", realm="x"')
    expect(redactor().text(`Basic ${btoa('app:hidden-secret')}`)).toContain('[app]')
    expect(redactor().field('Authorization', `ApiKey ${opaque}`, 'header')).toMatch(/^ApiKey \[authorization fp\w+\]$/)
  })

  it('and the account says what was removed', () => {
    const own = redactor()
    own.value({ access_token: jwt, refresh_token: opaque, again: jwt })
    expect(own.removed()).toEqual(
      expect.arrayContaining([
        { what: 'signature', name: 'signature of a token', times: 2 },
        { what: 'secret', name: 'refresh_token', times: 1 },
        { what: 'personal', name: 'email', times: 2 },
      ]),
    )
  })

  it('when it is made safe twice', () => {
    const once = redactor().text(`code=${opaque}&t=${jwt}`)
    expect(redactor().text(once)).toBe(once)
  })
})

it('any value is made safe without an exception, and no member is lost', () => {
  fc.assert(
    fc.property(fc.object({ withNullPrototype: true }), (value) => {
      expect(Object.keys(redactor().value(value) as object)).toEqual(Object.keys(value))
    }),
  )
  let deep: unknown = opaque
  for (let level = 0; level < 5_000; level++) deep = [deep]
  expect(JSON.stringify(redactor().value(deep))).not.toContain(opaque)
})
