import { describe, expect, it } from 'vitest'
import { checkToken } from './checks.ts'
import { findTimeNotes, readTime, validityInWords } from './times.ts'

const now = 1_790_000_000
const codes = (claims: Record<string, unknown>) => findTimeNotes(claims).map(({ code }) => code)
const outcome = (check: string, claims: Record<string, unknown>) =>
  checkToken({ header: { alg: 'RS256' }, claims }, { now, kind: 'access' }).find((one) => one.check === check)

describe('times that mean something else are told', () => {
  it.each([
    ['milliseconds', { iat: now * 1000, exp: (now + 60) * 1000 }, ['time-in-other-unit']],
    ['seconds as text', { exp: String(now + 60) }, ['time-in-other-unit']],
    ['a start after the end', { nbf: now + 100, exp: now + 50 }, ['never-valid']],
    ['no lifetime', { iat: now, exp: now }, ['no-lifetime']],
    ['an end before the issue', { iat: now, exp: now - 50 }, ['ends-before-issued']],
    ['ten years', { iat: now, exp: now + 315_576_000 }, ['long-lifetime']],
    ['a start three hours after the issue', { iat: now, nbf: now + 10_800, exp: now + 20_000 }, ['hours-apart']],
    ['an ordinary hour', { iat: now, nbf: now, exp: now + 3_600 }, []],
    ['nothing but an end', { exp: now + 60 }, []],
  ])('%s', (_what, claims, expected) => {
    expect(codes(claims)).toEqual(expected)
  })

  it('milliseconds are never taken for a clock that is 56,000 years ahead', () => {
    const issued = outcome('issued-at', { iat: now * 1000 })
    expect(issued?.why).toContain('milliseconds')
    expect(issued?.why).not.toContain('clocks')
  })

  it('an issue in the future by whole hours names the likely reason, any other does not', () => {
    expect(outcome('issued-at', { iat: now + 3 * 3_600 })?.why).toContain('local time was probably written as UTC')
    expect(outcome('issued-at', { iat: now + 4_000 })?.why).not.toContain('local time')
  })
})

it.each([
  [{ exp: now + 4_200 }, 'expires in 70 minutes'],
  [{ exp: now - 10_800 }, 'expired 3 hours ago'],
  [{ exp: (now + 4_200) * 1000 }, 'expires in 70 minutes, if its times are written in milliseconds'],
  [{ exp: `${now + 4_200}` }, 'expires in 70 minutes, if its times are written as text'],
  [{ exp: now }, 'expired now'],
  [{ nbf: now + 600, exp: now + 4_200 }, 'not valid for another 10 minutes'],
  [{ iat: now - 86_400 * 3 }, 'issued 3 days ago'],
  [{}, 'without an expiry time'],
])('%j is %s', (claims, words) => {
  expect(validityInWords(claims, now)).toBe(words)
})

it.each([['tomorrow'], [null], [{}], [Number.NaN], ['12']])('%j is no time', (value) => {
  expect(readTime(value)).toBe(undefined)
})
