import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import { answers, type Expected } from '../fault.ts'
import type { FaultCode } from './catalogue.ts'
import { exampleApiCall, gatewayBody, sandbox } from './example-parts.ts'

const slips = '/bank-slips'
const refused = (more: Parameters<typeof exampleApiCall>[2], status = 401) => exampleApiCall(slips, status, more)
const fault = (code: string, more: Parameters<typeof exampleApiCall>[2] = {}) =>
  refused({ ...more, body: gatewayBody(code) })
const untold = (call: Call): Call => ({ ...call, token: undefined })

const branches: [story: string, call: Call, code: FaultCode, expected: Expected][] = [
  [
    'a token of another environment, by its issuer alone',
    {
      ...refused({ claims: { iss: 'https://issuer.example' } }),
      others: [{ ...sandbox, id: 'b', issuer: 'https://issuer.example' }],
    },
    'token-from-other-environment',
    answers('certain', 'caller', 'after-fix', '/token/claims/iss', '/response/status'),
  ],
  [
    'no key fits, and the token is not known',
    untold(fault('steps.jwt.NoMatchingPublicKey')),
    'no-matching-public-key',
    answers('certain', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'no key fits, and the environment publishes the key',
    fault('steps.jwt.NoMatchingPublicKey'),
    'no-matching-public-key',
    answers('certain', 'api-team', 'with-backoff', '/response/body', '/token/header/kid'),
  ],
  [
    'no key fits, and the environment does not publish it',
    fault('steps.jwt.NoMatchingPublicKey', { header: { kid: 'gone' } }),
    'no-matching-public-key',
    answers('certain', 'identity-team', 'after-fix', '/response/body', '/token/header/kid'),
  ],
  [
    'no key fits, and the published keys are not known',
    { ...fault('steps.jwt.NoMatchingPublicKey'), keys: undefined },
    'no-matching-public-key',
    answers('certain', 'identity-team', 'after-fix', '/response/body', '/token/header/kid'),
  ],
  [
    'no key fits a token of another environment by its sign-in address',
    {
      ...fault('steps.jwt.NoMatchingPublicKey', { claims: { iss: 'https://other.example' } }),
      others: [{ ...sandbox, id: 'other', name: 'Other', issuer: undefined, authUrl: 'https://other.example' }],
    },
    'no-matching-public-key',
    answers('certain', 'caller', 'after-fix', '/response/body', '/token/claims/iss', '/token/header/kid'),
  ],
  [
    'an ID token by its nonce alone',
    refused({ claims: { nonce: 'n', scope: undefined }, header: { typ: 'JWT' } }),
    'id-token-sent-as-bearer',
    answers('likely', 'caller', 'after-fix', '/token/claims/nonce'),
  ],
  [
    'an ID token by its audience alone',
    refused({ claims: { aud: 'demo', scope: undefined }, header: { typ: 'JWT' } }),
    'id-token-sent-as-bearer',
    answers('likely', 'caller', 'after-fix', '/token/claims/aud'),
  ],
  [
    'an ID token whose audience is the client of the sign-in',
    { ...refused({ claims: { aud: 'mine', scope: undefined }, header: { typ: 'JWT' } }), flow: { clientId: 'mine' } },
    'id-token-sent-as-bearer',
    answers('likely', 'caller', 'after-fix', '/token/claims/aud'),
  ],
  [
    'an ID token of Cognito, which says so',
    refused({ claims: { token_use: 'id' }, header: { typ: 'JWT' } }),
    'id-token-sent-as-bearer',
    answers('certain', 'caller', 'after-fix', '/token/claims/token_use'),
  ],
  [
    'an ID token of Keycloak, which says so',
    refused({ claims: { typ: 'ID' }, header: { typ: 'JWT' } }),
    'id-token-sent-as-bearer',
    answers('certain', 'caller', 'after-fix', '/token/claims/typ'),
  ],
  [
    'a refresh token by token_use',
    refused({ claims: { token_use: 'refresh' } }),
    'refresh-token-sent-as-bearer',
    answers('certain', 'caller', 'after-fix', '/token/claims/token_use', '/response/status'),
  ],
  [
    'an offline token',
    refused({ claims: { typ: 'Offline' } }),
    'refresh-token-sent-as-bearer',
    answers('certain', 'caller', 'after-fix', '/token/claims/typ', '/response/status'),
  ],
  [
    'a token of another environment, refused with 403',
    refused({ claims: { iss: 'https://id.example' } }, 403),
    'token-from-other-environment',
    answers('likely', 'caller', 'after-fix', '/token/claims/iss', '/response/status'),
  ],
  [
    'a token of a client of another environment',
    refused({ claims: { client_id: 'live' } }),
    'token-from-other-environment',
    answers('likely', 'caller', 'after-fix', '/token/claims/client_id', '/others', '/response/status'),
  ],
  [
    'a token whose azp is a client of another environment',
    refused({ claims: { azp: 'live' } }),
    'token-from-other-environment',
    answers('likely', 'caller', 'after-fix', '/token/claims/azp', '/others', '/response/status'),
  ],
  [
    'a sign-in with a client of another environment',
    { ...refused({}), flow: { clientId: 'live' } },
    'token-from-other-environment',
    answers('likely', 'caller', 'after-fix', '/flow/clientId', '/others', '/response/status'),
  ],
  [
    'a host that no environment has',
    {
      ...exampleApiCall('/webhooks', 404, { claims: { scope: 'webhooks' } }),
      request: { method: 'GET', url: 'https://web.example/v1/webhooks' },
    },
    'other-host-called',
    answers('likely', 'caller', 'after-fix', '/request/url', '/environment/baseUrl', '/response/status'),
  ],
  [
    'another host, which forbids',
    {
      ...exampleApiCall('/webhooks', 403, { claims: { scope: 'webhooks' } }),
      request: { method: 'GET', url: 'https://api.example/v1/webhooks' },
    },
    'other-host-called',
    {
      ...answers('likely', 'caller', 'after-fix', '/request/url', '/environment/baseUrl', '/response/status'),
      title: 'The call went to another environment’s gateway',
    },
  ],
  [
    'a server that says that it is the wrong one',
    exampleApiCall('/webhooks', 403, {
      claims: { scope: 'webhooks' },
      body: { message: 'You called the wrong cluster' },
    }),
    'other-host-called',
    {
      ...answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
      title: 'The call went to the wrong server',
    },
  ],
  [
    'an algorithm that the gateway names',
    fault('steps.jwt.AlgorithmMismatch'),
    'signing-algorithm-not-accepted',
    answers('certain', 'identity-team', 'after-fix', '/token/header/alg', '/response/body'),
  ],
  [
    'an algorithm that the gateway names, of a token that is not known',
    untold(fault('steps.jwt.AlgorithmMismatch')),
    'signing-algorithm-not-accepted',
    answers('certain', 'identity-team', 'after-fix', '/response/body'),
  ],
  [
    'a token without a signature',
    refused({ header: { alg: 'none' } }),
    'signing-algorithm-not-accepted',
    answers('likely', 'identity-team', 'after-fix', '/token/header/alg', '/response/status'),
  ],
  [
    'a key id that the gateway misses',
    fault('steps.jwt.KeyIdMissing', { header: { kid: undefined } }),
    'signing-key-unknown',
    {
      ...answers('certain', 'identity-team', 'after-fix', '/response/body'),
      title: 'The token has no key ID (kid)',
    },
  ],
  [
    'a key id that the gateway misses although it is there',
    fault('steps.jwt.KeyIdMissing'),
    'signing-key-unknown',
    answers('certain', 'identity-team', 'after-fix', '/token/header/kid', '/keys', '/response/body'),
  ],
  [
    'an issuer that the gateway refuses, and is configured so',
    fault('steps.jwt.JwtIssuerMismatch'),
    'issuer-not-trusted',
    {
      ...answers('certain', 'api-team', 'after-fix', '/token/claims/iss', '/response/body'),
      title: 'The gateway expects a different issuer',
    },
  ],
  [
    'an issuer that the gateway refuses, of a token that is not known',
    untold(fault('steps.jwt.JwtIssuerMismatch')),
    'issuer-not-trusted',
    answers('certain', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'an issuer that the gateway refuses, and is another than the configured one',
    fault('steps.jwt.JwtIssuerMismatch', { claims: { iss: 'https://somewhere.example' } }),
    'issuer-not-trusted',
    answers('certain', 'caller', 'after-fix', '/token/claims/iss', '/environment/issuer', '/response/body'),
  ],
  [
    'an audience that the gateway refuses, and is configured so',
    fault('steps.jwt.JwtAudienceMismatch'),
    'audience-not-accepted',
    answers('certain', 'api-team', 'after-fix', '/token/claims/aud', '/response/body'),
  ],
  [
    'an audience that the gateway refuses, and is another than the configured one',
    fault('steps.jwt.JwtAudienceMismatch', { claims: { aud: 'https://other.example' } }),
    'audience-not-accepted',
    answers('certain', 'caller', 'after-fix', '/token/claims/aud', '/environment/audience', '/response/body'),
  ],
  [
    'a token without an audience',
    fault('steps.jwt.JwtAudienceMismatch', { claims: { aud: undefined } }),
    'audience-not-accepted',
    {
      ...answers('certain', 'caller', 'after-fix', '/response/body'),
      title: 'The token names no recipient',
    },
  ],
  [
    'an audience that the gateway refuses, of a token that is not known',
    untold(fault('steps.jwt.JwtAudienceMismatch')),
    'audience-not-accepted',
    answers('certain', 'caller', 'after-fix', '/response/body'),
  ],
  [
    'an audience among which the environment’s is not',
    refused({ claims: { aud: ['https://a.example', 'https://b.example'] } }),
    'audience-not-accepted',
    answers('likely', 'caller', 'after-fix', '/token/claims/aud', '/environment/audience'),
  ],
  [
    'an invalid token of which nothing is known',
    untold(refused({ headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })),
    'invalid-token',
    answers('likely', 'caller', 'after-fix', '/response/headers/www-authenticate'),
  ],
]

const invalid = { 'www-authenticate': 'Bearer error="invalid_token"' }
const unlike: [story: string, call: Call, code: FaultCode][] = [
  [
    'a signature of another kind with a private key',
    refused({ header: { alg: 'ES256' } }),
    'signing-algorithm-not-accepted',
  ],
  [
    'no issuer, where that of another environment is not known',
    {
      ...refused({ claims: { iss: undefined }, headers: invalid }),
      others: [{ ...sandbox, id: 'b', issuer: undefined }],
    },
    'token-from-other-environment',
  ],
  [
    'an access token with a nonce',
    refused({ claims: { nonce: 'n', scope: undefined }, header: { typ: 'at+jwt' } }),
    'id-token-sent-as-bearer',
  ],
  [
    'an access token of Cognito',
    refused({ claims: { aud: 'demo', token_use: 'access', scope: undefined }, header: { typ: 'JWT' } }),
    'id-token-sent-as-bearer',
  ],
  [
    'a token with a nonce and scopes',
    refused({ claims: { nonce: 'n' }, header: { typ: 'JWT' } }),
    'id-token-sent-as-bearer',
  ],
  [
    'a token without an audience',
    refused({ claims: { aud: [], scope: undefined }, header: { typ: 'JWT' } }),
    'id-token-sent-as-bearer',
  ],
  [
    'a token for a client and an API',
    refused({ claims: { aud: ['demo', 'https://api.sandbox.example'], scope: undefined }, header: { typ: 'JWT' } }),
    'id-token-sent-as-bearer',
  ],
  [
    'an ID token with a call that failed on its own',
    refused({ claims: { nonce: 'n', scope: undefined }, header: { typ: 'JWT' } }, 404),
    'id-token-sent-as-bearer',
  ],
  ['a token of the type Bearer', refused({ claims: { typ: 'Bearer' } }), 'refresh-token-sent-as-bearer'],
  [
    'a refresh token with a call that failed on its own',
    refused({ claims: { typ: 'Refresh' } }, 500),
    'refresh-token-sent-as-bearer',
  ],
  [
    'a token of a client that is registered here too',
    {
      ...refused({ claims: { client_id: 'demo' }, headers: invalid }),
      others: [{ ...sandbox, id: 'b', clientIds: ['demo'] }],
    },
    'token-from-other-environment',
  ],
  [
    'a token of a client that is registered nowhere',
    refused({ claims: { client_id: 'nobody' }, headers: invalid }),
    'token-from-other-environment',
  ],
  [
    'too little scope in a token of another environment',
    refused(
      { claims: { iss: 'https://id.example' }, headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' } },
      403,
    ),
    'token-from-other-environment',
  ],
  [
    'a token that no key fits',
    fault('steps.jwt.NoMatchingPublicKey', { claims: { iss: 'https://id.example' } }),
    'token-from-other-environment',
  ],
  [
    'a failure of another host',
    { ...refused({}, 500), request: { method: 'GET', url: 'https://api.example/v1/bank-slips' } },
    'other-host-called',
  ],
  ['the host of the environment', refused({ headers: invalid }), 'other-host-called'],
  ['a call of which no address is known', { ...refused({}), request: undefined }, 'other-host-called'],
  ['a call of which no environment is known', { ...refused({}), environment: undefined }, 'other-host-called'],
  [
    'a sign-in at another host',
    {
      at: 0,
      step: 'authorize',
      environment: sandbox,
      request: { method: 'GET', url: 'https://id.sandbox.example/x' },
      response: { status: 404 },
    },
    'other-host-called',
  ],
  [
    'a shared secret where no keys are published',
    { ...refused({ header: { alg: 'HS256' } }), keys: [] },
    'signing-algorithm-not-accepted',
  ],
  [
    'a shared secret where it is published as usual',
    { ...refused({ header: { alg: 'HS256' } }), keys: [{ kid: 'sandbox-1', alg: 'HS256' }] },
    'signing-algorithm-not-accepted',
  ],
  [
    'an unsigned token with a call that failed on its own',
    refused({ header: { alg: 'none' } }, 404),
    'signing-algorithm-not-accepted',
  ],
  ['a token without an algorithm', refused({ header: { alg: undefined } }), 'signing-algorithm-not-accepted'],
  ['a key where none are known', { ...refused({ header: { kid: 'gone' } }), keys: undefined }, 'signing-key-unknown'],
  [
    'a key among published ones that have no name',
    { ...refused({ header: { kid: 'gone' } }), keys: [{ alg: 'RS256' }] },
    'signing-key-unknown',
  ],
  ['a token that names no key', refused({ header: { kid: undefined } }), 'signing-key-unknown'],
  [
    'a key that is gone, with a call that failed on its own',
    refused({ header: { kid: 'gone' } }, 404),
    'signing-key-unknown',
  ],
  ['no key that fits', fault('steps.jwt.NoMatchingPublicKey', { header: { kid: 'gone' } }), 'signing-key-unknown'],
  ['the issuer of the environment', refused({}), 'issuer-not-trusted'],
  ['a token without an issuer', refused({ claims: { iss: undefined } }), 'issuer-not-trusted'],
  [
    'an environment whose issuer is not known',
    { ...refused({ claims: { iss: 'https://x.example' } }), environment: { ...sandbox, issuer: undefined } },
    'issuer-not-trusted',
  ],
  ['an issuer of another environment', refused({ claims: { iss: 'https://id.example' } }), 'issuer-not-trusted'],
  [
    'a strange issuer with a call that failed on its own',
    refused({ claims: { iss: 'https://x.example' } }, 404),
    'issuer-not-trusted',
  ],
  [
    'an audience of several',
    refused({ claims: { aud: ['x', 'https://api.sandbox.example'] } }),
    'audience-not-accepted',
  ],
  [
    'a token without an audience where nobody speaks of it',
    refused({ claims: { aud: undefined } }),
    'audience-not-accepted',
  ],
  [
    'an environment whose audience is not known',
    { ...refused({ claims: { aud: 'x' } }), environment: { ...sandbox, audience: undefined } },
    'audience-not-accepted',
  ],
  [
    'a strange audience with a call that failed on its own',
    refused({ claims: { aud: 'x' } }, 404),
    'audience-not-accepted',
  ],
  [
    'a code of the token endpoint',
    { at: 0, step: 'token', response: { status: 400, body: '{"error":"invalid_token"}' } },
    'invalid-token',
  ],
  [
    'an issuer that two environments share',
    { ...refused({ headers: invalid }), others: [{ ...sandbox, id: 'b' }] },
    'token-from-other-environment',
  ],
  [
    'an issuer that is empty',
    {
      ...refused({ claims: { iss: '' }, headers: invalid }),
      others: [{ ...sandbox, id: 'b', issuer: undefined, authUrl: '' }],
    },
    'token-from-other-environment',
  ],
]

describe('a token that is of another kind, or is not trusted', () => {
  it.each(branches)('%s', (_story, call, code, expected) => {
    expect(diagnose(call)[0]).toMatchObject({ ...expected, code })
  })

  it.each(unlike)('is not the cause: %s', (_story, call, code) => {
    expect(diagnose(call).map((one) => one.code)).not.toContain(code)
  })
})
