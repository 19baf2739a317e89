import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { base64UrlOf } from '../text/base64.ts'
import { exactSignatureLength } from './algorithm-lengths.ts'
import { checkToken } from './checks.ts'
import { type FoundToken, foundToken } from './find.ts'
import { asReadJwt } from './jwt.ts'
import { notesOn } from './notes.ts'
import { isSupported, presumptions } from './presumptions.ts'
import { inspectToken } from './take-apart.ts'
import { factsOf } from './what-it-says.ts'

interface Shape {
  what: string
  header: Record<string, unknown>
  claims: Record<string, unknown>
  from?: string
}

const shapes: Shape[] = JSON.parse(readFileSync(`${import.meta.dirname}/real-shapes.json`, 'utf8'))
const now = 1_790_000_000

function tokenOf({ header, claims, from }: Omit<Shape, 'what'>): FoundToken {
  const signature = 'A'.repeat(exactSignatureLength(header.alg) ?? 342)
  return foundToken(
    inspectToken(`${base64UrlOf(JSON.stringify(header))}.${base64UrlOf(JSON.stringify(claims))}.${signature}`),
    from,
  )
}

/** Everything that Inspect says of a token by itself. */
function saidOf(found: FoundToken): string {
  const findings = checkToken(asReadJwt(found.token), { now, kind: found.recognised.kind, certain: false, others: [] })
  return [
    ...notesOn(found),
    ...factsOf(found, now).map(({ says }) => says),
    ...findings.flatMap(({ outcome, why }) => (outcome === 'failed' ? [] : [why])),
    found.recognised.why,
  ].join('\n')
}

/** Each shape with one thing changed, and words that are false of it from then on. */
const changes: readonly { what: string; change: (shape: Shape) => Omit<Shape, 'what'>; untrue: RegExp }[] = [
  {
    what: 'signed with a shared secret',
    change: ({ header, ...rest }) => ({ ...rest, header: { ...header, alg: 'HS256', kid: undefined } }),
    untrue: /private key\b(?! has)|the key set|is signed with (?:ES|RS|PS)\d/,
  },
  {
    what: 'signed with a private key',
    change: ({ header, ...rest }) => ({ ...rest, header: { ...header, alg: 'RS256' } }),
    untrue: /with a shared secret|secret[^.\n]*\(HS256\)|is signed with (?:ES|HS|PS)\d/,
  },
  {
    what: 'with a lifetime of 17 minutes',
    change: ({ claims, ...rest }) => ({ ...rest, claims: { ...claims, iat: now, nbf: now, exp: now + 1020 } }),
    untrue: /(?:valid|issues it|lives|creates it[^.\n]*) for (?:an hour|one hour|one minute|a day|12 hours)/,
  },
  {
    what: 'with an audience',
    change: ({ claims, ...rest }) => ({ ...rest, claims: { ...claims, aud: 'https://api.other.example' } }),
    untrue: /\bhas no aud\b/,
  },
  {
    what: 'without a subject',
    change: ({ claims: { sub: _sub, ...claims }, ...rest }) => ({ ...rest, claims }),
    untrue: /(?:^|[ .])sub (?:is|names|begins)\b/m,
  },
  {
    what: 'without a key ID',
    change: ({ header: { kid: _kid, ...header }, ...rest }) => ({ ...rest, header }),
    untrue: /(?:^|[ .])kid (?:is|names)\b/m,
  },
]

describe('of a token of a real issuer that differs from others of it, nothing is said that is no longer so:', () => {
  it.each(changes.map((one) => [one.what, one] as const))('%s', (_, { change, untrue }) => {
    const untold = shapes.flatMap((shape) => {
      const said = untrue.exec(saidOf(tokenOf(change(shape))))
      return said === null ? [] : [`${shape.what}: ${said[0]}`]
    })
    expect(untold).toEqual([])
  })
})

it.each(presumptions.map((one) => [one.what, one] as const))(
  'what presumes that %s is said in some token',
  (_, { said }) => {
    const all = shapes.map((shape) => saidOf(tokenOf(shape))).join('\n')
    expect(new RegExp(said.source, 'm').test(all) || examples.some((one) => new RegExp(said.source).test(one))).toBe(
      true,
    )
  },
)

/** Sentences of what the shapes have none of. */
const examples = [
  'AWS writes it with padding (=), which most libraries reject.',
  'The user signed in through the portal.',
]

it.each([
  ['sub is the ID of the app.', {}, false],
  ['sub is the ID of the app.', { sub: 'a' }, true],
  ['It has no aud.', { aud: 'a' }, false],
  ['It is signed with ES256.', {}, false],
  ['By default it is valid for an hour.', { iat: 0, exp: 1200 }, false],
  ['By default it is valid for an hour.', { iat: 0, exp: 3600 }, true],
])('“%s” of %j', (sentence, claims, supported) => {
  expect(isSupported(sentence, { claims, header: { alg: 'RS256' }, text: '', isProgram: false })).toBe(supported)
})
