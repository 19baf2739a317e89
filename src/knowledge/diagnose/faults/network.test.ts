import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import { answers, type Expected } from '../fault.ts'
import type { FaultCode } from './catalogue.ts'
import { exampleApiCall, exampleTokenError } from './example-parts.ts'

const failed = (step: Call['step'], kind: NonNullable<Call['failure']>['kind'], message?: string): Call => ({
  ...(step === 'api' ? exampleApiCall('/bank-slips', 200) : exampleTokenError(400, 'none')),
  step,
  response: undefined,
  failure: { kind, message },
})

const branches: [story: string, call: Call, code: FaultCode, expected: Expected][] = [
  [
    'an identity service whose name is not found',
    failed('token', 'dns'),
    'identity-service-name-unknown',
    answers('certain', 'operator', 'after-fix', '/failure/kind'),
  ],
  [
    'an identity service that refuses the connection',
    failed('token', 'refused'),
    'identity-service-connection-refused',
    answers('certain', 'identity-team', 'with-backoff', '/failure/kind'),
  ],
  [
    'an identity service that broke off',
    failed('refresh', 'reset'),
    'identity-service-connection-reset',
    answers('certain', 'identity-team', 'with-backoff', '/failure/kind'),
  ],
  [
    'an identity service that is late',
    failed('authorize', 'timeout'),
    'identity-service-timeout',
    answers('certain', 'identity-team', 'with-backoff', '/failure/kind'),
  ],
  [
    'an identity service that is not trusted',
    failed('token', 'tls'),
    'identity-service-certificate-not-trusted',
    answers('certain', 'identity-team', 'after-fix', '/failure/kind'),
  ],
  [
    'a proxy on the way to an identity service',
    failed('refresh', 'proxy', 'ECONNREFUSED'),
    'identity-service-proxy-failed',
    answers('certain', 'operator', 'after-fix', '/failure/kind'),
  ],
  [
    'an identity service that sends too much',
    failed('token', 'too-large'),
    'identity-service-answer-too-large',
    answers('certain', 'operator', 'after-fix', '/failure/kind'),
  ],
  [
    'an identity service that sends what is not HTTP',
    failed('token', 'malformed', 'HPE_INVALID_CONSTANT'),
    'identity-service-response-malformed',
    answers('certain', 'identity-team', 'after-fix', '/failure/kind'),
  ],
  [
    'a token request that was cancelled',
    failed('token', 'aborted'),
    'identity-service-request-cancelled',
    answers('certain', 'caller', 'after-fix', '/failure/kind'),
  ],
  [
    'a gateway whose name is not found',
    failed('api', 'dns'),
    'gateway-name-unknown',
    answers('certain', 'operator', 'after-fix', '/failure/kind'),
  ],
  [
    'a gateway that refuses the connection',
    failed('api', 'refused'),
    'gateway-connection-refused',
    answers('certain', 'api-team', 'with-backoff', '/failure/kind'),
  ],
  [
    'a gateway that broke off',
    failed('api', 'reset'),
    'gateway-connection-reset',
    answers('certain', 'api-team', 'with-backoff', '/failure/kind'),
  ],
  [
    'a gateway that is late',
    failed('api', 'timeout'),
    'gateway-timeout',
    answers('certain', 'api-team', 'with-backoff', '/failure/kind'),
  ],
  [
    'a gateway that is not trusted',
    failed('api', 'tls'),
    'gateway-certificate-not-trusted',
    answers('certain', 'api-team', 'after-fix', '/failure/kind'),
  ],
  [
    'a gateway that sends too much',
    failed('api', 'too-large'),
    'gateway-answer-too-large',
    answers('certain', 'caller', 'after-fix', '/failure/kind'),
  ],
  [
    'a call that was cancelled',
    failed('api', 'aborted'),
    'gateway-request-cancelled',
    answers('certain', 'caller', 'after-fix', '/failure/kind'),
  ],
  [
    'what a library rejects, recorded as canceled',
    failed('api', 'aborted', 'the response has a field of another type'),
    'stopped-by-application',
    answers('possible', 'caller', 'after-fix', '/failure/message'),
  ],
  [
    'a certificate that has expired',
    failed('api', 'tls', 'CERT_HAS_EXPIRED'),
    'gateway-certificate-not-trusted',
    {
      ...answers('certain', 'api-team', 'after-fix', '/failure/kind'),
      title: 'No secure connection to the API gateway could be made: its certificate has expired',
    },
  ],
]

describe('a request without a complete response', () => {
  it.each(branches)('%s', (_story, call, code, expected) => {
    expect(diagnose(call)[0]).toMatchObject({ ...expected, code })
  })
})

it.each([
  ['status 407', 'requires a user name and a password'],
  ['status 403', 'it responded with status 403'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak TLS'],
  ['ENOTFOUND', 'it could not be reached'],
])('a proxy that failed with %s says so, and the gateway behind it is not blamed', (message, says) => {
  const [first] = diagnose(failed('api', 'proxy', message))
  expect(first).toMatchObject({ code: 'gateway-proxy-failed', who: 'operator' })
  expect(first?.cause).toContain(says)
})
