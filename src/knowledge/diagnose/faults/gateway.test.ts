import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import { answers, type Expected } from '../fault.ts'
import type { FaultCode } from './catalogue.ts'
import { exampleApiCall, exampleTokenError, gatewayBody } from './example-parts.ts'

const api = (status: number, more: Parameters<typeof exampleApiCall>[2] = {}, path = '/webhooks') =>
  exampleApiCall(path, status, { ...more, claims: { scope: 'webhooks', ...more.claims } })
const fault = (code: string, status = 401) => api(status, { body: gatewayBody(code) })
const says = (status: number, message: string) => api(status, { body: { message } })
const page = '<!doctype html><title>Down</title>'

const branches: [story: string, call: Call, code: FaultCode, expected: Expected][] = [
  ['429 alone', api(429), 'rate-limited', answers('certain', 'caller', 'with-backoff', '/response/status')],
  [
    '429 of a token endpoint',
    exampleTokenError(429, 'slow_down'),
    'rate-limited',
    answers('certain', 'caller', 'with-backoff', '/response/status', '/response/body'),
  ],
  [
    '429 with a time to wait',
    api(429, { headers: { 'retry-after': '30' } }),
    'rate-limited',
    answers('certain', 'caller', 'honour-retry-after', '/response/status', '/response/headers/retry-after'),
  ],
  [
    '429 with a date to wait for',
    api(429, { headers: { 'retry-after': new Date(1_777_887_060_000).toUTCString() } }),
    'rate-limited',
    answers('certain', 'caller', 'honour-retry-after', '/response/status', '/response/headers/retry-after'),
  ],
  [
    '429 with a Retry-After that is none',
    api(429, { headers: { 'retry-after': 'soon' } }),
    'rate-limited',
    answers('certain', 'caller', 'with-backoff', '/response/status', '/response/headers/retry-after'),
  ],
  [
    '429 with an empty Retry-After',
    api(429, { headers: { 'retry-after': ' ' } }),
    'rate-limited',
    answers('certain', 'caller', 'with-backoff', '/response/status', '/response/headers/retry-after'),
  ],
  [
    '429 with a reset in seconds',
    api(429, { headers: { 'ratelimit-reset': '12' } }),
    'rate-limited',
    answers('certain', 'caller', 'honour-retry-after', '/response/status', '/response/headers/ratelimit-reset'),
  ],
  [
    '429 with a reset as a time',
    api(429, { headers: { 'x-ratelimit-reset': '1777887060' } }),
    'rate-limited',
    answers('certain', 'caller', 'honour-retry-after', '/response/status', '/response/headers/x-ratelimit-reset'),
  ],
  [
    '429 with a reset that is too far away',
    api(429, { headers: { 'x-rate-limit-reset': '90000' } }),
    'rate-limited',
    answers('certain', 'caller', 'with-backoff', '/response/status', '/response/headers/x-rate-limit-reset'),
  ],
  [
    'a quota by the gateway’s code',
    fault('policies.ratelimit.QuotaViolation', 500),
    'rate-limited',
    answers('certain', 'caller', 'with-backoff', '/response/status', '/response/body'),
  ],
  [
    'a quota by another API’s code',
    api(403, { body: { error: { code: 'quotaExceeded' } } }),
    'rate-limited',
    answers('likely', 'caller', 'with-backoff', '/response/status', '/response/body'),
  ],
  [
    'an allowance of which nothing is left',
    api(403, { headers: { 'x-ratelimit-remaining': '0' } }),
    'rate-limited',
    answers('likely', 'caller', 'with-backoff', '/response/status', '/response/headers/x-ratelimit-remaining'),
  ],
  [
    'a limit that a token endpoint names',
    exampleTokenError(400, 'slow_down'),
    'rate-limited',
    answers('certain', 'caller', 'with-backoff', '/response/status', '/response/body'),
  ],
  [
    'too many requests in words',
    says(403, 'Rate limit exceeded'),
    'rate-limited',
    answers('likely', 'caller', 'with-backoff', '/response/status', '/response/body'),
  ],
  [
    'a token that cannot be decoded',
    fault('steps.jwt.FailedToDecode'),
    'token-unreadable-at-gateway',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a JWS that cannot be decoded',
    fault('steps.jws.FailedToDecode'),
    'token-unreadable-at-gateway',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a token that words call malformed',
    says(401, 'JWT malformed'),
    'token-unreadable-at-gateway',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a token that the gateway does not find',
    fault('steps.oauth.v2.FailedToResolveAccessToken'),
    'token-not-found-at-gateway',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'an invalid token by the gateway',
    fault('oauth.v2.InvalidAccessToken'),
    'gateway-refuses-token',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a signature that the gateway refuses',
    fault('steps.jws.InvalidSignature'),
    'token-signature-refused',
    answers('certain', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a path that the gateway does not know',
    fault('messaging.runtime.UnknownAPIProxy', 404),
    'gateway-path-unknown',
    answers('certain', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a path that another gateway does not know',
    api(403, { headers: { 'x-amzn-errortype': 'MissingAuthenticationTokenException' }, body: {} }),
    'gateway-path-unknown',
    answers('likely', 'caller', 'after-fix', '/response/headers/x-amzn-errortype'),
  ],
  [
    'no route in words',
    says(404, 'no Route matched with those values'),
    'gateway-path-unknown',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a target that is late',
    fault('messaging.adaptors.http.flow.GatewayTimeout', 504),
    'business-api-unreachable',
    {
      ...answers('certain', 'api-team', 'with-backoff', '/response/body'),
      title: 'The business API did not respond in time',
    },
  ],
  [
    'a target that is late, by another status',
    fault('flow.APITimedOut', 500),
    'business-api-unreachable',
    {
      ...answers('certain', 'api-team', 'with-backoff', '/response/body'),
      title: 'The business API did not respond in time',
    },
  ],
  [
    'a target that broke off',
    fault('messaging.adaptors.http.flow.UnexpectedEOFAtTarget', 502),
    'business-api-unreachable',
    {
      ...answers('certain', 'api-team', 'with-backoff', '/response/body'),
      title: 'The business API closed the connection early',
    },
  ],
  [
    'a target that is not there',
    fault('messaging.adaptors.http.flow.ServiceUnavailable', 503),
    'business-api-unreachable',
    answers('certain', 'api-team', 'with-backoff', '/response/body'),
  ],
  [
    'a backend that words name',
    says(503, 'upstream connect error or disconnect before headers'),
    'business-api-unreachable',
    answers('likely', 'api-team', 'with-backoff', '/response/body'),
  ],
  [
    'the edge of a network before an API',
    api(522),
    'origin-unreachable',
    answers('likely', 'api-team', 'with-backoff', '/response/status'),
  ],
  [
    'the edge of a network before an identity service',
    exampleTokenError(525, 'x'),
    'origin-unreachable',
    answers('likely', 'identity-team', 'with-backoff', '/response/status'),
  ],
  [
    'a target that is not there in time',
    fault('messaging.adaptors.http.flow.NoActiveTargets', 504),
    'business-api-unreachable',
    {
      ...answers('certain', 'api-team', 'with-backoff', '/response/body'),
      title: 'The business API did not respond in time',
    },
  ],
]

const unlike: [story: string, call: Call, code: FaultCode][] = [
  ['a 403 with an allowance left', api(403, { headers: { 'x-ratelimit-remaining': '1' } }), 'rate-limited'],
  [
    'an allowance that was used up by a call that went well',
    api(404, { headers: { 'x-ratelimit-remaining': '0' } }),
    'rate-limited',
  ],
  ['a limit of what an API deals in', api(422, { body: { error: 'quota_exceeded' } }), 'rate-limited'],
  [
    'a message that could not be decoded',
    fault('steps.messagevalidation.FailedToDecode', 500),
    'token-unreadable-at-gateway',
  ],
  [
    'another variable that the gateway does not find',
    fault('steps.assignmessage.FailedToResolveVariable', 500),
    'token-not-found-at-gateway',
  ],
  [
    'an invalid token in the words of the standard',
    api(401, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }),
    'gateway-refuses-token',
  ],
  [
    'a token endpoint whose application is not found',
    exampleTokenError(400, 'application_not_found'),
    'gateway-path-unknown',
  ],
  ['a 503 of the API itself', api(503, { body: { error: 'service_unavailable' } }), 'business-api-unreachable'],
  ['a 503 with a page', api(503, { body: page }), 'origin-unreachable'],
]

describe('what the gateway answers by itself', () => {
  it.each(branches)('%s', (_story, call, code, expected) => {
    expect(diagnose(call)[0]).toMatchObject({ ...expected, code })
  })

  it.each(unlike)('is not the cause: %s', (_story, call, code) => {
    expect(diagnose(call).map((one) => one.code)).not.toContain(code)
  })
})
