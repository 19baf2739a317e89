import { expect, it } from 'vitest'
import { eventsIn, secondsBetween } from './timeline.ts'

const between = (text: string): number | undefined => {
  const [one, other] = eventsIn(text)
  return one && other && secondsBetween(one, other)
}

it.each([
  ['of one zone', '2026-11-17T14:02:07Z came\n2026-11-17T17:13:52Z sent', 11_505],
  ['without zones', '2026-11-17 14:02:07 came\n2026-11-17 17:13:52 sent', 11_505],
  [
    'of a local time and one in UTC, without the hours that may be the zone’s',
    '2026-11-17T14:02:07 came\n2026-11-17T17:13:52Z sent',
    705,
  ],
  ['of a time in UTC and a local one before it', '2026-11-17T17:02:07Z came\n2026-11-17 14:03:07 sent', 60],
])('the seconds between two times %s', (_name, text, seconds) => {
  expect(between(text)).toBeCloseTo(seconds, 0)
})
