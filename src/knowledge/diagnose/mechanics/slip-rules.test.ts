import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'
import { diagnose } from '../diagnose.ts'

const first = (text: string) => explain(text, { now: 1_760_000_000, environments: [] }).diagnoses[0]?.title
const head = Buffer.from('{"typ":"JWT","alg":"RS256","kid":"k1"}').toString('base64url')

it.each([
  [
    'Only the first part of the token was copied',
    `export OAUTH_TOKEN="${head}"\nHTTP 401: OAuth token can not be parsed.`,
    `export OAUTH_TOKEN="${head}.e30.c2ln"\nHTTP 401: OAuth token can not be parsed.`,
  ],
  [
    'The Authorization header was not sent',
    'curl https://api.acme.example/v1/depts -G "Authorization: Bearer 9c1e7b04"\n401 {"messages":["log in"]}',
    'curl https://api.acme.example/v1/depts -H "Authorization: Bearer 9c1e7b04"\n401 {"messages":["log in"]}',
  ],
  [
    'The name “API_CLIENT_SECRET” contains a space',
    'Client.new(ENV[\'API_CLIENT_ID\'], ENV[\'API_CLIENT_SECRET \'])\nHTTP status 401: {"error":"invalid_client"}',
    'Client.new(ENV[\'API_CLIENT_ID\'], ENV[\'API_CLIENT_SECRET\'])\nHTTP status 401: {"error":"invalid_client"}',
  ],
  [
    'The body was parsed before it was verified',
    'Error verifying webhook: SyntaxError: Unexpected token o in JSON at position 1',
    'Error verifying webhook: SyntaxError: Unexpected token < in JSON at position 0',
  ],
  [
    'The + in the client secret is read as a space',
    'POST /token\ngrant_type=client_credentials&client_id=a&client_secret=k8~x+7vRn3\n401 {"error":"invalid_client"}',
    'POST /token\ngrant_type=client_credentials&client_id=a&client_secret=k8~x%2B7vRn3\n401 {"error":"invalid_client"}',
  ],
  [
    'The called URL contains a double slash',
    'Failed to fetch jwks_uri from "https://id.acme.example//.well-known/openid-configuration": status 404',
    'Failed to fetch jwks_uri from "https://id.acme.example/.well-known/openid-configuration": status 404',
  ],
  [
    'The “groups” claim is text, not a list',
    'error: invalid argo claims\n{"iss":"https://id.acme.example","groups": "Admin"}',
    'error: invalid argo claims\n{"iss":"https://id.acme.example","groups": ["Admin"]}',
  ],
  [
    'Your app keeps a token longer than it is valid',
    'Error: 401 invalid access token después de 24 hs. Si reinicio el proceso vuelve a andar.',
    'Error: 401 invalid access token desde el inicio. Si reinicio el proceso no cambia.',
  ],
])('says “%s” where it is so, and only there', (title, text, other) => {
  expect(first(text)).toBe(title)
  expect(first(other)).not.toBe(title)
})

it('says of a response to a page of another origin that no header allows it', () => {
  const call = (headers: Record<string, string>) => ({
    at: 1_760_000_000,
    step: 'token' as const,
    request: { method: 'POST', url: 'https://id.acme.example/token', headers: { origin: 'http://localhost:3000' } },
    response: { status: 200, headers: { 'cache-control': 'no-store', ...headers } },
  })
  expect(diagnose(call({}))[0]?.title).toBe('The response has no Access-Control-Allow-Origin')
  expect(diagnose(call({ 'access-control-allow-origin': '*' }))).toEqual([])
})

it('sees that only payloads beyond ASCII fail', () => {
  const log = (message: string) => `push "bump"  200\npush "${message}"  403 signature does not match`
  expect(first(log('release 🎉'))).toBe('Only payloads with non-ASCII characters fail')
  expect(first(log('release'))).not.toBe('Only payloads with non-ASCII characters fail')
})
