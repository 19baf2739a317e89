import { expect, it } from 'vitest'
import { diagnose } from '../diagnose.ts'
import { exampleApiCall } from '../faults/example-parts.ts'

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
