import { expect, test } from 'vitest'
import { pressureAbove } from './pressure.ts'

test.each([
  ['nothing was measured', [], false],
  ['the event loop was late once, as when the process was stopped', [0, 60_000], false],
  ['it was late twice in a row', [0, 101, 200], true],
  ['it was late twice, and on time in between', [200, 0, 200], false],
  ['it is on time again', [200, 200, 3], false],
  ['it was late twice, up to the limit', [100, 100], false],
])('where %s, the pressure is high: %3$s', (_, measures, isHigh) => {
  const pressure = pressureAbove(100)
  for (const milliseconds of measures) pressure.measured(milliseconds)
  expect(pressure.isHigh()).toBe(isHigh)
})
