import { expect, it } from 'vitest'
import { diagnose } from './diagnose.ts'
import { exampleApiCall, gatewayBody } from './faults/example-parts.ts'

const refused = (testToken: string | undefined) => ({
  ...exampleApiCall('/bank-slips', 401, {
    body: gatewayBody('steps.jwt.InvalidToken'),
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  }),
  flow: { testToken },
})

it('a test token that was spoiled is named as the cause, for certain and alone', () => {
  const told = diagnose(refused('cut'))
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({
    certainty: 'certain',
    title: 'The token’s signature is incomplete',
    cause: 'Claimcheck sent a test token: cut off at its end. The gateway rejected it.',
  })
  expect(diagnose(refused('changed'))[0]?.title).toBe('The token’s signature does not match its content')
})

it('of another token the same response leaves the cause open', () => {
  for (const sent of [undefined, 'pasted', 'expired']) expect(diagnose(refused(sent))[0]?.certainty).not.toBe('certain')
})

it('what to do about a refused test token is to send the session’s own', () => {
  const [first] = diagnose(refused('pasted'))
  expect(first).toMatchObject({ who: 'caller', retry: 'after-fix', next: { do: 'send-own-token' } })
  expect(first?.fix).toContain('You sent a test token.')
  expect(diagnose(refused('no-token'))[0]?.fix).toBe('Send the call with your access token.')
  expect(diagnose(refused(undefined))[0]?.next).not.toEqual(first?.next)
})
