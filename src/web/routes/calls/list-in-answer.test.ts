import { expect, test } from 'vitest'
import { listInAnswer } from './list-in-answer.ts'

test.each([
  ['an array of objects', '[{"id":"a"},{"id":"b","state":"open"}]', ['id', 'state'], 2, true],
  ['the only list of an object', '{"account":"x","entries":[{"id":"a","amount":"1.00"}]}', ['id', 'amount'], 1, false],
  ['an object with nothing but a list', '{"slips":[{"id":"a"}]}', ['id'], 1, true],
])('%s is a list', (_, body, columns, count, whole) => {
  const list = listInAnswer(body)
  expect(list?.columns).toEqual(columns)
  expect(list?.rows).toHaveLength(count)
  expect(list?.whole).toBe(whole)
  expect(list?.moreColumns).toBe(0)
})

test('of rows with nothing in common forty names become columns, and the others are counted', () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({ [`a${at}`]: 1, [`b${at}`]: 2 }))
  const list = listInAnswer(JSON.stringify(rows))
  expect(list?.columns).toHaveLength(40)
  expect(list?.moreColumns).toBe(80)
})

test.each([
  ['an empty list', '{"slips":[]}'],
  ['a list of plain values', '{"events":["created","paid"]}'],
  ['two lists', '{"a":[{"id":1}],"b":[{"id":2}]}'],
  ['one thing', '{"id":"slip-1001"}'],
  ['cut JSON', '[{"id":"a"},'],
  ['no body', undefined],
])('%s is none', (_, body) => expect(listInAnswer(body)).toBeUndefined())
