import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import { answers, type Expected } from '../fault.ts'
import type { FaultCode } from './catalogue.ts'
import { exampleApiCall, exampleNow, exampleTokenError, gatewayBody, sandbox } from './example-parts.ts'

type More = Parameters<typeof exampleApiCall>[2]
const webhooks = (status: number, more: More = {}) =>
  exampleApiCall('/webhooks', status, { ...more, claims: { scope: 'webhooks', ...more?.claims } })
const slips = (status: number, more: More = {}, path = '/bank-slips') => exampleApiCall(path, status, more)
const debits = (claims: Record<string, unknown> = {}, status = 403, more: More = {}) =>
  exampleApiCall('/authorized-direct-debits', status, {
    ...more,
    claims: { scope: 'https://api.bank.example/authorized-direct-debits.readonly', ...claims },
  })
const challenge = (value: string) => ({ headers: { 'www-authenticate': value } })
const at = (url: string, call: Call): Call => ({ ...call, request: { method: 'GET', url } })
const untold = (call: Call): Call => ({ ...call, token: undefined })
const claim = 'https://api.bank.example/authorized-direct-debits'
const company = { 'https://api.bank.example/bank-slips': 'c-1' }

const branches: [story: string, call: Call, code: FaultCode, expected: Expected][] = [
  [
    'too little scope by its code',
    webhooks(403, challenge('Bearer error="insufficient_scope"')),
    'scope-insufficient',
    answers('certain', 'caller', 'after-fix', '/response/headers/www-authenticate'),
  ],
  [
    'too little scope by its code, with the scope that is needed',
    webhooks(403, challenge('Bearer error="insufficient_scope", scope="webhooks admin"')),
    'scope-insufficient',
    answers('certain', 'caller', 'after-fix', '/response/headers/www-authenticate', '/token/claims/scope'),
  ],
  [
    'too little scope by the gateway’s code',
    webhooks(500, { body: gatewayBody('steps.oauth.v2.InsufficientScope') }),
    'scope-insufficient',
    answers('certain', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'too little scope told with 400',
    webhooks(400, { body: { error: 'insufficient_scope' } }),
    'scope-insufficient',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a scope that an API calls invalid',
    webhooks(403, { body: { error: 'invalid_scope' } }),
    'scope-insufficient',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a scope that only the challenge names',
    webhooks(403, challenge('Bearer scope="admin"')),
    'scope-insufficient',
    answers(
      'likely',
      'caller',
      'after-fix',
      '/response/status',
      '/response/headers/www-authenticate',
      '/token/claims/scope',
    ),
  ],
  [
    'a change with a token for reading',
    slips(403, { method: 'POST' }),
    'scope-insufficient',
    answers('likely', 'caller', 'after-fix', '/request/url', '/token/claims/scope', '/response/status'),
  ],
  [
    'too little scope of a token that is not known',
    untold(webhooks(403, challenge('Bearer error="insufficient_scope"'))),
    'scope-insufficient',
    answers('certain', 'caller', 'after-fix', '/response/headers/www-authenticate'),
  ],
  [
    'no company, and the claim is empty',
    debits({ [claim]: '' }),
    'company-identifier-missing',
    answers(
      'certain',
      'end-user',
      'after-fix',
      '/response/status',
      '/request/url',
      '/token/claims/aud',
      '/token/claims/https:~1~1api.bank.example~1authorized-direct-debits',
    ),
  ],
  [
    'no company, and the claim holds an empty list',
    debits({ [claim]: [] }),
    'company-identifier-missing',
    answers(
      'certain',
      'end-user',
      'after-fix',
      '/response/status',
      '/request/url',
      '/token/claims/aud',
      '/token/claims/https:~1~1api.bank.example~1authorized-direct-debits',
    ),
  ],
  [
    'no company that is clear, as the audience names something else',
    debits({ aud: ['https://api.sandbox.example', 'c-9'] }),
    'company-identifier-missing',
    answers('likely', 'end-user', 'after-fix', '/response/status', '/request/url', '/token/claims/aud'),
  ],
  [
    'no company in a token that is not known',
    untold(debits()),
    'company-identifier-missing',
    answers('possible', 'end-user', 'after-fix', '/response/status', '/request/url'),
  ],
  [
    'no company, without an audience',
    debits({ aud: undefined }),
    'company-identifier-missing',
    answers('certain', 'end-user', 'after-fix', '/response/status', '/request/url'),
  ],
  [
    'no company, where the domain is not configured',
    {
      ...debits({ 'https://any.example/authorized-direct-debits': '' }),
      environment: { ...sandbox, resourceDomain: undefined },
    },
    'company-identifier-missing',
    answers(
      'certain',
      'end-user',
      'after-fix',
      '/response/status',
      '/request/url',
      '/token/claims/aud',
      '/token/claims/https:~1~1any.example~1authorized-direct-debits',
    ),
  ],
  [
    'no company and no scope',
    debits({ scope: 'openid' }),
    'scope-insufficient',
    answers('likely', 'caller', 'after-fix', '/request/url', '/token/claims/scope', '/response/status'),
  ],
  [
    'another company in the path',
    at('https://api.sandbox.example/v1/companies/c-2/x', slips(404, { claims: company })),
    'company-differs',
    answers(
      'likely',
      'caller',
      'after-fix',
      '/request/url',
      '/token/claims/https:~1~1api.bank.example~1bank-slips',
      '/response/status',
    ),
  ],
  [
    'another company in the query',
    at('https://api.sandbox.example/v1/bank-slips?company_id=c-2', slips(403, { claims: company })),
    'company-differs',
    answers(
      'likely',
      'caller',
      'after-fix',
      '/request/url',
      '/token/claims/https:~1~1api.bank.example~1bank-slips',
      '/response/status',
    ),
  ],
  [
    'an account that the API calls another’s, with a company in the token',
    slips(403, { claims: company, body: '{"message":"Conta não pertence ao titular"}' }),
    'company-differs',
    answers(
      'likely',
      'caller',
      'after-fix',
      '/response/body',
      '/token/claims/https:~1~1api.bank.example~1bank-slips',
      '/response/status',
    ),
  ],
  [
    'a PDF without a time to wait',
    slips(503, {}, '/bank-slips/s-1/pdf'),
    'bank-slip-pdf-unavailable',
    answers('certain', 'nobody', 'with-backoff', '/response/status', '/request/url'),
  ],
  [
    'a PDF by the Accept header',
    {
      ...slips(503),
      request: {
        method: 'GET',
        url: 'https://api.sandbox.example/v1/bank-slips/s-1',
        headers: { accept: 'application/pdf' },
      },
    },
    'bank-slip-pdf-unavailable',
    answers('certain', 'nobody', 'with-backoff', '/response/status', '/request/url'),
  ],
  [
    'a list of receipts',
    exampleApiCall('/payment-receipts', 500),
    'receipt-retrieval-failed',
    answers('certain', 'api-team', 'with-backoff', '/response/status', '/request/url'),
  ],
  [
    'an address without its version',
    at('https://api.sandbox.example/webhooks', webhooks(404)),
    'version-segment-missing',
    answers('likely', 'caller', 'after-fix', '/request/url', '/response/status'),
  ],
  [
    'an item',
    slips(404, {}, '/bank-slips/s-1'),
    'item-not-found',
    answers('likely', 'caller', 'after-fix', '/request/url', '/response/status'),
  ],
  [
    'a list that is not there',
    webhooks(404, {}),
    'not-found',
    answers('possible', 'caller', 'after-fix', '/response/status'),
  ],
  [
    'another path',
    exampleApiCall('/bonk-slips', 404),
    'path-unknown',
    answers('likely', 'caller', 'after-fix', '/request/url', '/response/status'),
  ],
  [
    'a method',
    webhooks(405, { method: 'PATCH' }),
    'method-not-allowed',
    answers('certain', 'caller', 'after-fix', '/response/status', '/request/method'),
  ],
  [
    'a method of a request that is not known',
    { ...webhooks(405), request: undefined },
    'method-not-allowed',
    answers('certain', 'caller', 'after-fix', '/response/status'),
  ],
  [
    'a field',
    webhooks(400, { body: { errors: [{ field: 'amount', message: 'is missing' }] } }),
    'field-not-accepted',
    answers('certain', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'two fields',
    webhooks(422, {
      method: 'POST',
      body: {
        errors: [
          { field: 'amount', message: 'a' },
          { field: 'date', message: 'b' },
        ],
      },
    }),
    'field-not-accepted',
    {
      ...answers('certain', 'caller', 'after-fix', '/response/body'),
      title: 'The API does not accept 2 fields of the request',
    },
  ],
  [
    'fields of the built-in sandbox',
    webhooks(422, {
      method: 'POST',
      body: {
        ErrorCode: 'INVALID_FIELDS',
        Error: 'Not acceptable: payer, amount.',
        fields: [
          { field: 'payer', problem: 'is missing' },
          { field: 'amount', problem: 'must match pattern' },
        ],
      },
    }),
    'field-not-accepted',
    {
      ...answers('certain', 'caller', 'after-fix', '/response/body'),
      title: 'The API does not accept 2 fields of the request',
    },
  ],
  [
    'a field by a path',
    webhooks(422, { body: { errors: [{ path: 'amount', message: 'a' }] } }),
    'field-not-accepted',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a field by a table',
    webhooks(422, { body: { amount: ['is wrong'] } }),
    'field-not-accepted',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a field of a body that is known',
    {
      ...webhooks(422, { body: { errors: [{ field: 'amount', message: 'a' }] } }),
      request: { method: 'POST', url: 'https://api.sandbox.example/v1/webhooks', body: '{}' },
    },
    'field-not-accepted',
    answers('certain', 'caller', 'after-fix', '/response/body', '/request/body'),
  ],
]

const unlike: [story: string, call: Call, code: FaultCode][] = [
  ['a token with the scope', webhooks(403), 'scope-insufficient'],
  ['a token without it, refused with 401', webhooks(401, { claims: { scope: 'openid' } }), 'scope-insufficient'],
  [
    'a scope in the challenge that the token has',
    webhooks(403, challenge('Bearer scope="webhooks"')),
    'scope-insufficient',
  ],
  [
    'too little scope in another step',
    { at: 0, step: 'token', response: { status: 400, body: '{"error":"insufficient_scope"}' } },
    'scope-insufficient',
  ],
  ['an invalid scope with 422', webhooks(422, { body: { error: 'invalid_scope' } }), 'scope-insufficient'],
  [
    'an operation that is not known',
    exampleApiCall('/nothing', 403, { claims: { scope: 'openid' } }),
    'scope-insufficient',
  ],
  ['a company in the claim', debits({ [claim]: 'c-1' }), 'company-identifier-missing'],
  ['a number in the claim', debits({ [claim]: 7 }), 'company-identifier-missing'],
  ['an object in the claim', debits({ [claim]: { id: 'c-1' } }), 'company-identifier-missing'],
  ['a list with a company in the claim', debits({ [claim]: ['', 'c-1'] }), 'company-identifier-missing'],
  ['another status', debits({}, 401), 'company-identifier-missing'],
  ['an operation that needs no company', webhooks(403), 'company-identifier-missing'],
  ['a refusal of the gateway', debits({}, 403, { body: gatewayBody('x.y') }), 'company-identifier-missing'],
  [
    'the same company',
    at('https://api.sandbox.example/v1/companies/c-1/x', slips(403, { claims: company })),
    'company-differs',
  ],
  ['a token without a company', at('https://api.sandbox.example/v1/companies/c-2/x', slips(403)), 'company-differs'],
  ['an address without a company', slips(403, { claims: company }), 'company-differs'],
  [
    'a company that is empty',
    at(
      'https://api.sandbox.example/v1/companies/c-2/x',
      slips(403, { claims: { 'https://api.bank.example/bank-slips': '' } }),
    ),
    'company-differs',
  ],
  [
    'another company with another status',
    at('https://api.sandbox.example/v1/companies/c-2/x', slips(401, { claims: company })),
    'company-differs',
  ],
  ['a list of slips', slips(503), 'bank-slip-pdf-unavailable'],
  [
    'a PDF of another API',
    {
      ...webhooks(503),
      request: {
        method: 'GET',
        url: 'https://api.sandbox.example/v1/webhooks',
        headers: { accept: 'application/pdf' },
      },
    },
    'bank-slip-pdf-unavailable',
  ],
  ['a PDF that failed otherwise', slips(500, {}, '/bank-slips/s-1/pdf'), 'bank-slip-pdf-unavailable'],
  [
    'a PDF behind a gateway that failed',
    slips(503, { body: gatewayBody('x.y') }, '/bank-slips/s-1/pdf'),
    'bank-slip-pdf-unavailable',
  ],
  ['a receipt that is not available', exampleApiCall('/payment-receipts', 503), 'receipt-retrieval-failed'],
  ['a list of slips that failed', slips(500), 'receipt-retrieval-failed'],
  [
    'a receipt behind a gateway that failed',
    exampleApiCall('/payment-receipts', 500, { body: gatewayBody('x.y') }),
    'receipt-retrieval-failed',
  ],
  ['a path with its version', webhooks(404), 'version-segment-missing'],
  ['a request that is not known', { ...webhooks(404), request: undefined }, 'version-segment-missing'],
  [
    'a path without a version that is refused otherwise',
    at('https://api.sandbox.example/webhooks', webhooks(403)),
    'version-segment-missing',
  ],
  [
    'a path of another scheme, of no environment that is known',
    at('https://mail.example/api/webhooks', { ...webhooks(404), environment: undefined }),
    'version-segment-missing',
  ],
  [
    'a path without a version at an identity service',
    { ...exampleTokenError(404, 'x'), request: { method: 'POST', url: 'https://a.example/b' } },
    'version-segment-missing',
  ],
  ['a list', webhooks(404), 'item-not-found'],
  ['an item that failed', slips(500, {}, '/bank-slips/s-1'), 'item-not-found'],
  ['an item behind a gateway', slips(404, { body: gatewayBody('x.y') }, '/bank-slips/s-1'), 'item-not-found'],
  ['a list that is known', webhooks(404), 'path-unknown'],
  ['an item that is known', slips(404, {}, '/bank-slips/s-1'), 'path-unknown'],
  ['another path that is refused', exampleApiCall('/bonk-slips', 403), 'path-unknown'],
  ['a method of a token endpoint', { at: exampleNow, step: 'token', response: { status: 405 } }, 'method-not-allowed'],
  ['another status', webhooks(404), 'method-not-allowed'],
  [
    'a field of a token',
    webhooks(400, { body: { errors: [{ field: 'access_token', message: 'is wrong' }] } }),
    'field-not-accepted',
  ],
  [
    'fields with another status',
    webhooks(409, { body: { errors: [{ field: 'amount', message: 'a' }] } }),
    'field-not-accepted',
  ],
  [
    'fields of a token request',
    { at: 0, step: 'token', response: { status: 400, body: '{"errors":[{"field":"amount","message":"a"}]}' } },
    'field-not-accepted',
  ],
  ['a message alone', webhooks(400, { body: { message: 'no' } }), 'field-not-accepted'],
  [
    'a company in the address of an identity service',
    {
      ...exampleTokenError(403, 'x'),
      token: { header: {}, claims: company },
      request: { method: 'POST', url: 'https://id.sandbox.example/companies/c-2/token' },
    },
    'company-differs',
  ],
  ['a parameter without a name', webhooks(400, { body: { param: '', message: 'no' } }), 'field-not-accepted'],
]

describe('what business APIs refuse', () => {
  it.each(branches)('%s', (_story, call, code, expected) => {
    expect(diagnose(call)[0]).toMatchObject({ ...expected, code })
  })

  it.each(unlike)('is not the cause: %s', (_story, call, code) => {
    expect(diagnose(call).map((one) => one.code)).not.toContain(code)
  })
})
