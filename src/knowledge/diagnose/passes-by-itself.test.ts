import { expect, test } from 'vitest'
import { passesByItself, saysThatItPasses } from './passes-by-itself.ts'

test('a failure passes by itself where nobody must fix it, or the response says so', () => {
  expect(passesByItself({ who: 'nobody', retry: 'never' }, { status: 400 })).toBe(true)
  expect(passesByItself({ who: 'api-team', retry: 'honour-retry-after' }, { status: 500 })).toBe(true)
  expect(passesByItself({ who: 'api-team', retry: 'with-backoff' }, { status: 503 })).toBe(true)
  expect(passesByItself({ who: 'api-team', retry: 'with-backoff' }, { status: 500 })).toBe(false)
  expect(passesByItself({ who: 'operator', retry: 'with-backoff' }, undefined)).toBe(false)
  expect(passesByItself({ who: 'caller', retry: 'after-fix' }, { status: 503 })).toBe(false)
})

test('a status of the server, or Retry-After beside any error, says that it passes', () => {
  expect([500, 501, 502, 503, 504].filter((status) => saysThatItPasses({ status }))).toEqual([502, 503, 504])
  expect(saysThatItPasses({ status: 500, headers: { 'retry-after': '5' } })).toBe(true)
  expect(saysThatItPasses({ status: 302, headers: { 'retry-after': '5' } })).toBe(false)
})
