import { expect, test } from 'vitest'
import type { Exchange } from '#contract/exchange.ts'
import { diagnose } from '#knowledge/diagnose/diagnose.ts'
import { recordedCall } from '#knowledge/protocol/recorded-call.ts'
import { describeMessages } from '#knowledge/share/flow-messages.ts'
import { compareRuns, newestFrom, runsOf } from './runs.ts'

let ids = 0
const message = (changes: Partial<Exchange>): Exchange => ({
  id: String(++ids),
  step: 'api',
  environment: 'sandbox',
  startedAt: 1_000 + ids,
  at: 1_000 + ids,
  durationMs: 1,
  request: { method: 'GET', url: 'https://api.example/v1/bank-slips', headers: { authorization: `Bearer fp:${ids}` } },
  response: { status: 200, headers: {}, body: '{}', size: 2, cut: false },
  ...changes,
})
const signIn = () =>
  message({
    step: 'authorize',
    request: { method: 'GET', url: 'https://id.example/oauth2/authorize?client_id=a', headers: {} },
    response: { status: 302, headers: { location: 'https://app.example/callback?code=c' }, size: 0, cut: false },
  })
const call = (path: string, status = 200) =>
  message({
    request: { method: 'GET', url: `https://api.example/v1/${path}`, headers: { authorization: `Bearer fp:${ids}` } },
    response: { status, headers: {}, body: '{}', size: 2, cut: false },
  })
const described = (...exchanges: Exchange[]) =>
  describeMessages(exchanges, (exchange) => recordedCall(exchange, { environments: [] }), diagnose)
const told = (steps: ReturnType<typeof compareRuns>) =>
  steps.map(({ one, other, endsOtherwise }) => [one?.line, other?.line, endsOtherwise])

test('a run begins with each sign-in; what comes before the first is one too', () => {
  const messages = described(call('a'), signIn(), call('b'), call('c'), signIn())
  expect(runsOf(messages).map((run) => run.messages.length)).toEqual([1, 3, 1])
  expect(runsOf([])).toEqual([])
})

test('the same steps are side by side, and those of only one run are between them', () => {
  const one = described(signIn(), call('a'), call('b'))
  const other = described(signIn(), call('b', 403), call('c'))
  expect(told(compareRuns(one, other))).toEqual([
    ['GET /oauth2/authorize', 'GET /oauth2/authorize', false],
    ['GET /v1/a', undefined, true],
    ['GET /v1/b', 'GET /v1/b', true],
    [undefined, 'GET /v1/c', true],
  ])
})

test('two runs that did the same differ in nothing: that each has tokens and times of its own is no difference', () => {
  const steps = compareRuns(described(signIn(), call('a')), described(signIn(), call('a')))
  expect(steps.flatMap(({ parts }) => parts)).toEqual([])
  expect(steps.some(({ endsOtherwise }) => endsOtherwise)).toBe(false)
})

test('steps that ended alike still show what differed in them', () => {
  const [step] = compareRuns(described(call('a?company=1')), described(call('a?company=2')))
  expect(step?.parts).toMatchObject([{ name: '?company', values: ['1', '2'] }])
  expect(step?.endsOtherwise).toBe(false)
})

test('a long flow is drawn from its last run on, at least the newest eight messages and at most sixteen', () => {
  const calls = (count: number) => Array.from({ length: count }, () => call('bank-slips'))
  const from = (exchanges: Exchange[]) => newestFrom(described(...exchanges))
  expect(from([signIn(), ...calls(15)])).toBe(0)
  expect(from([signIn(), ...calls(15), signIn(), ...calls(9)])).toBe(16)
  expect(from([signIn(), ...calls(15), signIn(), ...calls(2)])).toBe(11)
  expect(from(calls(40))).toBe(24)
})
