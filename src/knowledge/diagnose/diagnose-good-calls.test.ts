import { describe, expect, it } from 'vitest'
import type { Call } from '../protocol/call.ts'
import { diagnose } from './diagnose.ts'
import { exampleApiCall, exampleCallback, exampleNow, exampleTokenAnswer, sandbox } from './faults/example-parts.ts'

const idToken = {
  iss: sandbox.issuer,
  aud: 'demo',
  sub: 'ana',
  exp: exampleNow + 1000,
  iat: exampleNow - 10,
  nonce: 'n-1',
}
const answer = { access_token: 'a', token_type: 'Bearer', expires_in: 300, scope: 'openid', refresh_token: 'r' }

const good: [what: string, call: Call][] = [
  [
    'a redirect with code, iss and the state that was sent',
    {
      ...exampleCallback('code=c&iss=https%3A%2F%2Fid.sandbox.example&state=s'),
      flow: { state: 's', redirectUri: 'https://app.example/callback' },
    },
  ],
  [
    'a redirect without the state, which the document does not show',
    { ...exampleCallback('code=c&iss=https%3A%2F%2Fid.sandbox.example'), flow: { state: 's' } },
  ],
  [
    'a redirect with parameters beside the documented ones',
    exampleCallback('session_state=x&code=c&iss=https%3A%2F%2Fid.sandbox.example'),
  ],
  [
    'a 303 instead of a 302',
    {
      ...exampleCallback('code=c'),
      response: { status: 303, headers: { location: 'https://app.example/callback?code=c' } },
    },
  ],
  [
    'a redirect to the service’s own sign-in page',
    {
      ...exampleCallback(''),
      response: { status: 302, headers: { location: 'https://id.sandbox.example/interaction/abc' } },
    },
  ],
  [
    'the sign-in page itself',
    {
      at: exampleNow,
      step: 'authorize',
      response: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' },
    },
  ],
  ['a documented token response', { ...exampleTokenAnswer(answer, idToken), flow: { nonce: 'n-1', clientId: 'demo' } }],
  [
    'a token response as recorded, with fingerprints',
    exampleTokenAnswer({ ...answer, access_token: 'fp:1a2b3c4d', id_token: 'fp:1a2b3c4d' }),
  ],
  ['a token response with the type in lower case', exampleTokenAnswer({ ...answer, token_type: 'bearer' })],
  ['a token response without expires_in', exampleTokenAnswer({ access_token: 'a', token_type: 'Bearer' })],
  ['a token response with expires_in as text', exampleTokenAnswer({ ...answer, expires_in: '3599' })],
  [
    'a renewal without a new refresh token or ID token',
    { ...exampleTokenAnswer({ access_token: 'a', token_type: 'Bearer', expires_in: 300 }), step: 'refresh' },
  ],
  [
    'a renewal whose ID token has no nonce',
    { ...exampleTokenAnswer(answer, { ...idToken, nonce: undefined }), step: 'refresh', flow: { nonce: 'n-1' } },
  ],
  [
    'an ID token for several audiences',
    { ...exampleTokenAnswer(answer, { ...idToken, aud: ['demo', 'other'] }), flow: { clientId: 'demo' } },
  ],
  ['null instead of what is absent', exampleTokenAnswer({ ...answer, scope: null, refresh_token: null })],
  ['a list of bank slips', exampleApiCall('/bank-slips', 200, { body: { items: [] } })],
  ['a created bank slip', exampleApiCall('/bank-slips', 201, { method: 'POST', body: { id: 'slip-1' } })],
  [
    'a response without a body',
    {
      ...exampleApiCall('/webhooks/wh-9001', 204, { method: 'DELETE' }),
      response: { status: 204, headers: {}, body: '' },
    },
  ],
  [
    'a PDF',
    {
      ...exampleApiCall('/bank-slips/slip-1001/pdf', 200),
      response: { status: 200, headers: { 'content-type': 'application/pdf' } },
    },
  ],
  ['a payload that uses the word error', exampleApiCall('/bank-slips', 200, { body: { error: 'none', code: 'ok' } })],
  [
    'a call that was taken although the token expires now',
    exampleApiCall('/bank-slips', 200, { claims: { exp: exampleNow - 100 } }),
  ],
  ['a not-modified answer', exampleApiCall('/bank-slips', 304)],
  [
    'a page where a page was asked for',
    {
      ...exampleApiCall('/webhooks', 200, { body: '<!doctype html><p>Help</p>' }),
      request: { method: 'GET', url: 'https://api.sandbox.example/help', headers: { accept: 'text/html' } },
    },
  ],
  ['lines of JSON', answered({ 'content-type': 'application/x-ndjson' }, '{"id":1}\n{"id":2}\n')],
  ['JSON after a byte order mark', answered({ 'content-type': 'application/json' }, '\ufeff{"id":1}')],
  ['a log that holds the codes of other calls', answered({}, '[{"error":"invalid_grant"},{"status":401}]')],
  [
    'a response to HEAD, which announces a body',
    {
      ...answered({ 'content-length': '90' }, ''),
      request: { method: 'HEAD', url: 'https://api.sandbox.example/v1/webhooks' },
    },
  ],
]

function answered(headers: Record<string, string>, body: string): Call {
  return { ...exampleApiCall('/webhooks', 200), response: { status: 200, headers, body } }
}

describe('a call that went well gets no diagnosis', () => {
  it.each(good)('%s', (_what, call) => {
    expect(diagnose(call)).toEqual([])
  })
})
