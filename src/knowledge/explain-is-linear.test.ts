import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pastedLimit } from './paste/pasted-limit.ts'
import { tell } from './told.ts'

const known = { now: 1_777_900_000, environments: [] }

/** What begins something that a reader follows; what can be repeated; what is behind it and breaks the match. */
const heads = [
  '',
  'x ',
  'HTTP/1.1 401 x\n',
  'HTTP/1.1 401 x\n\n',
  "curl '",
  'https://a.example/',
  '{"a":"',
  'request url\nstatus',
  'WWW-Authenticate: ',
  'Cookie: ',
  '"{',
]
const units = [
  '"Basic ',
  'Basic ',
  'Bearer:',
  '\n',
  ' \n',
  ' ',
  '\t',
  '/',
  ';',
  ',',
  '.',
  '-',
  '\\',
  '\\"',
  '"',
  "'",
  '[',
  '{',
  '{"a":',
  'eyJ',
  'eyJabc ',
  'eyJaaaa.',
  'a=b&',
  'a=b; ',
  '<a>',
  '%41',
  '\\u0041',
  '&quot;',
  'a.',
  'a_',
  'Aa',
  'error: ',
  '401 ',
  'https://a.example/ ',
  'HTTP/1.1 401 x\n',
  'the access token is expired, ',
  '-----BEGIN PRIVATE KEY-----\n',
  "'a' => ",
]
const tails = ['', ' x', '\u0001x "error":"invalid_grant" 401']

/** Milliseconds of this process's processor time, which other work of the machine does not add to. */
function processorTime(work: () => void): number {
  const begun = process.cpuUsage()
  work()
  return process.cpuUsage(begun).user / 1000
}

/** The least of three: memory that is cleaned up meanwhile only ever adds to it. */
const time = (work: () => void): number => Math.min(...[1, 2, 3].map(() => processorTime(work)))

it('of a hostile text eight times as long, the work does not grow with the square', () => {
  tell('{"error":"invalid_grant","error_description":"expired"}', known)
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.constantFrom(...units), fc.constantFrom(...tails), (head, unit, tail) => {
      const of = (length: number) => head + unit.repeat(Math.ceil(length / unit.length)) + tail
      const long = of(40_000)
      // Most texts are done at once; only the others are measured with care.
      if (processorTime(() => tell(long, known)) < 400) return
      const short = Math.max(
        2,
        time(() => tell(of(5_000), known)),
      )
      // Linear work takes 8 times as long, work that grows with the square 64 times.
      expect(time(() => tell(long, known)) / short, JSON.stringify({ head, unit, tail })).toBeLessThan(32)
    }),
    { numRuns: 120 },
  )
}, 300_000)

it.each([
  ['a status line and Basic 33,000 times', `HTTP/1.1 401 x\n${'"Basic '.repeat(33_000)}`],
  ['a curl command that is not closed', `curl '${'\n'.repeat(190_000)}x`],
  ['an address and semicolons', `see https://a.example/${';'.repeat(190_000)}x`],
  ['an address of slashes', `https://a.example/${'/'.repeat(190_000)}x`],
  ['blank lines before the end', `HTTP/1.1 401 x\n\n${'\n'.repeat(190_000)}x`],
  ['a cookie without an end', `Cookie: ${'a'.repeat(190_000)}`],
  ['cookies without a name', `Cookie: ${'=;'.repeat(95_000)}x`],
  ['quotation marks behind a token', `eyJhbGciOiJub25lIn0.e30.${'"'.repeat(190_000)}x`],
  ['brackets behind an address', `https://a.example/x${').'.repeat(95_000)}x`],
  ['blanks behind JSON', `{"a":1}${' '.repeat(190_000)}x`],
])('%s is explained, and masked, within moments', (_, text) => {
  const begun = performance.now()
  tell(text.slice(0, pastedLimit), known)
  // It took half a minute where it grew with the square, and takes well below a second on a quiet machine.
  expect(performance.now() - begun).toBeLessThan(15_000)
})
