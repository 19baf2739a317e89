import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import { answers, type Expected } from '../fault.ts'
import type { FaultCode } from './catalogue.ts'
import { exampleNow, exampleTokenError, production, sandbox } from './example-parts.ts'

const url = 'https://id.sandbox.example/oauth2/token'
const basic = (pair: string) => ({ authorization: `Basic ${btoa(pair)}` })
/** A token request with these headers and this form, and its refusal. */
const refused = (
  error: string,
  headers: Record<string, string> | undefined,
  form?: Record<string, string>,
  more: Partial<Call> = {},
): Call => ({ ...exampleTokenError(401, error, more), request: { method: 'POST', url, headers, form } })
const says = (text: string, headers: Record<string, string> | undefined, form?: Record<string, string>): Call => {
  const call = refused('invalid_client', headers, form)
  return {
    ...call,
    response: { status: 401, body: JSON.stringify({ error: 'invalid_client', error_description: text }) },
  }
}
const code = { grant_type: 'authorization_code', code: 'c', redirect_uri: 'https://app.example/callback' }
const bare = (status: number, more: Partial<Call> = {}): Call => ({
  at: exampleNow,
  step: 'token',
  response: { status },
  ...more,
})

const branches: [story: string, call: Call, code: FaultCode, expected: Expected][] = [
  [
    'a client that is not known',
    exampleTokenError(400, 'client_not_found'),
    'client-not-found',
    answers('certain', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a client that is not known, in a renewal',
    { ...exampleTokenError(400, 'unknown_client'), step: 'refresh' },
    'client-not-found',
    answers('certain', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a client that is registered elsewhere, and refused',
    refused('invalid_client', basic('live:x'), code, { others: [production] }),
    'client-not-found',
    answers('likely', 'caller', 'after-fix', '/response/body', '/environment/clientIds'),
  ],
  [
    'a client that is not known where the request went',
    {
      ...exampleTokenError(400, 'client_not_found', { others: [production] }),
      request: { method: 'POST', url: 'https://id.example/oauth2/token' },
    },
    'client-not-found',
    answers('certain', 'operator', 'after-fix', '/response/body', '/request/url'),
  ],
  [
    'no credentials',
    refused('invalid_client', {}, code),
    'client-credentials-missing',
    answers('certain', 'caller', 'after-fix', '/request/headers', '/response/body'),
  ],
  [
    'no credentials, refused without a code',
    { ...bare(401), request: { method: 'POST', url, headers: {}, form: code } },
    'client-credentials-missing',
    answers('likely', 'caller', 'after-fix', '/request/headers', '/response/status'),
  ],
  [
    'no credentials of a client that names itself',
    refused('invalid_client', {}, { ...code, client_id: 'demo' }),
    'client-credentials-missing',
    answers('likely', 'caller', 'after-fix', '/request/headers', '/response/body'),
  ],
  [
    'no credentials, told so',
    refused('AADSTS7000218', undefined),
    'client-credentials-missing',
    answers('certain', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a client that is not found where none was named',
    says('Client not found', {}, code),
    'client-credentials-missing',
    answers('certain', 'caller', 'after-fix', '/request/headers', '/response/body'),
  ],
  [
    'credentials that cannot be read',
    refused('invalid_client', { authorization: 'Basic %%%' }),
    'client-credentials-malformed',
    answers('certain', 'caller', 'after-fix', '/request/headers/authorization', '/response/body'),
  ],
  [
    'client ID and secret in the wrong order',
    refused('client_not_found', basic('1224f553d7fdb43b526ad988132299dc:4d41ca3a-e901-a60c-9d82-d1eb80b58661'), code),
    'client-credentials-malformed',
    answers('likely', 'caller', 'after-fix', '/request/headers/authorization', '/response/body'),
  ],
  [
    'a secret with a line break',
    refused('invalid_client', basic('demo:secret\n'), code),
    'client-credentials-stray-whitespace',
    answers('likely', 'caller', 'after-fix', '/request/headers/authorization', '/response/body'),
  ],
  [
    'a client ID with a space',
    refused('invalid_client', basic(' demo:secret'), code),
    'client-credentials-stray-whitespace',
    answers('likely', 'caller', 'after-fix', '/request/headers/authorization', '/response/body'),
  ],
  [
    'a secret in the form',
    refused('invalid_client', {}, { ...code, client_secret: 's' }),
    'client-credentials-in-form',
    answers('likely', 'caller', 'after-fix', '/request/form/client_secret', '/response/body'),
  ],
  [
    'a secret in the form of a service that is not known',
    refused('invalid_client', {}, { ...code, client_secret: 's' }, { environment: undefined }),
    'client-authentication-failed',
    answers('likely', 'operator', 'after-fix', '/response/body'),
  ],
  [
    'a secret in the form of another grant',
    refused('invalid_client', {}, { grant_type: 'password', client_secret: 's' }),
    'client-authentication-failed',
    answers('likely', 'operator', 'after-fix', '/response/body'),
  ],
  [
    'a secret in two places',
    refused('invalid_client', basic('demo:s'), { ...code, client_secret: 's' }),
    'client-credentials-in-form',
    answers('likely', 'caller', 'after-fix', '/request/form/client_secret', '/response/body'),
  ],
  [
    'a secret in two places, told as an invalid request',
    refused('invalid_request', basic('demo:s'), { ...code, client_secret: 's' }),
    'client-credentials-in-form',
    answers('likely', 'caller', 'after-fix', '/request/form/client_secret', '/response/body'),
  ],
  [
    'a secret in two places, told so',
    says('Multiple client credentials were sent', undefined),
    'client-credentials-in-form',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a secret with special characters',
    refused('invalid_client', basic('demo:a%b'), code),
    'client-credentials-encoding',
    answers('likely', 'operator', 'after-fix', '/request/headers/authorization', '/response/body'),
  ],
  [
    'a client ID with special characters',
    refused('invalid_client', basic('de/mo:ab'), code),
    'client-credentials-encoding',
    answers('likely', 'operator', 'after-fix', '/request/headers/authorization', '/response/body'),
  ],
  [
    'a refused client without a code',
    bare(401),
    'client-authentication-failed',
    answers('likely', 'operator', 'after-fix', '/response/status'),
  ],
  [
    'a refused client that is called unauthorized',
    refused('unauthorized', basic('demo:ab')),
    'client-authentication-failed',
    answers('likely', 'operator', 'after-fix', '/response/body'),
  ],
  [
    'a refused client, told as denied access',
    refused('access_denied', basic('demo:ab')),
    'client-authentication-failed',
    answers('likely', 'operator', 'after-fix', '/response/body'),
  ],
  [
    'a wrong secret by its code',
    refused('incorrect_client_credentials', basic('demo:ab')),
    'client-authentication-failed',
    answers('likely', 'operator', 'after-fix', '/response/body'),
  ],
  [
    'a refused client in a gateway’s words',
    {
      ...bare(401),
      response: { status: 401, body: JSON.stringify({ fault: { detail: { errorcode: 'x.invalid_client' } } }) },
    },
    'client-authentication-failed',
    answers('likely', 'operator', 'after-fix', '/response/body'),
  ],
]

const unlike: [story: string, call: Call, code: FaultCode][] = [
  [
    'a client that is registered here too',
    refused('invalid_client', basic('demo:x'), code, { others: [{ ...production, clientIds: ['demo'] }] }),
    'client-not-found',
  ],
  [
    'a client of which no registration is known',
    refused('invalid_client', basic('live:x'), code, {
      others: [production],
      environment: { ...sandbox, clientIds: [] },
    }),
    'client-not-found',
  ],
  [
    'a client of another environment whose code is refused',
    exampleTokenError(400, 'invalid_grant', { others: [production], flow: { clientId: 'live' } }),
    'client-not-found',
  ],
  [
    'an unknown client of a sign-in',
    { at: 0, step: 'authorize', response: { status: 400, body: '{"error":"client_not_found"}' } },
    'client-not-found',
  ],
  ['a client that was not named', says('Client not found', {}, code), 'client-not-found'],
  ['a request of which no headers are known', refused('invalid_client', undefined, code), 'client-credentials-missing'],
  ['a refused code without credentials', refused('invalid_grant', {}, code), 'client-credentials-missing'],
  [
    'a secret in the form',
    refused('invalid_client', {}, { ...code, client_secret: 's' }),
    'client-credentials-missing',
  ],
  [
    'an assertion in the form',
    refused('invalid_client', {}, { ...code, client_assertion: 'a' }),
    'client-credentials-missing',
  ],
  [
    'a secret in a body that is no form',
    {
      ...refused('invalid_client', {}),
      request: { method: 'POST', url, headers: { 'content-type': 'application/json' }, body: '{"client_secret":"s"}' },
    },
    'client-credentials-missing',
  ],
  [
    'a refused code with credentials that cannot be read',
    refused('invalid_grant', { authorization: 'Basic %%%' }),
    'client-credentials-malformed',
  ],
  ['good credentials', refused('invalid_client', basic('demo:ab')), 'client-credentials-stray-whitespace'],
  [
    'an identifier without dashes before a secret',
    refused('invalid_client', basic('1224f553d7fdb43b526ad988132299dc:Zk39sdKK2kd0-x'), code),
    'client-credentials-malformed',
  ],
  [
    'a refused code with stray spaces',
    refused('invalid_grant', basic('demo:ab ')),
    'client-credentials-stray-whitespace',
  ],
  [
    'a refused code with the secret in the form',
    refused('invalid_grant', {}, { ...code, client_secret: 's' }),
    'client-credentials-in-form',
  ],
  [
    'an invalid request with the secret in the form alone',
    refused('invalid_request', {}, { ...code, client_secret: 's' }),
    'client-credentials-in-form',
  ],
  [
    'a secret in the form that is wrong by its code',
    refused('incorrect_client_credentials', {}, { ...code, client_secret: 's' }),
    'client-credentials-in-form',
  ],
  ['plain characters', refused('invalid_client', basic('demo:aB0._~-')), 'client-credentials-encoding'],
  [
    'a refused code with special characters',
    refused('invalid_grant', basic('demo:a%b')),
    'client-credentials-encoding',
  ],
  ['a refused code', exampleTokenError(401, 'invalid_grant'), 'client-authentication-failed'],
  [
    'a client that is refused with 400 and access_denied',
    exampleTokenError(400, 'access_denied'),
    'client-authentication-failed',
  ],
  [
    'an API that refuses a client',
    { at: 0, step: 'api', response: { status: 401, body: '{"error":"invalid_client"}' } },
    'client-authentication-failed',
  ],
  ['a failure without a code', bare(400), 'client-authentication-failed'],
]

describe('a token request whose client was refused', () => {
  it.each(branches)('%s', (_story, call, code, expected) => {
    expect(diagnose(call)[0]).toMatchObject({ ...expected, code })
  })

  it.each(unlike)('is not the cause: %s', (_story, call, code) => {
    expect(diagnose(call).map((one) => one.code)).not.toContain(code)
  })
})

it('never prints a secret that was sent in the place of the client ID', () => {
  const secret = '1224f553d7fdb43b526ad988132299dc'
  const call = refused('client_not_found', basic(`${secret}:4d41ca3a-e901-a60c-9d82-d1eb80b58661`), code)
  expect(JSON.stringify(diagnose(call).map(({ title, cause, fix }) => [title, cause, fix]))).not.toContain(secret)
})

it('misses no credentials in a form that was written down in part, or where the response names another cause', () => {
  const shortened = refused('invalid_client', {}, { grant_type: 'authorization_code' }, { environment: undefined })
  const numbered: Call = {
    ...exampleTokenError(401, 'x'),
    response: { status: 401, body: '{"error_messages":[{"code":"41004","description":"invalid_grant"}]}' },
  }
  for (const call of [shortened, numbered])
    expect(diagnose(call).map((one) => one.code)).not.toContain('client-credentials-missing')
})

it('sees the secret under a name that no server reads', () => {
  const [first] = diagnose(refused('invalid_client', {}, { ...code, client_id: 'shop', secret: 'b71' }))
  expect(first).toMatchObject({ code: 'client-credentials-missing', title: 'The client secret was sent as “secret”' })
  expect(first?.fix).toContain('client_secret')
})

it.each([
  [{ origin: 'https://app.example' }, 'A browser sends no secret; the client is confidential'],
  [{ 'user-agent': 'okhttp/4.9' }, 'The token request has no client secret'],
])('says of a client elsewhere that names itself and shows nothing what it lacks: %j', (headers, title) => {
  const [first] = diagnose({
    at: 1_790_000_000,
    step: 'token',
    request: {
      method: 'POST',
      url: 'https://id.other.example/token',
      headers,
      form: { grant_type: 'authorization_code', client_id: 'web', code: 'a1' },
    },
    response: { status: 401, body: '{"error":"invalid_client","error_description":"Client authentication failed"}' },
  })
  expect(first?.title).toBe(title)
})
