import { expect, it } from 'vitest'
import { evenLines } from './even-lines.ts'

it.each([
  ['a quoted mail', '> one\r\n>\r\n>   two', 'one\n\n  two'],
  ['a mail that was quoted twice', '> > one\n> > two', 'one\ntwo'],
  ['an indentation of all lines', '    one\n\n      two', 'one\n\n  two'],
  [
    'what curl writes of a request and its response',
    '> GET / HTTP/1.1\n< HTTP/1.1 200',
    '> GET / HTTP/1.1\n< HTTP/1.1 200',
  ],
  ['a table', '| a | b |\n| c | d |', '| a | b |\n| c | d |'],
  ['one line', '> one', 'one'],
  ['a request that curl sent', '> GET / HTTP/1.1\n> Host: a.example', '> GET / HTTP/1.1\n> Host: a.example'],
])('%s', (_, text, even) => {
  expect(evenLines(text)).toBe(even)
})
