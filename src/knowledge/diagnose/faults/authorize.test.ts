import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import { answers, type Expected } from '../fault.ts'
import type { FaultCode } from './catalogue.ts'
import { exampleCallback, exampleNow, production, sandbox } from './example-parts.ts'

const whole = 'client_id=demo&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&scope=openid'
const asked = (query: string) => ({ method: 'GET', url: `https://id.sandbox.example/oauth2/authorize?${query}` })
const back = (error: string, query?: string): Call => ({
  ...exampleCallback(`error=${error}&state=s`),
  request: query === undefined ? undefined : asked(query),
})
/** A response without a redirect. */
const stopped = (status: number, body: unknown, query: string | undefined = whole): Call => ({
  at: exampleNow,
  step: 'authorize',
  environment: sandbox,
  others: [production],
  request: query === undefined ? undefined : asked(query),
  response: {
    status,
    headers: { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  },
})
const page = '<html>Error</html>'

const branches: [story: string, call: Call, code: FaultCode, expected: Expected][] = [
  [
    'a client that is not known',
    back('unknown_client', whole),
    'client-unknown-at-sign-in',
    answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  ],
  [
    'a client that is refused by redirect',
    back('invalid_client', whole),
    'client-unknown-at-sign-in',
    answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  ],
  [
    'a client that is refused on a page',
    stopped(400, { error: 'invalid_client' }),
    'client-unknown-at-sign-in',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a client that is refused with 401',
    stopped(401, { error: 'invalid_request' }),
    'client-unknown-at-sign-in',
    answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'scopes that are joined by commas',
    back('invalid_request', whole.replace('openid', 'openid,webhooks')),
    'scopes-joined-otherwise',
    answers('likely', 'caller', 'after-fix', '/request/url', '/response/headers/location'),
  ],
  [
    'scopes that are joined by commas and spaces',
    back('invalid_scope', whole.replace('openid', 'openid,%20webhooks')),
    'scopes-joined-otherwise',
    answers('likely', 'caller', 'after-fix', '/request/url', '/response/headers/location'),
  ],
  [
    'a person who declined',
    exampleCallback('error=access_denied&error_description=User+denied+access&state=s'),
    'access-denied',
    {
      ...answers('likely', 'end-user', 'after-fix', '/response/headers/location'),
      title: 'The user declined the sign-in',
    },
  ],
  [
    'a sign-in that needs the person',
    back('interaction_required'),
    'login-required',
    answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  ],
  [
    'an account that has to be chosen',
    back('account_selection_required'),
    'login-required',
    answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  ],
  [
    'a request object that is not taken',
    back('request_not_supported'),
    'authorization-request-invalid',
    answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  ],
  [
    'a request that is invalid and not known, told without a redirect',
    { ...stopped(400, { error: 'invalid_request' }), request: undefined },
    'authorization-request-invalid',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a request that lacks a parameter, told without a redirect',
    stopped(400, { error: 'invalid_request' }, 'client_id=demo'),
    'authorization-request-invalid',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a whole request that is invalid, told without a redirect',
    stopped(400, { error: 'invalid_request' }),
    'stopped-on-identity-page',
    answers('likely', 'caller', 'after-fix', '/response/status'),
  ],
  [
    'another response type, told as an invalid request',
    back('invalid_request', whole.replace('=code', '=token')),
    'response-type-not-supported',
    answers('likely', 'caller', 'after-fix', '/request/url', '/response/status'),
  ],
  [
    'another response type, told as an unauthorized client',
    back('unauthorized_client', whole.replace('=code', '=token')),
    'client-not-authorized',
    answers('certain', 'identity-team', 'after-fix', '/response/headers/location'),
  ],
  [
    'another response type, told on a page',
    stopped(400, page, whole.replace('=code', '=token')),
    'response-type-not-supported',
    answers('likely', 'caller', 'after-fix', '/request/url', '/response/status'),
  ],
  [
    'a page instead of a redirect',
    stopped(400, page),
    'stopped-on-identity-page',
    answers('likely', 'caller', 'after-fix', '/response/status'),
  ],
  [
    'a page for a request that lacks a parameter',
    stopped(403, page, 'client_id=demo&response_type=code'),
    'stopped-on-identity-page',
    answers('likely', 'caller', 'after-fix', '/response/status', '/request/url'),
  ],
  [
    'a page for a request that is not known',
    { ...stopped(499, page), request: undefined },
    'stopped-on-identity-page',
    answers('likely', 'caller', 'after-fix', '/response/status'),
  ],
  [
    'a page that misses a client id',
    stopped(401, page),
    'stopped-on-identity-page',
    answers('likely', 'caller', 'after-fix', '/response/status'),
  ],
  [
    'a redirect URI that is not registered',
    back('redirect_uri_mismatch'),
    'redirect-uri-not-registered',
    answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  ],
  [
    'an overloaded service',
    back('temporarily_unavailable'),
    'identity-service-busy',
    answers('certain', 'nobody', 'with-backoff', '/response/headers/location'),
  ],
]

const unlike: [story: string, call: Call, code: FaultCode][] = [
  [
    'an unknown client at the token endpoint',
    { at: 0, step: 'token', response: { status: 400, body: '{"error":"unknown_client"}' } },
    'client-unknown-at-sign-in',
  ],
  ['an invalid request by redirect', back('invalid_request', whole), 'client-unknown-at-sign-in'],
  ['an invalid request with 400', stopped(400, { error: 'invalid_request' }), 'client-unknown-at-sign-in'],
  ['a scope that stands alone', back('invalid_scope', whole), 'scopes-joined-otherwise'],
  [
    'scopes that are joined by spaces',
    back('invalid_scope', whole.replace('openid', 'openid%20webhooks')),
    'scopes-joined-otherwise',
  ],
  ['a comma at the end', back('invalid_scope', whole.replace('openid', 'openid,')), 'scopes-joined-otherwise'],
  [
    'commas in a request that was declined',
    back('access_denied', whole.replace('openid', 'a,b')),
    'scopes-joined-otherwise',
  ],
  [
    'commas in a request that went well',
    {
      ...exampleCallback('code=c&iss=https%3A%2F%2Fid.sandbox.example'),
      request: asked(whole.replace('openid', 'a,b')),
    },
    'scopes-joined-otherwise',
  ],
  ['the documented response type', back('invalid_request', whole), 'response-type-not-supported'],
  ['a request without a response type', back('invalid_request', 'client_id=demo'), 'response-type-not-supported'],
  [
    'another response type in a request that was declined',
    back('access_denied', whole.replace('=code', '=token')),
    'response-type-not-supported',
  ],
  [
    'another response type in a request that was shown a page',
    stopped(200, page, whole.replace('=code', '=token')),
    'response-type-not-supported',
  ],
  ['an invalid request with 401', stopped(401, { error: 'invalid_request' }), 'authorization-request-invalid'],
  ['an error that came by redirect', back('access_denied'), 'stopped-on-identity-page'],
  ['a page that was shown', stopped(200, page), 'stopped-on-identity-page'],
  ['a failure of the service', stopped(500, page), 'stopped-on-identity-page'],
  ['a page that is not there', stopped(404, page), 'stopped-on-identity-page'],
  ['a method that is not taken', stopped(405, page), 'stopped-on-identity-page'],
  ['too many requests', stopped(429, page), 'stopped-on-identity-page'],
  [
    'headers that are too large',
    stopped(400, '<html><title>400 Request Header Or Cookie Too Large</title></html>'),
    'stopped-on-identity-page',
  ],
  ['a page of an API', { ...stopped(400, page), step: 'api' }, 'stopped-on-identity-page'],
  [
    'an error of a token request',
    { at: 0, step: 'token', response: { status: 400, body: '{"error":"access_denied"}' } },
    'access-denied',
  ],
]

describe('an authorization that came back without a code', () => {
  it.each(branches)('%s', (_story, call, code, expected) => {
    expect(diagnose(call)[0]).toMatchObject({ ...expected, code })
  })

  it.each(unlike)('is not the cause: %s', (_story, call, code) => {
    expect(diagnose(call).map((one) => one.code)).not.toContain(code)
  })
})
