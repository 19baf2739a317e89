import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import { answers, type Expected } from '../fault.ts'
import type { FaultCode } from './catalogue.ts'
import { exampleApiCall, exampleNow } from './example-parts.ts'

const sent = (authorization: string | undefined, status = 401, more: Partial<Call['response']> = {}): Call => ({
  at: exampleNow,
  step: 'api',
  request: {
    method: 'GET',
    url: 'https://api.sandbox.example/v1/bank-slips',
    headers: authorization === undefined ? {} : { authorization },
  },
  response: { status, ...more },
})
const says = (message: string) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
})
const challenge = (value: string) => ({ headers: { 'www-authenticate': value } })
const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2ln'

const branches: [story: string, call: Call, code: FaultCode, expected: Expected][] = [
  [
    'a call after the sign-out',
    { ...exampleApiCall('/bank-slips', 403), flow: { signedOut: true } },
    'signed-out',
    answers('certain', 'caller', 'after-fix', '/flow/signedOut', '/response/status'),
  ],
  [
    'a call after the sign-out, with a code that is none of the token',
    { ...sent('Bearer x', 401, says('no')), flow: { signedOut: true } },
    'signed-out',
    answers('certain', 'caller', 'after-fix', '/flow/signedOut', '/response/status'),
  ],
  [
    'no header, and nothing said',
    sent(undefined),
    'bearer-missing',
    answers('likely', 'caller', 'after-fix', '/request/headers', '/response/status'),
  ],
  [
    'no header, and nothing said by an API that is configured',
    { ...sent(undefined), environment: exampleApiCall('/bank-slips', 401).environment },
    'bearer-missing',
    answers('certain', 'caller', 'after-fix', '/request/headers', '/response/status'),
  ],
  [
    'no header, and a challenge for a token',
    sent(undefined, 401, challenge('Bearer')),
    'bearer-missing',
    answers('certain', 'caller', 'after-fix', '/request/headers', '/response/headers/www-authenticate'),
  ],
  [
    'an empty header',
    sent(' '),
    'bearer-missing',
    answers('certain', 'caller', 'after-fix', '/request/headers/authorization', '/response/status'),
  ],
  [
    'no header, forbidden',
    sent(undefined, 403),
    'bearer-missing',
    answers('likely', 'caller', 'after-fix', '/request/headers', '/response/status'),
  ],
  [
    'no header, and an invalid token spoken of',
    sent(undefined, 401, challenge('Bearer error="invalid_token"')),
    'bearer-missing',
    answers('likely', 'caller', 'after-fix', '/request/headers', '/response/status'),
  ],
  [
    'no header, told as a malformed request',
    sent(undefined, 400, challenge('Bearer error="invalid_request"')),
    'bearer-missing',
    answers('likely', 'caller', 'after-fix', '/request/headers', '/response/status'),
  ],
  [
    'no header, at another host than the configured one',
    { ...sent(undefined), environment: { id: 'a', kind: 'sandbox', authUrl: '', baseUrl: 'https://other.example' } },
    'bearer-missing',
    answers('certain', 'caller', 'after-fix', '/request/headers', '/response/status'),
  ],
  [
    'no header, and the configured host',
    {
      ...sent(undefined),
      environment: { id: 'a', kind: 'sandbox', authUrl: '', baseUrl: 'https://API.sandbox.example/x' },
    },
    'bearer-missing',
    answers('certain', 'caller', 'after-fix', '/request/headers', '/response/status'),
  ],
  [
    'a header that arrived as none',
    sent(`Bearer ${jwt}`, 401, challenge('Bearer')),
    'bearer-missing',
    {
      ...answers('possible', 'operator', 'after-fix', '/response/status', '/response/headers/www-authenticate'),
      title: 'The API may not have seen the token',
    },
  ],
  [
    'a header that the response has not seen',
    sent('Bearer abc', 401, says('No token was provided')),
    'bearer-missing',
    {
      ...answers('likely', 'operator', 'after-fix', '/response/body', '/response/status'),
      title: 'The API may not have seen the token',
    },
  ],
  [
    'a response that misses a token, of a request that is not known',
    { at: exampleNow, step: 'api', response: { status: 401, ...says('No token was provided') } },
    'bearer-missing',
    answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'another header than the one that was sent',
    sent('Bearer abc', 401, says('Missing header X-Auth-Token')),
    'other-header-expected',
    answers('likely', 'caller', 'after-fix', '/response/body', '/request/headers'),
  ],
  [
    'another header, of a request that is not known',
    { at: exampleNow, step: 'api', response: { status: 401, ...says('Missing header X-Auth-Token') } },
    'other-header-expected',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'the word Bearer twice',
    sent(`Bearer Bearer ${jwt}`),
    'authorization-malformed',
    answers('certain', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
  [
    'the word Bearer twice, responded with 400',
    sent(`Bearer Bearer ${jwt}`, 400),
    'authorization-malformed',
    answers('likely', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
  [
    'the word Bearer twice, responded with 403',
    sent(`Bearer Bearer ${jwt}`, 403),
    'authorization-malformed',
    answers('likely', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
  [
    'a line break',
    sent(`Bearer ${jwt}\n`),
    'authorization-malformed',
    answers('certain', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
  [
    'the word Bearer alone',
    sent('Bearer '),
    'authorization-malformed',
    answers('certain', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
  [
    'quotation marks',
    sent(`Bearer "${jwt}"`),
    'authorization-malformed',
    answers('certain', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
  [
    'a colon',
    sent(`Bearer: ${jwt}`),
    'authorization-malformed',
    answers('certain', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
  [
    'a placeholder',
    sent('Bearer undefined'),
    'authorization-malformed',
    answers('certain', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
  [
    'a token without the word',
    sent(jwt),
    'authorization-malformed',
    answers('certain', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
  [
    'the name of the header in its value',
    sent(`Authorization: Bearer ${jwt}`),
    'authorization-malformed',
    answers('certain', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
  [
    'Basic credentials',
    sent('Basic YTpi'),
    'authorization-malformed',
    answers('likely', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
  [
    'a space inside the token',
    sent('Bearer eyJhbGciOi JSUzI1NiJ9'),
    'authorization-malformed',
    answers('certain', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
  [
    'a token that was cut',
    sent('Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIi'),
    'authorization-malformed',
    answers('likely', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
  [
    'another scheme',
    sent('Token abc'),
    'authorization-malformed',
    answers('likely', 'caller', 'after-fix', '/request/headers/authorization'),
  ],
]

const unlike: [story: string, call: Call, code: FaultCode][] = [
  [
    'a token that is known, of a request whose headers are not whole',
    {
      ...exampleApiCall('/webhooks', 401, { claims: { scope: 'webhooks' } }),
      request: { method: 'GET', url: 'https://api.sandbox.example/v1/webhooks', headers: {} },
    },
    'bearer-missing',
  ],
  ['a code of its own with 400', sent(undefined, 400, { body: '{"error":"invalid_iban"}' }), 'bearer-missing'],
  ['a session that goes on', { ...exampleApiCall('/bank-slips', 401), flow: { signedOut: false } }, 'signed-out'],
  [
    'a failure of the API after the sign-out',
    { ...exampleApiCall('/bank-slips', 500), flow: { signedOut: true } },
    'signed-out',
  ],
  [
    'a key in a header of its own',
    { ...sent(undefined), request: { method: 'GET', url: 'https://a.example/v1/x', headers: { 'x-api-key': 'k' } } },
    'bearer-missing',
  ],
  ['a token that was sent and seen', sent('Bearer abc', 401, says('Expired')), 'bearer-missing'],
  [
    'a token that was sent, and a challenge that names an error',
    sent('Bearer abc', 401, challenge('Bearer error="invalid_token"')),
    'bearer-missing',
  ],
  [
    'a token that was sent, and a challenge of another scheme',
    sent('Bearer abc', 401, challenge('Basic realm="x"')),
    'bearer-missing',
  ],
  ['a token that was sent, with 403', sent('Bearer abc', 403, challenge('Bearer')), 'bearer-missing'],
  ['Basic credentials, and a challenge for a token', sent('Basic abc', 401, challenge('Bearer')), 'bearer-missing'],
  [
    'a request of which no headers are known',
    { at: exampleNow, step: 'api', response: { status: 401 } },
    'bearer-missing',
  ],
  ['no response at all', { ...sent(undefined), response: undefined }, 'bearer-missing'],
  [
    'a malformed request with a token',
    sent('Bearer abc', 400, challenge('Bearer error="invalid_request"')),
    'bearer-missing',
  ],
  ['a malformed request without a word of the token', sent(undefined, 400, says('Bad things')), 'bearer-missing'],
  ['a malformed request at 422', sent(undefined, 422, challenge('Bearer error="invalid_request"')), 'bearer-missing'],
  [
    'the header that the response names',
    {
      ...sent('Bearer abc', 401, says('Missing header X-Auth-Token')),
      request: { method: 'GET', url: 'https://a.example/v1/x', headers: { 'x-auth-token': 'k' } },
    },
    'other-header-expected',
  ],
  ['a good header', sent(`Bearer ${jwt}`), 'authorization-malformed'],
  ['a header that was blacked out', sent('Bearer <token>'), 'authorization-malformed'],
  ['a header that was shortened', sent('Bearer eyJhbGciOi...'), 'authorization-malformed'],
  ['a DPoP token', sent('DPoP abc'), 'authorization-malformed'],
  ['a token that is not a JWT', sent('Bearer abc'), 'authorization-malformed'],
  [
    'a malformed header with a call that failed on its own',
    sent(`Bearer Bearer ${jwt}`, 404),
    'authorization-malformed',
  ],
  ['Basic credentials at the token endpoint', { ...sent('Basic YTpi', 400), step: 'token' }, 'authorization-malformed'],
  [
    'a renewal after the sign-out',
    { at: exampleNow, step: 'refresh', response: { status: 401 }, flow: { signedOut: true } },
    'signed-out',
  ],
]

describe('an Authorization header that brings no token', () => {
  it.each(branches)('%s', (_story, call, code, expected) => {
    expect(diagnose(call)[0]).toMatchObject({ ...expected, code })
  })

  it.each(unlike)('is not the cause: %s', (_story, call, code) => {
    expect(diagnose(call).map((one) => one.code)).not.toContain(code)
  })
})
