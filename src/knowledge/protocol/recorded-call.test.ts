import { describe, expect, test } from 'vitest'
import type { Environment } from './call.ts'
import type { Exchange } from './exchange.ts'
import { recordedCall } from './recorded-call.ts'

const at = (id: string, host: string): Environment => ({
  id,
  kind: 'sandbox',
  authUrl: `https://id.${host}`,
  baseUrl: `https://api.${host}/base`,
})
const environments = [at('sandbox', 'test.example'), at('twin', 'test.example'), at('production', 'live.example')]
const exchange = (environment: string, url: string): Exchange => ({
  id: '1',
  step: 'api',
  environment,
  startedAt: 1,
  at: 1,
  durationMs: 1,
  request: { method: 'GET', url, headers: {} },
})
const environmentOf = (environment: string, url: string) =>
  recordedCall(exchange(environment, url), { environments }).environment?.id

describe('the environment that a call was sent to', () => {
  test.each([
    ['is the one of its id', 'twin', 'https://api.test.example/base/v1/x', 'twin'],
    ['is the one at its address, where it names none', '', 'https://id.live.example/oauth2/token', 'production'],
    [
      'is the one at its address, where it names another',
      'sandbox',
      'https://api.live.example/base/v1/x',
      'production',
    ],
    [
      'is none, where its id is that of another installation',
      'sandbox',
      'https://api.elsewhere.example/v1/x',
      undefined,
    ],
    ['is none, where its address only begins alike', '', 'https://api.live.example/baseless/v1/x', undefined],
  ])('%s', (_what, id, url, expected) => {
    expect(environmentOf(id, url)).toBe(expected)
  })
})

test('what was recorded with a call is surer than what the page holds now', () => {
  const kept = { header: { alg: 'RS256' }, claims: { sub: 'then' } }
  const now = { header: { alg: 'RS256' }, claims: { sub: 'now' } }
  const call = exchange('sandbox', 'https://api.test.example/base/v1/x')
  expect(recordedCall({ ...call, token: kept }, { environments, token: now }).token).toBe(kept)
  expect(recordedCall(call, { environments, token: now }).token).toBe(now)
})
