import { expect, test } from 'vitest'
import { remembered } from './remembered.ts'

test('what is asked for again and again is remembered, and what is not is let go', () => {
  const known = remembered<number>(10)
  known.set('often', 1)
  for (let index = 0; index < 1_000; index++) {
    known.set(`once ${index}`, index)
    expect(known.get('often')).toBe(1)
  }
  const held = Array.from({ length: 1_000 }, (_, index) => known.get(`once ${index}`)).filter(
    (one) => one !== undefined,
  )
  expect(held.length).toBeLessThan(20)
})

test('what is deleted is forgotten, however old it is', () => {
  const known = remembered<number>(2)
  known.set('a', 1)
  known.set('b', 2)
  known.set('c', 3)
  known.delete('a')
  known.delete('c')
  expect([known.get('a'), known.get('b'), known.get('c')]).toEqual([undefined, 2, undefined])
})
