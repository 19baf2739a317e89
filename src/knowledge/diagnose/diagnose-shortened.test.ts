import { expect, it } from 'vitest'
import type { Call } from '../protocol/call.ts'
import { diagnose } from './diagnose.ts'
import { exampleApiCall, exampleTokenError, gatewayBody } from './faults/example-parts.ts'

const url = 'https://id.sandbox.example/oauth2/token'
const headers = { 'content-type': 'application/x-www-form-urlencoded' }
const api = 'https://api.sandbox.example'

it.each<[what: string, call: Call, title: RegExp]>([
  [
    'credentials, of a connection that was refused',
    {
      ...exampleTokenError(400, 'none'),
      request: {
        method: 'POST',
        url,
        headers,
        form: { grant_type: 'authorization_code', code: 'a-1', redirect_uri: 'https://app.example/cb' },
      },
      response: undefined,
      failure: { kind: 'refused', message: 'connect ECONNREFUSED 10.0.0.9:443' },
    },
    /refused the connection|listening/,
  ],
  [
    'credentials, of a client that may not use its grant',
    {
      ...exampleTokenError(400, 'unauthorized_client'),
      request: { method: 'POST', url, headers, form: { grant_type: 'client_credentials', scope: 'openid' } },
    },
    /grant/,
  ],
  [
    'a body, of a response whose tokens a library rejected',
    {
      ...exampleTokenError(200, 'none'),
      response: { status: 200, headers: {}, body: '' },
      failure: { kind: 'aborted', message: 'the ID token has no field of this name' },
    },
    /Your app rejected/,
  ],
  [
    'a token, of a call whose token the gateway judged',
    {
      ...exampleApiCall('/bank-slips', 401, { body: gatewayBody('steps.jwt.InvalidToken') }),
      token: undefined,
      request: { method: 'GET', url: `${api}/v1/bank-slips`, headers: { 'content-type': 'application/json' } },
    },
    /considers the token invalid/,
  ],
])('a record without %s does not show that it was not there', (_what, call, title) => {
  expect(diagnose(call)[0]?.title).toMatch(title)
})

it('a path of another version is called with the version that there is', () => {
  const fault = gatewayBody('messaging.adaptors.http.flow.ApplicationNotFound')
  const call = { ...exampleApiCall('', 404, { body: fault }), request: { method: 'GET', url: `${api}/v2/bank-slips` } }
  const [first] = diagnose(call)
  expect(first?.title).toBe('The path has a different version from the API')
  expect(first?.fix).toMatch(/^Call “\/v1\/bank-slips”/)
})
