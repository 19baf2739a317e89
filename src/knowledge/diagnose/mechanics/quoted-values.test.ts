import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'
import { diagnose } from '../diagnose.ts'

function titleOf(text: string): string {
  return explain(text, { now: 1_790_000_000, environments: [] }).diagnoses[0]?.title ?? ''
}

it.each([
  [
    'a space inside the quotation marks of one of two equal values',
    "Audience validation failed. Audiences: '7d1f3c52-9b0e'. Did not match: ValidAudience: '7d1f3c52-9b0e '",
    'A configured value ends with a space',
  ],
  [
    'a token that begins with a space',
    "401 JWT signature is invalid\nToken = ' eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl'",
    'The token begins with a space',
  ],
  [
    'brackets of a template around a value',
    'POST https://login.example.org/%7B5f1c2d3e-8a90-4b1c-9d2e-3f4a5b6c7d8e%7D/oauth2/token 401 Unauthorized\n{"error":"invalid_client"}',
    'The value still contains template braces',
  ],
  [
    'a placeholder that was never replaced',
    '/callback?error=access_denied&error_description=Service%20not%20found%3A%20%7BAPI_AUDIENCE%7D',
    'The placeholder “API_AUDIENCE” was sent instead of a value',
  ],
  [
    'a URL without a host',
    'failed to fetch the key set from http:///keys.example.org/jwks.json: invalid',
    'The URL has three slashes, so it has no host',
  ],
  [
    'a program that sends to https alone',
    'IllegalArgumentException: only https connections are permitted\ntokenEndpoint: "http://10.0.2.2:8000/oauth/token"',
    'Your app requires https, but the URL is http',
  ],
  [
    'a parameter that one server requires',
    '{"status":"fail","message":"The following fields are missing or empty : nonce"}\nhttps://id.example.org/authorize?response_type=code&client_id=abc&state=1',
    'The authorization request contains no “nonce”',
  ],
  [
    'a state that is a constant',
    'state not valid (expected: kA6pgvCtBpauwMl0, received: myState)',
    'The server returns the fixed state “myState”',
  ],
  [
    'a trust for another subject',
    "No matching federated identity record found for presented assertion subject 'repo:a/b:ref:refs/heads/main'. It is set to repo:a/b:environment:live",
    'The token’s subject does not match the trust',
  ],
  [
    'a renewal whose response was lost',
    '10:00 access token expired, refreshing\n10:01 error: outgoing request timed out after 3500ms\n10:15 error: invalid_grant (The refresh token is revoked.)',
    'A timed-out renewal lost the new refresh token',
  ],
])('names %s', (_, text, title) => {
  expect(titleOf(text)).toBe(title)
})

it.each([
  [
    'a parameter that is there',
    '{"message":"The following fields are missing or empty : nonce"}\nhttps://id.example.org/authorize?response_type=code&client_id=abc&nonce=x1',
  ],
  ['a state of random letters', 'state not valid (expected: kA6pgvCtBpauwMl0, received: 9fX2kQ11zz)'],
  ['a URL with its host', 'failed to fetch the key set from http://keys.example.org/jwks.json: invalid'],
])('does not blame %s', (_, text) => {
  expect(titleOf(text)).not.toMatch(/lacks “nonce”|fixed state|three slashes/)
})

it('reads what a redirect says of a refusal', () => {
  const call = (scope: string) => ({
    at: 1_670_915_283,
    step: 'authorize' as const,
    request: { method: 'GET', url: `https://id.acme.org/auth?client_id=a&response_type=code&scope=${scope}&state=1` },
    response: {
      status: 302,
      headers: { location: `https://app.acme.org/cb?error=invalid_scope&error_description=Invalid+scopes%3A+${scope}` },
    },
  })
  expect(diagnose(call(''))[0]?.title).toBe('The requested scope is empty')
  expect(diagnose(call('read'))[0]?.title).not.toBe('The requested scope is empty')
})
