import { describe, expect, test } from 'vitest'
import type { Exchange } from '#contract/exchange.ts'
import { diagnose } from '#knowledge/diagnose/diagnose.ts'
import type { Environment } from '#knowledge/protocol/call.ts'
import { recordedCall } from '#knowledge/protocol/recorded-call.ts'
import { describeMessages } from '#knowledge/share/flow-messages.ts'
import { filterMessages, flowAddress, readFlowChoice } from './choice.ts'

const environments: Environment[] = [
  { id: 'sandbox', kind: 'sandbox', authUrl: 'https://auth.example', baseUrl: 'https://api.example' },
  { id: 'production', kind: 'production', authUrl: 'https://id.example', baseUrl: 'https://live.example' },
]
const exchange = (id: string, changes: Partial<Exchange>): Exchange => ({
  id,
  step: 'api',
  environment: 'sandbox',
  startedAt: 1_000,
  at: 1_000,
  durationMs: 12,
  request: { method: 'GET', url: 'https://api.example/v1/bank-slips?status=open', headers: {} },
  response: { status: 200, headers: {}, body: '{"bank_slips":[]}', size: 17, cut: false },
  ...changes,
})

describe('a choice', () => {
  const messages = describeMessages(
    [
      exchange('1', {
        step: 'authorize',
        request: { method: 'GET', url: 'https://auth.example/oauth2/authorize?client_id=a', headers: {} },
        response: { status: 302, headers: { location: 'https://app.example/callback?code=c' }, size: 0, cut: false },
      }),
      exchange('2', {}),
      exchange('3', {
        environment: 'production',
        request: { method: 'GET', url: 'https://live.example/v1/bank-slips?status=open', headers: {} },
        response: { status: 404, headers: {}, body: 'NOWHERE', size: 7, cut: false },
      }),
    ],
    (one) => recordedCall(one, { environments }),
    diagnose,
  )

  test.each([
    [{}, 3],
    [{ step: 'api' }, 2],
    [{ outcome: 'failed' }, 1],
    [{ outcome: 'good' }, 2],
    [{ environment: 'production' }, 1],
    [{ text: ' nowhere ' }, 1],
    [{ text: 'status=OPEN' }, 2],
    [{ text: 'nothing like it' }, 0],
    [{ step: 'api', outcome: 'good' }, 1],
  ])('%j leaves %i messages in sight', (choice, count) => {
    expect(filterMessages(messages, choice)).toHaveLength(count)
  })

  test('comes back from the address as it went', () => {
    const choice = { message: 'a', beside: 'b', step: 'api', text: 'x & y' }
    expect(readFlowChoice(new URLSearchParams(flowAddress(choice)))).toEqual(choice)
    expect(flowAddress({ text: '' })).toBe('?')
  })
})
