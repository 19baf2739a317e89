import { expect, it } from 'vitest'
import { isContradicted } from './claims.ts'
import { knownErrors } from './known-errors.ts'

it('believes no title that a request lacks what the text shows in it', () => {
  const row = knownErrors.find(({ title }) => title === 'The token request lacks the code_verifier')
  if (row === undefined) throw new Error('the row is gone')
  expect(isContradicted(row, 'request.set("code_verifier", verifier)')).toBe(true)
  expect(isContradicted(row, 'grant_type=authorization_code&code_verifier=abc')).toBe(true)
  expect(isContradicted(row, 'code_verifier: undefined')).toBe(false)
  expect(isContradicted(row, 'the code_verifier is missing')).toBe(false)
})
