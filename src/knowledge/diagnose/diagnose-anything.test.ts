import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Call } from '../protocol/call.ts'
import { resolvePointer } from '../text/pointer.ts'
import { diagnose } from './diagnose.ts'
import { faultGroups, lastResortGroup } from './faults/catalogue.ts'

const examples = [...faultGroups, lastResortGroup].flatMap(({ faults }) => faults.map(({ example }) => example))

it('anything at all gets a response and no exception', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (input) => {
      expectHonest(input)
    }),
    { numRuns: 500 },
  )
})

it('a call with any member replaced by anything gets an honest answer', () => {
  const paths = ['at', 'step', 'environment', 'others', 'request', 'response', 'failure', 'token', 'keys', 'flow']
  const inner = [
    'status',
    'headers',
    'body',
    'url',
    'form',
    'claims',
    'header',
    'kind',
    'refused',
    'issuer',
    'clientIds',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...examples),
      fc.constantFrom(...paths),
      fc.option(fc.constantFrom(...inner)),
      fc.anything({ withNullPrototype: true }),
      (example, outer, within, value) => {
        const member = example[outer as keyof Call]
        const replaced = within === null || typeof member !== 'object' ? value : { ...member, [within]: value }
        expectHonest({ ...example, [outer]: replaced })
      },
    ),
    { numRuns: 1000 },
  )
})

it('any mixture of two examples gets an honest answer', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...examples),
      fc.constantFrom(...examples),
      fc.uniqueArray(fc.constantFrom('request', 'response', 'token', 'flow', 'failure', 'step')),
      (one, other, taken) => {
        const mixed = { ...one, ...Object.fromEntries(taken.map((name) => [name, other[name as keyof Call]])) }
        expectHonest(mixed)
      },
    ),
    { numRuns: 1000 },
  )
})

it.each([
  [
    'a claim called __proto__',
    { token: { header: {}, claims: JSON.parse('{"__proto__":{"exp":1},"constructor":5}') } },
  ],
  ['a scope claim of 100,000 scopes', { token: { header: {}, claims: { scope: 'a '.repeat(100_000), exp: 1 } } }],
  [
    'a body nested 100,000 deep',
    { response: { status: 401, body: `{"error":${'['.repeat(49_000)}${']'.repeat(49_000)}}` } },
  ],
  ['a body of a million brackets', { response: { status: 500, body: '['.repeat(1_000_000) } }],
  [
    'a header of a million quotation marks',
    { response: { status: 401, headers: { 'www-authenticate': 'Bearer a="'.repeat(100_000) } } },
  ],
  [
    'an address of a million slashes',
    { request: { method: 'GET', url: `https://api.example${'/v1/'.repeat(250_000)}` }, response: { status: 404 } },
  ],
  [
    'a query of a million pairs',
    {
      step: 'authorize',
      response: { status: 302, headers: { location: `https://app.example/?${'code=1&'.repeat(200_000)}` } },
    },
  ],
])('is not thrown off by %s', (_name, part) => {
  expectHonest({ at: 1000, step: 'api', ...part })
})

function expectHonest(input: unknown) {
  const diagnoses = diagnose(input as Call)
  for (const { certainty, evidence, cause, fix, title } of diagnoses) {
    if (certainty === 'certain') expect(evidence).not.toHaveLength(0)
    for (const pointer of evidence) expect(resolvePointer(input, pointer), pointer).not.toBe(undefined)
    for (const words of [title, cause, fix]) expect(words.length).toBeLessThan(3000)
  }
}
