import { expect, it } from 'vitest'
import type { Certainty } from '../certainty.ts'
import type { Diagnosis } from '../diagnosis.ts'
import type { FaultCode } from '../faults/catalogue.ts'
import { withoutContradicted } from './contradicted.ts'

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

it.each([
  ['outras chamadas com o mesmo token = 200', 'invalid-token'],
  ['the other calls with this token work', 'access-token-expired'],
  ['a redirect_uri e a mesma nas duas', 'redirect-uri-differs'],
  ['o code nunca foi usado antes', 'code-already-used'],
] as const)('“%s” speaks against %s', (words, code) => {
  const others = [of(code), of('scope-insufficient')]
  expect(withoutContradicted(others, words).map((one) => one.code)).toEqual(['scope-insufficient'])
})

it('where nothing else is left, the cause is possible at most', () => {
  expect(withoutContradicted([of('invalid-token')], 'same token = 200')[0]?.certainty).toBe('possible')
})

it('what the call shows for certain stands, whatever somebody believes', () => {
  const [first] = withoutContradicted(
    [of('redirect-uri-differs', 'certain'), of('code-not-accepted')],
    'the same redirect_uri in both',
  )
  expect(first?.code).toBe('redirect-uri-differs')
})
