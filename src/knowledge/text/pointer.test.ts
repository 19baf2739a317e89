import { expect, it } from 'vitest'
import { member } from './member.ts'
import { pointer, resolvePointer } from './pointer.ts'

const value = { 'a/b': { '~': [10, null] }, text: 'abc' }

it('a pointer that was made of names leads back to what they name', () => {
  expect(pointer('a/b', '~', '0')).toBe('/a~1b/~0/0')
  expect(resolvePointer(value, pointer('a/b', '~', '0'))).toBe(10)
  expect(resolvePointer(value, '')).toBe(value)
})

it.each([['text', 'length'], ['a/b', '~', '1', 'x'], ['nowhere', 'x'], ['constructor'], ['a/b', '~', 'length', 'x']])(
  '%s › %s leads nowhere: it was inherited, or stands past the end',
  (...names) => {
    expect(resolvePointer(value, pointer(...names))).toBeUndefined()
    expect(member(value, ...names)).toBeUndefined()
  },
)
