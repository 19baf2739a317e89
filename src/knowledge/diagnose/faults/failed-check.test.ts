import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import { answers, type Expected } from '../fault.ts'
import type { FaultCode } from './catalogue.ts'
import { exampleCallback, exampleNow, exampleTokenAnswer, production, sandbox } from './example-parts.ts'

const iss = 'iss=https%3A%2F%2Fid.sandbox.example'
const back = (query: string, flow?: Call['flow']): Call => ({ ...exampleCallback(query), flow })
const fields = { access_token: 'a', token_type: 'Bearer', expires_in: 300 }
const claims = { iss: 'https://id.sandbox.example', aud: 'demo', sub: 'ana', exp: exampleNow + 1000 }
const got = (answer: Record<string, unknown>, idToken?: Record<string, unknown>, flow?: Call['flow']): Call => ({
  ...exampleTokenAnswer(answer, idToken),
  flow,
})
const body = (text: string | undefined, type = 'application/json'): Call => ({
  ...exampleTokenAnswer({}),
  response: { status: 200, headers: { 'content-type': type }, body: text },
})

const branches: [story: string, call: Call, code: FaultCode, expected: Expected][] = [
  [
    'two values of state',
    back('code=a&state=b&state=c'),
    'parameter-repeated',
    answers('certain', 'identity-team', 'after-fix', '/response/headers/location'),
  ],
  [
    'two values of iss',
    back(`code=a&${iss}&${iss}`),
    'parameter-repeated',
    answers('certain', 'identity-team', 'after-fix', '/response/headers/location'),
  ],
  [
    'a parameter twice, as it was recorded',
    back('code=a&code=b', { refused: { check: 'parameter-repeated' } }),
    'parameter-repeated',
    answers('certain', 'identity-team', 'after-fix', '/flow/refused/check', '/response/headers/location'),
  ],
  [
    'a redirect to the callback that holds nothing of use',
    back('x=1', { redirectUri: 'https://app.example/callback' }),
    'code-missing',
    answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  ],
  [
    'a redirect with a state and no code',
    back('state=s'),
    'code-missing',
    answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  ],
  [
    'a state that was not sent',
    back(`code=a&${iss}&state=x`, { state: 'y' }),
    'state-unknown',
    answers('certain', 'caller', 'after-fix', '/response/headers/location', '/flow/state'),
  ],
  [
    'a state of which no sign-in is known',
    back(`code=a&${iss}&state=x`, { refused: { check: 'state-unknown' } }),
    'state-unknown',
    answers('certain', 'caller', 'after-fix', '/flow/refused/check', '/response/headers/location'),
  ],
  [
    'a sign-in that the identity service let expire',
    back('error=authentication_expired&state=s'),
    'transaction-expired',
    answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  ],
  [
    'a code that a token endpoint has met before',
    { at: exampleNow, step: 'token', response: { status: 400, body: '{"error":"code_already_used"}' } },
    'code-already-used',
    answers('certain', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a code that was used here before',
    back(`code=a&${iss}`, { codeUsedBefore: true }),
    'code-already-used',
    answers('certain', 'caller', 'after-fix', '/flow/codeUsedBefore'),
  ],
  [
    'a code that was exchanged twice',
    {
      at: exampleNow,
      step: 'token',
      response: { status: 400, body: '{"error":"invalid_grant"}' },
      flow: { codeUsedBefore: true },
    },
    'code-already-used',
    answers('certain', 'caller', 'after-fix', '/flow/codeUsedBefore'),
  ],
  [
    'an issuer of another environment',
    { ...back('code=a&iss=https%3A%2F%2Fid.example'), others: [production] },
    'issuer-mismatch-in-redirect',
    answers('certain', 'operator', 'after-fix', '/response/headers/location', '/environment/issuer'),
  ],
  [
    'a check whose answer is not known',
    { at: exampleNow, step: 'token', flow: { refused: { check: 'id-token-signature' } } },
    'id-token-signature',
    answers('certain', 'identity-team', 'after-fix', '/flow/refused/check'),
  ],
  [
    'a token response that is a list',
    body('[]'),
    'token-response-unreadable',
    answers('certain', 'identity-team', 'with-backoff', '/response/body'),
  ],
  [
    'a token response that is null',
    body('null'),
    'token-response-unreadable',
    answers('certain', 'identity-team', 'with-backoff', '/response/body'),
  ],
  [
    'a token response that is empty',
    body(''),
    'token-response-unreadable',
    answers('certain', 'identity-team', 'with-backoff', '/response/body'),
  ],
  [
    'a token response that was cut',
    body('{"access_token":'),
    'token-response-unreadable',
    answers('certain', 'identity-team', 'with-backoff', '/response/body'),
  ],
  [
    'a token response that is text',
    body('token', 'text/plain'),
    'token-response-unreadable',
    answers('certain', 'identity-team', 'with-backoff', '/response/body'),
  ],
  [
    'an access token that is missing',
    got({ token_type: 'Bearer' }),
    'token-response-field',
    answers('certain', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'an access token that is empty',
    got({ ...fields, access_token: '' }),
    'token-response-field',
    answers('certain', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'another type of token',
    got({ ...fields, token_type: 'mac' }),
    'token-response-field',
    answers('certain', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'a lifetime that is no number',
    got({ ...fields, expires_in: 'soon' }),
    'token-response-field',
    answers('certain', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'a lifetime below zero',
    got({ ...fields, expires_in: -5 }),
    'token-response-field',
    answers('certain', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'a lifetime beyond all measure',
    got({ ...fields, expires_in: 1e10 }),
    'token-response-field',
    answers('certain', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'a scope that is a list',
    got({ ...fields, scope: ['openid'] }),
    'token-response-field',
    answers('certain', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'a refresh token that is a number',
    got({ ...fields, refresh_token: 1 }),
    'token-response-field',
    answers('certain', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'an ID token that is an object',
    got({ ...fields, id_token: {} }),
    'token-response-field',
    answers('certain', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'a renewal without an access token',
    { ...got({ token_type: 'Bearer' }), step: 'refresh' },
    'token-response-field',
    answers('certain', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'an ID token of another issuer',
    got(fields, { ...claims, iss: 'https://id.example' }),
    'id-token-issuer',
    answers('certain', 'operator', 'after-fix', '/response/body', '/environment/issuer'),
  ],
  [
    'an ID token for other clients',
    got(fields, { ...claims, aud: ['a', 'b'] }, { clientId: 'demo' }),
    'id-token-audience',
    answers('certain', 'operator', 'after-fix', '/response/body', '/flow/clientId'),
  ],
  [
    'an ID token that expired a minute before',
    got(fields, { ...claims, exp: exampleNow - 60 }),
    'id-token-expired',
    answers('certain', 'operator', 'after-fix', '/response/body', '/at'),
  ],
  [
    'an ID token without the nonce',
    got(fields, claims, { nonce: 'n' }),
    'nonce-missing',
    answers('certain', 'identity-team', 'after-fix', '/response/body', '/flow/nonce'),
  ],
  [
    'an ID token with another nonce',
    got(fields, { ...claims, nonce: 'm' }, { nonce: 'n' }),
    'nonce-mismatch',
    answers('certain', 'caller', 'after-fix', '/response/body', '/flow/nonce'),
  ],
  [
    'a type of token that is a number, of a server that is not known',
    { ...got({ ...fields, token_type: 1 }), environment: undefined },
    'token-response-field',
    answers('certain', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'an ID token for a client of a longer name',
    got(fields, { ...claims, aud: 'demo-2' }, { clientId: 'demo' }),
    'id-token-audience',
    answers('certain', 'operator', 'after-fix', '/response/body', '/flow/clientId'),
  ],
]

const unlike: [story: string, call: Call, code: FaultCode][] = [
  ['another parameter twice', back(`code=a&${iss}&x=1&x=2`), 'parameter-repeated'],
  ['a code alone', back(`code=a&${iss}`), 'code-and-error'],
  ['an error alone', back(`error=access_denied&${iss}`), 'code-and-error'],
  ['a redirect with an error', back(`error=access_denied&${iss}`), 'code-missing'],
  ['a redirect to the service’s own page', back('step=2'), 'code-missing'],
  [
    'a redirect to another page than the callback',
    back(`${iss}`, { redirectUri: 'https://app.example/other' }),
    'code-missing',
  ],
  ['the state that was sent', back(`code=a&${iss}&state=s`, { state: 's' }), 'state-unknown'],
  ['no state, though one was sent', back(`code=a&${iss}`, { state: 's' }), 'state-unknown'],
  ['a state, of which no sign-in is known', back(`code=a&${iss}&state=s`), 'state-unknown'],
  [
    'a check that was stopped by another one',
    back(`code=a&${iss}&state=x`, { state: 'y', refused: { check: 'iss-missing' } }),
    'state-unknown',
  ],
  ['a code that is new', back(`code=a&${iss}`, { codeUsedBefore: false }), 'code-already-used'],
  [
    'a used code whose client is refused',
    {
      at: 0,
      step: 'token',
      response: { status: 401, body: '{"error":"invalid_client"}' },
      flow: { codeUsedBefore: true },
    },
    'code-already-used',
  ],
  [
    'an API call after a code that was used',
    { at: 0, step: 'api', response: { status: 401 }, flow: { codeUsedBefore: true } },
    'code-already-used',
  ],
  [
    'an API that calls what it deals in a used code',
    { at: 0, step: 'api', response: { status: 401, body: '{"error":"code_already_used"}' } },
    'code-already-used',
  ],
  [
    'a session that expired at an API',
    { at: 0, step: 'api', response: { status: 401, body: '{"error":"authentication_expired"}' } },
    'transaction-expired',
  ],
  ['the issuer of the environment', back(`code=a&${iss}`), 'issuer-mismatch-in-redirect'],
  ['no issuer', back('code=a'), 'issuer-mismatch-in-redirect'],
  [
    'an environment whose issuer is not known',
    { ...back('code=a&iss=x'), environment: { ...sandbox, issuer: undefined } },
    'issuer-mismatch-in-redirect',
  ],
  ['an error body', { ...body('"no"'), response: { status: 400, body: '"no"' } }, 'token-response-unreadable'],
  ['a body that was not recorded', body(undefined), 'token-response-unreadable'],
  ['an API’s list', { ...body('[]'), step: 'api' }, 'token-response-unreadable'],
  ['an API’s object', { ...got({ token_type: 'mac' }), step: 'api' }, 'token-response-field'],
  ['an object that says that it refuses', got({ error: 'invalid_grant' }), 'token-response-field'],
  [
    'a status that is not known',
    { ...got({ token_type: 'mac' }), response: { body: '{"token_type":"mac"}' } },
    'token-response-field',
  ],
  [
    'another type of token of a server that is not known',
    { ...got({ ...fields, token_type: 'mac' }), environment: undefined },
    'token-response-field',
  ],
  ['the largest lifetime', got({ ...fields, expires_in: 9_999_999_999 }), 'token-response-field'],
  [
    'an audience among others',
    got(fields, { ...claims, aud: ['a', 'demo'] }, { clientId: 'demo' }),
    'id-token-audience',
  ],
  [
    'an ID token without an audience',
    got(fields, { ...claims, aud: undefined }, { clientId: 'demo' }),
    'id-token-audience',
  ],
  [
    'an ID token that expired less than a minute before',
    got(fields, { ...claims, exp: exampleNow - 59 }),
    'id-token-expired',
  ],
  ['an ID token whose end is no number', got(fields, { ...claims, exp: '1' }), 'id-token-expired'],
  ['no nonce, where none was sent', got(fields, claims), 'nonce-missing'],
  ['no nonce in a renewal', { ...got(fields, claims, { nonce: 'n' }), step: 'refresh' }, 'nonce-missing'],
  ['no nonce, where it is not known here', got(fields, claims, { nonce: 'fp:1a2b3c4d' }), 'nonce-missing'],
  ['no ID token that could hold it', got(fields, undefined, { nonce: 'n' }), 'nonce-missing'],
  ['the nonce that was sent', got(fields, { ...claims, nonce: 'n' }, { nonce: 'n' }), 'nonce-mismatch'],
  [
    'a nonce, where it is not known here',
    got(fields, { ...claims, nonce: 'm' }, { nonce: 'fp:1a2b3c4d' }),
    'nonce-mismatch',
  ],
  [
    'another nonce in a renewal',
    { ...got(fields, { ...claims, nonce: 'm' }, { nonce: 'n' }), step: 'refresh' },
    'nonce-mismatch',
  ],
]

describe('a check that Claimcheck makes itself', () => {
  it.each(branches)('%s', (_story, call, code, expected) => {
    expect(diagnose(call)[0]).toMatchObject({ ...expected, code })
  })

  it.each(unlike)('is not the cause: %s', (_story, call, code) => {
    expect(diagnose(call).map((one) => one.code)).not.toContain(code)
  })
})

it('a token response from elsewhere without the token itself is not called wrong', () => {
  const codes = diagnose(got({ token_type: 'Bearer', expires_in: 300 })).map(({ code }) => code)
  expect(codes).not.toContain('token-response-field')
})
