import { expect, it } from 'vitest'
import { explain } from '../explain.ts'
import { askNext, inOneLine } from './ask-next.ts'

const question = (text: string) => askNext(text, explain(text, { now: 1_777_900_000 }).readings[0])

it('of an error code alone, the status, the request and the time are asked for', () => {
  expect(inOneLine(question('{"error":"invalid_grant"}'))).toBe(
    'the HTTP status of the response, the method and URL of the request, and the time of the failure (with time zone).',
  )
})

it('what the text tells is not asked for', () => {
  const text =
    '> GET /v1/x HTTP/1.1\n> Host: api.example\n>\n< HTTP/1.1 401 x\n< Date: Mon, 04 May 2026 09:30:00 GMT\n<\n{"error":"invalid_token"}'
  expect(question(text)).toEqual({ ask: ['the request ID from the response headers'], requestId: undefined })
})

it.each([
  ['X-Request-Id: 7f3c-11aa-90', '7f3c-11aa-90'],
  ['"correlation_id": "0b9e6c1d-aaaa"', '0b9e6c1d-aaaa'],
  ['Trace ID: 3f2a1b00-0c0d', '3f2a1b00-0c0d'],
  ["'x-amzn-RequestId' => '6d2f8a11'", '6d2f8a11'],
  ['cf-ray: 8c1a2b3c4d5e6f70-GRU', '8c1a2b3c4d5e6f70-GRU'],
])('the request ID in %s is filled in', (line, id) => {
  expect(inOneLine(question(`HTTP/1.1 500 x\n${line}\n\n`))).toContain(`Quote request ID ${id}.`)
})

it('of a text in which nothing is known, the response is asked for first', () => {
  expect(askNext('hello', undefined).ask[0]).toBe('the full response with its status')
})
