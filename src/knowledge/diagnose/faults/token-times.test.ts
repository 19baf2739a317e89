import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import { answers, type Expected } from '../fault.ts'
import type { FaultCode } from './catalogue.ts'
import { exampleApiCall, exampleNow, gatewayBody } from './example-parts.ts'

const refused = (claims: Record<string, unknown>, status = 401, more: Parameters<typeof exampleApiCall>[2] = {}) =>
  exampleApiCall('/bank-slips', status, { ...more, claims })
const named = (code: string, claims: Record<string, unknown> = {}, more: Parameters<typeof exampleApiCall>[2] = {}) =>
  refused(claims, 401, { ...more, body: gatewayBody(code) })
const expired = 'steps.jwt.TokenExpired'
const early = 'steps.jwt.TokenNotYetValid'

const branches: [story: string, call: Call, code: FaultCode, expected: Expected][] = [
  [
    'a token that expires in this second',
    refused({ exp: exampleNow }),
    'access-token-expired',
    answers('certain', 'caller', 'after-fix', '/token/claims/exp', '/at', '/response/status'),
  ],
  [
    'a token that had expired, refused with 403',
    refused({ exp: exampleNow - 1 }, 403),
    'access-token-expired',
    answers('likely', 'caller', 'after-fix', '/token/claims/exp', '/at', '/response/status'),
  ],
  [
    'a gateway that says so of a token that is not known',
    { ...named(expired), token: undefined },
    'access-token-expired',
    answers('certain', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a gateway whose clock is ahead',
    named(expired, {}, { headers: { date: new Date((exampleNow + 300) * 1000).toUTCString() } }),
    'access-token-expired',
    {
      ...answers(
        'certain',
        'operator',
        'after-fix',
        '/token/claims/exp',
        '/at',
        '/response/body',
        '/response/headers/date',
      ),
      title: 'The token had expired by the gateway’s clock',
    },
  ],
  [
    'a gateway that says so of a token that has time left',
    named(expired),
    'access-token-expired',
    answers('certain', 'api-team', 'after-fix', '/token/claims/exp', '/at', '/response/body'),
  ],
  [
    'a gateway that says so, with a date before the end',
    named(expired, {}, { headers: { date: new Date(exampleNow * 1000).toUTCString() } }),
    'access-token-expired',
    answers('certain', 'api-team', 'after-fix', '/token/claims/exp', '/at', '/response/body', '/response/headers/date'),
  ],
  [
    'an API that says so with 400',
    refused({}, 400, { body: { error: 'token_expired' } }),
    'access-token-expired',
    answers('certain', 'api-team', 'after-fix', '/token/claims/exp', '/at', '/response/body'),
  ],
  [
    'a fault code with 500',
    refused({}, 500, { body: gatewayBody(expired) }),
    'access-token-expired',
    answers('certain', 'api-team', 'after-fix', '/token/claims/exp', '/at', '/response/body'),
  ],
  [
    'an expired token and nothing known of the response',
    { ...refused({ exp: exampleNow - 9 }), response: undefined },
    'access-token-expired',
    answers('certain', 'caller', 'after-fix', '/token/claims/exp', '/at'),
  ],
  [
    'a token whose time has not come',
    refused({ nbf: exampleNow + 1 }),
    'access-token-not-yet-valid',
    answers('certain', 'operator', 'with-backoff', '/token/claims/nbf', '/at', '/response/status'),
  ],
  [
    'a token that was issued in two minutes',
    refused({ iat: exampleNow + 120 }),
    'access-token-not-yet-valid',
    answers('likely', 'operator', 'with-backoff', '/token/claims/iat', '/at', '/response/status'),
  ],
  [
    'a token that was issued in a minute',
    refused({ iat: exampleNow + 60 }),
    'access-token-not-yet-valid',
    answers('possible', 'operator', 'with-backoff', '/token/claims/iat', '/at', '/response/status'),
  ],
  [
    'a token that was issued in six seconds',
    refused({ iat: exampleNow + 6 }),
    'access-token-not-yet-valid',
    answers('possible', 'operator', 'with-backoff', '/token/claims/iat', '/at', '/response/status'),
  ],
  [
    'a gateway that says that it is too early for a token that is not known',
    { ...named(early), token: undefined },
    'access-token-not-yet-valid',
    answers('certain', 'operator', 'with-backoff', '/response/body'),
  ],
  [
    'a gateway whose clock is behind',
    named(early, { nbf: exampleNow - 10 }),
    'access-token-not-yet-valid',
    answers('certain', 'api-team', 'with-backoff', '/token/claims/nbf', '/at', '/response/body'),
  ],
  [
    'a gateway whose clock is behind, by iat',
    named(early),
    'access-token-not-yet-valid',
    answers('certain', 'api-team', 'with-backoff', '/token/claims/iat', '/at', '/response/body'),
  ],
  [
    'a token that is bound to a key',
    refused({ cnf: { jkt: 'x' } }),
    'token-bound-to-key',
    answers('likely', 'caller', 'after-fix', '/token/claims/cnf', '/response/status'),
  ],
  [
    'a token that is bound to a certificate',
    refused({ cnf: { 'x5t#S256': 'x' } }),
    'token-bound-to-key',
    answers('possible', 'caller', 'after-fix', '/token/claims/cnf', '/response/status'),
  ],
  [
    'an expired token whose refusal names its scope in words',
    refused({ exp: exampleNow - 9 }, 403, { body: { message: 'Insufficient scope for this call' } }),
    'scope-insufficient',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
]

const unlike: [story: string, call: Call, code: FaultCode][] = [
  ['a token with a second left', refused({ exp: exampleNow + 1 }), 'access-token-expired'],
  ['an end that is no number', refused({ exp: '1' }), 'access-token-expired'],
  [
    'an expired token with a call that failed on its own',
    refused({ exp: exampleNow - 1 }, 404),
    'access-token-expired',
  ],
  [
    'an expired token that has too little scope',
    refused({ exp: exampleNow - 1 }, 403, { headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' } }),
    'access-token-expired',
  ],
  [
    'an API that speaks of another token with 422',
    refused({}, 422, { body: { error: 'token_expired' } }),
    'access-token-expired',
  ],
  [
    'a token request',
    { at: 0, step: 'token', response: { status: 400, body: JSON.stringify(gatewayBody(expired)) } },
    'access-token-expired',
  ],
  ['a time that begins now', refused({ nbf: exampleNow }), 'access-token-not-yet-valid'],
  ['a clock that is five seconds off', refused({ iat: exampleNow + 5 }), 'access-token-not-yet-valid'],
  ['a beginning that is no number', refused({ nbf: String(exampleNow + 9) }), 'access-token-not-yet-valid'],
  [
    'a token before its time with a call that failed on its own',
    refused({ nbf: exampleNow + 9 }, 404),
    'access-token-not-yet-valid',
  ],
  [
    'a token whose key was proven',
    {
      ...refused({ cnf: { jkt: 'x' } }),
      request: {
        method: 'GET',
        url: 'https://api.sandbox.example/v1/bank-slips',
        headers: { authorization: 'DPoP fp:1', dpop: 'proof' },
      },
    },
    'token-bound-to-key',
  ],
  ['a bound token with a call that failed on its own', refused({ cnf: { jkt: 'x' } }, 404), 'token-bound-to-key'],
]

describe('a token that is out of its time, or bound to a key', () => {
  it.each(branches)('%s', (_story, call, code, expected) => {
    expect(diagnose(call)[0]).toMatchObject({ ...expected, code })
  })

  it.each(unlike)('is not the cause: %s', (_story, call, code) => {
    expect(diagnose(call).map((one) => one.code)).not.toContain(code)
  })
})
