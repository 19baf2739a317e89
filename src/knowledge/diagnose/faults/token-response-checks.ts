import { type Basis, documented, standard } from '../../protocol/basis.ts'
import type { RefusedCheck } from '../../protocol/call.ts'
import { sameButSpelling } from '../../text/address.ts'
import { durationInWords, utcTime } from '../../text/duration.ts'
import { member } from '../../text/member.ts'
import { quoted } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { answers } from '../fault.ts'
import { exampleNow, exampleTokenAnswer, sandbox } from './example-parts.ts'
import { type FailedCheck, failedCheck, startAgain } from './failed-check.ts'

/** Entries for token responses that Claimcheck turns down, in the order in which the checks are made. */
export const tokenResponseChecks = [
  failedCheck({
    check: 'token-response-unreadable',
    code: 'token-response-unreadable',
    title: 'The token endpoint returned no token response',
    meaning: 'A token endpoint returns a JSON object with the tokens. What was received could not be read as one.',
    causes: [
      'The configured URL is not that of the token endpoint',
      'A proxy or a maintenance page responded',
      'The response was cut off in transit',
    ],
    titled: (view) => (view.body.kind === 'html' ? 'The token endpoint returned a web page' : undefined),
    cause: (view) =>
      `${bodyInWords(view)}${view.body.kind === 'html' ? ' The URL is probably not that of the token endpoint.' : ''} A JSON object with access_token, token_type and the other fields${view.cited('§2.4')} was expected.`,
    fix: 'Check token_url of the environment. If it is right, give the recorded response to the identity team.',
    who: 'identity-team',
    retry: 'with-backoff',
    basis: documented('§4.2 and §2.4', standard('RFC 6749 §5.1')),
    seen: (view) => {
      if (!isTokenSuccess(view)) return undefined
      const { body } = view
      const object =
        body.kind === 'json' && typeof body.value === 'object' && body.value !== null && !Array.isArray(body.value)
      // What a library rejects was there: its body was left out of the record.
      const unrecorded = body.kind === 'empty' && view.call.failure?.kind === 'aborted'
      return object || unrecorded || body.kind === 'unknown' ? undefined : ['/response/body']
    },
    example: {
      ...exampleTokenAnswer({}),
      response: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Maintenance</html>' },
    },
    expected: {
      ...answers('certain', 'identity-team', 'with-backoff', '/response/body'),
      title: 'The token endpoint returned a web page',
    },
  }),
  failedCheck({
    check: 'token-response-field',
    code: 'token-response-field',
    title: 'A field of the token response is wrong',
    meaning:
      'The token response was JSON, but a required field was missing or of the wrong type. No session was opened.',
    causes: [
      'Another kind of server responds at this URL',
      'The identity service changed its response',
      'A proxy rewrote the response',
    ],
    cause: (view) => {
      const field = view.flow?.refused?.field ?? badField(view)
      return field === undefined
        ? 'A field of the token response was missing or of the wrong type.'
        : `The field ${quoted(field)} ${fieldInWords(view, field)}.`
    },
    fix: (view) =>
      `Compare the recorded response with ${view.foreign ? 'RFC 6749 §5.1' : '§2.4'} and send it to the identity team.`,
    who: 'identity-team',
    basis: documented('§2.4; RFC 6749 §5.1', standard('RFC 6749 §5.1')),
    seen: (view) => (badField(view) === undefined ? undefined : ['/response/body']),
    example: exampleTokenAnswer({ access_token: 5, token_type: 'Bearer', expires_in: 300 }),
    expected: answers('certain', 'identity-team', 'after-fix', '/response/body'),
  }),
  failedCheck({
    ...idToken(
      'id-token-missing',
      'The token response had no ID token',
      'The ID token of a token response says who signed in. Without it, the user is unknown.',
      ['The scope openid was not granted', 'The identity service does not use OpenID Connect for this client'],
      () => 'The token response has no id_token.',
      (view) =>
        view.flow?.requestedScopes?.includes('openid')
          ? 'Have the client registered for OpenID Connect: the scope openid was requested, but no ID token was received.'
          : 'Request the scope openid and sign in again. If there is still no ID token, tell the identity team.',
      documented('§2.4; OpenID Connect Core §3.1.3.3', standard('OpenID Connect Core §3.1.3.3')),
    ),
    who: 'caller',
    next: { do: 'ask-for-scopes', scopes: ['openid'] },
    expected: answers('certain', 'caller', 'after-fix', '/flow/refused/check'),
  }),
  failedCheck(
    idToken(
      'id-token-unreadable',
      'The ID token cannot be read',
      'An ID token is a signed JWT: three base64url parts with JSON in the first two. This one was not.',
      ['The token was cut off in transit', 'The ID token is encrypted'],
      () => 'The id_token in the token response is not a JWT that can be read.',
      'Send the recorded response to the identity team.',
      standard('RFC 7519 §7.2'),
    ),
  ),
  failedCheck({
    ...idToken(
      'id-token-encrypted',
      'The ID token is encrypted',
      'An ID token with five parts is encrypted (JWE) for the client. Claimcheck has no key to decrypt it.',
      ['The client is registered with id_token_encrypted_response_alg'],
      () => 'The id_token in the token response has five parts, like an encrypted token.',
      'Have the client registered without encryption of ID tokens: remove id_token_encrypted_response_alg.',
      standard('RFC 7516 §3.1; OpenID Connect Core §10.2'),
    ),
    who: 'operator',
    expected: answers('certain', 'operator', 'after-fix', '/flow/refused/check'),
  }),
  failedCheck({
    ...idToken(
      'id-token-algorithm',
      'The ID token’s signing algorithm is not accepted',
      'Only signatures made with a private key are accepted. A missing signature, or a shared secret where public keys are published, proves nothing.',
      ['The client is registered with another signing algorithm', 'A forged token'],
      (view) =>
        sharedSecret(view) === undefined
          ? `The ID token’s header names ${view.idToken?.header.alg === undefined ? 'an algorithm that is not accepted' : `the algorithm ${quoted(view.idToken.header.alg)}, which is not accepted`}.`
          : `The token is signed with ${quoted(view.token?.header.alg)}, by a secret that the client and the identity service share. Who verifies it with the published keys rejects it: none of them belongs to it.`,
      'Have the client registered with RS256, PS256, ES256 or EdDSA for its ID tokens.',
      standard('RFC 8725 §3.1; OpenID Connect Core §3.1.3.7'),
    ),
    who: 'identity-team',
    seen: sharedSecret,
  }),
  failedCheck({
    ...idToken(
      'key-set-unavailable',
      'The key set could not be read',
      'The signature of an ID token is verified with the published keys. They could not be fetched, so no session was opened.',
      [
        'The URL of the key set is wrong',
        'The key set is not reachable from this machine',
        'The certificate of the identity service is not trusted here',
      ],
      (view) =>
        `The signature of the ID token could not be verified. ${view.flow?.refused?.detail ?? 'Why the keys could not be fetched was not recorded.'}`,
      'Fix this problem, and sign in again. “npm run check” requests the URL again and says what is wrong with it.',
      standard('OpenID Connect Core §10.1.1'),
    ),
    who: 'operator',
    expected: answers('certain', 'operator', 'after-fix', '/flow/refused/check'),
  }),
  failedCheck(
    idToken(
      'id-token-key-unknown',
      'The key that signed the ID token is not published',
      'The signature cannot be verified: the environment publishes no key for the token.',
      [
        'The identity service has just changed its keys',
        'The key set URL belongs to another environment',
        'A forged token',
      ],
      (view) =>
        `No published key matches the ID token${typeof view.idToken?.header.kid === 'string' ? `, whose key ID is ${quoted(view.idToken.header.kid)}` : ''}.`,
      'Check jwks_url and issuer of the environment, then sign in again. If it continues, tell the identity team.',
      standard('OpenID Connect Core §10.1.1'),
    ),
  ),
  failedCheck(
    idToken(
      'id-token-signature',
      'The signature of the ID token is wrong',
      'The token was not signed by the published key that it names, or it was changed afterwards.',
      ['A forged or changed token', 'Two keys published under the same ID'],
      () => 'The signature of the ID token does not match its content and the published key. No session was opened.',
      'Do not use this response. Tell the identity team what happened and when.',
      standard('OpenID Connect Core §3.1.3.7'),
    ),
  ),
  failedCheck({
    ...idToken(
      'id-token-issuer',
      'Another identity service issued the ID token',
      'The iss of the ID token must be exactly the environment’s issuer.',
      [
        'The token endpoint and the sign-in URL belong to different environments',
        'The configured issuer differs by a slash, or by http instead of https',
      ],
      (view) => mismatch('issuer', 'The ID token names the issuer', view.idToken?.claims.iss, view.environment?.issuer),
      (view) =>
        spelledOtherwise(view)
          ? `Set issuer of this environment to ${String(view.idToken?.claims.iss)}: issuers are compared character by character.`
          : 'Set issuer, authorization_url and token_url of the environment to those of one identity service.',
      standard('OpenID Connect Core §3.1.3.7'),
    ),
    who: 'operator' as const,
    titled: (view: CallView) =>
      spelledOtherwise(view) ? 'The configured issuer is not identical to the ID token’s' : undefined,
    seen: (view: CallView) => differs(view, 'iss', view.environment?.issuer, '/environment/issuer'),
    example: exampleTokenAnswer(
      { access_token: 'a', token_type: 'Bearer', expires_in: 300 },
      { iss: 'https://id.example', aud: 'demo', exp: exampleNow + 1000 },
    ),
    expected: answers('certain', 'operator', 'after-fix', '/response/body', '/environment/issuer'),
  }),
  failedCheck({
    ...idToken(
      'id-token-audience',
      'The ID token was issued for another client',
      'The aud of the ID token must contain the client ID that signed in.',
      ['The code of one client was exchanged with the credentials of another', 'An injected token'],
      (view) =>
        oddAudience(view) === undefined
          ? mismatch('audience', 'The ID token is for', view.idToken?.claims.aud, view.flow?.clientId)
          : `The token is for ${quoted(view.token?.claims.aud)}, and the client is configured as ${quoted(view.flow?.clientId)}: they differ in spaces or in upper and lower case alone, and are compared character by character.`,
      (view) =>
        oddAudience(view) === undefined
          ? 'Use the same client for the sign-in and the code exchange.'
          : 'Copy the client ID from the registration again, without a space before or behind it.',
      standard('OpenID Connect Core §3.1.3.7'),
    ),
    who: 'operator' as const,
    seen: (view: CallView) => oddAudience(view) ?? differs(view, 'aud', view.flow?.clientId, '/flow/clientId'),
    example: {
      ...exampleTokenAnswer(
        { access_token: 'a', token_type: 'Bearer' },
        { iss: 'https://id.sandbox.example', aud: 'other', exp: exampleNow + 1000 },
      ),
      flow: { clientId: 'demo' },
    },
    expected: answers('certain', 'operator', 'after-fix', '/response/body', '/flow/clientId'),
  }),
  failedCheck(
    idToken(
      'id-token-subject',
      'The ID token does not say who signed in',
      'Every ID token must have a sub claim that is a non-empty string. Without it, a renewal cannot be matched to the same user.',
      ['A fault in the identity service', 'An ID token created manually'],
      () => 'The ID token has no sub, or its sub is not a string.',
      'Ask the identity team why its ID tokens have no sub.',
      standard('OpenID Connect Core §2'),
    ),
  ),
  failedCheck(
    idToken(
      'id-token-expiry-missing',
      'The ID token does not say when it expires',
      'Every ID token must have an exp claim. Without it, the token could be replayed forever.',
      ['A fault in the identity service', 'Another kind of token was sent as the ID token'],
      () => 'The ID token has no exp.',
      'Send the recorded response to the identity team.',
      standard('OpenID Connect Core §2'),
    ),
  ),
  failedCheck({
    ...idToken(
      'id-token-expired',
      'The ID token had already expired',
      'An ID token must be fresh when it is received.',
      ['The clocks of the identity service and of the BFF differ', 'An old response was replayed'],
      (view) => expiredIdToken(view),
      'Compare the clocks of both machines with a time server, then sign in again.',
      standard('OpenID Connect Core §3.1.3.7'),
    ),
    who: 'operator' as const,
    seen: (view: CallView) => {
      const exp = isTokenSuccess(view) ? view.idToken?.claims.exp : undefined
      // Clocks may differ by a minute without anything being wrong.
      return typeof exp === 'number' && exp + 60 <= view.at ? ['/response/body', '/at'] : undefined
    },
    example: exampleTokenAnswer(
      { access_token: 'a', token_type: 'Bearer' },
      { iss: 'https://id.sandbox.example', aud: 'demo', exp: exampleNow - 600 },
    ),
    expected: answers('certain', 'operator', 'after-fix', '/response/body', '/at'),
  }),
  failedCheck({
    ...idToken(
      'nonce-missing',
      'The ID token does not contain the nonce sent',
      'The nonce ties the ID token to this sign-in and must be returned unchanged.',
      ['The identity service does not support nonce', 'A response to another sign-in was injected'],
      () => 'A nonce was sent with the authorization request, and the ID token has none. The tokens were discarded.',
      'Start the sign-in again. If this identity service never returns a nonce, you can turn off the check for the environment, but you lose its protection.',
      standard('OpenID Connect Core §3.1.3.7', 'nonce is not described in the API guide'),
    ),
    seen: (view: CallView) =>
      sentNonce(view) !== undefined &&
      view.step === 'token' &&
      isTokenSuccess(view) &&
      view.idToken !== undefined &&
      view.idToken.claims.nonce === undefined
        ? ['/response/body', '/flow/nonce']
        : undefined,
    example: {
      ...exampleTokenAnswer(
        { access_token: 'a', token_type: 'Bearer' },
        { iss: 'https://id.sandbox.example', aud: 'demo', exp: exampleNow + 1000 },
      ),
      flow: { nonce: 'n-1' },
    },
    expected: answers('certain', 'identity-team', 'after-fix', '/response/body', '/flow/nonce'),
  }),
  failedCheck({
    ...idToken(
      'nonce-mismatch',
      'The ID token belongs to another sign-in',
      'The nonce in the ID token is not the one that this sign-in sent, so the tokens were discarded.',
      ['A code from another sign-in was injected', 'Two sign-ins in one browser were mixed up'],
      (view) => mismatch('nonce', 'The ID token contains the nonce', view.idToken?.claims.nonce, view.flow?.nonce),
      startAgain,
      standard('OpenID Connect Core §3.1.3.7'),
    ),
    who: 'caller' as const,
    seen: (view: CallView) =>
      view.step === 'token' && typeof view.idToken?.claims.nonce === 'string'
        ? differs(view, 'nonce', sentNonce(view), '/flow/nonce')
        : undefined,
    example: {
      ...exampleTokenAnswer(
        { access_token: 'a', token_type: 'Bearer' },
        { iss: 'https://id.sandbox.example', aud: 'demo', exp: exampleNow + 1000, nonce: 'n-2' },
      ),
      flow: { nonce: 'n-1' },
    },
    expected: answers('certain', 'caller', 'after-fix', '/response/body', '/flow/nonce'),
  }),
  failedCheck(
    idToken(
      'subject-changed',
      'The renewal returned another user’s tokens',
      'After a renewal, the ID token must name the same subject as before. It did not, so the session was not changed.',
      ['A fault in the identity service', 'Two sessions were mixed up'],
      (view) =>
        `The renewed ID token names a different subject${typeof view.idToken?.claims.sub === 'string' ? `, ${quoted(view.idToken.claims.sub)},` : ''} than the one in the session.`,
      'Sign out and sign in again. Tell the identity team what happened and when.',
      standard('OpenID Connect Core §12.2'),
    ),
  ),
]

function idToken<const Check extends RefusedCheck>(
  check: Check,
  title: string,
  meaning: string,
  causes: string[],
  cause: (view: CallView) => string,
  fix: FailedCheck['fix'],
  basis: Basis,
): FailedCheck<Check> {
  return {
    check,
    code: check,
    title,
    meaning,
    causes,
    cause,
    fix,
    who: 'identity-team',
    basis,
    example: {
      at: exampleNow,
      step: check === 'subject-changed' ? 'refresh' : 'token',
      environment: sandbox,
      response: { status: 200 },
      flow: { refused: { check } },
    },
    expected: answers('certain', 'identity-team', 'after-fix', '/flow/refused/check'),
  }
}

function isTokenSuccess(view: CallView): boolean {
  const { status, step } = view
  return (
    (step === 'token' || step === 'refresh') &&
    status !== undefined &&
    status >= 200 &&
    status < 300 &&
    view.oauthError === undefined
  )
}

function sentNonce(view: CallView): string | undefined {
  const nonce = view.flow?.nonce
  return nonce?.startsWith('fp:') ? undefined : nonce
}

function differs(view: CallView, claim: string, expected: string | undefined, at: string): string[] | undefined {
  if (expected === undefined || !isTokenSuccess(view)) return undefined
  const value = view.idToken?.claims[claim]
  if (value === undefined || value === expected || (Array.isArray(value) && value.includes(expected))) return undefined
  return ['/response/body', at]
}

/** A token beside the record of a token response, for the client itself but for the spelling of its ID. */
function oddAudience(view: CallView): string[] | undefined {
  const { aud } = view.token?.claims ?? {}
  const { clientId } = view.flow ?? {}
  if (!isRecordFromElsewhere(view) || typeof aud !== 'string' || clientId === undefined || aud === clientId)
    return undefined
  return aud.trim().toLowerCase() === clientId.trim().toLowerCase()
    ? ['/token/claims/aud', '/flow/clientId']
    : undefined
}

/** A token that is signed with a shared secret, beside the keys that are published for verifying it. */
function sharedSecret(view: CallView): string[] | undefined {
  const alg = view.token?.header.alg
  return isRecordFromElsewhere(view) && typeof alg === 'string' && /^HS\d{3}$/.test(alg) && view.keys !== undefined
    ? ['/token/header/alg', '/keys']
    : undefined
}

function isRecordFromElsewhere(view: CallView): boolean {
  return view.environment === undefined && isTokenSuccess(view)
}

function mismatch(what: string, beginning: string, came: unknown, expected: string | undefined): string {
  const first =
    came === undefined ? `The ID token does not have the ${what} that was expected` : `${beginning} ${quoted(came)}`
  return expected === undefined ? `${first}.` : `${first}; expected: ${quoted(expected)}.`
}

/** Whether the ID token names the issuer of the environment but for a slash, the scheme or capitals. */
function spelledOtherwise({ idToken, environment }: CallView): boolean {
  return sameButSpelling(String(idToken?.claims.iss ?? ''), environment?.issuer ?? '')
}

function expiredIdToken(view: CallView): string {
  const exp = view.idToken?.claims.exp
  if (typeof exp !== 'number') return 'The ID token had already expired when the token response was received.'
  return `The ID token expired at ${utcTime(exp)}, ${durationInWords(view.at - exp)} before it was received.`
}

function badField(view: CallView): string | undefined {
  const { body, environment } = view
  if (!isTokenSuccess(view) || body.kind !== 'json' || typeof body.value !== 'object') return undefined
  if (body.value === null || Array.isArray(body.value) || isOfAnotherEndpoint(body.value)) return undefined
  return Object.keys(fieldRules).find((name) => {
    const value = member(body.value, name)
    // Where nothing is known of the server, it may have kinds of tokens of its own.
    if (name === 'token_type' && environment === undefined && typeof value === 'string') return false
    // A record from elsewhere may leave out a token. A server that tells its type and its lifetime also sends it.
    if (value === undefined && name === 'access_token' && isOfToken(body.value)) return false
    if (value === undefined && (oddAudience(view) ?? sharedSecret(view)) !== undefined) return false
    return fieldRules[name]?.(value) === false
  })
}

/** Whether a body is that of a pushed authorization (RFC 9126 §2.2), a device (RFC 8628 §3.2) or a CIBA request. */
function isOfAnotherEndpoint(body: object): boolean {
  return ['request_uri', 'device_code', 'auth_req_id'].some((name) => member(body, name) !== undefined)
}

const fieldRules: Record<string, (value: unknown) => boolean> = {
  access_token: (value) => typeof value === 'string' && value !== '',
  token_type: isBearer,
  // RFC 6749 §5.1 only recommends it; servers that send it as text are understood. Some write null for what is absent.
  expires_in: (value) => absent(value) || (/^\d+$/.test(String(value)) && Number(value) < 1e10),
  scope: (value) => absent(value) || typeof value === 'string',
  refresh_token: (value) => absent(value) || typeof value === 'string',
  id_token: (value) => absent(value) || typeof value === 'string',
}

/** Whether a body has what comes with an access token: its type, and its lifetime or the ID token. */
function isOfToken(body: unknown): boolean {
  const besides = ['expires_in', 'id_token'].some((name) => !absent(member(body, name)))
  return besides && isBearer(member(body, 'token_type'))
}

function isBearer(value: unknown): boolean {
  return typeof value === 'string' && value.toLowerCase() === 'bearer'
}

function absent(value: unknown): boolean {
  return value === undefined || value === null
}

function fieldInWords(view: CallView, field: string): string {
  const value = view.body.kind === 'json' ? member(view.body.value, field) : undefined
  if (value === undefined) return 'is missing or not valid'
  if (/token$/.test(field)) return `is not a token string (${Array.isArray(value) ? 'list' : typeof value})`
  return typeof value === 'object' && value !== null
    ? 'is a list or an object'
    : `contains ${quoted(value)}, which cannot be used`
}

const bodies: Record<CallView['body']['kind'], string> = {
  unknown: 'The response could not be read.',
  empty: 'The response had an empty body.',
  json: 'The response was JSON, but not an object.',
  'broken-json': 'The response begins as JSON but is not complete: it was cut off or garbled.',
  html: 'The response was an HTML page.',
  text: 'The response was text that is not JSON.',
}

function bodyInWords(view: CallView): string {
  return bodies[view.body.kind]
}
