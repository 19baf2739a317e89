import { describe, expect, it } from 'vitest'
import { describeScope } from './describe-scope.ts'
import { checkScope, compareScopes, opens, parseScope } from './scopes.ts'

const domain = 'https://api.bank.example'

describe('a scope', () => {
  it.each([
    [
      `${domain}/bank-slips.readonly`,
      { kind: 'business', resourceDomain: domain, api: 'bank-slips', level: 'readonly' },
    ],
    [
      'api.bank.example/bank-slips.readonly',
      { kind: 'business', resourceDomain: 'api.bank.example', api: 'bank-slips', level: 'readonly' },
    ],
    ['openid', { kind: 'plain' }],
    ['a/b', { kind: 'plain' }],
    ['/b.c', { kind: 'plain' }],
    ['a/.c', { kind: 'plain' }],
    ['a/b.', { kind: 'plain' }],
  ])('%s is taken apart by the documented grammar', (scope, expected) => {
    expect(parseScope(scope)).toMatchObject(expected)
  })

  it.each([
    [`${domain}/bank-slips.readwrite`, `${domain}/bank-slips.readonly`, true],
    [`${domain}/bank-slips.readonly`, `${domain}/bank-slips.readwrite`, false],
    [`${domain}/bank-slips.readwrite`, 'https://other.example/bank-slips.readonly', false],
    [`${domain}/bank-slips.admin`, `${domain}/bank-slips.readonly`, false],
    ['webhooks', 'webhooks', true],
  ])('%s opens %s: %s', (held, needed, expected) => {
    expect(opens(held, needed)).toBe(expected)
  })

  it.each([
    ['openid', undefined],
    [`${domain}/bank-slips.readonly`, undefined],
    ['', 'empty'],
    ['a b', 'cannot contain spaces'],
    ['a"b', '“"”'],
    ['a\\b', '“\\”'],
    ['café', '“é”'],
    ['a'.repeat(201), '200 characters'],
  ])('%s typed by hand is checked before it is sent', (text, problem) => {
    if (problem === undefined) expect(checkScope(text)).toBe(undefined)
    else expect(checkScope(text)).toContain(problem)
  })

  it('of a business API says what it opens, and a weaker level opens less', () => {
    const ids = (scope: string) => describeScope(scope).opens.map(({ id }) => id)
    expect(ids(`${domain}/bank-slips.readonly`)).toContain('list-bank-slips')
    expect(ids(`${domain}/bank-slips.readonly`)).not.toContain('create-bank-slip')
    expect(ids(`${domain}/bank-slips.readwrite`)).toContain('create-bank-slip')
    expect(ids('openid')).toEqual([])
  })

  it.each(['apps', 'constructor', '__proto__', 'whatever'])('%s, which nobody explains, is told to be so', (scope) => {
    expect(describeScope(scope).meaning).toContain('The API guide')
  })
})

describe('the granted scopes', () => {
  it('are compared with the requested ones: refused and unasked ones are found', () => {
    expect(compareScopes(['openid', 'email'], 'openid  apps')).toEqual({
      granted: ['openid', 'apps'],
      refused: ['email'],
      unasked: ['apps'],
      impliedByAbsence: false,
    })
  })

  it('are as requested when the response has no scope (RFC 6749 §5.1)', () => {
    expect(compareScopes(['openid'], undefined)).toEqual({
      granted: ['openid'],
      refused: [],
      unasked: [],
      impliedByAbsence: true,
    })
  })

  it('are those of Google under its own names for them', () => {
    const auth = 'https://www.googleapis.com/auth'
    expect(
      compareScopes(
        ['openid', 'profile', 'email'],
        `openid ${auth}/userinfo.email ${auth}/userinfo.profile ${auth}/drive`,
      ),
    ).toMatchObject({
      granted: ['openid', 'email', 'profile', `${auth}/drive`],
      refused: [],
      unasked: [`${auth}/drive`],
    })
  })

  it('include offline_access where a refresh token came and the list leaves it out', () => {
    expect(compareScopes(['openid', 'offline_access'], 'openid', true).refused).toEqual([])
    expect(compareScopes(['openid', 'offline_access'], 'openid').refused).toEqual(['offline_access'])
    expect(compareScopes(['openid'], 'openid', true).granted).toEqual(['openid'])
  })

  it('are none when the response has an empty scope', () => {
    expect(compareScopes(['openid'], '').refused).toEqual(['openid'])
  })
})
