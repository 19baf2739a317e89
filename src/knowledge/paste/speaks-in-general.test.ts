import { expect, it } from 'vitest'
import { explain } from '../explain.ts'
import { speaksInGeneral } from './speaks-in-general.ts'

const outcome = (text: string) => explain(text, { now: 1_760_000_000, environments: [] }).outcome

it.each([
  'Re-reading https://tools.ietf.org/html/rfc6750#section-3, I think the response should possibly be a 401 and not a 400.\n\n  HTTP/1.1 401 Unauthorized\n  WWW-Authenticate: Bearer realm="example"',
  'Editorial comment, Section 7.1\n\nHTTP/1.1 401 Unauthorized\nWWW-Authenticate: DPoP error="invalid_token"\n\nShould the error returned be "invalid_dpop_proof" instead?',
  'A successful response will return a status code of 200 and the claims.\n\n{ "active": true }\n\nUnknown or expired tokens will be marked as inactive:\n\n{ "active": false }',
  'Se a client_id estiver incorreta, você receberá esta resposta:\n{ "error": "incorrect_client_credentials" }\nSe o redirect_uri não corresponder, você receberá:\n{ "error": "redirect_uri_mismatch" }',
  'It\'d be useful to mention in the documentation that aud must be set, as what comes back is "invalid_grant".',
])('accuses no text about responses in general: %s', (text) => {
  expect(speaksInGeneral(text)).toBe(true)
  expect(outcome(text)).not.toBe('failed')
})

it('takes the same words for a failure where somebody met it', () => {
  const text =
    'RFC 6750 says the server SHOULD answer 401, but we get a 400 and our app stopped.\nHTTP/1.1 400 Bad Request\n{"error":"invalid_request"}'
  expect(speaksInGeneral(text)).toBe(false)
  expect(outcome(text)).toBe('failed')
})

it('takes a sign-out for no refusal', () => {
  expect(outcome('yellow box after each login:\n\n  You will be logged out when the session expires.')).not.toBe(
    'failed',
  )
})

it('takes a challenge that the same request answers for no failure, and a lone one for a failure', () => {
  const log =
    '- - [05/Nov/2019] "GET /wiki HTTP/1.1" 401 381\nakeller [05/Nov/2019] "GET /wiki HTTP/1.1" 200 18422\nWWW-Authenticate: Negotiate'
  expect(outcome(log)).toBe('went-well')
  expect(outcome(log.replace('" 200', '" 401'))).toBe('failed')
})
