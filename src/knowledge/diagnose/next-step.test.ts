import { describe, expect, it } from 'vitest'
import type { Call } from '../protocol/call.ts'
import { diagnose } from './diagnose.ts'
import { exampleApiCall, exampleTokenError, gatewayBody, sandbox } from './faults/example-parts.ts'
import { loadCatalogue } from './registries/load-catalogue.ts'

const rows = await loadCatalogue()
const write = 'https://api.bank.example/bank-slips.readwrite'
const lacking = (more: Parameters<typeof exampleApiCall>[2], path = '/bank-slips') =>
  exampleApiCall(path, 403, { method: 'POST', claims: { scope: 'openid' }, ...more })
const challenge = (scope: string) => ({
  headers: { 'www-authenticate': `Bearer error="insufficient_scope"${scope && `, scope="${scope}"`}` },
})
const order = {
  id: 'create-order',
  api: 'orders',
  title: 'Create an order',
  summary: 'Creates an order.',
  method: 'POST',
  path: '/orders',
  needs: { scope: 'orders.write' },
}

describe('the scopes to ask for', () => {
  it.each<[string, Call, string[] | undefined]>([
    ['are those that the response names', lacking(challenge('webhooks apps')), ['webhooks', 'apps']],
    ['are the operation’s where the response names none', lacking(challenge('')), [write]],
    ['are the operation’s of a token that is not known', { ...lacking(challenge('')), token: undefined }, [write]],
    ['are not guessed for a path that is not known', lacking(challenge(''), '/other'), undefined],
    [
      'are those that the body names',
      lacking({
        body: gatewayBody('steps.oauth.v2.InsufficientScope', 'Required scope(s): apis.example/bank-slips'),
      }),
      ['apis.example/bank-slips'],
    ],
    [
      'are known of an operation that the installation adds',
      { ...lacking(challenge(''), '/orders'), operations: [order] },
      ['orders.write'],
    ],
  ])('%s', (_story, call, scopes) => {
    expect(diagnose(call)[0]?.next).toEqual(scopes && { do: 'ask-for-scopes', scopes })
  })
})

describe('what an app can do', () => {
  it('is to send again what is worth it, where nothing else helps', () => {
    expect(diagnose(exampleApiCall('/webhooks', 500))[0]?.next).toEqual({ do: 'send-again' })
    expect(diagnose(exampleTokenError(429, 'slow_down'))[0]?.next).toEqual({ do: 'send-again' })
    expect(diagnose(exampleApiCall('/webhooks', 400))[0]?.next).toBe(undefined)
  })

  it('is said of the rows of the registries too', () => {
    const body = JSON.stringify(gatewayBody('messaging.adaptors.http.flow.LookUpFailed'))
    const call: Call = { at: 0, step: 'api', response: { status: 503, body } }
    const [first] = diagnose(call, rows)
    expect(first?.next).toEqual(first?.retry === 'with-backoff' ? { do: 'send-again' } : undefined)
  })

  it('is to wait where the gateway has yet to fetch a key that is published', () => {
    const refused = { body: gatewayBody('steps.jwt.NoMatchingPublicKey') }
    expect(diagnose(exampleApiCall('/bank-slips', 401, refused))[0]?.next).toEqual({ do: 'send-again' })
    expect(
      diagnose({
        at: 0,
        step: 'api',
        environment: sandbox,
        response: { status: 401, body: JSON.stringify(refused.body) },
      })[0]?.next,
    ).toEqual({ do: 'use-own-environment' })
  })
})
