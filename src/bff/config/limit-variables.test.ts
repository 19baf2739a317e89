import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultLimits } from './configuration.ts'
import { limitVariable, readLimits } from './limit-variables.ts'

test('each limit is set by its variable, and the others stay usual', () => {
  const { limits, problems } = readLimits({ LIMIT_REQUEST_BYTES: '20000', LIMIT_SESSION_SECONDS: '60', PATH: '/bin' })
  expect(limits).toEqual({ requestBytes: 20_000, sessionSeconds: 60 })
  expect(problems).toEqual([])
})

test.each(['0', '-1', '1.5', '1e3', 'many', '99999999999', ' 5'])('a limit of %j is a problem', (text) => {
  const { limits, problems } = readLimits({ LIMIT_API_BYTES: text })
  expect(limits).toEqual({})
  expect(problems).toMatchObject([{ setting: 'LIMIT_API_BYTES', fix: expect.stringContaining('5242880') }])
})

test('a limit that is not known is a problem, because it would limit nothing', () => {
  expect(readLimits({ LIMIT_REQEST_BYTES: '1' }).problems).toMatchObject([{ setting: 'LIMIT_REQEST_BYTES' }])
})

test('the page for operators lists every limit with its usual value', () => {
  const page = readFileSync(new URL('../../../OPERATING.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `(LIMIT_\w+)` \| (\d+) \|/gm)].map(([, name, usual]) => [name, Number(usual)])
  expect(listed).toEqual(Object.entries(defaultLimits).map(([name, usual]) => [limitVariable(name), usual]))
})
