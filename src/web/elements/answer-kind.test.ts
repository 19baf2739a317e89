import { expect, test } from 'vitest'
import { answerKind } from './answer-kind.ts'

test.each(['{"error":"invalid_grant"}', '[1,2]', ' {"a":{"b":[]}}'])('%s is JSON', (text) =>
  expect(answerKind(text)).toEqual({ as: 'json', value: JSON.parse(text) }),
)

test.each(['', 'plain', '"a string"', '42', '{"cut":', '<html></html>', ' null'])('%j is text', (text) =>
  expect(answerKind(text)).toEqual({ as: 'text' }),
)

test('a member called __proto__ is a member like any other', () => {
  expect(answerKind('{"__proto__":{"error":"x"}}')).toMatchObject({ as: 'json' })
  expect(({} as { error?: string }).error).toBeUndefined()
})
