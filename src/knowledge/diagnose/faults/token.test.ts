import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import { answers, type Expected } from '../fault.ts'
import type { FaultCode } from './catalogue.ts'
import { exampleNow, exampleTokenError, production, sandbox } from './example-parts.ts'

const url = 'https://id.sandbox.example/oauth2/token'
const callback = 'https://app.example/callback'
const code = { grant_type: 'authorization_code', code: 'abc', redirect_uri: callback }
const renewal = { grant_type: 'refresh_token', refresh_token: 'r' }
/** A refused token request with these form fields. */
const refused = (
  error: string,
  form?: Record<string, string>,
  flow?: Call['flow'],
  more: Partial<Call> = {},
): Call => ({
  ...exampleTokenError(400, error),
  request: { method: 'POST', url, form },
  flow,
  ...more,
})
const says = (error: string, text: string, form: Record<string, string> = code, more: Partial<Call> = {}): Call => ({
  ...refused(error, form),
  response: { status: 400, body: JSON.stringify({ error, error_description: text }) },
  ...more,
})
const json = { method: 'POST', url, headers: { 'content-type': 'application/json' } }
const bare = (status: number, more: Partial<Call> = {}): Call => ({
  at: exampleNow,
  step: 'token',
  environment: sandbox,
  response: { status },
  ...more,
})
const refresh = { step: 'refresh' } as const
const v = 'v'.repeat(43)

const branches: [story: string, call: Call, code: FaultCode, expected: Expected][] = [
  [
    'another redirect URI',
    refused('invalid_grant', code, { redirectUri: `${callback}/` }),
    'redirect-uri-differs',
    answers('certain', 'caller', 'after-fix', '/request/form/redirect_uri', '/flow/redirectUri', '/response/body'),
  ],
  [
    'another redirect URI, told as an invalid request',
    refused('invalid_request', code, { redirectUri: `${callback}/` }),
    'redirect-uri-differs',
    answers('certain', 'caller', 'after-fix', '/request/form/redirect_uri', '/flow/redirectUri', '/response/body'),
  ],
  [
    'another redirect URI, told as an unauthorized client',
    refused('unauthorized_client', code, { redirectUri: `${callback}/` }),
    'redirect-uri-differs',
    answers('likely', 'caller', 'after-fix', '/request/form/redirect_uri', '/flow/redirectUri', '/response/body'),
  ],
  [
    'another redirect URI by its code',
    refused('redirect_uri_mismatch', code, { redirectUri: callback }),
    'redirect-uri-differs',
    answers('certain', 'caller', 'after-fix', '/request/form/redirect_uri', '/response/body'),
  ],
  [
    'another redirect URI by its code, and nothing known of the request',
    bare(400, { response: { status: 400, body: '{"error":"redirect_uri_mismatch"}' } }),
    'redirect-uri-differs',
    answers('certain', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'no redirect URI',
    refused('invalid_grant', { grant_type: 'authorization_code', code: 'abc' }, { redirectUri: callback }),
    'redirect-uri-differs',
    {
      ...answers('certain', 'caller', 'after-fix', '/request/form', '/flow/redirectUri', '/response/body'),
      title: 'The token request has no redirect URI',
    },
  ],
  [
    'a redirect URI that was encoded twice',
    refused('invalid_grant', { ...code, redirect_uri: encodeURIComponent(callback) }),
    'redirect-uri-differs',
    answers('likely', 'caller', 'after-fix', '/request/form/redirect_uri', '/response/body'),
  ],
  [
    'a code in its encoded form',
    refused('invalid_grant', { ...code, code: 'a%2fb' }),
    'code-encoded-twice',
    answers('likely', 'caller', 'after-fix', '/request/form/code', '/response/body'),
  ],
  [
    'a code with a fragment',
    refused('invalid_grant', { ...code, code: 'abc#' }),
    'code-not-taken-whole',
    answers('likely', 'caller', 'after-fix', '/request/form/code', '/response/body'),
  ],
  [
    'a code with a line break',
    refused('invalid_grant', { ...code, code: 'abc\n' }),
    'code-not-taken-whole',
    answers('likely', 'caller', 'after-fix', '/request/form/code', '/response/body'),
  ],
  [
    'a code with a space',
    refused('invalid_grant', { ...code, code: 'a b' }),
    'code-not-taken-whole',
    answers('likely', 'caller', 'after-fix', '/request/form/code', '/response/body'),
  ],
  [
    'a code with its name',
    refused('invalid_grant', { ...code, code: 'code=abc' }),
    'code-not-taken-whole',
    answers('likely', 'caller', 'after-fix', '/request/form/code', '/response/body'),
  ],
  [
    'a code that words call malformed',
    says('invalid_grant', 'Malformed auth code.'),
    'code-not-taken-whole',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a code of another client by Basic credentials',
    {
      ...refused('invalid_grant', code, { clientId: 'demo' }),
      request: { method: 'POST', url, headers: { authorization: `Basic ${btoa('other:s')}` }, form: code },
    },
    'code-of-other-client',
    answers('certain', 'caller', 'after-fix', '/flow/clientId', '/request/headers/authorization', '/response/body'),
  ],
  [
    'a code of another client in words',
    says('invalid_grant', 'The code was issued to another client'),
    'code-of-other-client',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a code at another environment',
    {
      ...refused('invalid_grant', code),
      others: [production],
      request: { method: 'POST', url: 'https://id.example/oauth2/token', form: code },
    },
    'code-of-other-environment',
    answers('likely', 'operator', 'after-fix', '/request/url', '/response/body'),
  ],
  [
    'a verifier that is too short',
    refused('invalid_grant', { ...code, code_verifier: 'v'.repeat(42) }),
    'pkce-verifier-malformed',
    answers('likely', 'caller', 'after-fix', '/request/form/code_verifier', '/response/body'),
  ],
  [
    'a verifier that is too long, told as an invalid request',
    refused('invalid_request', { ...code, code_verifier: 'v'.repeat(129) }),
    'pkce-verifier-malformed',
    answers('likely', 'caller', 'after-fix', '/request/form/code_verifier', '/response/body'),
  ],
  [
    'a verifier with padding',
    refused('invalid_grant', { ...code, code_verifier: `${v}=` }),
    'pkce-verifier-malformed',
    answers('likely', 'caller', 'after-fix', '/request/form/code_verifier', '/response/body'),
  ],
  [
    'a code of ten minutes',
    refused('invalid_grant', code, { codeAgeSeconds: 600 }),
    'code-expired',
    answers('likely', 'caller', 'after-fix', '/flow/codeAgeSeconds', '/response/body'),
  ],
  [
    'a code of a minute',
    refused('invalid_grant', code, { codeAgeSeconds: 60 }),
    'code-not-accepted',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a code of two minutes, where the redirect URIs are the same',
    refused('invalid_grant', code, { codeAgeSeconds: 120, redirectUri: callback }),
    'code-expired',
    answers('likely', 'caller', 'after-fix', '/flow/codeAgeSeconds', '/response/body'),
  ],
  [
    'a code of two minutes, where they are not known',
    refused('invalid_grant', code, { codeAgeSeconds: 120 }),
    'code-not-accepted',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'an expired code by its code',
    refused('authorization_code_expired', code),
    'code-expired',
    answers('certain', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a password',
    refused('invalid_grant', { grant_type: 'password' }),
    'grant-not-accepted',
    {
      ...answers('likely', 'end-user', 'after-fix', '/response/body', '/request/form/grant_type'),
      title: 'The user name or password was not accepted',
    },
  ],
  [
    'a password that words call wrong',
    says('invalid_request', 'Invalid user credentials', { grant_type: 'password' }),
    'grant-not-accepted',
    {
      ...answers('likely', 'end-user', 'after-fix', '/response/body', '/request/form/grant_type'),
      title: 'The user name or password was not accepted',
    },
  ],
  [
    'an assertion',
    refused('invalid_grant', { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' }),
    'grant-not-accepted',
    {
      ...answers('likely', 'caller', 'after-fix', '/response/body', '/request/form/grant_type'),
      title: 'The signed assertion was not accepted',
    },
  ],
  [
    'a SAML assertion',
    refused('invalid_grant', { grant_type: 'urn:ietf:params:oauth:grant-type:saml2-bearer' }),
    'grant-not-accepted',
    {
      ...answers('likely', 'caller', 'after-fix', '/response/body', '/request/form/grant_type'),
      title: 'The SAML assertion was not accepted',
    },
  ],
  [
    'a device code',
    refused('invalid_grant', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code' }),
    'grant-not-accepted',
    {
      ...answers('likely', 'caller', 'after-fix', '/response/body', '/request/form/grant_type'),
      title: 'The device code was not accepted',
    },
  ],
  [
    'a grant of another kind',
    refused('invalid_grant', { grant_type: 'urn:x' }),
    'grant-not-accepted',
    answers('likely', 'caller', 'after-fix', '/response/body', '/request/form/grant_type'),
  ],
  [
    'a code that is refused',
    refused('invalid_grant', code),
    'code-not-accepted',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a code that is refused as a request, with PKCE',
    refused('invalid_request', { ...code, code_verifier: v }),
    'code-not-accepted',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a code that is refused as a request, by a gateway',
    { ...refused('x', code), response: { status: 400, body: '{"ErrorCode":"invalid_request","Error":"Invalid"}' } },
    'code-not-accepted',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a refresh token that has expired',
    { ...refused('refresh_token_expired', renewal), ...refresh },
    'refresh-token-dead',
    { ...answers('certain', 'caller', 'never', '/response/body'), title: 'The refresh token has expired' },
  ],
  [
    'a refresh token that was used',
    { ...refused('refresh_token_reused', renewal), ...refresh },
    'refresh-token-dead',
    { ...answers('certain', 'caller', 'never', '/response/body'), title: 'The refresh token had been used before' },
  ],
  [
    'a refresh token whose session ended',
    says('invalid_grant', 'Session not active', renewal, refresh),
    'refresh-token-dead',
    {
      ...answers('likely', 'caller', 'never', '/response/body'),
      title: 'The sign-in behind the refresh token was ended',
    },
  ],
  [
    'a refresh token of another client',
    says('invalid_grant', 'Token was issued to another client', renewal, refresh),
    'refresh-token-dead',
    { ...answers('likely', 'caller', 'never', '/response/body'), title: 'The refresh token belongs to another client' },
  ],
  [
    'two renewals at once',
    says('invalid_grant', 'Concurrent refresh detected', renewal, refresh),
    'refresh-token-dead',
    {
      ...answers('likely', 'caller', 'never', '/response/body'),
      title: 'Two renewals used the same refresh token',
    },
  ],
  [
    'a refresh token of another issuer',
    says('invalid_grant', 'Issuer differs', renewal, refresh),
    'refresh-token-dead',
    {
      ...answers('likely', 'caller', 'never', '/response/body'),
      title: 'The refresh token was issued under another issuer',
    },
  ],
  [
    'a renewal that is refused as a request',
    { ...refused('invalid_request', renewal), ...refresh },
    'refresh-token-dead',
    answers('likely', 'caller', 'never', '/response/body'),
  ],
  [
    'a renewal that asks for more',
    { ...refused('invalid_grant', { ...renewal, scope: 'a b' }, { grantedScope: 'a' }), ...refresh },
    'refresh-token-dead',
    answers('certain', 'caller', 'never', '/response/body'),
  ],
  [
    'a field with a line break',
    refused('invalid_grant', { ...code, redirect_uri: `${callback}\n` }),
    'form-field-stray-whitespace',
    answers('likely', 'caller', 'after-fix', '/request/form/redirect_uri', '/response/body'),
  ],
  [
    'a field that the response misses',
    says('invalid_request', 'Missing parameter: redirect_uri', { grant_type: 'authorization_code', code: 'abc' }),
    'token-request-incomplete',
    answers('certain', 'caller', 'after-fix', '/request/form', '/response/body'),
  ],
  [
    'a field that the response misses although it was sent',
    says('invalid_request', 'Missing parameter: code'),
    'token-request-incomplete',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a body that has to be a form',
    says('invalid_request', 'The request body must be form-encoded'),
    'token-request-incomplete',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a body of JSON',
    { ...exampleTokenError(400, 'invalid_request'), request: json },
    'token-request-incomplete',
    answers('certain', 'caller', 'after-fix', '/request/headers/content-type', '/response/body'),
  ],
  [
    'a body of JSON, of which the client is missed',
    { ...exampleTokenError(400, 'invalid_client'), request: json },
    'client-credentials-missing',
    answers('certain', 'caller', 'after-fix', '/request/headers', '/response/body'),
  ],
  [
    'a code that is missing, told as a refused grant',
    refused('invalid_grant', { grant_type: 'authorization_code', redirect_uri: callback }),
    'token-request-incomplete',
    answers('likely', 'caller', 'after-fix', '/request/form', '/response/body'),
  ],
  [
    'a code that the response calls unknown, left out of the record',
    says('invalid_grant', 'Authorization code not found', { grant_type: 'authorization_code', redirect_uri: callback }),
    'code-not-accepted',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'credentials in plain text beside a form of which only the grant was recorded',
    {
      ...says('invalid_request', 'Invalid Authorization header'),
      request: {
        method: 'POST',
        url,
        headers: { authorization: 'Basic billing-web:pl3-QQa7' },
        form: { grant_type: 'authorization_code' },
      },
    },
    'client-credentials-malformed',
    answers('likely', 'caller', 'after-fix', '/request/headers/authorization', '/response/body'),
  ],
  [
    'a request with GET',
    { ...bare(405), request: { method: 'GET', url } },
    'token-request-incomplete',
    answers('certain', 'caller', 'after-fix', '/request/method', '/response/status'),
  ],
  [
    'a body of a type that is refused',
    { ...bare(415), request: json },
    'token-request-incomplete',
    answers('certain', 'caller', 'after-fix', '/request/headers/content-type', '/response/status'),
  ],
  [
    'a renewal without its token',
    { ...refused('invalid_request', { grant_type: 'refresh_token' }), ...refresh },
    'token-request-incomplete',
    answers('certain', 'caller', 'after-fix', '/request/form', '/response/body'),
  ],
  [
    'a grant type that is missing',
    refused('unsupported_grant_type', { code: 'a', redirect_uri: callback }),
    'token-request-incomplete',
    answers('certain', 'caller', 'after-fix', '/request/form', '/response/body'),
  ],
  [
    'an invalid request of which nothing is missing',
    refused('invalid_request', { ...code, client_secret: 's' }),
    'token-request-invalid',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a grant type that is not supported',
    refused('unsupported_grant_type', { grant_type: 'x' }),
    'grant-type-not-supported',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a grant that is not allowed',
    refused('unauthorized_client', code),
    'client-may-not-use-grant',
    answers('likely', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'a scope that is not accepted',
    refused('invalid_scope', code),
    'token-scope-not-accepted',
    answers('likely', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'a redirect',
    bare(302),
    'token-endpoint-redirects',
    answers('certain', 'operator', 'after-fix', '/response/status'),
  ],
  [
    'the last redirect',
    bare(399),
    'token-endpoint-redirects',
    answers('certain', 'operator', 'after-fix', '/response/status'),
  ],
  [
    'a renewal with a redirect',
    bare(300, { ...refresh, response: { status: 300, headers: { location: 'https://x.example' } } }),
    'token-endpoint-redirects',
    answers('certain', 'operator', 'after-fix', '/response/status', '/response/headers/location'),
  ],
  [
    'nothing there',
    bare(404),
    'token-endpoint-not-there',
    answers('likely', 'operator', 'after-fix', '/response/status'),
  ],
  [
    'nothing there for POST',
    bare(405, { request: { method: 'POST', url } }),
    'token-endpoint-not-there',
    answers('likely', 'operator', 'after-fix', '/response/status', '/request/url'),
  ],
  [
    'nothing there, by a code',
    bare(404, { response: { status: 404, body: '{"error":"not_found"}' } }),
    'token-endpoint-not-there',
    answers('likely', 'operator', 'after-fix', '/response/status'),
  ],
]

const unlike: [story: string, call: Call, code: FaultCode][] = [
  [
    'a space in the code of another grant',
    refused('invalid_grant', { grant_type: 'password', code: 'a b' }),
    'code-not-taken-whole',
  ],
  [
    'a space in the code of a renewal',
    { ...refused('invalid_grant', { grant_type: 'authorization_code', code: 'a b' }), step: 'refresh' },
    'code-not-taken-whole',
  ],
  [
    'a code that a safe copy left out',
    refused('invalid_grant', { ...code, code: '[code 0123456789]' }),
    'code-not-taken-whole',
  ],
  ['the same redirect URI', refused('invalid_grant', code, { redirectUri: callback }), 'redirect-uri-differs'],
  [
    'another redirect URI where the client is refused',
    refused('invalid_client', code, { redirectUri: `${callback}/` }),
    'redirect-uri-differs',
  ],
  ['a redirect URI that is not known here', refused('invalid_grant', code), 'redirect-uri-differs'],
  [
    'a form that is not known',
    bare(400, { response: { status: 400, body: '{"error":"invalid_grant"}' }, flow: { redirectUri: callback } }),
    'redirect-uri-differs',
  ],
  [
    'another redirect URI in a renewal',
    { ...refused('invalid_grant', code, { redirectUri: `${callback}/` }), ...refresh },
    'redirect-uri-differs',
  ],
  [
    'an encoded redirect URI that was requested so',
    refused('invalid_grant', { ...code, redirect_uri: 'https%3a' }, { redirectUri: 'https%3a' }),
    'redirect-uri-differs',
  ],
  ['a code with a percent sign', refused('invalid_grant', { ...code, code: '100%' }), 'code-encoded-twice'],
  [
    'an encoded code where the client is refused',
    refused('invalid_client', { ...code, code: 'a%2fb' }),
    'code-encoded-twice',
  ],
  ['a whole code', refused('invalid_grant', code), 'code-not-taken-whole'],
  [
    'a changed code where the client is refused',
    refused('invalid_client', { ...code, code: 'a b' }),
    'code-not-taken-whole',
  ],
  [
    'a code of the same client',
    refused('invalid_grant', { ...code, client_id: 'demo' }, { clientId: 'demo' }),
    'code-of-other-client',
  ],
  [
    'a code of a client that is not known here',
    refused('invalid_grant', { ...code, client_id: 'demo' }),
    'code-of-other-client',
  ],
  ['a code, and no client named with it', refused('invalid_grant', code, { clientId: 'demo' }), 'code-of-other-client'],
  [
    'another client that is refused',
    refused('invalid_client', { ...code, client_id: 'x' }, { clientId: 'demo' }),
    'code-of-other-client',
  ],
  [
    'a code at its own environment',
    { ...refused('invalid_grant', code), others: [production] },
    'code-of-other-environment',
  ],
  [
    'another environment that refuses the client',
    {
      ...refused('invalid_client', code),
      others: [production],
      request: { method: 'POST', url: 'https://id.example/oauth2/token' },
    },
    'code-of-other-environment',
  ],
  ['a good verifier', refused('invalid_grant', { ...code, code_verifier: v }), 'pkce-verifier-malformed'],
  [
    'the longest verifier',
    refused('invalid_grant', { ...code, code_verifier: 'v'.repeat(128) }),
    'pkce-verifier-malformed',
  ],
  [
    'a verifier that is not known here',
    refused('invalid_grant', { ...code, code_verifier: 'fp:1a2b3c4d' }),
    'pkce-verifier-malformed',
  ],
  ['no verifier', refused('invalid_grant', code), 'pkce-verifier-malformed'],
  [
    'a short verifier where the client is refused',
    refused('invalid_client', { ...code, code_verifier: 'v' }),
    'pkce-verifier-malformed',
  ],
  ['a code of less than a minute', refused('invalid_grant', code, { codeAgeSeconds: 59 }), 'code-expired'],
  ['an old code where the client is refused', refused('invalid_client', code, { codeAgeSeconds: 900 }), 'code-expired'],
  [
    'an old code, and a renewal',
    { ...refused('invalid_grant', renewal, { codeAgeSeconds: 900 }), ...refresh },
    'code-expired',
  ],
  ['a code, which is no other grant', refused('invalid_grant', code), 'grant-not-accepted'],
  ['a grant type that is not known', refused('invalid_grant', {}), 'grant-not-accepted'],
  [
    'a password where the client is refused',
    refused('invalid_client', { grant_type: 'password' }),
    'grant-not-accepted',
  ],
  ['a password', refused('invalid_grant', { grant_type: 'password' }), 'code-not-accepted'],
  ['a code that was used before', refused('invalid_grant', code, { codeUsedBefore: true }), 'code-not-accepted'],
  [
    'an invalid request that lacks a field',
    refused('invalid_request', { grant_type: 'authorization_code', code_verifier: v }),
    'code-not-accepted',
  ],
  ['an invalid request without PKCE', refused('invalid_request', code), 'code-not-accepted'],
  [
    'an invalid request with the secret in the form',
    refused('invalid_request', { ...code, code_verifier: v, client_secret: 's' }),
    'code-not-accepted',
  ],
  ['a code', refused('invalid_grant', code), 'refresh-token-dead'],
  [
    'a renewal without its token',
    { ...refused('invalid_request', { grant_type: 'refresh_token' }), ...refresh },
    'refresh-token-dead',
  ],
  ['a renewal whose client is refused', { ...refused('invalid_client', renewal), ...refresh }, 'refresh-token-dead'],
  [
    'a renewal that asks for the same',
    { ...refused('invalid_scope', { ...renewal, scope: 'a' }, { grantedScope: 'a b' }), ...refresh },
    'renewal-asks-for-more',
  ],
  [
    'a renewal that asks for nothing',
    { ...refused('invalid_scope', renewal, { grantedScope: 'a' }), ...refresh },
    'renewal-asks-for-more',
  ],
  [
    'a renewal of which nothing is known',
    { ...refused('invalid_scope', { ...renewal, scope: 'a' }), ...refresh },
    'renewal-asks-for-more',
  ],
  [
    'a code whose request asks for more',
    refused('invalid_scope', { ...code, scope: 'a b' }, { grantedScope: 'a' }),
    'renewal-asks-for-more',
  ],
  ['clean fields', refused('invalid_grant', code), 'form-field-stray-whitespace'],
  [
    'a code with a space at its end',
    refused('invalid_grant', { ...code, code: 'abc ' }),
    'form-field-stray-whitespace',
  ],
  [
    'a secret with a space at its end',
    refused('invalid_client', { ...code, client_secret: 's ' }),
    'form-field-stray-whitespace',
  ],
  [
    'stray spaces in a request that failed without a code',
    { ...bare(500), request: { method: 'POST', url, form: { ...code, redirect_uri: ' x' } } },
    'form-field-stray-whitespace',
  ],
  ['a whole form', refused('invalid_request', code), 'token-request-incomplete'],
  [
    'a body of JSON with a refused code',
    { ...refused('access_denied', code), request: { ...json, form: code } },
    'token-request-incomplete',
  ],
  [
    'a refused code of a service that is not known',
    { ...refused('invalid_grant', { ...code }), environment: undefined, request: { ...json, form: code } },
    'token-request-incomplete',
  ],
  ['a JSON body of an API', { ...bare(415), step: 'api', request: json }, 'token-request-incomplete'],
  [
    'a form of another type of the same kind',
    {
      ...refused('invalid_request', code),
      request: {
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
        form: code,
      },
    },
    'token-request-incomplete',
  ],
  [
    'a client that is refused with 401',
    { ...refused('unauthorized_client', code), response: { status: 401, body: '{"error":"unauthorized_client"}' } },
    'client-may-not-use-grant',
  ],
  [
    'an invalid request of an API',
    { at: 0, step: 'api', response: { status: 400, body: '{"error":"invalid_request"}' } },
    'token-request-invalid',
  ],
  ['a token response', bare(299), 'token-endpoint-redirects'],
  ['a refusal', bare(400), 'token-endpoint-redirects'],
  ['a redirect of an API', bare(302, { step: 'api' }), 'token-endpoint-redirects'],
  [
    'a response that names a code with 404',
    { ...refused('client_not_found', code), response: { status: 404, body: '{"error":"client_not_found"}' } },
    'token-endpoint-not-there',
  ],
  ['an API that is not there', bare(404, { step: 'api' }), 'token-endpoint-not-there'],
  ['a refusal', bare(403), 'token-endpoint-not-there'],
  [
    'a refresh token of another client',
    says('invalid_grant', 'Token was issued to another client', renewal, refresh),
    'code-of-other-client',
  ],
  [
    'an encoded code of a renewal',
    { ...refused('invalid_grant', { ...renewal, code: 'a%2fb' }), ...refresh },
    'code-encoded-twice',
  ],
]

describe('a token request that was refused', () => {
  it.each(branches)('%s', (_story, call, code, expected) => {
    expect(diagnose(call)[0]).toMatchObject({ ...expected, code })
  })

  it.each(unlike)('is not the cause: %s', (_story, call, code) => {
    expect(diagnose(call).map((one) => one.code)).not.toContain(code)
  })
})
