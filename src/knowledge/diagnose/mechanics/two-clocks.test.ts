import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'

function titleOf(text: string): string {
  return explain(text, { now: 1_790_000_000, environments: [] }).diagnoses[0]?.title ?? ''
}

it('compares the stamp of a webhook with the log line about it', () => {
  const line = (at: string) =>
    `[${at},070] INFO verification: Invalid request signature detected (timestamp: 1610041964)`
  expect(titleOf(line('2020-12-29 03:12:44'))).toBe('The receiving machine’s clock is 9 days 14 hours behind')
  expect(titleOf(line('2021-01-07 17:52:45'))).not.toMatch(/clock is/)
  // Local time.
  expect(titleOf(line('2021-01-07 14:52:45'))).not.toMatch(/clock is/)
})

it('finds a period that is some seconds too long', () => {
  const text = (end: string) =>
    `now: 2019-06-11T18:10:39Z\nexpirationTime: ${end}\nfault: expirationTime inválido (vencimiento en más de 24 horas)`
  expect(titleOf(text('2019-06-12T18:10:42Z'))).toBe('The period is 3 seconds longer than allowed')
  expect(titleOf(text('2019-06-12T18:05:00Z'))).not.toMatch(/longer than allowed/)
})
