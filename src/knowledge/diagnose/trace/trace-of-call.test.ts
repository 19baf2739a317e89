import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnose } from '../diagnose.ts'
import { exampleApiCall, sandbox } from '../faults/example-parts.ts'

it('scopes and claims that name webhooks and debits are not taken for what a call is about', () => {
  const call = exampleApiCall('/bank-slips', 422, {
    method: 'POST',
    claims: {
      scope: 'openid webhooks apis.example/bank-slips.readwrite apis.example/authorized-direct-debits.readonly',
    },
    body: {
      ErrorCode: 'INVALID_FIELDS',
      Error: 'Not acceptable: payer, amount.',
      fields: [
        { field: 'payer', problem: 'is missing' },
        { field: 'amount', problem: 'must match pattern' },
      ],
    },
  })
  const [first] = diagnose(call)
  expect(first).toMatchObject({ code: 'field-not-accepted', who: 'caller' })
  expect(first?.fix).toContain('“payer” and “amount”')
})

it('a gateway on the host of its identity service is not taken for it', () => {
  const call = exampleApiCall('/bank-slips/slip-9', 404, {
    body: { ErrorCode: 'NOT_FOUND', Error: 'There is no bank slip slip-9 in this company’s records.' },
  })
  const local = (port: number) => `http://127.0.0.1:${port}`
  const environment = { ...sandbox, authUrl: local(8710), issuer: local(8710), baseUrl: local(8711) }
  const [first] = diagnose({
    ...call,
    environment,
    request: { method: 'GET', url: `${local(8711)}/v1/bank-slips/slip-9`, headers: call.request?.headers },
    flow: { clientId: 'demo', requestedScopes: ['openid'] },
  })
  expect(first?.code).toBe(diagnose(call)[0]?.code)
  expect(first?.title).not.toMatch(/host/)
})

describe('a call that needs another scope than the token has', () => {
  const requested = ['openid', 'profile', 'email', 'https://api.bank.example/bank-slips.readonly']
  const needed = 'https://api.bank.example/account-statements.readonly'
  const refused = (granted: string[], requestedScopes: string[]): Call => ({
    ...exampleApiCall('/account-statements', 403, {
      claims: { scope: granted.join(' ') },
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${needed}"` },
      body: { ErrorCode: 'INSUFFICIENT_SCOPE', Error: `The operation needs the scope ${needed}.` },
    }),
    flow: { requestedScopes },
  })

  it('is not blamed on the user where the sign-in did not request it', () => {
    const [first] = diagnose(refused(requested, requested))
    expect(first?.who).toBe('caller')
    expect(`${first?.title} ${first?.cause} ${first?.fix}`).not.toMatch(/not allow|5 scopes|declin/)
    expect(first?.cause).toContain(needed)
    expect(first?.fix).toContain(needed)
  })

  it('is told of a scope that is spelled almost the same', () => {
    const slip = needed.replace('statements', 'statments')
    const [first] = diagnose(refused([...requested, slip], [...requested, slip]))
    expect(first).toMatchObject({ who: 'caller', title: `The scope “${slip}” is misspelled` })
    expect(first?.fix).toContain(needed)
  })

  it('is said to have been declined where it was requested', () => {
    const [first] = diagnose(refused(requested, [...requested, needed]))
    expect(first).toMatchObject({ who: 'end-user', title: 'The user did not allow account statements (read)' })
  })
})
