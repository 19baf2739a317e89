import { expect, it } from 'vitest'
import { findTokens } from './find.ts'
import { placeInWords } from './place-words.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: 'ada', exp: 1_900_000_000 })}.${'A'.repeat(43)}`

it.each([
  ['a cookie', `GET / HTTP/1.1\nCookie: session=${token}`, 'Found on line 2, character 17, in the cookie “session”.'],
  [
    'a query',
    `https://x.example/?token=${token}`,
    'Found on line 1, character 26, in the parameter “token”. URLs, with everything they contain, end up in logs and browser histories (RFC 6750 §5.3).',
  ],
  ['a line of a file', `A=1\nTOKEN=${token}`, 'Found on line 2, character 7, in “TOKEN”.'],
  [
    'a text, wrapped',
    `see ${token.slice(0, 60)}\n${token.slice(60)}`,
    'Found on line 1, character 5; its lines were joined.',
  ],
  [
    'a text, with marks that nobody sees',
    `${token.slice(0, 30)}\u200b${token.slice(30)}`,
    'Found on line 1, character 1; invisible characters were removed.',
  ],
])('a token in %s is found with its place', (_what, text, words) => {
  const [found] = findTokens(text)
  expect(found?.place && placeInWords(found.place, found.from, found.again)).toBe(words)
})
