import { expect, test } from 'vitest'
import { outcomeOf, outcomeOfMessage } from './outcome.ts'

const teams = { who: 'api-team', retry: 'with-backoff' } as const

test('a response has the colour of the verdict on it, whatever its status', () => {
  expect(outcomeOf({ status: 503 }, teams)).toBe('warn')
  expect(outcomeOf({ status: 500 }, teams)).toBe('bad')
  expect(outcomeOf({ status: 200 }, { who: 'caller', retry: 'after-fix' })).toBe('bad')
  expect(outcomeOf(undefined, teams)).toBe('bad')
})

test('without a verdict its status decides, in the same way', () => {
  expect([200, 302, 401, 429, 500, 503].map((status) => outcomeOf({ status }))).toEqual([
    'good',
    'plain',
    'bad',
    'warn',
    'bad',
    'warn',
  ])
  expect(outcomeOf({ status: 500, headers: { 'retry-after': '3' } })).toBe('warn')
})

test('a message that did not fail worked', () => {
  expect(outcomeOfMessage({ call: { at: 0, step: 'authorize', response: { status: 302 } }, diagnoses: [] })).toBe(
    'good',
  )
})
