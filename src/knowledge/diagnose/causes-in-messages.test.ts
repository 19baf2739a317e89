import { describe, expect, it } from 'vitest'
import type { Call, Step } from '../protocol/call.ts'
import { diagnoseByEntries as diagnose } from './by-entries.ts'
import type { DiagnosisCode } from './diagnosis.ts'
import { exampleApiCall, exampleNow, exampleTokenError, gatewayBody } from './faults/example-parts.ts'
import { loadCatalogue } from './registries/load-catalogue.ts'

const rows = await loadCatalogue()
const code = { grant_type: 'authorization_code', code: 'k3y', redirect_uri: 'https://app.example/callback' }
const renewal = { grant_type: 'refresh_token', refresh_token: 'fp:1a2b3c4d' }

function exchange(error: string, text: string, form: Record<string, string> = code, status = 400): Call {
  const step: Step = form === renewal ? 'refresh' : 'token'
  return {
    ...exampleTokenError(status, error),
    step,
    request: { method: 'POST', url: 'https://id.sandbox.example/oauth2/token', form },
    response: {
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error, error_description: text }),
    },
  }
}

function redirect(error: string, text: string): Call {
  const query = new URLSearchParams({ error, error_description: text, state: 's' })
  return {
    at: exampleNow,
    step: 'authorize',
    response: { status: 302, headers: { location: `https://app.example/callback?${query}` } },
  }
}

function page(status: number, text: string): Call {
  const body = `<!doctype html><html><head><style>p{color:red}</style></head><body><h1>We are sorry</h1><p>${text}</p></body></html>`
  return { at: exampleNow, step: 'authorize', response: { status, headers: { 'content-type': 'text/html' }, body } }
}

/** A response with these words of which nothing else is known. */
function answer(status: number, body: unknown, headers: Record<string, string> = {}): Call {
  const { at, step, response } = exampleApiCall('/webhooks', status, { body, headers })
  return { at, step, response }
}

function challenged(text: string): Call {
  return answer(401, {}, { 'www-authenticate': `Bearer error="invalid_token", error_description="${text}"` })
}

const exchanges: [text: string, call: Call, first: DiagnosisCode][] = [
  ['a code that was redeemed', exchange('invalid_grant', 'Code was already redeemed.'), 'code-already-used'],
  [
    'a code that has been used',
    exchange('invalid_grant', 'The authorization code has already been used.'),
    'code-already-used',
  ],
  ['an old code', exchange('invalid_grant', 'Authorization code has expired'), 'code-expired'],
  ['another redirect URI', exchange('invalid_grant', 'Incorrect redirect_uri'), 'redirect-uri-differs'],
  [
    'another redirection URI, in more words',
    exchange(
      'invalid_grant',
      'The "redirect_uri" from this request does not match the one from the authorize request.',
    ),
    'redirect-uri-differs',
  ],
  ['another verifier', exchange('invalid_grant', 'PKCE verification failed: Code mismatch'), 'pkce-verifier-differs'],
  ['a verifier that fails', exchange('invalid_grant', 'Failed to verify code verifier'), 'pkce-verifier-differs'],
  ['no verifier', exchange('invalid_grant', 'PKCE code verifier not specified'), 'pkce-verifier-missing'],
  [
    'a code of another client',
    exchange('invalid_grant', 'Auth code was not issued to this client'),
    'code-of-other-client',
  ],
  ['a wrong secret', exchange('invalid_client', 'Invalid client secret', code, 401), 'client-secret-wrong'],
  [
    'a wrong secret under another code',
    exchange('unauthorized_client', 'Invalid client secret', code),
    'client-secret-wrong',
  ],
  [
    'a wrong secret in the form',
    exchange(
      'invalid_client',
      'The client secret supplied for a confidential client is invalid.',
      { ...code, client_id: 'demo', client_secret: 'fp:1a2b3c4d' },
      401,
    ),
    'client-secret-wrong',
  ],
  [
    'another way of authenticating',
    exchange(
      'invalid_client',
      'The OAuth 2.0 Client supports client authentication method "client_secret_basic", but method "client_secret_post" was requested.',
      code,
      401,
    ),
    'client-authentication-method-differs',
  ],
  ['an unknown client', exchange('invalid_client', 'The OAuth client was not found.', code, 401), 'client-not-found'],
  [
    'a grant that the client may not use',
    exchange('access_denied', 'Grant type authorization_code not allowed for the client.', code, 403),
    'client-may-not-use-grant',
  ],
  [
    'an unknown client, in Portuguese',
    exchange('invalid_request', 'Software cliente não identificado.'),
    'client-not-found',
  ],
  [
    'a form that is none',
    exchange('invalid_request', 'The form parameters need to be url encoded'),
    'token-request-incomplete',
  ],
  ['a client id that is invalid', exchange('invalid_client', 'ClientId is Invalid', code, 401), 'client-not-found'],
  [
    'a secret that is not there',
    exchange('invalid_client', 'client_secret is undefined', code, 401),
    'client-credentials-missing',
  ],
  [
    'a signed assertion',
    exchange('invalid_client', 'Parameter client_assertion_type is missing', code, 401),
    'client-authentication-method-differs',
  ],
  ['a field by its name in plain words', exchange('bad_request', 'Missing grant type'), 'token-request-incomplete'],
  [
    'two renewals at once',
    exchange('invalid_request', 'Multiple concurrent requests with one token.', renewal),
    'refresh-token-dead',
  ],
  [
    'a field that is missing',
    exchange('invalid_request', 'Missing parameter: redirect_uri'),
    'token-request-incomplete',
  ],
  ['a session that has ended', exchange('invalid_grant', 'Session not active', renewal), 'refresh-token-dead'],
]

const signIns: [text: string, call: Call, first: DiagnosisCode][] = [
  [
    'PKCE is demanded',
    redirect('invalid_request', 'Missing parameter: code_challenge_method'),
    'pkce-challenge-missing',
  ],
  [
    'PKCE is demanded, in more words',
    redirect('invalid_request', 'This client must include a code_challenge when performing the authorize code flow.'),
    'pkce-challenge-missing',
  ],
  [
    'an account that is not assigned',
    redirect('access_denied', 'User is not assigned to the client application.'),
    'account-not-allowed',
  ],
  ['a rule', redirect('access_denied', 'Policy evaluation failed for this request'), 'identity-policy-refuses'],
  ['an API that is unknown', redirect('access_denied', 'Service not found: https://api.example'), 'audience-unknown'],
  ['the person’s own no', redirect('access_denied', 'The user has denied the request'), 'access-denied'],
  ['a page about the scope', page(401, 'The requested scope is invalid, unknown, or malformed.'), 'scope-not-accepted'],
  [
    'a page that names a code and says more',
    page(200, 'Sorry, there was an error : <em>unauthorized_client</em><br>Invalid redirect_uri'),
    'redirect-uri-not-registered',
  ],
  ['a page about the redirect URI', page(400, 'Invalid parameter: redirect_uri'), 'redirect-uri-not-registered'],
  ['a page about the client', page(400, 'Client not found.'), 'client-unknown-at-sign-in'],
  [
    'a page about cookies',
    page(400, 'Cookie not found. Please make sure cookies are enabled in your browser.'),
    'sign-in-cookie-lost',
  ],
]

const calls: [text: string, call: Call, first: DiagnosisCode][] = [
  ['an expired token', challenged('The token expired at 05/04/2026 09:00:00'), 'access-token-expired'],
  [
    'an expired token in plain text',
    answer(401, 'Jwt is expired', { 'content-type': 'text/plain' }),
    'access-token-expired',
  ],
  ['an audience', challenged('The audience https://other.example is invalid'), 'audience-not-accepted'],
  [
    'an audience in plain text',
    answer(403, 'Audiences in Jwt are not allowed', { 'content-type': 'text/plain' }),
    'audience-not-accepted',
  ],
  ['an issuer', answer(401, 'Jwt issuer is not configured', { 'content-type': 'text/plain' }), 'issuer-not-trusted'],
  ['an issuer as a claim', challenged('The iss claim is not valid'), 'issuer-not-trusted'],
  ['a key', challenged('The signature key was not found'), 'no-matching-public-key'],
  ['a signature', challenged('The signature is invalid'), 'token-signature-refused'],
  ['no token', answer(401, { detail: 'Authentication credentials were not provided.' }), 'bearer-missing'],
  ['a malformed token', answer(401, { message: 'jwt malformed' }), 'token-unreadable-at-gateway'],
  ['a token that was taken back', answer(401, { message: 'Token has been revoked' }), 'access-token-revoked'],
  ['a permission', answer(403, { message: 'Resource not accessible by integration' }), 'permission-missing'],
  [
    'a subscription key',
    answer(401, { statusCode: 401, message: 'Access denied due to missing subscription key.' }),
    'api-key-refused',
  ],
  ['a rate', answer(403, { message: 'API rate limit exceeded for user 1.' }), 'rate-limited'],
  [
    'a certificate',
    answer(400, '<html><title>400 No required SSL certificate was sent</title></html>', {
      'content-type': 'text/html',
    }),
    'client-certificate-missing',
  ],
  ['a body that is no JSON', answer(400, { message: 'Unexpected token } in JSON at position 12' }), 'body-not-json'],
  ['a scope, in Portuguese', answer(403, { message: 'Faltando escopos necessários.' }), 'scope-insufficient'],
  [
    'a sign-in that is too old',
    answer(403, { error_description: 'SCA exemption has expired.' }),
    'reauthentication-needed',
  ],
  ['a consent', answer(403, { message: 'Consent does not contain the necessary permissions' }), 'consent-not-valid'],
  ['a plan', answer(403, { error: 'Access to this API has been disallowed' }), 'api-not-subscribed'],
  [
    'another server',
    answer(401, '<Fault><Message>Accessing Wrong Cluster</Message></Fault>', { 'content-type': 'application/xml' }),
    'other-host-called',
  ],
  ['a token of another kind', answer(401, { detail: 'Token has wrong type' }), 'token-of-other-kind'],
  ['keys that were not fetched', answer(401, { message: 'Unable to fetch the JWKS' }), 'verification-keys-not-fetched'],
  ['a network address', answer(403, { message: 'Your IP address is not allowed' }), 'address-not-allowed'],
  ['another header', answer(401, { description: 'a header: testkey is missing' }), 'other-header-expected'],
  [
    'a certificate of somebody else, in Portuguese',
    answer(403, { detail: 'Certificado incompatível com a credencial.' }),
    'client-certificate-refused',
  ],
  [
    'a certificate that is not valid',
    answer(401, { detail: 'The provided certificate is not valid for this client' }),
    'client-certificate-refused',
  ],
  [
    'another environment',
    answer(400, { error_message: 'provided access token is for the wrong environment' }),
    'credential-of-other-environment',
  ],
  ['a token that is invalid', answer(401, { error_message: 'Invalid token.' }), 'invalid-token'],
  ['no route', answer(404, { message: 'no Route matched with those values' }), 'gateway-path-unknown'],
]

describe('what the other side puts into words', () => {
  it.each([...exchanges, ...signIns, ...calls])('recognizes %s', (_story, call, first) => {
    const [diagnosis] = diagnose(call, rows)
    expect(diagnosis?.code).toBe(first)
    expect(diagnosis?.certainty).toBe('likely')
    expect(diagnosis?.basis).toMatchObject({ kind: 'inferred', reference: expect.stringContaining('own words') })
  })

  it('is told as such, with the place where it stands', () => {
    const [diagnosis] = diagnose(exchange('invalid_grant', 'PKCE verification failed'), rows)
    expect(diagnosis?.cause).toContain('“PKCE verification failed”')
    expect(diagnosis?.evidence).toContain('/response/body')
  })

  it('tells why a renewal was refused', () => {
    const titleOf = (text: string) => diagnose(exchange('invalid_grant', text, renewal), rows)[0]?.title
    expect(titleOf('Session not active')).toBe('The sign-in behind the refresh token was ended')
    expect(titleOf('Maximum allowed refresh token reuse exceeded')).toBe('The refresh token had been used before')
    expect(titleOf('Refresh token expired')).toBe('The refresh token has expired')
  })

  it('leaves what offers several causes at once as open as it is', () => {
    for (const text of [
      'The authorization code is invalid or has expired.',
      'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
    ])
      expect(diagnose(exchange('invalid_grant', text), rows)[0]?.code).toBe('code-not-accepted')
    const general =
      'Client authentication failed (e.g., unknown client, no client authentication included, or unsupported authentication method).'
    expect(diagnose(exchange('invalid_client', general, code, 401), rows)[0]?.code).toBe('client-authentication-failed')
    expect(diagnose(challenged('The access token is missing or invalid'), rows)[0]?.code).toBe('invalid-token')
  })

  it('hears what a server adds to a standard’s own sentence', () => {
    const text =
      'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client. The PKCE code challenge did not match the code verifier.'
    expect(diagnose(exchange('invalid_grant', text), rows)[0]?.code).toBe('pkce-verifier-differs')
  })
})

describe('a response whose status says little', () => {
  it('is led by the sentence that came with it', () => {
    const [first] = diagnose(
      answer(422, { code: 'B-10', message: 'Transfers are possible from 6:30 to 17:00 only' }),
      rows,
    )
    expect(first?.cause).toBe('The response has status 422 and says: “Transfers are possible from 6:30 to 17:00 only”.')
  })

  it.each(['Forbidden', 'Access denied.', 'You are not authorized to access this resource', 'An error occurred'])(
    'keeps its own title where the sentence says no more than it: %s',
    (message) => {
      expect(diagnose(answer(403, { message }), rows)[0]?.title).toBe('The call is not allowed')
    },
  )
})

describe('words beside facts', () => {
  it('change nothing where a code, a claim or a clock has settled the cause', () => {
    const expired = { exp: exampleNow - 125 }
    for (const text of ['refused', 'The audience is invalid', 'Insufficient scope', 'Jwt issuer is not configured']) {
      const body = gatewayBody('steps.jwt.TokenExpired', text)
      const [diagnosis] = diagnose(exampleApiCall('/bank-slips', 401, { claims: expired, body }), rows)
      expect(diagnosis).toMatchObject({ code: 'access-token-expired', certainty: 'certain' })
      expect(diagnosis?.basis.reference).not.toContain('own words')
    }
    const differs = {
      ...exchange('invalid_grant', 'The code has expired'),
      flow: { redirectUri: 'https://app.example/' },
    }
    expect(diagnose(differs, rows)[0]?.code).toBe('redirect-uri-differs')
  })

  it('are not looked for in a call that went well', () => {
    for (const body of [{ message: 'The token has expired' }, { error: null, note: 'Invalid client secret' }])
      expect(diagnose(answer(200, body), rows)).toEqual([])
  })

  it.each([
    ['many words', 'token '.repeat(90)],
    ['words of many beginnings', 'client secret code redirect uri issuer audience key '.repeat(11)],
    ['a page of open tags', '<script'.repeat(2500)],
    ['a page of brackets', '<'.repeat(19_000)],
  ])('are read in a moment, also %s', (_what, text) => {
    for (const status of [400, 401, 403, 500])
      expect(diagnose(answer(status, text, { 'content-type': 'text/html' }), rows)).not.toEqual([])
    expect(diagnose(exchange('invalid_grant', text), rows)).not.toEqual([])
  })
})
