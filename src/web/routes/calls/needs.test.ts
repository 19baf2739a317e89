import { expect, test } from 'vitest'
import type { Config } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import { type Operation, operations } from '#knowledge/protocol/apis.ts'
import { needsOf } from './needs.ts'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (claims: unknown) => `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`
const config = { environments: [{ id: 'sandbox', resourceDomain: 'apis.example' }] } as Config
const operation = (id: string) => operations.find((one) => one.id === id) as Operation
const session = (claims: object | undefined, tokenResponse: Record<string, unknown> = {}) =>
  ({
    environment: 'sandbox',
    accessToken: claims ? jwt(claims) : 'opaque',
    requestedScopes: ['webhooks'],
    tokenResponse,
  }) as SignedIn

test.each([
  ['the scope itself', { scope: 'openid apis.example/bank-slips.readonly' }, 'held'],
  ['a higher level of the same API', { scope: 'apis.example/bank-slips.readwrite' }, 'held'],
  ['the level of another API', { scope: 'apis.example/payment-receipts.readonly' }, 'missing'],
  ['the same API of another domain', { scope: 'apis.other/bank-slips.readonly' }, 'missing'],
])('with %s, listing slips has its scope %j: %s', (_, claims, expected) =>
  expect(needsOf(operation('list-bank-slips'), session(claims), config).scope.state).toBe(expected),
)

test('an opaque token is judged by the scope of the response, and by what was asked for where it has none', () => {
  const slips = operation('list-bank-slips')
  expect(needsOf(slips, session(undefined, { scope: 'apis.example/bank-slips.readonly' }), config).scope.state).toBe(
    'held',
  )
  expect(needsOf(operation('list-webhooks'), session(undefined), config).scope.state).toBe('held')
})

test.each([
  ['in the claim of the API', { aud: 'x', 'apis.example/authorized-direct-debits': '45' }, 'held'],
  ['in the audience', { aud: ['https://apis.example', '45'] }, 'held'],
  ['nowhere', { aud: 'https://apis.example' }, 'missing'],
  ['in the claim of another API', { aud: 'x', 'apis.example/bank-slips': '45' }, 'missing'],
])('a company identifier %s', (_, claims, expected) =>
  expect(needsOf(operation('list-direct-debits'), session(claims), config).company?.state).toBe(expected),
)

test('what needs no company says nothing of one', () =>
  expect(needsOf(operation('list-bank-slips'), session({}), config).company).toBeUndefined())
