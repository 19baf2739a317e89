import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import { answers, type Expected } from '../fault.ts'
import type { FaultCode } from './catalogue.ts'
import { exampleApiCall, exampleCallback, exampleTokenError } from './example-parts.ts'

const api = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  exampleApiCall('/webhooks', status, { body, headers, claims: { scope: 'webhooks' } })
const says = (status: number, message: string) => api(status, { message })
const token = (error: string, text = 'refused', more: Partial<Call> = {}): Call => ({
  ...exampleTokenError(400, error, more),
  response: { status: 400, body: JSON.stringify({ error, error_description: text }) },
})
const verifier = {
  request: {
    method: 'POST',
    url: 'https://id.sandbox.example/oauth2/token',
    form: { grant_type: 'authorization_code', code: 'c', redirect_uri: 'r', code_verifier: 'v'.repeat(43) },
  },
}

const branches: [story: string, call: Call, code: FaultCode, expected: Expected][] = [
  [
    'an account at a token endpoint',
    token('AADSTS50105'),
    'account-not-allowed',
    answers('certain', 'identity-team', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'an account at an API',
    api(403, { error: 'account_inactive' }),
    'account-not-allowed',
    answers('certain', 'identity-team', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'an account that an API refuses and says so with 200',
    api(200, { ok: false, error: 'account_inactive' }),
    'account-not-allowed',
    answers('likely', 'identity-team', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'an account of which no status is known',
    { ...api(403, { error: 'account_inactive' }), response: { body: '{"error":"account_inactive"}' } },
    'account-not-allowed',
    answers('likely', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'a policy by its code',
    exampleCallback('error=AADSTS53003&state=s'),
    'identity-policy-refuses',
    answers('certain', 'identity-team', 'after-fix', '/response/headers/location'),
  ],
  [
    'a client that is switched off, at the token endpoint',
    token('client_disabled'),
    'client-blocked',
    answers('certain', 'identity-team', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'an API that is not known, at the token endpoint',
    token('invalid_target'),
    'audience-unknown',
    answers('certain', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a consent that is missing',
    exampleCallback('error=consent_required&state=s'),
    'consent-missing',
    answers('certain', 'end-user', 'after-fix', '/response/headers/location'),
  ],
  [
    'a redirect URI for another kind of app',
    token('AADSTS9002326'),
    'redirect-uri-of-other-kind',
    answers('certain', 'identity-team', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a secret that has expired, by its code',
    token('AADSTS7000222'),
    'client-secret-expired',
    answers('certain', 'operator', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a secret that is wrong, by its code',
    token('invalid_client_secret'),
    'client-secret-wrong',
    answers('certain', 'operator', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'another way of authenticating, by its code',
    token('AADSTS700025'),
    'client-authentication-method-differs',
    answers('certain', 'operator', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a verifier that is missing, by its code',
    token('AADSTS9002325'),
    'pkce-verifier-missing',
    answers('certain', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a verifier that differs, by its code',
    token('invalid_pkce_code_verifier'),
    'pkce-verifier-differs',
    answers('certain', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a verifier that differs, in words',
    token('invalid_grant', 'Code verifier mismatch', verifier),
    'pkce-verifier-differs',
    answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a plan by the gateway’s code',
    api(401, { fault: { detail: { errorcode: 'keymanagement.service.InvalidAPICallAsNoApiProductMatchFound' } } }),
    'api-not-subscribed',
    answers('certain', 'api-team', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a plan by the gateway’s code with another status',
    api(500, { fault: { detail: { errorcode: 'steps.oauth.v2.InvalidAPICallAsNoApiProductMatchFound' } } }),
    'api-not-subscribed',
    answers('certain', 'api-team', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a plan by a code',
    api(403, { error: { status: 'SERVICE_DISABLED' } }),
    'api-not-subscribed',
    answers('certain', 'api-team', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a consent that has expired',
    api(400, { code: 'CONSENT_EXPIRED' }),
    'consent-not-valid',
    answers('likely', 'end-user', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a consent that is not valid, refused with 401',
    api(401, { code: 'CONSENT_INVALID' }),
    'consent-not-valid',
    answers('certain', 'end-user', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a sign-in that is too old',
    api(400, { error: 'reauthentication_required' }),
    'reauthentication-needed',
    answers('likely', 'end-user', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a signature by another code',
    api(403, {}, { 'x-amzn-errortype': 'InvalidSignatureException:http' }),
    'signed-request-expected',
    answers('likely', 'api-team', 'after-fix', '/response/headers/x-amzn-errortype', '/response/status'),
  ],
  [
    'a token that was revoked',
    api(401, { error: 'token_revoked' }),
    'access-token-revoked',
    answers('certain', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a signature that is wrong, by its code',
    api(403, { code: 'SignatureDoesNotMatch' }),
    'token-signature-refused',
    answers('certain', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'another environment, at a token endpoint',
    token('invalid_environment'),
    'credential-of-other-environment',
    answers('certain', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'another environment, with 400',
    api(400, { error: 'invalid_environment' }),
    'credential-of-other-environment',
    answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a certificate at the token endpoint',
    token('invalid_client', 'The client certificate does not match'),
    'client-certificate-refused',
    answers('likely', 'operator', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'no certificate',
    says(400, 'No required SSL certificate was sent'),
    'client-certificate-missing',
    answers('likely', 'operator', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a nonce for the proof, at a token endpoint',
    token('use_dpop_nonce'),
    'dpop-nonce-required',
    answers('certain', 'nobody', 'with-backoff', '/response/body', '/response/status'),
  ],
  [
    'a proof that is not valid, in words',
    token('invalid_request', 'DPoP proof JWT htu mismatch'),
    'dpop-proof-invalid',
    answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a device code that has expired, of which the request is not known',
    { ...token('expired_token'), request: undefined },
    'device-code-expired',
    answers('certain', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a request_uri that has expired or was used, which comes to the same',
    exampleCallback(
      'error=invalid_request&error_description=request_uri+is+invalid%2C+expired%2C+or+was+already+used&state=s',
    ),
    'request-uri-not-accepted',
    answers('likely', 'caller', 'after-fix', '/response/headers/location'),
  ],
  [
    'a state that differs, in two words',
    token('invalid_request', 'state mismatch'),
    'application-state-mismatch',
    answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  ],
  [
    'a user that a page does not know',
    {
      ...exampleCallback(''),
      response: {
        status: 400,
        headers: { 'content-type': 'text/html' },
        body: '<html><p>AADSTS50034: The user account does not exist.</p></html>',
      },
    },
    'user-unknown',
    answers('certain', 'end-user', 'after-fix', '/response/body', '/response/status'),
  ],
]

const unlike: [story: string, call: Call, code: FaultCode][] = [
  ['a token that has expired, at the exchange of a code', token('expired_token'), 'device-code-expired'],
  ['a user that an API deals in', api(404, { code: 'USER_NOT_FOUND' }), 'user-unknown'],
  ['an account that an API deals in', api(422, { error: 'account_inactive' }), 'account-not-allowed'],
  ['an account that an API deals in, with 400', api(400, { error: 'account_inactive' }), 'account-not-allowed'],
  ['an account in a list that went well', api(200, { items: [{ error: 'account_inactive' }] }), 'account-not-allowed'],
  ['a consent that an API deals in', api(404, { code: 'CONSENT_EXPIRED' }), 'consent-not-valid'],
  ['a secret that an API deals in', api(403, { error: 'invalid_client_secret' }), 'client-secret-wrong'],
  ['a verifier that was sent', token('AADSTS9002325', 'refused', verifier), 'pkce-verifier-missing'],
  ['a policy of an API', api(403, { error: 'AADSTS53003' }), 'identity-policy-refuses'],
]

describe('a cause that a code or a message states outright', () => {
  it.each(branches)('%s', (_story, call, code, expected) => {
    expect(diagnose(call)[0]).toMatchObject({ ...expected, code })
  })

  it.each(unlike)('is not the cause: %s', (_story, call, code) => {
    expect(diagnose(call).map((one) => one.code)).not.toContain(code)
  })
})
