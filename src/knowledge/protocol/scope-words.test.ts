import { expect, test } from 'vitest'
import { scopesInWords, scopeTitle } from './scope-words.ts'

test('a business scope is called by its API and what it allows; a plain one by its name', () => {
  expect(scopeTitle('apis.sandbox.example/bank-slips.readonly')).toBe('Bank slips: read')
  expect(scopeTitle('apis.sandbox.example/toString.constructor')).toBe('toString: constructor')
  expect(scopeTitle('openid')).toBeUndefined()
  expect(scopesInWords(['apis.sandbox.example/bank-slips.readwrite'])).toBe('bank slips (read and write)')
})

test('of many scopes two are named', () => {
  expect(scopesInWords(['a', 'b', 'c'])).toBe('a, b and c')
  expect(scopesInWords(['a', 'b', 'c', 'd'])).toBe('a, b and 2 more')
})
