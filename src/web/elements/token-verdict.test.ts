import { expect, test } from 'vitest'
import type { TokenFinding } from '#knowledge/token/finding.ts'
import { tokenVerdict } from './token-verdict.ts'

const found = (check: TokenFinding['check'], outcome: TokenFinding['outcome']): TokenFinding => ({
  check,
  outcome,
  title: 'Issuer',
  why: '',
  basis: { kind: 'standard', reference: 'RFC 7519' },
})
const now = 1_000

test.each([
  ['a broken one', { defects: 2, findings: [found('expiry', 'failed')], expiry: 900 }, 'bad', 'Broken in 2 places'],
  [
    'a changed one',
    { defects: 0, findings: [found('expiry', 'failed'), found('signature', 'failed')], expiry: 900 },
    'bad',
    'Signature invalid',
  ],
  ['an expired one', { defects: 0, findings: [found('expiry', 'failed')], expiry: 940 }, 'bad', 'Expired 1 minute ago'],
  [
    'one whose start lies behind its end',
    { defects: 0, findings: [{ ...found('not-before', 'failed'), because: 'never-valid' as const }], expiry: 1_900 },
    'bad',
    'Never valid',
  ],
  ['one of later', { defects: 0, findings: [found('not-before', 'failed')], expiry: 1_900 }, 'wait', 'Not valid yet'],
  ['a foreign one', { defects: 0, findings: [found('issuer', 'failed')], expiry: 1_900 }, 'bad', 'Failed: Issuer'],
  ['one nobody verified', { defects: 0, findings: [], expiry: 1_060 }, 'plain', 'Expires in 1 minute'],
  ['one without an end', { defects: 0, findings: [], expiry: undefined }, 'plain', 'No expiry'],
  [
    'a verified one',
    { defects: 0, findings: [found('signature', 'passed')], expiry: 1_600 },
    'good',
    'Valid for 10 minutes',
  ],
  [
    'a verified one near its end',
    { defects: 0, findings: [found('signature', 'passed')], expiry: 1_060 },
    'wait',
    'Valid for 1 minute',
  ],
] as const)('%s says so first', (_, { defects, findings, expiry }, tone, title) => {
  expect(tokenVerdict({ defects, findings: [...findings], expiry }, now)).toEqual({ tone, title })
})

test('a token whose end is behind it is told to have expired, also where that is no fault', () => {
  expect(tokenVerdict({ defects: 0, findings: [], expiry: 1000 }, 1000 + 7200)).toEqual({
    tone: 'plain',
    title: 'Expired 2 hours ago',
  })
})
