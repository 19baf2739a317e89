import { describe, expect, test } from 'vitest'
import type { Exchange } from '#contract/exchange.ts'
import type { Operation } from '#knowledge/service/apis.ts'
import { draftOf, repeatRequest } from './repeat.ts'

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
  const headers = { accept: '*/*', 'accept-encoding': 'gzip', authorization: 'Bearer fp:1', 'content-type': 'a/b' }
  expect(repeatRequest(call('POST', '/v1/bank%2Dslips/x?a=1&a=2', { headers, body: '{}' }))).toEqual({
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
    expect(draftOf(call(method, url), []).address).toBe(address)
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
    const { address } = draftOf(call('GET', '/v1/orders/7'), [orders])
    expect(address).toBe('/calls/show-order?environment=sandbox&order_id=7')
  })

  test.each([
    ['GET', '/v1/unheard-of?x=1', 'unheard-of?x=1'],
    ['GET', '/v1/bank-slips?other=1', 'bank-slips?other=1'],
    ['GET', '/v1/bank-slips?status=open&status=paid', 'bank-slips?status=open&status=paid'],
    ['PUT', '/v1/bank-slips', 'bank-slips'],
  ])('the free path where the operation does not hold it all: %s %s', (method, url, path) => {
    const { operation, address } = draftOf(call(method, url), [])
    expect(operation).toBe('path')
    expect(Object.fromEntries(new URL(address, 'http://x').searchParams)).toEqual({
      environment: 'sandbox',
      method,
      path,
    })
  })
})
