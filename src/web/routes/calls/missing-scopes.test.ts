import { describe, expect, it } from 'vitest'
import type { Operation } from '#knowledge/service/apis.ts'
import { missingScopes } from './missing-scopes.ts'

const orders: Operation = {
  id: 'create-order',
  api: 'orders',
  title: 'Create an order',
  summary: 'Creates an order.',
  method: 'POST',
  path: '/orders',
  needs: { scope: 'orders.write' },
  parameters: [],
  answers: 'json',
  basis: { kind: 'inferred', reference: 'this installation’s configuration' },
}

const refused = (url: string, challenge?: string) => ({
  id: '1',
  step: 'api' as const,
  environment: 'sandbox',
  startedAt: 0,
  at: 0,
  durationMs: 0,
  request: { method: 'POST', url, headers: {} },
  response: {
    status: 403,
    headers: (challenge === undefined ? {} : { 'www-authenticate': challenge }) as Record<string, string>,
    size: 0,
    cut: false,
  },
})

describe('the scopes to ask for', () => {
  it.each([
    [
      'are those that the answer names',
      refused('https://api.example/v1/bank-slips', 'Bearer error="insufficient_scope", scope="webhooks apps"'),
      ['webhooks', 'apps'],
    ],
    [
      'are the operation’s where the answer names none',
      refused('https://api.example/v1/bank-slips', 'Bearer error="insufficient_scope"'),
      ['apis.example/bank-slips.readwrite'],
    ],
    ['are not guessed for a path that is not known', refused('https://api.example/v1/other'), []],
  ])('%s', (_name, exchange, scopes) => {
    expect(missingScopes(exchange, 'apis.example', [])).toEqual(scopes)
  })

  it('are those that the body names, where no challenge does', () => {
    const exchange = refused('https://api.example/v1/bank-slips')
    const body =
      '{"fault":{"faultstring":"Required scope(s): apis.example/bank-slips","detail":{"errorcode":"steps.oauth.v2.InsufficientScope"}}}'
    const told = { ...exchange, response: { ...exchange.response, body } }
    expect(missingScopes(told, 'apis.example', [])).toEqual(['apis.example/bank-slips'])
  })

  it('are known of an operation that the installation adds', () => {
    const exchange = refused('https://api.example/v1/orders')
    expect(missingScopes(exchange, 'apis.example', [orders])).toEqual(['orders.write'])
  })
})
