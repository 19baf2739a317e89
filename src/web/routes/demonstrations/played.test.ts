import { describe, expect, test } from 'vitest'
import type { Config, Demonstration } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import { diagnose } from '#knowledge/diagnose/diagnose.ts'
import { recordedCall } from '#knowledge/protocol/recorded-call.ts'
import { describeMessages } from '#knowledge/share/flow-messages.ts'
import { played } from './played.ts'

const demonstration: Demonstration = {
  id: 'story',
  title: 'A title',
  story: 'A story.',
  environment: 'sandbox',
  client: 'desk',
  person: 'Ana Souza',
  scopes: ['openid', 'apps'],
  refuse: [],
  deny: false,
  ends: { status: 200, says: 'Success' },
  call: { operation: 'get-bank-slip', parameters: { slip_id: 'slip-1' }, gateway: 'sandbox', afterSeconds: 0 },
}

const config = {
  environments: [
    {
      id: 'sandbox',
      clients: [
        { id: 'desk', clientId: 'desk-at-sandbox' },
        { id: 'batch', clientId: 'batch-at-sandbox' },
      ],
    },
  ],
} as unknown as Config

let ids = 0
const message = (changes: Partial<Exchange>): Exchange => ({
  id: String(++ids),
  step: 'api',
  environment: 'sandbox',
  startedAt: 1_000,
  at: 1_000,
  durationMs: 1,
  request: { method: 'GET', url: 'https://api.example/v1/bank-slips/slip-1', headers: {} },
  response: { status: 200, headers: {}, body: '{}', size: 2, cut: false },
  ...changes,
})
const signIn = (query = 'code=c&iss=i', scopes = ['apps', 'openid'], startedAt = 900) =>
  message({
    step: 'authorize',
    startedAt,
    request: { method: 'GET', url: 'https://auth.example/oauth2/authorize', headers: {} },
    response: { status: 302, headers: { location: `https://app.example/callback?${query}` }, size: 0, cut: false },
    flow: { requestedScopes: scopes, clientId: 'desk-at-sandbox' },
  })
const token = message({
  step: 'token',
  startedAt: 950,
  at: 951,
  request: { method: 'POST', url: 'https://auth.example/oauth2/token', headers: {}, form: {} },
  response: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"access_token":"fp:1","token_type":"Bearer","scope":"openid apps","expires_in":300}',
    size: 9,
    cut: false,
  },
})
const playedWith = (demo: Demonstration, ...messages: Exchange[]) => playedAfter(demo.id, demo, ...messages)
const playedAfter = (begun: string | undefined, demo: Demonstration, ...messages: Exchange[]) =>
  played(
    demo,
    describeMessages(messages, (exchange) => recordedCall(exchange, { environments: [] }), diagnose),
    config,
    begun,
  )

describe('a demonstration', () => {
  test('has not been played where nothing was recorded, or another sign-in was', () => {
    expect(playedWith(demonstration).state).toBe('not-played')
    expect(playedWith(demonstration, signIn('code=c', ['openid']), token).state).toBe('not-played')
    expect(playedWith({ ...demonstration, client: 'batch' }, signIn(), token).state).toBe('not-played')
    expect(playedWith({ ...demonstration, deny: true }, signIn(), token).state).toBe('not-played')
    expect(playedWith({ ...demonstration, environment: 'mixed' }, signIn(), token).state).toBe('not-played')
  })

  test('has its call due after its sign-in, and no sooner than it says', () => {
    expect(playedWith(demonstration, signIn(), token)).toMatchObject({ state: 'call-due', from: 951 })
    const { call } = demonstration
    const waiting = { ...demonstration, call: call && { ...call, afterSeconds: 60 } }
    expect(playedWith(waiting, signIn(), token, message({}))).toMatchObject({ state: 'call-due', from: 1_011 })
  })

  test('has ended as expected with its own call, and not with another', () => {
    expect(playedWith(demonstration, signIn(), token, message({}))).toMatchObject({ state: 'ended', asExpected: true })
    const other = { method: 'GET', url: 'https://api.example/v1/bank-slips/slip-2', headers: {} }
    expect(playedWith(demonstration, signIn(), token, message({ request: other })).state).toBe('call-due')
    expect(playedWith(demonstration, signIn(), token, message({ environment: 'production' })).state).toBe('call-due')
  })

  test('has no messages but its own, whatever the session sent since', () => {
    const own = message({})
    const so = playedWith(demonstration, signIn(), token, message({ environment: 'production' }), own, message({}))
    expect(so).toMatchObject({ state: 'ended', last: { id: own.id } })
    expect(so.state === 'ended' && so.messages.map(({ title }) => title)).toEqual([
      'Sign-in',
      'Token request',
      'Show one bank slip',
    ])
  })

  test('has ended differently than expected where another error came, or none', () => {
    const expecting = { ...demonstration, expected: 'access-denied' }
    expect(playedWith(expecting, signIn(), token, message({}))).toMatchObject({ asExpected: false, code: undefined })
    expect(playedWith(demonstration, signIn('error=access_denied'))).toMatchObject({
      asExpected: false,
      code: 'access-denied',
    })
  })

  test('is not said to have ended differently where another story was begun with the same sign-in', () => {
    const expecting = { ...demonstration, expected: 'access-denied' }
    expect(playedAfter('another', expecting, signIn(), token, message({})).state).toBe('not-played')
    expect(playedAfter(undefined, demonstration, signIn(), token, message({}))).toMatchObject({ asExpected: true })
  })

  test('ends with its sign-in where that is refused', () => {
    const denied = { ...demonstration, call: undefined, expected: 'access-denied' }
    expect(playedWith(denied, signIn('error=access_denied'))).toMatchObject({ state: 'ended', asExpected: true })
  })

  test('is known by its newest sign-in alone', () => {
    const again = signIn('code=d', ['apps', 'openid'], 2_000)
    expect(playedWith(demonstration, signIn(), token, message({}), again).state).toBe('not-played')
  })
})
