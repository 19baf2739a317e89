import { describe, expect, test } from 'vitest'
import type { Exchange } from '#contract/exchange.ts'
import type { Session } from '#contract/session.ts'
import { diagnose } from '#knowledge/diagnose/diagnose.ts'
import { type Operation, operations } from '#knowledge/protocol/apis.ts'
import type { Environment } from '#knowledge/protocol/call.ts'
import { recordedCall } from '#knowledge/protocol/recorded-call.ts'
import { describeMessages } from '#knowledge/share/flow-messages.ts'
import { againFrom, draftOf, repeatRequest } from './repeat.ts'

const call = (method: string, url: string, more: Partial<Exchange['request']> = {}): Exchange => ({
  id: '1',
  step: 'api',
  environment: 'sandbox',
  startedAt: 1,
  at: 1,
  durationMs: 1,
  request: { method, url: `https://api.example/base${url}`, headers: {}, ...more },
})

test('a repeated call is the same call, less what Claimcheck adds to it by itself', () => {
  const headers = {
    accept: '*/*',
    'accept-encoding': 'gzip',
    authorization: 'Bearer fp:1',
    'content-type': 'a/b',
    cookie: 'a=b',
  }
  expect(repeatRequest(call('POST', '/v1/bank%2Dslips/x?a=1&a=2', { headers, body: '{}' }), 'sandbox')).toEqual({
    environment: 'sandbox',
    method: 'POST',
    path: 'bank%2Dslips/x',
    query: [
      ['a', '1'],
      ['a', '2'],
    ],
    headers: { accept: '*/*', 'content-type': 'a/b' },
    body: '{}',
  })
})

describe('a call to be edited opens', () => {
  test.each([
    ['GET', '/v1/bank-slips/slip-1001', '/calls/get-bank-slip?environment=sandbox&slip_id=slip-1001'],
    ['GET', '/v1/bank-slips?status=open', '/calls/list-bank-slips?environment=sandbox&status=open'],
    ['POST', '/v1/bank-slips', '/calls/create-bank-slip?environment=sandbox'],
  ])('its operation with its parameters: %s %s', (method, url, address) => {
    expect(draftOf(call(method, url), operations, 'sandbox').address).toBe(address)
  })

  test('an operation that the installation adds', () => {
    const orders: Operation = {
      id: 'show-order',
      api: 'orders',
      title: 'Show an order',
      summary: 'Shows an order.',
      method: 'GET',
      path: '/orders/{order_id}',
      needs: { scope: 'orders' },
      parameters: [],
      answers: 'json',
      basis: { kind: 'inferred', reference: 'this installation’s configuration' },
    }
    const { address } = draftOf(call('GET', '/v1/orders/7'), [orders], 'sandbox')
    expect(address).toBe('/calls/show-order?environment=sandbox&order_id=7')
  })

  test.each([
    ['GET', '/v1/unheard-of?x=1', 'unheard-of?x=1'],
    ['GET', '/v1/bank-slips?other=1', 'bank-slips?other=1'],
    ['GET', '/v1/bank-slips?status=open&status=paid', 'bank-slips?status=open&status=paid'],
    ['PUT', '/v1/bank-slips', 'bank-slips'],
    ['GET', '/v1/bank-slips/%ZZ', 'bank-slips/%ZZ'],
  ])('the free path where the operation does not hold it all: %s %s', (method, url, path) => {
    const { operation, address } = draftOf(call(method, url), operations, 'sandbox')
    expect(operation).toBe('path')
    expect(Object.fromEntries(new URL(address, 'http://x').searchParams)).toEqual({
      environment: 'sandbox',
      method,
      path,
    })
  })
})

test('a call to be edited leaves the gateway to the session where its own is not known here', () => {
  expect(draftOf(call('GET', '/v1/bank-slips'), operations).address).toBe('/calls/list-bank-slips?')
})

describe('sending a message again', () => {
  const here = [
    { id: 'sandbox', kind: 'sandbox', authUrl: 'https://id.example', baseUrl: 'https://api.example/base' },
  ] as const
  const again = (exchange: Exchange, signedIn = true, environments: readonly Environment[] = here) => {
    const [message] = describeMessages(
      [exchange],
      (one) => recordedCall(one, { environments: [...environments] }),
      diagnose,
    )
    if (!message) throw new Error('Nothing was described.')
    return againFrom(message, { state: signedIn ? 'signed-in' : 'signed-out' } as Session)
  }
  const { step: _, ...redirect } = call('GET', '/oauth2/authorize')

  test('is offered for a call, and not spoken of for a sign-in', () => {
    expect(again(call('GET', '/v1/x'))).toEqual({ repeat: true, edit: true })
    expect(again({ ...redirect, step: 'authorize' })).toBeUndefined()
  })

  test.each([
    ['nobody is signed in', again(call('GET', '/v1/x'), false), /^Sign in/],
    ['its method is not sent from here', again(call('HEAD', '/v1/x')), /GET, POST, PUT, PATCH, DELETE only/],
    ['its path is elsewhere', again(call('GET', '/v2/x')), /under \/v1\/ only/],
    ['its body is not whole', again({ ...call('POST', '/v1/x'), shortened: ['request'] }), /too long to keep/],
  ])('is not offered where %s, and says so', (_what, offered, why) => {
    expect(offered).toEqual({ repeat: false, edit: false, why: expect.stringMatching(why) })
  })

  test('leaves the gateway to be chosen where the address is not known here', () => {
    expect(again(call('GET', '/v1/x'), true, [])).toEqual({
      repeat: false,
      edit: true,
      why: expect.stringContaining('Choose a gateway'),
    })
  })
})
