import { describe, expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnoseByEntries as diagnose } from '../by-entries.ts'
import {
  exampleApiCall,
  exampleCallback,
  exampleNow,
  exampleTokenAnswer,
  exampleTokenError,
  gatewayBody,
  production,
  sandbox,
} from './example-parts.ts'

const api = (status: number, more: Parameters<typeof exampleApiCall>[2] = {}, path = '/webhooks') =>
  exampleApiCall(path, status, { claims: { scope: 'webhooks' }, ...more })
const text = { 'content-type': 'text/plain' }
const bare = (step: Call['step'], response: Call['response']): Call => ({ at: exampleNow, step, response })
const form = (fields: Record<string, string>, headers?: Record<string, string>) => ({
  request: { method: 'POST', url: 'https://id.sandbox.example/oauth2/token', headers, form: fields },
})
const exchange = { grant_type: 'authorization_code', code: 'abc', redirect_uri: 'https://app.example/callback' }
const html = '<!doctype html><title>x</title>'
const debits = (claims: Record<string, unknown>) =>
  exampleApiCall('/authorized-direct-debits', 403, {
    claims: { scope: 'https://api.bank.example/authorized-direct-debits.readonly', ...claims },
  })
const lacking = (requestedScopes: string[]): Call => ({
  ...exampleApiCall('/bank-slips', 403, { method: 'POST' }),
  flow: { requestedScopes },
})
const needing = (scope: string, requestedScopes: string[]): Call => ({
  ...api(403, { headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` } }),
  flow: { requestedScopes },
})
const tokenless = (url: string, status = 401): Call => ({
  at: exampleNow,
  step: 'api',
  environment: sandbox,
  request: { method: 'GET', url, headers: {} },
  response: { status },
})

const whole = 'client_id=demo&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback'
const authorization = (query: string): Call => ({
  ...exampleCallback('error=invalid_request&state=s'),
  request: { method: 'GET', url: `https://id.sandbox.example/oauth2/authorize?${query}` },
})

const says: [story: string, call: Call, words: string[]][] = [
  [
    'where a redirect points',
    api(302, { headers: { location: 'https://proxy.example/' } }),
    ['“https://proxy.example/”'],
  ],
  ['that a redirect has no address', api(302), ['302 without a URL']],
  ['who sent a page', api(401, { body: html, headers: { server: 'nginx' } }), ['with status 401', 'sent by “nginx”']],
  [
    'nothing of who sent a page where that is not known',
    bare('api', { headers: { 'content-type': 'text/html' }, body: html }),
    ['The response is an HTML page. '],
  ],
  [
    'the status of a response that was cut',
    bare('api', { status: 200, headers: { 'content-type': 'application/json' }, body: '{"a":' }),
    ['response with status 200 is not', 'the API team'],
  ],
  [
    'that a response was cut whose status is not known',
    bare('api', { headers: { 'content-type': 'application/json' }, body: '{"a":' }),
    ['The body is not complete'],
  ],
  [
    'that an announced body did not come',
    api(200, { body: '', headers: { 'content-length': '9' } }),
    ['but the response contains none'],
  ],
  [
    'which clients exchanged a code',
    {
      ...exampleTokenError(400, 'invalid_grant'),
      ...form({ ...exchange, client_id: 'other' }),
      flow: { clientId: 'demo' },
    },
    ['“demo”', '“other”'],
  ],
  [
    'what is wrong in a code',
    { ...exampleTokenError(400, 'invalid_grant'), ...form({ ...exchange, code: 'abc&state=x' }) },
    ['contains a “&” or a “#”'],
  ],
  [
    'that a line break came with a code',
    { ...exampleTokenError(400, 'invalid_grant'), ...form({ ...exchange, code: 'abc\n' }) },
    ['a line break'],
  ],
  [
    'that there was no Authorization header',
    tokenless('https://api.sandbox.example/v1/webhooks'),
    ['had no Authorization header, and the response was 401.', 'Send Authorization: Bearer'],
  ],
  [
    'that a redirect may have dropped the header',
    tokenless('https://api.example/v1/webhooks'),
    ['“https://api.example”', '“https://api.sandbox.example”', 'no redirect drops'],
  ],
  [
    'that a response asks for a token, where the request is not known',
    bare('api', {
      status: 401,
      headers: { 'content-type': 'application/json' },
      body: '{"message":"Missing access token"}',
    }),
    ['The response with status 401 asks for a token.'],
  ],
  [
    'which header a request did not contain',
    api(401, { body: { message: 'No credentials: the header X-Access-Token is missing' } }),
    ['did not contain'],
  ],
  [
    'which client a sign-in used, and whose it is',
    { ...exampleCallback('error=unknown_client&state=s'), others: [production], flow: { clientId: 'live' } },
    ['“live”', 'registered with the environment “Production”', 'Sign in with the environment “Production”'],
  ],
  [
    'that it does not know whose client it is',
    exampleCallback('error=unknown_client&state=s'),
    ['Check the client ID, and that it is registered'],
  ],
  [
    'nothing of parameters where the request is not known',
    exampleCallback('error=invalid_request&state=s'),
    ['“invalid_request”. \n'],
  ],
  [
    'which parameters an authorization lacks',
    authorization('client_id=demo&scope=openid'),
    ['does not include “response_type” and “redirect_uri”'],
  ],
  [
    'that a whole authorization had no challenge',
    authorization(`${whole}&scope=openid`),
    ['“invalid_request”. No code_challenge'],
  ],
  [
    'nothing of what a whole authorization lacks',
    authorization(`${whole}&scope=openid&code_challenge=x`),
    ['“invalid_request”. \n'],
  ],
  [
    'which scopes were asked for',
    {
      ...exampleCallback('error=invalid_scope&error_description=no+webhooks&state=s'),
      flow: { requestedScopes: ['openid', 'webhooks'] },
    },
    ['Requested: “openid” and “webhooks”', 'The message names “webhooks”'],
  ],
  [
    'that it is not known which scope is meant',
    exampleCallback('error=invalid_scope&state=s'),
    ['does not say which scope it means'],
  ],
  [
    'what a gateway found no key for',
    api(401, { body: gatewayBody('steps.jwt.NoMatchingPublicKey') }),
    ['“sandbox-1”', 'publishes that key', 'Wait a few minutes'],
  ],
  [
    'that a gateway misses a key which is not published',
    api(401, { header: { kid: 'gone' }, body: gatewayBody('steps.jwt.NoMatchingPublicKey') }),
    ['“gone”', 'does not publish that key'],
  ],
  [
    'that a gateway found no key, where the token is not known',
    { ...api(401, { body: gatewayBody('steps.jwt.NoMatchingPublicKey') }), token: undefined },
    ['no public key for the token.'],
  ],
  [
    'what shows an ID token',
    api(401, { claims: { aud: 'demo', nonce: 'n', scope: undefined }, header: { typ: 'JWT' } }),
    ['it contains “nonce”, its audience is the client “demo”, it has no scope'],
  ],
  [
    'whose client a token is',
    { ...api(401, { claims: { client_id: 'live' } }), others: [production] },
    ['the client “live”', '“Production”'],
  ],
  ['who issued a token', api(401, { claims: { iss: 'https://id.example' } }), ['“Production” (“https://id.example”)']],
  [
    'which gateway was called',
    {
      ...api(401),
      request: { method: 'GET', url: 'https://api.example/v1/webhooks', headers: { authorization: 'Bearer fp:1' } },
    },
    ['“https://api.example”, the gateway of “Production”', 'or sign in to “Production”'],
  ],
  [
    'which host was called',
    {
      ...api(401),
      request: { method: 'GET', url: 'https://x.example/v1/webhooks', headers: { authorization: 'Bearer fp:1' } },
    },
    ['“https://x.example”, and not', 'with this token.'],
  ],
  [
    'how a token is signed',
    api(401, { header: { alg: 'HS256' } }),
    ['“HS256”, which uses a shared secret', 'keys for “RS256”'],
  ],
  [
    'that a gateway does not take an algorithm that is not known',
    { ...api(401, { body: gatewayBody('steps.jwt.AlgorithmMismatch') }), token: undefined, keys: undefined },
    ['the algorithm of the token.'],
  ],
  ['which key is not published', api(401, { header: { kid: 'gone' } }), ['“gone”', '“sandbox-1”']],
  [
    'that a token names no key',
    api(401, { header: { kid: undefined }, body: gatewayBody('steps.jwt.KeyIdMissing') }),
    ['no key ID', 'names no key (kid)'],
  ],
  [
    'which issuer is not trusted',
    api(401, { claims: { iss: 'https://other.example' } }),
    [
      '“https://other.example”; this environment’s issuer is “https://id.sandbox.example”',
      'Sign in with the environment',
    ],
  ],
  [
    'that a gateway expects a different issuer',
    api(401, { body: gatewayBody('steps.jwt.JwtIssuerMismatch') }),
    ['expects a different issuer', 'was rejected because of it', 'Give the iss of the token'],
  ],
  [
    'that a gateway does not trust an issuer that is not known',
    { ...api(401, { body: gatewayBody('steps.jwt.JwtIssuerMismatch') }), token: undefined, environment: undefined },
    [
      'The token’s issuer is not this environment’s issuer',
      'does not trust the issuer of the token.',
      'Sign in with the environment',
    ],
  ],
  [
    'for whom a token is meant',
    api(401, { claims: { aud: 'https://other.example' } }),
    ['“https://other.example”; this environment expects “https://api.sandbox.example”', 'Sign in for this API'],
  ],
  [
    'that a token is meant for nobody',
    api(401, { claims: { aud: undefined }, body: gatewayBody('steps.jwt.JwtAudienceMismatch') }),
    ['names no recipient', 'has no audience'],
  ],
  [
    'that an API expects another audience',
    api(401, { body: gatewayBody('steps.jwt.JwtAudienceMismatch') }),
    ['so the API expects another one'],
  ],
  [
    'that a gateway refused an audience that is not known',
    { ...api(401, { body: gatewayBody('steps.jwt.JwtAudienceMismatch') }), token: undefined, environment: undefined },
    ['is for another recipient', 'rejected the audience of the token.', 'Sign in for this API'],
  ],
  [
    'that a token which is not known was refused',
    { ...api(401, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }), token: undefined },
    ['not known here'],
  ],
  [
    'that nothing of a token explains why it was refused',
    api(401, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }),
    ['had not expired'],
  ],
  [
    'which scope is needed, and which weaker one is held',
    exampleApiCall('/bank-slips', 403, { method: 'POST' }),
    ['the scope “https://api.bank.example/bank-slips', 'according to this app’s list of operations', 'which is weaker'],
  ],
  ['that a scope was not asked for', lacking(['openid']), ['It was not requested']],
  [
    'that a scope was asked for',
    needing('a:b', ['a:b']),
    ['the scope “a:b”. The token has “webhooks”. It was requested at sign-in and not granted', 'request “a:b”'],
  ],
  [
    'that some of the scopes were asked for',
    needing('a:b c:d', ['a:b']),
    ['the scopes “a:b” and “c:d”. ', 'Not all of them'],
  ],
  ['that none of the scopes was asked for', needing('a:b c:d', []), ['They were not requested']],
  [
    'that a scope of which no more is known is missing',
    { ...api(403, { body: { error: 'insufficient_scope' } }), token: undefined, flow: { requestedScopes: [] } },
    ['insufficient for this call.', 'the scope that this operation requires'],
  ],
  ['for whom a token without a company is meant', debits({}), ['“https://api.sandbox.example”) contains none either']],
  [
    'that a company may be in an audience that is not known',
    debits({ aud: ['https://api.sandbox.example', 'c-1'] }),
    ['and “c-1”) does not clearly contain one'],
  ],
  ['that a token without a company is meant for nobody', debits({ aud: undefined }), ['is empty']],
  [
    'that a token which is not known may name no company',
    { ...debits({}), token: undefined },
    ['this is only possible'],
  ],
  [
    'how long a PDF is away',
    exampleApiCall('/bank-slips/slip-1/pdf', 503, { headers: { 'retry-after': '20' } }),
    ['“slip-1”', 'asks you to wait 20 seconds', 'after 20 seconds'],
  ],
  [
    'that it is not known how long a PDF is away',
    exampleApiCall('/bank-slips/slip-1/pdf', 503),
    ['does not say for how long', 'Wait a little'],
  ],
  ['which receipt failed', exampleApiCall('/payment-receipts/rcp-1', 500), ['“rcp-1”', 'the receipt’s ID']],
  [
    'that the list of receipts failed',
    exampleApiCall('/payment-receipts', 500),
    ['of payment receipts failed', 'give the time'],
  ],
  [
    'which methods an address takes',
    api(405, { method: 'DELETE', headers: { allow: 'GET' } }),
    ['“DELETE”', 'It accepts “GET”'],
  ],
  [
    'that it is not known which methods an address takes',
    bare('api', { status: 405 }),
    ['The method that was used', 'does not list'],
  ],
  [
    'that a quota is used up',
    api(429, { body: gatewayBody('policies.ratelimit.QuotaViolation') }),
    ['The quota', 'Wait until the quota period ends'],
  ],
  [
    'how long to wait after too many requests',
    api(429, { headers: { 'retry-after': '30' } }),
    ['More requests', 'asks you to wait 30 seconds', 'after 30 seconds'],
  ],
  ['that it is not known how long to wait', api(429), ['does not say when', 'Wait a minute']],
  [
    'that a backend took too long',
    api(504, { body: gatewayBody('messaging.adaptors.http.flow.GatewayTimeout') }),
    ['did not respond in time', 'took longer', 'Wait a minute'],
  ],
  [
    'that a backend broke off',
    api(502, { method: 'POST', body: gatewayBody('messaging.adaptors.http.UnexpectedEOFAtTarget') }),
    ['closed the connection before', 'closed the connection', 'carried out is not known'],
  ],
  [
    'that a backend is away, and when to try again',
    api(503, { headers: { 'retry-after': '20' }, body: gatewayBody('messaging.adaptors.http.flow.NoActiveTargets') }),
    ['did not respond correctly.', 'Wait 20 seconds'],
  ],
  [
    'what the edge of a network says',
    api(522, { body: 'error code: 522', headers: text }),
    ['was not established in time'],
  ],
  [
    'whose redirect URI is missing',
    {
      ...exampleTokenError(400, 'invalid_grant'),
      ...form({ grant_type: 'authorization_code', code: 'abc' }),
      flow: { redirectUri: 'https://app.example/callback' },
    },
    ['has no redirect_uri', 'The token request has no redirect_uri; the', '“https://app.example/callback”'],
  ],
  [
    'that a redirect URI was encoded twice',
    { ...exampleTokenError(400, 'invalid_grant'), ...form({ ...exchange, redirect_uri: 'https%3A%2F%2Fapp.example' }) },
    ['“https%3A%2F%2Fapp.example”', 'encoded twice'],
  ],
  [
    'which redirect URI is not registered',
    exampleTokenError(400, 'redirect_uri_mismatch'),
    ['“https://app.example/callback” is not the one'],
  ],
  [
    'how long a verifier is',
    { ...exampleTokenError(400, 'invalid_grant'), ...form({ ...exchange, code_verifier: 'short' }) },
    ['has 5 characters; 43 to 128'],
  ],
  [
    'that characters of a verifier are not allowed',
    { ...exampleTokenError(400, 'invalid_grant'), ...form({ ...exchange, code_verifier: '+'.repeat(43) }) },
    ['has 43 characters, and some'],
  ],
  [
    'that a longest verifier has characters that are not allowed',
    { ...exampleTokenError(400, 'invalid_grant'), ...form({ ...exchange, code_verifier: '+'.repeat(128) }) },
    ['has 128 characters, and some'],
  ],
  [
    'how old a code was',
    { ...exampleTokenError(400, 'invalid_grant'), flow: { codeAgeSeconds: 900 } },
    ['15 minutes old when it was exchanged'],
  ],
  [
    'how old a code was by the clock here',
    { ...exampleTokenError(400, 'authorization_code_expired'), flow: { codeAgeSeconds: 60 } },
    ['1 minute old when'],
  ],
  [
    'that a code had expired whose age is not known',
    exampleTokenError(400, 'authorization_code_expired'),
    ['The token endpoint says that the code had expired. '],
  ],
  [
    'what a form lacks',
    { ...exampleTokenError(400, 'invalid_request'), ...form({ grant_type: 'authorization_code', code: 'abc' }) },
    ['The form does not include “redirect_uri”.', '§2.3, §4.2'],
  ],
  [
    'with which method a token request came',
    { ...exampleTokenError(405, 'x'), request: { method: 'get', url: 'https://id.sandbox.example/oauth2/token' } },
    ['sent with “GET”; a token request is a POST'],
  ],
  [
    'where a token endpoint points',
    { ...bare('token', { status: 302, headers: { location: 'https://proxy.example/' } }), environment: sandbox },
    ['points to “https://proxy.example/”'],
  ],
  [
    'which address is no token endpoint',
    { ...exampleTokenError(404, 'x'), response: { status: 404, body: '' } },
    ['“https://id.sandbox.example/oauth2/token” returned 404'],
  ],
  [
    'that a configured address is no token endpoint',
    { ...bare('token', { status: 404, body: '' }), environment: sandbox },
    ['The configured token endpoint returned 404'],
  ],
  [
    'which field is not accepted',
    api(422, { method: 'POST', body: { errors: [{ field: 'amount' }] } }),
    ['does not accept a field', '“amount”. '],
  ],
  [
    'which fields are not accepted',
    api(422, {
      method: 'POST',
      body: { errors: ['a1', 'b2', 'c3', 'd4'].map((field) => ({ field, message: `no ${field}` })) },
    }),
    ['4 fields', '“d4”: “no d4”. '],
  ],
  [
    'how many more fields are not accepted',
    api(422, { method: 'POST', body: { errors: ['a1', 'b2', 'c3', 'd4', 'e5'].map((field) => ({ field })) } }),
    ['“d4”; and 1 more. '],
  ],
  [
    'that a code is of no use where it is exchanged twice',
    { ...exampleTokenError(400, 'invalid_grant'), flow: { codeUsedBefore: true } },
    ['had been exchanged before'],
  ],
  [
    'which issuer came back',
    { ...exampleCallback('code=a&iss=https%3A%2F%2Fid.example'), others: [production] },
    ['“https://id.example”; expected: “https://id.sandbox.example”.', 'issuer of the environment “Production”'],
  ],
  ['which state came back', { ...exampleCallback('code=a&state=x'), flow: { state: 'y' } }, ['“x”', '“y”']],
  [
    'that a state belongs to no sign-in of this tab',
    { ...exampleCallback('code=a&state=x'), flow: { refused: { check: 'state-unknown' } } },
    ['has no sign-in in progress'],
  ],
  ['that a sign-in took too long here', exampleCallback('code=a', 'transaction-expired'), ['Claimcheck’s own']],
  [
    'that a sign-in took too long there',
    exampleCallback('error=authentication_expired&state=s'),
    ['“authentication_expired”'],
  ],
  [
    'which field of a token response is wrong',
    exampleTokenAnswer({ access_token: 5, token_type: 'Bearer' }),
    ['“access_token” is not a token string (number)'],
  ],
  [
    'which field of a token response is a list',
    exampleTokenAnswer({ access_token: 'a', token_type: 'Bearer', scope: [] }),
    ['“scope” is a list'],
  ],
  [
    'which field of a token response cannot be used',
    exampleTokenAnswer({ access_token: 'a', token_type: 'mac' }),
    ['“token_type” contains “mac”'],
  ],
  [
    'which field of a token response is missing',
    exampleTokenAnswer({ token_type: 'Bearer' }),
    ['“access_token” is missing'],
  ],
  [
    'which issuer an ID token names',
    exampleTokenAnswer({ access_token: 'a', token_type: 'Bearer' }, { iss: 'https://id.example' }),
    ['“https://id.example”; expected: “https://id.sandbox.example”.'],
  ],
  [
    'when an ID token expired',
    exampleTokenAnswer({ access_token: 'a', token_type: 'Bearer' }, { exp: exampleNow - 600 }),
    ['10 minutes before it was received'],
  ],
]

describe('the words of an entry say', () => {
  it.each(says)('%s', (_story, call, words) => {
    const [first] = diagnose(call)
    const all = `${first?.title}\n${first?.cause} \n${first?.fix}`
    for (const some of words) expect(all).toContain(some)
  })
})
