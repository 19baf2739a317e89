import { describe, expect, it } from 'vitest'
import { calmly, durationInWords, relativeTime, utcTime } from './duration.ts'

describe('a duration', () => {
  it.each([
    [0, '0 seconds'],
    [0.4, 'less than a second'],
    [1, '1 second'],
    [59.9, '59 seconds'],
    [60, '1 minute'],
    [125, '2 minutes 5 seconds'],
    [3600, '1 hour'],
    [3605, '1 hour'],
    [5430, '1 hour 30 minutes'],
    [90_000, '1 day 1 hour'],
    [-125, '2 minutes 5 seconds'],
    [40_000_000, '1 year 97 days'],
    [40_000_000_000, '1,267 years 191 days'],
    [1e20, 'more than four billion years'],
    [Number.NaN, 'an unknown time'],
    [Number.POSITIVE_INFINITY, 'an unknown time'],
  ])('of %d seconds reads “%s”', (seconds, words) => {
    expect(durationInWords(seconds)).toBe(words)
  })
})

it.each([
  [1000, 1000, 'now'],
  [1120, 1000, 'in 2 minutes'],
  [880, 1000, '2 minutes ago'],
])('%d as seen from %d reads “%s”', (moment, now, words) => {
  expect(relativeTime(moment, now)).toBe(words)
})

it('a moment reads as UTC, and one outside the calendar as its number', () => {
  expect(utcTime(0)).toBe('1970-01-01 00:00:00 UTC')
  expect(utcTime(1e20)).toBe('100000000000000000000')
})

it.each([
  [899, 840],
  [120, 120],
  [119, 119],
  [-185, -180],
  [-4, -4],
])('%d seconds that are seen to pass read as %d', (seconds, calm) => {
  expect(calmly(seconds)).toBe(calm)
})
