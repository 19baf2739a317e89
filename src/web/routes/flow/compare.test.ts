import { expect, test } from 'vitest'
import type { Exchange } from '#contract/exchange.ts'
import { changedInRequest, compareExchanges } from './compare.ts'

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

test('of a list or an object that one of them lacks it is told what is in it, however long it is', () => {
  const items = Array.from({ length: 300 }, (_, id) => ({ id, name: 'x'.repeat(20) }))
  expect(
    differing(
      call('https://api.example/v1/x', JSON.stringify({ items })),
      call('https://api.example/v1/x', '{"fault":{"code":1,"text":"t"}}'),
    ),
  ).toEqual({
    '/items': ['a list of 300', undefined],
    '/fault/code': [undefined, '1'],
    '/fault/text': [undefined, '"t"'],
  })
})

test('a body that is not JSON is compared as a whole, and a failure with a response', () => {
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
  expect(Object.keys(differing(call('https://a/v1/x', deep), call('https://a/v1/x', long)))).toEqual(['/0', '/1…'])
  const other = JSON.stringify(Array.from({ length: 5_000 }, (_, index) => -1 - index))
  const differences = differing(call('https://a/v1/x', long), call('https://a/v1/x', other))
  expect(Object.keys(differences)).toHaveLength(301)
  expect(differences['body, further differences']).toEqual([undefined, '2700'])
})

test('what only one body has is one difference, and what is another in every message is told apart', () => {
  const refused = call('https://a/v1/x', '{"fault":{"faultstring":"no","detail":{"errorcode":"x"}}}', {
    durationMs: 7,
    response: { status: 401, headers: { date: 'now' }, body: '{"fault":{"a":1,"b":2}}', size: 1, cut: false },
  })
  const parts = compareExchanges(refused, call('https://a/v1/x', '{"items":[{"id":1},{"id":2}]}'))
  expect(parts.filter(({ same, passing }) => !same && !passing).map(({ name }) => name)).toEqual([
    'status',
    '/fault/a',
    '/fault/b',
    '/items',
  ])
  expect(parts.filter(({ passing }) => passing).map(({ name }) => name)).toEqual(['time', 'date'])
})

test('what was changed in a request is named, its address not beside its environment', () => {
  const changed = (one: Exchange, other: Exchange) => changedInRequest(compareExchanges(one, other))
  const one = call('https://api.example/v1/x?a=1', '', { environment: 'production' })
  expect(changed(one, { ...one, at: 9, durationMs: 9 })).toEqual([])
  expect(changed(one, call('https://sandbox.example/v1/x?a=2', ''))).toEqual(['parameter a'])
  const renewed = { ...one, request: { ...one.request, headers: { authorization: 'Bearer fp:2' } } }
  expect(changed(one, renewed)).toEqual(['access token'])
})
