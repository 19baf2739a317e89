import { expect, test } from 'vitest'
import type { Exchange } from '#contract/exchange.ts'
import { compareExchanges } from './compare.ts'

const call = (url: string, body: string, changes: Partial<Exchange> = {}): Exchange => ({
  id: '1',
  step: 'api',
  environment: 'sandbox',
  startedAt: 1,
  at: 1,
  durationMs: 5,
  request: { method: 'GET', url, headers: { authorization: 'Bearer fp:1' } },
  response: { status: 200, headers: {}, body, size: body.length, cut: false },
  ...changes,
})

const differing = (one: Exchange, other: Exchange) =>
  Object.fromEntries(compareExchanges(one, other).flatMap(({ name, values, same }) => (same ? [] : [[name, values]])))

test('two calls that are alike differ in nothing', () => {
  const one = call('https://api.example/v1/x?a=1', '{"b":[1,2]}')
  expect(differing(one, one)).toEqual({})
  expect(compareExchanges(one, one).map(({ name }) => name)).toEqual([
    'environment',
    'method',
    'address',
    '?a',
    'authorization',
    'time',
    'status',
    '/b/0',
    '/b/1',
  ])
})

test('what differs is shown part by part, also inside of JSON, and what one of them lacks', () => {
  const one = call('https://api.example/v1/x?a=1&a=2', '{"b":[1,{"c":true}],"a/b":null}')
  const other = call('https://api.example/v1/x?a=1', '{"b":[1,{"c":false}]}', { environment: 'production' })
  expect(differing(one, other)).toEqual({
    environment: ['sandbox', 'production'],
    '?a (2)': ['2', undefined],
    '/b/1/c': ['true', 'false'],
    '/a~1b': ['null', undefined],
  })
})

test('a body that is not JSON is compared as a whole, and a failure with an answer', () => {
  const one = call('https://api.example/v1/x', 'plain')
  const other = call('https://api.example/v1/x', '', { response: undefined, failure: { kind: 'timeout' } })
  expect(differing(one, other)).toEqual({
    failure: [undefined, 'timeout'],
    status: ['200', undefined],
    body: ['plain', undefined],
  })
})

test('a body of any depth and length is compared without end of the stack', () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  const long = JSON.stringify(Array.from({ length: 5_000 }, (_, index) => index))
  expect(Object.keys(differing(call('https://a/v1/x', deep), call('https://a/v1/x', long))).length).toBeGreaterThan(300)
})
