import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { apiTarget } from '../calls/api-path.ts'
import { completeOperation, OwnOperation } from './own-operations.ts'
import { problemsOf } from './problems.ts'

const refund = {
  id: 'refund-payment',
  api: 'payments',
  title: 'Refund a payment',
  method: 'POST',
  path: '/payments/{payment_id}/refunds',
  level: 'readwrite',
  parameters: [{ name: 'payment_id', in: 'path', sample: 'pay-1' }],
  body: { amount: '1.00' },
}

const gateway = { baseUrl: 'https://api.example', pathPrefix: '/v1' }

const File = Type.Object({ operations: Type.Array(OwnOperation) })

function read(operations: unknown) {
  const file = { operations }
  const problems = problemsOf(File, file)
  return { operations: Value.Check(File, file) ? file.operations.map(completeOperation) : [], problems }
}

test('an operation of the installation is called like a built-in one', () => {
  const { operations, problems } = read([refund])
  expect(problems).toEqual([])
  const call = { operation: 'refund-payment', parameters: { payment_id: 'pay-7' } }
  expect(apiTarget(gateway, call, operations)).toEqual({
    method: 'POST',
    url: 'https://api.example/v1/payments/pay-7/refunds',
  })
})

test.each([
  ['', 'https://api.example/payments/pay-7/refunds'],
  ['/api/v2', 'https://api.example/api/v2/payments/pay-7/refunds'],
])('it is called where the API is: below %j', (pathPrefix, url) => {
  const call = { operation: 'refund-payment', parameters: { payment_id: 'pay-7' } }
  expect(apiTarget({ ...gateway, pathPrefix }, call, read([refund]).operations).url).toBe(url)
})

test('what it may be called with is held to its format, and to a safe one where it names none', () => {
  const { operations } = read([{ ...refund, parameters: [{ name: 'payment_id', in: 'path', format: 'pay-\\d+' }] }])
  const call = (id: string) => () =>
    apiTarget(gateway, { operation: 'refund-payment', parameters: { payment_id: id } }, operations)
  expect(call('pay-7')).not.toThrow()
  expect(call('pay-x')).toThrow('payment_id')
  const usual = read([refund]).operations
  expect(() =>
    apiTarget(gateway, { operation: 'refund-payment', parameters: { payment_id: '..%2fadmin' } }, usual),
  ).toThrow('payment_id')
})

test('a format for which other engines take ages is judged at once', () => {
  const { operations } = read([{ ...refund, parameters: [{ name: 'payment_id', in: 'path', format: '(\\w+-?)+' }] }])
  const call = { operation: 'refund-payment', parameters: { payment_id: `${'a'.repeat(400)}!` } }
  expect(() => apiTarget(gateway, call, operations)).toThrow('payment_id')
})

test.each([
  ['the id of a built-in operation', { id: 'list-bank-slips' }, 'operations[0].id'],
  ['neither scope nor level', { level: undefined }, 'operations[0]'],
  ['both scope and level', { scope: 'webhooks' }, 'operations[0]'],
  ['a path with a part that no parameter fills', { parameters: [] }, 'operations[0].parameters'],
  ['a parameter that the path does not hold', { path: '/payments' }, 'operations[0].path'],
  ['a path that climbs', { path: '/payments/{payment_id}/../admin' }, 'operations[0].path'],
  ['a path that climbs at its end', { path: '/payments/{payment_id}/..' }, 'operations[0].path'],
  [
    'a format that is no expression',
    { parameters: [{ name: 'payment_id', in: 'path', format: '(' }] },
    'operations[0].parameters[0].format',
  ],
  [
    'a format with look-around',
    { parameters: [{ name: 'payment_id', in: 'path', format: '(?=a)\\w+' }] },
    'operations[0].parameters[0].format',
  ],
  ['a name that is not known', { scopes: [] }, 'operations[0].scopes'],
])('%s is told as a problem', (_, changed, setting) => {
  expect(read([{ ...refund, ...changed }]).problems.map((problem) => problem.setting)).toContain(setting)
})
