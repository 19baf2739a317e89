import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'

const first = (text: string) => explain(text, { now: 1_760_000_000, environments: [] }).diagnoses[0]

it('says what a message of an unknown product names, with what that is and what to do about it', () => {
  const said = first(
    'POST https://id.acme.example/authorize\n400 {"error":"invalid_request", "error_description":"Invalid redirection URI."}',
  )
  expect(said?.title).toMatch(/redirect URI/i)
  expect(said?.fix).toMatch(/regist/i)
})

it('prefers what says the same as the message to what the words of a library around it suggest', () => {
  const said = first(
    '[next-auth][error][OAUTH_CALLBACK_ERROR] invalid_client (AADSTS7000215: Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID.)',
  )
  expect(`${said?.title} ${said?.cause} ${said?.fix}`).toMatch(/Secret ID/i)
})

it('shows the values that a text has of what its message names', () => {
  const said = first('HTTP/1.1 500\n{"message":"The tenant is unknown"}\ntenant_id: blue-42')
  expect(said?.cause).toContain('tenant_id “blue-42”')
})
