import { expect, it } from 'vitest'
import type { Diagnosis } from '../diagnose/diagnosis.ts'
import { inspect } from '../paste/inspect.ts'
import type { Kind } from '../privacy/kinds.ts'
import { createScrubber } from '../privacy/scrub.ts'
import { checkToken } from '../token/checks.ts'
import { asReadJwt } from '../token/jwt.ts'
import { type ReportedMessage, ticketReport } from './ticket-report.ts'

const scrubber = (keep?: Kind[]) =>
  createScrubber({ fingerprint: () => '0a1b2c3d', keep: keep === undefined ? undefined : new Set(keep) })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signature = 'sIgNaTuRe0123456789'
const access = `${encode({ alg: 'RS256', kid: 'k1' })}.${encode({ iss: 'https://id.example', sub: 'ada', email: 'ada@example.com', scope: 'openid', iat: 1000, exp: 1300 })}.${signature}`
const pasted = JSON.stringify({
  access_token: access,
  refresh_token: 'opaque-refresh-value-1',
  scope: 'openid',
  code: '<b>|`secret-code-1234',
})

function tokenReport(keep?: Kind[]) {
  const inspection = inspect(pasted)
  return ticketReport(
    {
      at: 2000,
      title: 'A token response, inspected',
      environment: 'Sandbox',
      tokens: inspection.tokens.map((found) => ({
        found,
        kind: found.recognised.kind,
        findings: checkToken(asReadJwt(found.token), { now: 2000, kind: 'access' }),
      })),
      fields: inspection.fields,
    },
    scrubber(keep),
  )
}

it('a report says what a token contains and what the checks found, without anything that opens something', () => {
  const { markdown, plain } = tokenReport()
  expect(markdown).toContain('## 1. Access token')
  expect(markdown).toContain('| Expiry | failed |')
  expect(markdown).toContain('"kid": "k1"')
  expect(markdown).toContain('SIGNATURE_REMOVED_0a1b2c3d')
  expect(plain).toContain('SIGNATURE_REMOVED_0a1b2c3d')
  for (const secret of [signature, 'opaque-refresh-value-1', 'secret-code-1234', 'ada@example.com'])
    expect(markdown + plain).not.toContain(secret)
})

it('a report leaves what a person wants to keep', () => {
  expect(tokenReport(['e-mail', 'claim']).markdown).toContain('ada@example.com')
})

it('a receipt counts what was removed, changed and kept, by kind', () => {
  const { markdown, receipt } = tokenReport(['claim'])
  const of = (kind: Kind) => receipt.account.find((line) => line.kind === kind)
  expect(of('token')).toMatchObject({ removed: expect.any(Number), changed: 1 })
  expect(of('code')?.removed).toBe(1)
  expect(of('e-mail')?.removed).toBeGreaterThan(0)
  expect(of('claim')?.kept).toBeGreaterThan(0)
  expect(receipt.contains.join()).toContain('claims iss, sub, email, scope, iat, exp')
  expect(markdown).toContain('- **Removed:** Tokens: ')
})

it('nothing in a token can break out of its place in the report', () => {
  const hostile = `${encode({ alg: 'RS256', kid: '```\n# Injected <img src=x>' })}.${encode({ iss: '|x|\n# Injected', exp: 1, aud: '`<script>`' })}.${signature}`
  const [found] = inspect(hostile).tokens
  if (!found) throw new Error('The token was not found.')
  const findings = checkToken(asReadJwt(found.token), { now: 2000, kind: 'access' })
  const { markdown } = ticketReport(
    { at: 2000, title: 'A token', tokens: [{ found, kind: 'access', findings }] },
    scrubber(),
  )
  const outside = markdown.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '')
  expect(outside).not.toMatch(/^# Injected/m)
  expect(outside).not.toMatch(/(?<!\\)<script/)
})

const diagnosis: Diagnosis = {
  code: 'forbidden',
  title: 'It failed',
  cause: 'The value | of *it* is wrong.',
  fix: 'Replace it.',
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
      headers: { 'x-request-id': 'req-4711-a' },
      body: '{"refresh_token":"refresh-canary","email":"a@b.example"} ```',
      size: 9,
      cut: false,
    },
  },
  ...changes,
})
const flow = (...messages: ReportedMessage[]) => ticketReport({ at: 0, title: 'Flow', messages }, scrubber())

it('a report shows all messages in order, why some of them failed, and what to ask next', () => {
  const { markdown, plain } = flow(message({ diagnoses: [], answer: '200', title: 'First' }), message())
  expect(markdown).toContain('2 messages, 1 failed.')
  expect(markdown).toContain('| 1970-01-01 00:00:00 UTC | sandbox | First | GET /v1/bank-slips | 200 | 5 ms |')
  expect(markdown).toContain('### It failed')
  expect(markdown).toContain('The value \\| of \\*it\\* is wrong. (certain; documented, §7.2)')
  expect(plain).toContain('The value | of *it* is wrong. (certain; documented, §7.2)')
  expect(plain).toContain('Quote request ID req-4711-a.')
})

it('a report of a flow contains no secret, and its receipt says what was removed', () => {
  const { markdown, plain, receipt } = flow(message())
  expect(markdown + plain).not.toContain('canary')
  expect(receipt.account.length).toBeGreaterThan(2)
  expect(markdown).toContain('What was removed and what was kept')
})

it('no text from outside can end the block that it is in', () => {
  expect(flow(message()).markdown).toMatch(/^````$/m)
})

it('a message without a complete response is reported as such', () => {
  const { exchange } = message()
  const broken = { ...exchange, response: undefined, failure: { kind: 'reset' } as const }
  expect(flow(message({ exchange: broken })).markdown).toContain('no complete response: reset')
})

it('a response that broke off is reported with what came of it, and a body that was not kept in full as such', () => {
  const { exchange } = message()
  const { markdown } = flow(message({ exchange: { ...exchange, failure: { kind: 'reset' }, shortened: ['response'] } }))
  expect(markdown).toMatch(/^401$/m)
  expect(markdown).toContain('no complete response: reset')
  expect(markdown).toContain('The body of the response was too long to keep in full.')
})

it('a report of a pasted text contains the text, why it failed and what to ask, with the request ID', () => {
  const { plain } = ticketReport(
    {
      at: 0,
      title: 'A pasted failure',
      diagnoses: [diagnosis],
      pasted: 'HTTP/1.1 401\nX-Request-Id: req-4711-a\nAuthorization: Bearer opaque-canary-1',
      call: { at: 0, step: 'api', response: { status: 401 } },
      ask: 'the response body. Quote request ID req-4711-a.',
    },
    scrubber(),
  )
  expect(plain).toContain('What happened: It failed')
  expect(plain).toContain('X-Request-Id: req-4711-a')
  expect(plain).toContain('Ask for the response body. Quote request ID req-4711-a.')
  expect(plain).not.toContain('canary')
})
