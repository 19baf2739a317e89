import { expect, it } from 'vitest'
import { explain } from '../explain.ts'
import { diagnose } from './diagnose.ts'

const body = '{"error":"invalid_grant","error_description":"Token has been expired or revoked."}'
const codeOf = (form?: Record<string, string>) =>
  diagnose({
    at: 1_700_000_000,
    step: 'token',
    request: form && { method: 'POST', url: 'https://id.example/token', form },
    response: { status: 400, body },
  })[0]?.code

it('reads what products say of a renewal alone as a renewal, where no grant is shown', () => {
  expect(codeOf()).toBe('refresh-token-dead')
  expect(codeOf({ grant_type: 'authorization_code', code: 'a', redirect_uri: 'https://app.example/cb' })).not.toBe(
    'refresh-token-dead',
  )
  expect(explain(body, { now: 1_700_000_000, environments: [] }).diagnoses[0]?.code).toBe('refresh-token-dead')
})
