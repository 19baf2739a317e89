import { expect, test } from 'vitest'
import type { Diagnosis } from '../diagnose/diagnosis.ts'
import { createRedactor } from '../privacy/redact.ts'
import { flowReport, type ReportedMessage } from './flow-report.ts'

const diagnosis: Diagnosis = {
  code: 'forbidden',
  title: 'It failed',
  cause: 'The value | of *it* is wrong.',
  fix: 'Mend it.',
  who: 'caller',
  certainty: 'certain',
  basis: { kind: 'documented', reference: '§7.2' },
  evidence: [],
  retry: 'never',
}
const message = (changes: Partial<ReportedMessage> = {}): ReportedMessage => ({
  title: 'List bank slips',
  line: 'GET /v1/bank-slips',
  answer: '401',
  took: '5 ms',
  diagnoses: [diagnosis],
  exchange: {
    id: '1',
    step: 'api',
    environment: 'sandbox',
    startedAt: 0,
    at: 0,
    durationMs: 5,
    request: {
      method: 'GET',
      url: 'https://api.example/v1/bank-slips?access_token=opaque-canary-token',
      headers: { authorization: 'Bearer opaque-canary-token', cookie: 'sid=cookie-canary' },
      form: { client_secret: 'secret-canary' },
    },
    response: {
      status: 401,
      headers: {},
      body: '{"refresh_token":"refresh-canary","email":"a@b.example"} ```',
      size: 9,
      cut: false,
    },
  },
  ...changes,
})
const report = (...messages: ReportedMessage[]) =>
  flowReport(messages, createRedactor({ fingerprint: () => '0123456789', maskPersonal: true }))

test('the report tells all messages in order, and the reasons of those that failed', () => {
  const { markdown } = report(message({ diagnoses: [], answer: '200', title: 'First' }), message())
  expect(markdown).toContain('2 messages, 1 failed.')
  expect(markdown).toContain('| 1970-01-01 00:00:00 UTC | sandbox | First | GET /v1/bank-slips | 200 | 5 ms |')
  expect(markdown).toContain('**It failed** (certain; documented, §7.2)')
  expect(markdown).toContain('The value \\| of \\*it\\* is wrong.')
})

test('the report holds no secret, and its receipt says what was removed', () => {
  const { markdown, receipt } = report(message())
  expect(markdown).not.toContain('canary')
  expect(receipt.removed.length).toBeGreaterThan(2)
  expect(markdown).toContain('What was removed and what was kept')
})

test('no text from outside can end the block that it stands in', () => {
  expect(report(message()).markdown).toMatch(/^````$/m)
})

test('a message that was never answered is told as such', () => {
  const { exchange } = message()
  const broken = { ...exchange, response: undefined, failure: { kind: 'reset' } as const }
  expect(report(message({ exchange: broken })).markdown).toContain('no complete answer: reset')
})

test('an answer that broke off is told with what came of it, and a body that was not kept in full as such', () => {
  const { exchange } = message()
  const { markdown } = report(
    message({ exchange: { ...exchange, failure: { kind: 'reset' }, shortened: ['response'] } }),
  )
  expect(markdown).toMatch(/^401$/m)
  expect(markdown).toContain('no complete answer: reset')
  expect(markdown).toContain('The body of the response was too long to keep in full.')
})
