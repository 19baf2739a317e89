import { describe, expect, it } from 'vitest'
import type { Call } from '../protocol/call.ts'
import { resolvePointer } from '../text/pointer.ts'
import { diagnoseByEntries } from './by-entries.ts'
import { diagnose } from './diagnose.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { Expected } from './fault.ts'
import { type FaultCode, faultGroups, lastResortGroup } from './faults/catalogue.ts'
import { exampleCallback } from './faults/example-parts.ts'

const faults = [...faultGroups, lastResortGroup].flatMap((group) => group.faults)

/** Where the page says something else in general than the example shows. */
const inGeneral: Partial<Record<FaultCode, Partial<Expected>>> = {
  'no-matching-public-key': { who: 'identity-team' },
  'grant-not-accepted': { who: 'caller' },
  'service-unavailable': { retry: 'honour-retry-after' },
}

describe('every entry of the catalogue', () => {
  it('has a code of its own', () => {
    expect(new Set(faults.map(({ code }) => code)).size).toBe(faults.length)
  })

  it.each(faults.map((fault) => [fault.code, fault] as const))(
    '%s answers its own example as it says that it does',
    (code, fault) => {
      const diagnoses = diagnoseByEntries(fault.example)
      expect(diagnoses[0]).toMatchObject({ title: fault.title, ...fault.expected, code })
      const { who, retry } = { ...fault.expected, ...inGeneral[code] }
      expect({ who: fault.who, retry: fault.retry }).toEqual({ who, retry })
      for (const diagnosis of diagnoses) expectSound(diagnosis, fault.example)
      expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      for (const words of [fault.title, fault.meaning, ...fault.causes]) expectWords(words)
      // An error that a product is known for may say it closer, and names no other cause.
      expect(diagnose(fault.example)[0]?.code).toBe(code)
    },
  )
})

function expectSound(diagnosis: Diagnosis, call: unknown) {
  for (const words of [diagnosis.title, diagnosis.cause, diagnosis.fix]) expectWords(words)
  expect(diagnosis.basis.reference).not.toBe('')
  for (const pointer of diagnosis.evidence)
    expect(resolvePointer(call, pointer), `${diagnosis.code}: ${pointer}`).not.toBe(undefined)
  if (diagnosis.certainty === 'certain') expect(diagnosis.evidence).not.toHaveLength(0)
}

function expectWords(words: string) {
  expect(words.trim()).toBe(words)
  expect(words).not.toMatch(/undefined|\[object|NaN|^$| {2}|\.\.(?!\.)/)
}

it('what this app itself checked is certain, whatever system the redirect came from', () => {
  const call = exampleCallback('code=abc', 'state-unknown')
  const [first] = diagnose({ ...call, environment: undefined })
  expect(first).toMatchObject({ code: 'state-unknown', certainty: 'certain' })
  expect(first?.cause).not.toContain('has a state')
})

it.each([
  ['the gateway', 'http://127.0.0.1:9001', 'item-not-found'],
  ['the identity service', 'http://127.0.0.1:9000', 'other-host-called'],
])('a call to %s of one machine is told from one to the other by the port', (_where, origin, code) => {
  const call: Call = {
    at: 1_790_000_000,
    step: 'api',
    environment: {
      id: 'sandbox',
      kind: 'sandbox',
      name: 'Sandbox',
      authUrl: 'http://127.0.0.1:9000',
      baseUrl: 'http://127.0.0.1:9001',
    },
    request: { method: 'GET', url: `${origin}/v1/bank-slips/slip-9`, headers: { authorization: 'Bearer a.b.c' } },
    response: { status: 404, headers: {}, body: '' },
    flow: { clientId: 'app', requestedScopes: ['openid'], redirectUri: 'http://127.0.0.1:9002/callback' },
  }
  expect(diagnose(call)[0]?.code).toBe(code)
})
