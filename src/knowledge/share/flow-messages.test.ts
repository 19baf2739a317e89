import { describe, expect, test } from 'vitest'
import { diagnose } from '../diagnose/diagnose.ts'
import type { Exchange } from '../protocol/exchange.ts'
import { recordedCall } from '../protocol/recorded-call.ts'
import { describeMessages } from './flow-messages.ts'

let ids = 0
const exchange = (changes: Partial<Exchange>): Exchange => ({
  id: String(++ids),
  step: 'api',
  environment: 'sandbox',
  startedAt: 1_000,
  at: 1_000,
  durationMs: 12,
  request: { method: 'GET', url: 'https://api.example/v1/bank-slips?status=open', headers: {} },
  response: { status: 200, headers: {}, body: '{"bank_slips":[]}', size: 17, cut: false },
  ...changes,
})
const redirect = (query: string, startedAt = 1_000, at = startedAt) =>
  exchange({
    step: 'authorize',
    startedAt,
    at,
    durationMs: (at - startedAt) * 1000,
    request: { method: 'GET', url: 'https://auth.example/oauth2/authorize?client_id=a', headers: {} },
    response: { status: 302, headers: { location: `https://app.example/callback?${query}` }, size: 0, cut: false },
  })
const described = (...exchanges: Exchange[]) =>
  describeMessages(
    exchanges,
    (one) => recordedCall(one, { environments: [] }),
    (call) => diagnose(call),
  )

describe('a message is described', () => {
  test('with the name of its operation, its path without the query, and its time', () => {
    expect(described(exchange({}))[0]).toMatchObject({
      title: 'List bank slips',
      line: 'GET /v1/bank-slips',
      answer: '200',
      took: '12 ms',
      from: 'app',
      to: 'gateway',
      failed: false,
    })
  })

  test('as an API call where no operation is known at its path', () => {
    const request = { method: 'GET', url: 'https://api.example/v1/unheard-of', headers: {} }
    expect(described(exchange({ request }))[0]?.title).toBe('API call')
  })

  test.each([
    ['code=c&iss=i', '302, code returned'],
    ['error=access_denied', '302, error access_denied'],
    ['iss=i', '302, no code'],
  ])('with what the redirect brought: %s', (query, answer) => {
    expect(described(redirect(query))[0]?.answer).toBe(answer)
  })

  test('with the time that the person took', () => {
    expect(described(redirect('code=c', 1_000, 1_065))[0]?.took).toBe('1 minute 5 seconds at the sign-in page')
  })

  test('with why no response came', () => {
    const [message] = described(exchange({ response: undefined, failure: { kind: 'timeout' } }))
    expect(message).toMatchObject({ answer: 'no complete response: timeout', failed: true })
  })

  test('with the pause since the one before it had ended', () => {
    expect(described(redirect('code=c', 1_000, 1_050), exchange({ startedAt: 1_080, at: 1_080 }))[1]?.pause).toBe(30)
  })

  test('as well where its body was cut only for keeping', () => {
    const response = { status: 200, headers: {}, body: '{"bank_sl', size: 90_000, cut: false }
    const [message] = described(exchange({ response, shortened: ['response'] }))
    expect(message).toMatchObject({ failed: false, call: { response: { body: '{"bank_sl' } } })
  })
})
