import { describe, expect, it } from 'vitest'
import { compareInspections } from './compare.ts'
import { inspect } from './inspect.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = 1_700_000_000
const usual = {
  iss: 'https://id.example',
  sub: 'ada',
  aud: 'https://api.example',
  scope: 'openid api.example/bank-slips.readonly',
  iat: now - 60,
  exp: now + 240,
  'api.example/authorized-direct-debits': 'company-1',
}
const token = (claims: object, header: object = {}) =>
  `${encode({ alg: 'RS256', typ: 'at+jwt', kid: 'k1', ...header })}.${encode(claims)}.${'A'.repeat(342)}`
const compare = (left: string, right: string) => compareInspections(inspect(left), inspect(right), now)
const difference = (name: string, left: string, right: string) =>
  compare(left, right).pairs[0]?.differences.find((one) => one.name === name)

describe('two tokens', () => {
  it('that are the same differ in nothing', () => {
    expect(compare(token(usual), token(usual)).pairs[0]).toMatchObject({ differences: [] })
  })

  it.each([
    [
      'scope',
      { scope: 'openid' },
      'Only the working one has “api.example/bank-slips.readonly”, which opens “List bank slips”',
    ],
    ['scope', { scope: 'openid api.example/bank-slips.readonly apps' }, 'Only the failing one has “apps”.'],
    ['scope', { scope: 'api.example/bank-slips.readonly openid' }, 'different order'],
    ['aud', { aud: 'https://other.example' }, 'Only the failing one is meant for “https://other.example”'],
    ['aud', { aud: ['https://api.example'] }, 'written differently'],
    ['iss', { iss: 'https://id2.example' }, 'different environments'],
    ['exp', { exp: now - 10 }, 'By now the failing one has expired'],
    ['exp', { exp: now + 300 }, 'The failing one expires 1 minute later. By now neither has expired.'],
    ['exp − iat', { exp: now + 300 }, 'different lifetimes'],
    ['api.example/authorized-direct-debits', { 'api.example/authorized-direct-debits': undefined }, 'returns 403'],
    ['iss', { iss: 'https://id.example/' }, 'only in a trailing slash'],
    ['roles', { roles: ['admin'] }, 'Only the failing one has “admin”.'],
    ['cnf', { cnf: { jkt: 'x' } }, 'bound to different keys'],
    ['tid', { tid: 't' }, 'different tenants'],
    ['constructor', { constructor: 'x' }, 'Only the failing one has it'],
  ])('differ in %s %j', (name, change, says) => {
    expect(difference(name, token(usual), token({ ...usual, ...change }))?.says).toContain(says)
  })

  it('differ in a lifetime that ends before it begins, and are said to', () => {
    const backwards = token({ ...usual, iat: usual.exp + 900 })
    expect(difference('exp − iat', token(usual), backwards)?.right).toBe('none: exp is 15 minutes before iat')
  })

  it.each([
    ['has expired', { exp: now - 10, scope: 'openid' }, 'The failing token has expired'],
    ['lacks a scope', { scope: 'openid' }, 'The failing token does not include “api.example/bank-slips.readonly”'],
    ['is for another API', { aud: 'https://other.example' }, 'The failing token is for another audience'],
    ['was never valid', { iat: usual.exp + 900 }, 'The failing token was never valid'],
    ['is of another person', { sub: 'bob' }, 'No difference decides a call'],
    ['has other roles', { roles: ['admin'] }, 'One difference can decide a call'],
    ['is the same', {}, 'No readable difference'],
  ])('of which the failing one %s are headed by it', (_, change, headline) => {
    expect(compare(token(usual), token({ ...usual, ...change })).headline).toBe(headline)
  })

  it('differ in their key, and what can decide a call comes first', () => {
    const changed = token({ ...usual, jti: 'x', sub: 'bob' }, { kid: 'k2' })
    const [pair] = compare(token(usual), changed).pairs
    expect(pair?.differences.map(({ name }) => name)).toEqual(['kid', 'sub', 'jti'])
    expect(pair?.same).toContain('iss')
  })

  it('that hold the same roles in different order differ in nothing that decides a call', () => {
    const [one, other] = [token({ ...usual, roles: ['a', 'b'] }), token({ ...usual, roles: ['b', 'a'] })]
    expect(difference('roles', one, other)).toMatchObject({
      matters: false,
      says: 'The same values, written differently.',
    })
  })

  it('that differ in their signatures alone are not called alike', () => {
    const one = token(usual)
    expect(difference('signature', one, `${one.slice(0, -4)}BBBB`)).toMatchObject({ matters: true })
    const random = token(usual, { alg: 'PS256' })
    expect(difference('signature', random, `${random.slice(0, -4)}BBBB`)).toMatchObject({ matters: false })
  })

  it('whose times are only shifted have no other length', () => {
    expect(difference('exp − iat', token(usual), token({ ...usual, iat: usual.iat + 5, exp: usual.exp + 5 }))).toBe(
      undefined,
    )
  })
})

it('two responses are compared token by token, and what is beside them too, without their secrets', () => {
  const id = token({ iss: 'https://id.example', nonce: 'n' }, { typ: 'JWT' })
  const left = JSON.stringify({ access_token: token(usual), id_token: id, scope: 'openid', expires_in: 300 })
  const right = JSON.stringify({
    access_token: token({ ...usual, scope: 'openid' }),
    scope: 'openid apps',
    code: 's3cr3t-of-a-test',
  })
  const { pairs, alone, fields } = compare(left, right)
  expect(pairs.map(({ title }) => title)).toEqual(['Access token'])
  expect(alone).toEqual(['Only the working one has this: ID token.'])
  expect(fields.map(({ name }) => name)).toEqual(['scope', 'expires_in', 'code'])
  expect(JSON.stringify(fields)).not.toContain('s3cr3t-of-a-test')
})
