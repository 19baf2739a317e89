import { expect, it } from 'vitest'
import { losesCookie } from './failing.ts'

it.each([
  ['state mismatch', true],
  ['no matching state found in the session', true],
  ['cookie: {}', true],
  ['login_hint=bruno&state=k3', false],
  ['state=k3&prompt=none', false],
])('%s loses what a cookie brings back: %s', (words, lost) => {
  expect(losesCookie(words)).toBe(lost)
})
