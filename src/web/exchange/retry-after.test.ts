import { describe, expect, it } from 'vitest'
import { retryAfterSeconds } from './retry-after.ts'

const at = Date.parse('2026-05-04T09:30:00Z') / 1000

describe('the time that a response asks to wait for', () => {
  it.each([
    ['a number of seconds', '30', 30],
    ['a date', 'Mon, 04 May 2026 09:31:30 GMT', 90],
    ['a date that has passed already', 'Mon, 04 May 2026 09:00:00 GMT', 0],
    ['words', 'soon', 0],
    ['a negative number', '-5', 0],
    ['nothing', undefined, 0],
  ])('is read from %s', (_name, value, seconds) => {
    const headers: Record<string, string> = value === undefined ? {} : { 'retry-after': value }
    expect(retryAfterSeconds({ at, response: { status: 503, headers, size: 0, cut: false } })).toBe(seconds)
  })
})
