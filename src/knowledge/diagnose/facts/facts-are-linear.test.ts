import fc from 'fast-check'
import { expect, it } from 'vitest'
import { factNames, factsOf } from './facts.ts'

const heads = [
  '',
  'x ',
  'HTTP/1.1 401 x\n',
  '{"a":"',
  'Authorization: Bearer ',
  'issuer: ',
  'expected "',
  'redirect_uri=',
]
const units = [
  '"Basic ',
  '\n',
  ' ',
  '/',
  ';',
  '.',
  '\\"',
  "'",
  '[',
  '{',
  'eyJ',
  'eyJaaaa.',
  'a=b&',
  '%41',
  'a.',
  'a_',
  'error: ',
  '401 ',
  'https://a.example/cb ',
  '- https://a.example/cb\n',
  'expected a ',
  'expected ',
  'x does not match ',
  'does not match "a" ',
  'issuer ',
  "Issuer: 'a' ",
  'redirect_uri=https://a.example&',
  'required scope a ',
  'scope a ',
  'code=abcdef\n',
  'POST /token\n',
  'POST /token code=abcdef&x=1\n',
  'refresh token abc*** ',
  'worker-1 ',
  '2026-03-01T12:00:00Z error ',
  'after the ',
  'works in ',
  'renewed the ',
  '{{a',
  'Bearer Bearer ',
  'client_id=<a> ',
  'Modulus=AB\n',
  '{"kty":"RSA",',
  'algorithms: RS256,',
  'Set-Cookie: a=b; ',
  'Authorization: Basic YTpi',
  'GET /a\nHost: b\n',
  '{"issuer":"https://a.example","jwks_uri":"',
  'Signature expired: 20160925T124307Z is now earlier than ',
  'date: Thu, 09 Mar 2023 16:00:00 GMT\n',
  'after 3 days ',
  'first time works ',
  'token=&',
  'scope=a,b',
  'Caused by: a ',
  'CONNECT a',
]
const tails = ['', ' x', '\u0001x "error":"invalid_grant" 401']

function allFacts(text: string): string[] {
  const facts = factsOf(text, { now: 1_777_900_000 })
  return [...factNames.filter((name) => facts.has(name)), ...facts.values.keys()]
}

/** Milliseconds of this process's processor time, which other work of the machine does not add to. */
function processorTime(work: () => void): number {
  const begun = process.cpuUsage()
  work()
  return process.cpuUsage(begun).user / 1000
}

/** The least of three: memory that is cleaned up meanwhile only ever adds to it. */
const time = (work: () => void): number => Math.min(...[1, 2, 3].map(() => processorTime(work)))

it('of a hostile text eight times as long, the work does not grow with the square', () => {
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.constantFrom(...units), fc.constantFrom(...tails), (head, unit, tail) => {
      const of = (length: number) => head + unit.repeat(Math.ceil(length / unit.length)) + tail
      const long = of(40_000)
      // Most texts are done at once; only the others are measured with care.
      if (processorTime(() => allFacts(long)) < 200) return
      const short = Math.max(
        // What takes less cannot be told from the noise of a busy machine.
        6,
        time(() => allFacts(of(5_000))),
      )
      // Linear work takes 8 times as long, work that grows with the square 64 times.
      expect(time(() => allFacts(long)) / short, JSON.stringify({ head, unit, tail })).toBeLessThan(32)
    }),
    { numRuns: 200 },
  )
}, 120_000)

it('no text makes it throw', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...heads, ...units, ...tails), fc.string(), fc.webUrl())),
      (parts) => {
        expect(allFacts(parts.join(''))).toBeInstanceOf(Array)
      },
    ),
    { numRuns: 300 },
  )
})
