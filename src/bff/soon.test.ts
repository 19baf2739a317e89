import { expect, test } from 'vitest'
import { meanwhile } from './soon.ts'

test('What a request does not need is done after it has been sent', async () => {
  const order: string[] = []
  setImmediate(() => order.push('sent'))
  const prepared = meanwhile(() => order.push('prepared'))
  await new Promise(setImmediate)
  expect(order).toEqual(['sent', 'prepared'])
  expect(prepared()).toBe(2)
  expect(order).toHaveLength(2)
})

test('What a request does not need is done as soon as it is asked for, and once', async () => {
  const order: string[] = []
  const prepared = meanwhile(() => order.push('prepared'))
  expect(prepared()).toBe(1)
  await new Promise(setImmediate)
  expect(order).toEqual(['prepared'])
})
