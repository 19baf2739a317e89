import { expect, test } from 'vitest'
import { answerKind } from './answer-kind.ts'

test.each([
  ['{"error":"invalid_grant"}', ['/error']],
  ['{"fault":{"faultstring":"x","detail":{"errorcode":"steps.jwt.TokenExpired"}}}', ['/fault/detail/errorcode']],
  ['{"ErrorCode":"X","Error":"y"}', ['/ErrorCode']],
  ['{"error":{"nested":true}}', []],
  ['[1,2]', []],
])('%s is JSON with its error codes at %j', (text, fields) =>
  expect(answerKind(text)).toMatchObject({ as: 'json', errorFields: fields }),
)

test.each(['', 'plain', '"a string"', '42', '{"cut":', '<html></html>', ' null'])('%j is text', (text) =>
  expect(answerKind(text)).toEqual({ as: 'text' }),
)

test('a member called __proto__ is a member like any other', () => {
  expect(answerKind('{"__proto__":{"error":"x"}}')).toMatchObject({ as: 'json', errorFields: [] })
  expect(({} as { error?: string }).error).toBeUndefined()
})
