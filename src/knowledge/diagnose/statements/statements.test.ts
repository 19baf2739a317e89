import { expect, it } from 'vitest'
import { statementIn, statementOf } from './statements.ts'

const topicsOf = (text: string) => statementIn(text)?.topics.map(({ noun }) => noun)

it.each([
  ['{"error":"invalid_grant","error_description":"audience is invalid"}', 'The audience', 'invalid'],
  [
    '✗ Fehler: status 400: {"error":"invalid_request", "error_description":"Invalid redirection URI."}',
    'The redirect URI',
    'invalid',
  ],
  [
    'Failed to contact token endpoint: Parse(Error("Invalid JSON web token: found 5 parts (expected 3)", line: 1))',
    'The token’s number of parts',
    'invalid',
  ],
  ['Réponse : { "status": 500, "message": "Impossible de rafraîchir le token." }', 'The token renewal', 'failed'],
  ['IDX10205: Issuer validation failed. Issuer: X', 'The issuer', 'failed'],
  [
    "OpenIdException(invalid_client): Client authentication failed (e.g., unknown client). The client supports 'client_secret_basic', but 'client_secret_post' was requested.",
    'The client authentication method',
    undefined,
  ],
])('finds what “%s” is about', (text, noun, problem) => {
  const found = statementIn(text)
  expect(found?.topics[0]?.noun).toBe(noun)
  if (problem !== undefined) expect(found?.problem).toBe(problem)
})

it('reads the sentence that names a value rather than the one that names what failed', () => {
  const text =
    'ERROR: token exchange failed\nerror_description="Client authentication failed"\nCaused by: The issuer "https://a.example" did not match "https://b.example"'
  expect(topicsOf(text)).toEqual(['The issuer'])
})

it('takes a question and a report of tries for no statement', () => {
  expect(statementIn('Why is the audience invalid in my token? The issuer works fine with curl.')).toBeUndefined()
  expect(statementIn('error: I have tried another redirect_uri and it is invalid')).toBeUndefined()
})

it('takes a list of causes to choose from for no statement', () => {
  expect(
    statementOf(['The refresh token is invalid, expired, revoked, or was issued to another client']),
  ).toBeUndefined()
})

it('keeps what the message says to do', () => {
  const said =
    'AADSTS7000215: Invalid client secret provided. Ensure the secret being sent is the client secret value, not the client secret ID.'
  expect(statementOf([said])).toMatchObject({
    advice: 'Ensure the secret being sent is the client secret value, not the client secret ID.',
  })
})

it('is linear in its input', () => {
  for (const part of ['error: ', '"message":"', 'Error("', ': audience ', "expected '", 'a, or ', '(e.g., '])
    expect(statementIn(part.repeat(60_000))?.sentence.length ?? 0).toBeLessThan(500)
})
