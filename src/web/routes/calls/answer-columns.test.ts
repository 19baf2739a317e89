import { expect, test } from 'vitest'
import { columnsOf, valueIn } from './answer-columns.ts'

const line = '23790123400000150000000000000000000000000000012345678901'

test('what people look for comes first, members of a small object have columns, and long codes are last', () => {
  const rows = [
    { typed_line: line, payer: { name: 'Ana', tax_id: '1' }, amount: '1.00', id: 'a' },
    { typed_line: line, payer: null, amount: '2.00', id: 'b', status: 'paid' },
  ]
  const columns = columnsOf(['typed_line', 'payer', 'amount', 'id', 'status'], rows)
  expect(columns.map(({ name }) => name)).toEqual([
    'id',
    'status',
    'amount',
    'payer.name',
    'payer.tax_id',
    'typed_line',
  ])
  expect(columns.map((column) => valueIn(rows[0] ?? {}, column))).toEqual(['a', undefined, '1.00', 'Ana', '1', line])
  expect(columns.map((column) => valueIn(rows[1] ?? {}, column))[3]).toBeUndefined()
})

test('an id of another thing and an amount precede who took part', () => {
  const names = ['payer', 'receipt_id', 'paid_amount', 'id']
  const row = { payer: 'Ana', receipt_id: 'r-1', paid_amount: '1.00', id: 'a' }
  expect(columnsOf(names, [row]).map(({ name }) => name)).toEqual(['id', 'receipt_id', 'paid_amount', 'payer'])
})

test('an object with much in it stays in its cell', () => {
  const names = (value: unknown) => columnsOf(['a'], [{ a: value }]).map(({ name }) => name)
  expect(names({ b: [1] })).toEqual(['a'])
  expect(names({ b: 1, c: 2, d: 3, e: 4, f: 5 })).toEqual(['a'])
  expect(names({})).toEqual(['a'])
})
