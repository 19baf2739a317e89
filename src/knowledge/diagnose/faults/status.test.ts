import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import { answers, type Expected, type Retry, type Who } from '../fault.ts'
import type { FaultCode } from './catalogue.ts'
import { exampleApiCall, exampleNow, exampleTokenError } from './example-parts.ts'
import { statusRows } from './status-rows.ts'

const api = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  exampleApiCall('/webhooks', status, { body, headers, claims: { scope: 'webhooks' } })
const page = (title: string) => `<!doctype html><title>${title}</title>`
const raw = (
  status: number | undefined,
  headers: Record<string, string>,
  body: string | undefined,
  more: Partial<Call> = {},
): Call => ({ ...api(200, {}), response: { status, headers, body }, ...more })
const accepts = {
  request: {
    method: 'GET',
    url: 'https://api.sandbox.example/v1/webhooks',
    headers: { authorization: 'Bearer fp:1', accept: 'text/html' },
  },
}
const head = { request: { method: 'HEAD', url: 'https://api.sandbox.example/v1/webhooks' } }
const json = { 'content-type': 'application/json' }

const branches: [story: string, call: Call, code: FaultCode, expected: Expected][] = [
  [
    'a challenge by its page',
    api(503, page('Just a moment...')),
    'blocked-on-the-way',
    {
      ...answers('likely', 'operator', 'after-fix', '/response/status', '/response/body'),
      title: 'Bot protection blocked the request',
    },
  ],
  [
    'a challenge by its header',
    api(403, '', { 'cf-mitigated': 'challenge' }),
    'blocked-on-the-way',
    {
      ...answers(
        'likely',
        'operator',
        'after-fix',
        '/response/status',
        '/response/body',
        '/response/headers/cf-mitigated',
      ),
      title: 'Bot protection blocked the request',
    },
  ],
  [
    'a proxy by its header',
    api(403, page('x'), { 'x-squid-error': 'ERR_ACCESS_DENIED 0' }),
    'blocked-on-the-way',
    {
      ...answers(
        'likely',
        'operator',
        'after-fix',
        '/response/status',
        '/response/body',
        '/response/headers/x-squid-error',
      ),
      title: 'An outgoing proxy blocked the call',
    },
  ],
  [
    'a proxy by its page',
    api(503, '<html>Blocked by your administrator</html>'),
    'blocked-on-the-way',
    {
      ...answers('likely', 'operator', 'after-fix', '/response/status', '/response/body'),
      title: 'An outgoing proxy blocked the call',
    },
  ],
  [
    'a signature of the caller by text',
    raw(403, {}, 'error code: 1010'),
    'blocked-on-the-way',
    {
      ...answers('likely', 'operator', 'after-fix', '/response/status', '/response/body'),
      title: 'A firewall blocked the app by its User-Agent',
    },
  ],
  [
    'a firewall by text',
    raw(403, {}, 'error code: 1020'),
    'blocked-on-the-way',
    {
      ...answers('likely', 'operator', 'after-fix', '/response/status', '/response/body'),
      title: 'A firewall blocked the request',
    },
  ],
  [
    'a firewall by its server',
    raw(403, { server: 'AkamaiGHost' }, page('no')),
    'blocked-on-the-way',
    {
      ...answers('likely', 'operator', 'after-fix', '/response/status', '/response/body', '/response/headers/server'),
      title: 'A firewall blocked the request',
    },
  ],
  [
    'a firewall by its server, without a body',
    raw(403, { server: 'AkamaiGHost' }, ''),
    'blocked-on-the-way',
    {
      ...answers('likely', 'operator', 'after-fix', '/response/status', '/response/body', '/response/headers/server'),
      title: 'A firewall blocked the request',
    },
  ],
  [
    'a firewall by its page with 200',
    api(200, '<html>The requested URL was rejected. Your support ID is 1</html>'),
    'blocked-on-the-way',
    {
      ...answers('likely', 'operator', 'after-fix', '/response/status', '/response/body'),
      title: 'A firewall blocked the request',
    },
  ],
  [
    'a firewall before an identity service',
    {
      ...exampleTokenError(403, 'x'),
      response: {
        status: 403,
        headers: { 'content-type': 'text/html' },
        body: '<html>Sorry, you have been blocked</html>',
      },
    },
    'blocked-on-the-way',
    {
      ...answers('likely', 'operator', 'after-fix', '/response/status', '/response/body'),
      title: 'A firewall blocked the request',
    },
  ],
  [
    'a page with 200',
    api(200, page('Welcome')),
    'html-in-place-of-an-answer',
    answers('likely', 'operator', 'after-fix', '/response/body'),
  ],
  [
    'a page with 299',
    api(299, page('Welcome')),
    'html-in-place-of-an-answer',
    answers('likely', 'operator', 'after-fix', '/response/body'),
  ],
  [
    'a page with 400',
    api(400, page('Welcome')),
    'html-in-place-of-an-answer',
    answers('likely', 'operator', 'after-fix', '/response/body'),
  ],
  [
    'a page with 406',
    api(406, page('Welcome')),
    'html-in-place-of-an-answer',
    answers('likely', 'operator', 'after-fix', '/response/body'),
  ],
  [
    'a page by a server',
    api(403, page('Welcome'), { server: 'nginx' }),
    'html-in-place-of-an-answer',
    answers('likely', 'operator', 'after-fix', '/response/body', '/response/headers/server'),
  ],
  [
    'a page with 401 at a token endpoint',
    {
      ...exampleTokenError(401, 'x'),
      response: { status: 403, headers: { 'content-type': 'text/html' }, body: page('x') },
    },
    'html-in-place-of-an-answer',
    answers('likely', 'operator', 'after-fix', '/response/body'),
  ],
  [
    'a page of which no status is known',
    raw(undefined, { 'content-type': 'text/html' }, page('x')),
    'html-in-place-of-an-answer',
    answers('likely', 'operator', 'after-fix', '/response/body'),
  ],
  [
    'a page that was requested, with 403',
    { ...api(403, page('x')), ...accepts },
    'html-in-place-of-an-answer',
    answers('likely', 'operator', 'after-fix', '/response/body'),
  ],
  [
    'a body that was cut',
    raw(500, json, '{"a":'),
    'answer-cut',
    answers('certain', 'api-team', 'with-backoff', '/response/body'),
  ],
  [
    'a refusal of a token endpoint that was cut',
    { ...exampleTokenError(400, 'x'), response: { status: 400, headers: json, body: '{"error":' } },
    'answer-cut',
    answers('certain', 'identity-team', 'with-backoff', '/response/body'),
  ],
  [
    'a body that did not come',
    raw(200, { 'content-length': '9' }, ''),
    'answer-cut',
    answers('likely', 'api-team', 'with-backoff', '/response/headers/content-length', '/response/body'),
  ],
  [
    'a redirect without an address',
    api(307, {}),
    'redirect-not-followed',
    answers('certain', 'caller', 'after-fix', '/response/status'),
  ],
  [
    'a code of the gateway that is not known',
    {
      ...exampleTokenError(500, 'x'),
      response: { status: 500, body: '{"fault":{"detail":{"errorcode":"steps.x.Y"}}}' },
    },
    'gateway-fault',
    answers('possible', 'api-team', 'after-fix', '/response/body'),
  ],
  [
    'a code of an API that is not known, of which no status is known',
    raw(undefined, json, '{"error":"of_their_own"}'),
    'error-code-unknown',
    answers('possible', 'api-team', 'after-fix', '/response/body'),
  ],
  [
    'a code with 200',
    api(200, { ok: false, error: 'of_their_own' }),
    'error-code-unknown',
    answers('possible', 'api-team', 'after-fix', '/response/body'),
  ],
  [
    'a status from 500 on',
    api(599, {}),
    'status-unknown',
    answers('possible', 'api-team', 'after-fix', '/response/status'),
  ],
  [
    'a status from 500 on, of an identity service',
    { at: exampleNow, step: 'token', response: { status: 599 } },
    'status-unknown',
    answers('possible', 'identity-team', 'after-fix', '/response/status'),
  ],
  [
    'a status that is none',
    api(99, {}),
    'status-unknown',
    answers('possible', 'caller', 'after-fix', '/response/status'),
  ],
  [
    'a status from 400 on',
    api(498, {}),
    'status-unknown',
    answers('possible', 'caller', 'after-fix', '/response/status'),
  ],
  [
    'a failure of an identity service',
    { at: exampleNow, step: 'token', response: { status: 500 } },
    'internal-server-error',
    answers('possible', 'identity-team', 'with-backoff', '/response/status'),
  ],
  [
    'an availability with a time',
    api(503, {}, { 'retry-after': '9' }),
    'service-unavailable',
    answers('possible', 'nobody', 'honour-retry-after', '/response/status'),
  ],
  [
    'a failure with a time',
    api(500, {}, { 'retry-after': '9' }),
    'internal-server-error',
    answers('possible', 'api-team', 'honour-retry-after', '/response/status'),
  ],
  [
    'a conflict with a time',
    api(409, {}, { 'retry-after': '9' }),
    'conflict',
    answers('possible', 'caller', 'after-fix', '/response/status'),
  ],
  [
    'headers that are too large, by a page',
    api(400, '<html><title>400 Request Header Or Cookie Too Large</title></html>'),
    'headers-too-large',
    answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
]

const unlike: [story: string, call: Call, code: FaultCode][] = [
  [
    'a challenge of the API itself',
    api(403, page('Just a moment...'), { 'www-authenticate': 'Bearer' }),
    'blocked-on-the-way',
  ],
  ['a challenge with another status', api(500, page('Just a moment...')), 'blocked-on-the-way'],
  ['another value of the header', api(403, '', { 'cf-mitigated': 'no' }), 'blocked-on-the-way'],
  ['a firewall’s server before data', api(403, { message: 'no' }, { server: 'AkamaiGHost' }), 'blocked-on-the-way'],
  ['a firewall’s server with 400', raw(400, { server: 'AkamaiGHost' }, page('x')), 'blocked-on-the-way'],
  ['a text in which the number stands by chance', raw(403, {}, 'line 5: error 1010, not booked'), 'blocked-on-the-way'],
  ['a page that was requested', { ...api(200, '<html>Support ID is 1</html>'), ...accepts }, 'blocked-on-the-way'],
  [
    'a page of a token endpoint with 200',
    {
      ...exampleTokenError(200, 'x'),
      response: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Support ID is 1</html>' },
    },
    'blocked-on-the-way',
  ],
  [
    'a page of a sign-in',
    { at: 0, step: 'authorize', response: { status: 403, headers: { 'content-type': 'text/html' }, body: page('x') } },
    'html-in-place-of-an-answer',
  ],
  ['a page that was requested', { ...api(200, page('x')), ...accepts }, 'html-in-place-of-an-answer'],
  ['a page with another status', api(500, page('x')), 'html-in-place-of-an-answer'],
  [
    'a page of a token endpoint with 400',
    {
      ...exampleTokenError(400, 'x'),
      response: { status: 400, headers: { 'content-type': 'text/html' }, body: page('x') },
    },
    'html-in-place-of-an-answer',
  ],
  ['a page with 199', api(199, page('x')), 'html-in-place-of-an-answer'],
  ['a page with 300', api(300, page('x')), 'html-in-place-of-an-answer'],
  ['a whole body', api(500, {}), 'answer-cut'],
  [
    'a token response that was cut',
    { ...exampleTokenError(200, 'x'), response: { status: 200, headers: json, body: '{"a":' } },
    'answer-cut',
  ],
  ['a response to HEAD', raw(200, { 'content-length': '9' }, '', head), 'answer-cut'],
  ['an empty body that says so', raw(200, { 'content-length': '0' }, ''), 'answer-cut'],
  ['no content', raw(204, { 'content-length': '9' }, ''), 'answer-cut'],
  ['a redirect of a sign-in', { at: 0, step: 'authorize', response: { status: 302 } }, 'redirect-not-followed'],
  ['what was not modified', api(304, {}), 'redirect-not-followed'],
  ['a response that went well', api(200, {}), 'status-unknown'],
  ['the last that is no error', api(399, {}), 'status-unknown'],
  ['an early hint', api(100, {}), 'status-unknown'],
  ['a code of an API with a status that tells', api(409, { error: 'of_their_own' }), 'error-code-unknown'],
  [
    'a redirect of a sign-in',
    { at: 0, step: 'authorize', response: { headers: { location: 'https://a.example/?x=1' } } },
    'nothing-to-judge-by',
  ],
  ['a failed connection', { at: 0, step: 'api', failure: { kind: 'dns' } }, 'nothing-to-judge-by'],
  ['a body alone', { at: 0, step: 'api', response: { body: '{}' } }, 'nothing-to-judge-by'],
  [
    'headers that are named on a page of another status',
    api(403, '<html><title>400 Request Header Or Cookie Too Large</title></html>'),
    'headers-too-large',
  ],
]

describe('a response by its form and its status', () => {
  it.each(branches)('%s', (_story, call, code, expected) => {
    expect(diagnose(call)[0]).toMatchObject({ ...expected, code })
  })

  it.each(unlike)('is not the cause: %s', (_story, call, code) => {
    expect(diagnose(call).map((one) => one.code)).not.toContain(code)
  })
})

/** Who can fix what a status says, and whether to try again: stated apart from the rows. */
const byStatus: [who: Who, retry: Retry, statuses: number[]][] = [
  ['caller', 'after-fix', [400, 401, 403, 404, 406, 409, 411, 412, 413, 414, 415, 416, 417, 422, 426, 428, 431, 505]],
  ['caller', 'never', [410, 501]],
  ['nobody', 'with-backoff', [408, 423, 425, 503]],
  ['operator', 'after-fix', [407, 511]],
  ['operator', 'with-backoff', [421]],
  ['api-team', 'after-fix', [402, 507]],
  ['api-team', 'with-backoff', [500, 502, 504]],
  ['api-team', 'never', [451, 508]],
]

it.each(byStatus)('%s, %s: %j', (who, retry, statuses) => {
  for (const status of statuses)
    expect(diagnose({ ...api(status, {}), request: undefined })[0], String(status)).toMatchObject(
      answers('possible', who, retry, '/response/status'),
    )
})

it('has a line for every status', () => {
  expect(byStatus.flatMap(([, , statuses]) => statuses)).toHaveLength(statusRows.length - 1)
})
