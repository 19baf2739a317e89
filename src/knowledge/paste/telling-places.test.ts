import { describe, expect, it } from 'vitest'
import { explain } from '../explain.ts'
import { maskCall, maskSecrets } from '../privacy/mask.ts'
import { tellingLine, tellingPlaces } from './telling-places.ts'

const token = `eyJhbGciOiJSUzI1NiJ9.${btoa('{"iss":"https://id.example","scope":"openid","exp":1777886400}').replaceAll('=', '')}.c2lnbmF0dXJl`

/** What is marked of a text, as it is shown: masked. */
function marks(text: string): string[] {
  const { readings, diagnoses } = explain(text, { now: 1_777_900_000 })
  const [reading] = readings
  const [first] = diagnoses
  if (reading === undefined || first === undefined) return []
  const shown = maskSecrets(text)
  return tellingPlaces(shown, maskCall(reading.call), first).map(({ start, end }) => shown.slice(start, end))
}

describe('what tells the cause is found', () => {
  it('as a code in a body', () => {
    expect(marks('HTTP/1.1 401 x\n\n{"fault":{"detail":{"errorcode":"steps.jwt.NoMatchingPublicKey"}}}')).toContain(
      'steps.jwt.NoMatchingPublicKey',
    )
  })

  it('as a code in a log line', () => {
    expect(marks('2026-05-04 ERROR token request failed: {"error":"invalid_client","x":1}')).toContain('invalid_client')
  })

  it('in a string that was escaped', () => {
    const body = JSON.stringify({ error: 'invalid_grant', error_description: 'the grant\nwas revoked' })
    expect(marks(`status=400 body=${JSON.stringify(body)}`).join()).toMatch(/the grant\\\\nwas revoked/)
  })

  it('in an address, percent-encoded', () => {
    const text = 'https://app.example/cb?error=invalid_scope&error_description=Unknown%20scope%20x&state=1'
    expect(marks(text).join()).toContain('error=invalid_scope')
  })

  it('as the token whose claims tell it, masked', () => {
    const text = `GET /v1/x HTTP/1.1\nHost: api.example\nAuthorization: Bearer ${token}\n\nHTTP/1.1 401 x\nDate: Mon, 04 May 2026 09:30:00 GMT\n\n`
    const found = marks(text)
    expect(found).toContain(`Bearer •••••• (${token.length} characters)`)
    expect(found.join()).not.toContain(token)
  })

  it('as the message of a program', () => {
    expect(marks('x\ncurl: (6) Could not resolve host: api.example\ny')).toContain(
      'curl: (6) Could not resolve host: api.example',
    )
  })
})

it('a status is found behind what names it, and not in a time or a size', () => {
  const call = { at: 0, step: 'api' as const, response: { status: 503 } }
  const diagnosis = { evidence: ['/response/status'], title: '', cause: '' }
  const text = '12:503 took 503.2 ms, sent 1503 bytes, status: 503'
  expect(tellingPlaces(text, call, diagnosis)).toEqual([{ start: 39, end: 50 }])
})

it('evidence that is not in the text marks nothing', () => {
  const call = { at: 0, step: 'api' as const, response: { body: '{"error":"invalid_token"}' } }
  expect(tellingPlaces('hello', call, { evidence: ['/response/body'], title: '', cause: '' })).toEqual([])
})

it('the telling line is quoted without the lines around it, and cut where it is long', () => {
  const text = `one\ntwo invalid_grant three\nfour`
  expect(tellingLine(text, { start: 8, end: 21 })).toBe('two invalid_grant three')
  const long = tellingLine(`${'a '.repeat(500)}invalid_grant${' b'.repeat(500)}`, { start: 1_000, end: 1_013 })
  expect(long).toMatch(/^….*invalid_grant.*…$/)
  expect(long.length).toBeLessThan(500)
})
