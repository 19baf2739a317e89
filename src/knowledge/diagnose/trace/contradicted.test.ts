import { expect, it } from 'vitest'
import type { Certainty } from '../certainty.ts'
import type { Diagnosis } from '../diagnosis.ts'
import { factsOf } from '../facts/facts.ts'
import type { FaultCode } from '../faults/catalogue.ts'
import { excludedByToken, withoutContradicted } from './contradicted.ts'

const of = (code: FaultCode, certainty: Certainty = 'likely'): Diagnosis => ({
  code,
  certainty,
  title: code,
  cause: '',
  fix: '',
  who: 'caller',
  basis: { kind: 'inferred', reference: '' },
  evidence: [],
  retry: 'after-fix',
})

const facts = (text: string) => factsOf(text, { now: 1_777_900_000 })

it.each([
  ['outras chamadas com o mesmo token = 200', 'invalid-token'],
  ['the other calls with this token work', 'access-token-expired'],
  ['a redirect_uri e a mesma nas duas', 'redirect-uri-differs'],
  ['o code nunca foi usado antes', 'code-already-used'],
  ['09:10:02 ERROR 401\n09:10:04 token ok (200)\n09:15:01 ERROR 401 Client Error', 'client-secret-wrong'],
  ['The same credentials work in curl.', 'client-not-found'],
] as const)('“%s” speaks against %s', (words, code) => {
  const others = [of(code), of('identity-service-busy')]
  expect(withoutContradicted(others, facts(words)).map((one) => one.code)).toEqual(['identity-service-busy'])
})

it('where nothing else is left, the cause is possible at most', () => {
  expect(withoutContradicted([of('invalid-token')], facts('same token = 200'))[0]?.certainty).toBe('possible')
})

it('what the call shows for certain stands, whatever somebody believes', () => {
  const [first] = withoutContradicted(
    [of('redirect-uri-differs', 'certain'), of('code-not-accepted')],
    facts('the same redirect_uri in both'),
  )
  expect(first?.code).toBe('redirect-uri-differs')
})

it('a token that fits its environment and has not expired speaks against what says otherwise', () => {
  const environment = {
    id: 'sandbox',
    kind: 'sandbox' as const,
    authUrl: 'https://id.example',
    baseUrl: 'https://api.example',
    issuer: 'https://id.example',
    audience: 'https://api.example',
  }
  const claims = { iss: 'https://id.example', aud: ['https://api.example', '45723174000110'], exp: 2_000 }
  const call = { at: 1_000, step: 'api' as const, environment, token: { header: {}, claims } }
  expect([...excludedByToken(call)].sort()).toEqual([
    'access-token-expired',
    'audience-not-accepted',
    'issuer-not-trusted',
    'token-from-other-environment',
  ])
  expect([...excludedByToken({ ...call, at: 1_990 })]).not.toContain('access-token-expired')
  expect([...excludedByToken({ ...call, environment: undefined, at: 3_000 })]).toEqual([])
})
