import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { exampleNow, production, sandbox } from '../diagnose/faults/example-parts.ts'
import { base64UrlOf } from '../text/base64.ts'
import { exactSignatureLength } from './algorithm-lengths.ts'
import { checkToken } from './checks.ts'
import { foundToken } from './find.ts'
import { tokenHeadline } from './headline.ts'
import { asReadJwt } from './jwt.ts'
import { tokenKinds, typedKinds } from './kinds.ts'
import { inspectToken } from './take-apart.ts'
import { findWarnings } from './warnings.ts'

/** A token as the documents of its issuer show it, what it is, and what must and must not be said of it. */
interface Shape {
  what: string
  /** Where it is documented. */
  source: string
  header: Record<string, unknown>
  claims: Record<string, unknown>
  from?: string
  kind: string
  name: string
  /** Words that must be said of it, and such as must not, at the start of a sentence either. */
  says: string[]
  unsaid: string[]
  headline?: string
}

const shapes: Shape[] = JSON.parse(readFileSync(`${import.meta.dirname}/real-shapes.json`, 'utf8'))
const now = 1_790_000_000
// Of these only what their documents say of times in other units is odd.
const oddTimes = new Set(['an AD FS access token'])

describe('of tokens of real issuers, all of them sound', () => {
  it.each(shapes.map((shape) => [shape.what, shape] as const))('%s is told for what it is', (_, shape) => {
    const found = foundToken(tokenOf(shape), shape.from)
    expect(found.recognised).toMatchObject({ kind: shape.kind, name: shape.name })
    const findings = checkToken(asReadJwt(found.token), {
      now,
      kind: found.recognised.kind,
      certain: found.recognised.basis.kind !== 'inferred',
      others: [sandbox, production],
    })
    expect(findings.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    const warnings = findWarnings(found.token)
    if (!oddTimes.has(shape.what))
      expect(warnings.filter(({ code }) => code.includes('time') && code !== 'long-lifetime')).toEqual([])
    const headline = tokenHeadline(found, { now, environments: [sandbox, production], findings })
    if (shape.headline !== undefined) expect(headline).toBe(shape.headline)
    const said = [
      found.recognised.why,
      headline,
      ...findings.map(({ why }) => why),
      ...warnings.map(({ title, why }) => `${title} ${why}`),
    ].join('\n')
    for (const one of shape.says) expect(said).toContain(one)
    for (const one of [...shape.unsaid, 'API guide', 'this service', 'document shows']) {
      expect(said).not.toContain(one)
      expect(said).not.toContain(one.charAt(0).toUpperCase() + one.slice(1))
    }
  })

  it('there are at least eighty, each with what must and must not be said, and of many kinds', () => {
    expect(shapes.length).toBeGreaterThanOrEqual(80)
    expect(shapes.filter(({ says, unsaid }) => says.length === 0 || unsaid.length === 0)).toEqual([])
    expect(new Set(shapes.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(35)
  })
})

it.each([...typedKinds].map(([type, [kind]]) => [type, kind] as const))('the type %s names a kind', (type, kind) => {
  const token = tokenOf({ header: { alg: 'ES256', typ: `application/${type}` }, claims: { sub: 'x' } })
  expect(foundToken(token).recognised).toMatchObject({ kind, name: tokenKinds[kind].name })
})

describe('what a kind must have', () => {
  const check = (header: Record<string, unknown>, claims: Record<string, unknown>) => {
    const { token, recognised } = foundToken(tokenOf({ header, claims }))
    return checkToken(asReadJwt(token), { now, kind: recognised.kind }).find((one) => one.check === 'claims')
  }
  it.each([
    ['a DPoP proof without its address', { typ: 'dpop+jwt' }, { jti: 'j', htm: 'GET', iat: now }, '“htu”'],
    [
      'a logout token with a nonce',
      { typ: 'logout+jwt' },
      { iss: 'i', aud: 'a', iat: now, jti: 'j', events: {}, nonce: 'n' },
      'must not contain “nonce”',
    ],
    ['a key binding JWT without a nonce', { typ: 'kb+jwt' }, { iat: now, aud: 'v', sd_hash: 'h' }, '“nonce”'],
    ['a security event without an id', { typ: 'secevent+jwt' }, { iss: 'i', iat: now, events: { e: {} } }, '“jti”'],
  ])('%s fails', (_what, header, claims, says) => {
    expect(check({ alg: 'ES256', ...header }, claims)).toMatchObject({
      outcome: 'failed',
      why: expect.stringContaining(says),
    })
  })
})

it('the rules of the API guide are for its own tokens: an environment was chosen, or has issued it', () => {
  const foreign = shapes.find(({ what }) => what === 'an Okta access token') as Shape
  const checks = (environment?: typeof sandbox) =>
    checkToken(asReadJwt(tokenOf(foreign)), { now: exampleNow, kind: 'access', environment }).map(({ check }) => check)
  expect(checks()).not.toContain('scope')
  expect(checks(sandbox)).toContain('scope')
})

function tokenOf({ header, claims }: Pick<Shape, 'header' | 'claims'>) {
  return inspectToken(
    `${base64UrlOf(JSON.stringify(header))}.${base64UrlOf(JSON.stringify(claims))}.${'A'.repeat(exactSignatureLength(header.alg) ?? 342)}`,
  )
}
