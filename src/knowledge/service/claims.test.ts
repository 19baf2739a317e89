import { describe, expect, it } from 'vitest'
import { sandbox } from '../diagnose/faults/example-parts.ts'
import { describeClaim, describeHeader } from './claims.ts'
import { loadClaims } from './registries/load-claims.ts'

const registries = await loadClaims()

describe('a claim', () => {
  it.each([
    ['exp', 'time'],
    ['sub', 'identifier'],
    ['email', 'personal'],
    ['scope', 'scope'],
    ['https://api.bank.example/bank-slips', 'company'],
  ])('%s is of the kind %s', (name, kind) => {
    expect(describeClaim(name, 'x', sandbox)).toMatchObject({ kind, known: true })
  })

  it('of another domain is not taken for the service’s company claim', () => {
    expect(describeClaim('https://other.example/bank-slips', 'x', sandbox).known).toBe(false)
  })

  it('in the grammar of the company claim holds no company when it holds an object', () => {
    expect(describeClaim('https://other.example/roles', ['admin']).known).toBe(false)
    expect(describeClaim('https://other.example/bank-slips', 'c-1').kind).toBe('company')
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('called %s is told to be unknown', (name) => {
    expect(describeClaim(name, {}, sandbox, registries.claims).known).toBe(false)
    expect(describeHeader(name, registries.headers).known).toBe(false)
  })

  it('that only a registry knows is explained once the registries are loaded', () => {
    expect(describeClaim('may_act').known).toBe(false)
    expect(describeClaim('may_act', undefined, undefined, registries.claims)).toMatchObject({
      known: true,
      basis: { kind: 'standard' },
    })
  })

  it('that a vendor made up is not given out as a standard', () => {
    const claim = describeClaim('tid', 'x', undefined, registries.claims)
    expect(claim.basis.kind).toBe('inferred')
    expect(claim.meaning).toContain('could not be confirmed')
  })
})
