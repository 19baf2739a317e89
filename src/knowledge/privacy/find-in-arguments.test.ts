import { expect, it } from 'vitest'
import { findInPairs, findParted } from './find-in-arguments.ts'
import type { Finding } from './finding.ts'

function found(find: (text: string, add: (one: Finding) => void) => void, text: string): string[] {
  const values: string[] = []
  find(text, ({ start, end }) => values.push(text.slice(start, end)))
  return values
}

it.each([
  ['buildConfigField("String", "API_SECRET", "\\"panda-eats-bamboo\\"")', 'panda-eats-bamboo'],
  ["define('SMTP_PASSWORD', 'L\\'été indien');", "L\\'été indien"],
  ['config.put("sasl.password", "no more secrets here", true)', 'no more secrets here'],
])('in %s the argument behind a name is found as a whole', (text, value) => {
  expect(found(findInPairs, text)).toContain(value)
})

it.each([
  ['SharedPrefs: set name=unlock_pin val=40918', '40918'],
  ['pref write key="refresh_secret" value="monday mornings"', 'monday mornings'],
  ['PASSWORD: {value: "header and footer"}', 'header and footer'],
])('in %s the value is found behind its name in a field of its own', (text, value) => {
  expect(found(findParted, text)).toEqual([value])
})

it.each([
  'log key=pin_attempts value=3',
  'set key=token_type value=bearer',
  'feature key=password_reset value=enabled',
])('of %s nothing is found', (text) => {
  expect(found(findParted, text)).toEqual([])
})
