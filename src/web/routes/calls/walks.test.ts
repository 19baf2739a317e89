import { expect, test } from 'vitest'
import { type Operation, operations } from '#knowledge/protocol/apis.ts'
import { walksByName, walksOfList, walksOfThing, walksOnwards } from './walks.ts'

const operation = (id: string) => operations.find((one) => one.id === id) as Operation

test('the id of a slip leads to the slip and to its PDF', () => {
  const walks = walksOfList(operation('list-bank-slips'), '{"items":[{"id":"slip-1"},{"id":7}]}', operations)
  expect([...walks]).toEqual([
    [
      'slip-1',
      [
        { title: 'Show one bank slip', address: '/calls/get-bank-slip?slip_id=slip-1' },
        { title: 'Bank slip as PDF', address: '/calls/get-bank-slip-pdf?slip_id=slip-1' },
      ],
    ],
  ])
})

test('the id of a webhook, which no read takes, leads to the form of its removal', () => {
  expect([...walksOfList(operation('list-webhooks'), '{"items":[{"id":"wh-1"}]}', operations)]).toEqual([
    ['wh-1', [{ title: 'Remove a webhook', address: '/calls/remove-webhook?webhook_id=wh-1' }]],
  ])
})

test('a slip leads on to its PDF, and a removal leads nowhere', () => {
  expect(walksOnwards(operation('get-bank-slip'), { slip_id: 'slip-1' }, operations)).toEqual([
    { title: 'Bank slip as PDF', address: '/calls/get-bank-slip-pdf?slip_id=slip-1' },
  ])
  expect(walksOnwards(operation('remove-webhook'), { webhook_id: 'wh-1' }, operations)).toEqual([])
  expect(walksOnwards(undefined, {}, operations)).toEqual([])
})

test('a slip that was paid leads to its payment, wherever in the body that is named', () => {
  expect([...walksByName('{"slips":[{"receipt_id":"rcp-1"},{"note":{"receipt_id":7}}]}', operations)]).toEqual([
    ['rcp-1', [{ title: 'Show one payment receipt', address: '/calls/get-receipt?receipt_id=rcp-1' }]],
  ])
  expect(walksByName('no JSON', operations).size).toBe(0)
  expect(
    walksOfThing(operation('get-bank-slip'), { slip_id: 's-1' }, '{"id":"s-1","receipt_id":"rcp-1"}', operations),
  ).toEqual([
    { title: 'Bank slip as PDF', address: '/calls/get-bank-slip-pdf?slip_id=s-1' },
    { title: 'Show one payment receipt', address: '/calls/get-receipt?receipt_id=rcp-1' },
  ])
})

test('a slip that was just made leads to itself and to its PDF', () => {
  expect(walksOfThing(operation('create-bank-slip'), {}, '{"id":"s-9"}', operations).map(({ title }) => title)).toEqual(
    ['Show one bank slip', 'Bank slip as PDF'],
  )
})
