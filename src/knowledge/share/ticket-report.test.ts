import { expect, it } from 'vitest'
import { inspect } from '../paste/inspect.ts'
import { createRedactor } from '../privacy/redact.ts'
import { checkToken } from '../token/checks.ts'
import { asReadJwt } from '../token/jwt.ts'
import { ticketReport } from './ticket-report.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signature = 'sIgNaTuRe0123456789'
const access = `${encode({ alg: 'RS256', kid: 'k1' })}.${encode({ iss: 'https://id.example', sub: 'ada', email: 'ada@example.com', scope: 'openid', iat: 1000, exp: 1300 })}.${signature}`
const pasted = JSON.stringify({
  access_token: access,
  refresh_token: 'opaque-refresh-value',
  scope: 'openid',
  code: '<b>|`secret-code-1234',
})

function report(maskPersonal: boolean) {
  const inspection = inspect(pasted)
  const redactor = createRedactor({ fingerprint: () => 'abc123', maskPersonal })
  return ticketReport(
    {
      at: 2000,
      source: 'A token response',
      environment: 'Sandbox',
      tokens: inspection.tokens.map((found) => ({
        found,
        kind: found.recognised.kind,
        findings: checkToken(asReadJwt(found.token), { now: 2000, kind: 'access' }),
      })),
      fields: inspection.fields,
    },
    redactor,
  )
}

it('a report tells what a token says and what the checks came to, without anything that opens something', () => {
  const { markdown } = report(true)
  expect(markdown).toContain('## 1. Access token')
  expect(markdown).toContain('| Expiry | failed |')
  expect(markdown).toContain('"kid": "k1"')
  expect(markdown).toContain('SIGNATURE_REMOVED_abc123')
  for (const secret of [signature, 'opaque-refresh-value', 'secret-code-1234', 'ada@example.com'])
    expect(markdown).not.toContain(secret)
})

it('a report leaves personal claims as they are where that is wanted', () => {
  expect(report(false).markdown).toContain('ada@example.com')
})

it('a receipt names what was removed and what was kept', () => {
  const { markdown, receipt } = report(true)
  expect(receipt.removed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['signature of a token', 'email', 'code']),
  )
  expect(receipt.kept.join()).toContain('claims iss, sub, email, scope, iat, exp')
  expect(markdown).toContain('- Removed: signature of a token')
})

it('nothing in a token can break out of its place in the report', () => {
  const hostile = `${encode({ alg: 'RS256', kid: '```\n# Injected <img src=x>' })}.${encode({ iss: '|x|\n# Injected', exp: 1, aud: '`<script>`' })}.${signature}`
  const redactor = createRedactor({ fingerprint: () => 'abc123', maskPersonal: false })
  const [found] = inspect(hostile).tokens
  if (!found) throw new Error('The token was not found.')
  const findings = checkToken(asReadJwt(found.token), { now: 2000, kind: 'access' })
  const { markdown } = ticketReport(
    { at: 2000, source: 'A token', tokens: [{ found, kind: 'access', findings }], fields: [] },
    redactor,
  )
  const outside = markdown.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '')
  expect(outside).not.toMatch(/^# Injected/m)
  expect(outside).not.toMatch(/(?<!\\)<script/)
})
