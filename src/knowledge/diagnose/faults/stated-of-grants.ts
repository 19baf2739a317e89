import { inferred, standard } from '../../protocol/basis.ts'
import type { Call } from '../../protocol/call.ts'
import type { CallView } from '../call-view.ts'
import { segmentOf } from '../error-names.ts'
import { answers } from '../fault.ts'
import { exampleTokenError } from './example-parts.ts'
import { exchange, statedCause } from './stated-cause.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** Entries for what a token endpoint states about device codes, signed assertions, exchanged tokens and lifetimes. */
export const statedOfGrants = [
  statedCause({
    code: 'authorization-pending',
    names: ['authorization_pending'],
    steps: ['token'],
    title: 'The user has not finished signing in yet',
    meaning:
      'Your app asks for a token while the user signs in on another device. This response is expected until the user has confirmed.',
    causes: ['The user is still signing in', 'The user has not entered the code, or closed the page'],
    fix: 'Wait for the interval in the device response (5 seconds if there is none), then send the same token request again.',
    who: 'nobody',
    retry: 'with-backoff',
    aliases: ['authorization_pending', 'AADSTS70016'],
    basis: standard('RFC 8628 §3.5'),
    example: deviceRequest('authorization_pending'),
    expected: answers('certain', 'nobody', 'with-backoff', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'device-code-expired',
    names: ['device_code_expired', 'access_token_expired'],
    steps: ['token'],
    unless: (view) => view.means('access_token_expired') && !isDeviceCodes(view),
    title: 'The device code has expired or is not valid',
    meaning:
      'A device code is valid for a few minutes, for one client, and once. Without a valid code, the sign-in on the other device cannot lead to a token.',
    causes: [
      'The user took longer than expires_in allows',
      'The code was already exchanged',
      'The code was mistyped or cut, or issued to another client',
    ],
    fix: 'Request a new device code and have the user enter the new user code before it expires.',
    who: 'caller',
    aliases: ['expired_token', 'incorrect_device_code', 'AADSTS70018', 'AADSTS70019', 'AADSTS70020'],
    basis: standard('RFC 8628 §3.5'),
    example: deviceRequest('expired_token'),
    expected: answers('certain', 'caller', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'client-assertion-refused',
    names: ['client_assertion_refused'],
    steps: exchange,
    title: 'The client assertion is not accepted',
    meaning:
      'A client can authenticate or request a token with a JWT that it signs. The token endpoint verifies the signature and the claims, and one of these checks failed.',
    causes: [
      'The signing key or certificate is not registered for the client: another kid or x5t, or a rotated key',
      'aud is not the value the token endpoint expects: its URL or the issuer',
      'iss or sub is not the client ID',
      'jti was already used: the same assertion was sent twice',
      'The assertion was not signed with the registered algorithm',
    ],
    fix: 'Decode the assertion, compare kid, alg, iss, sub and aud with the client registration, and sign a new one with a new jti for each request.',
    who: 'operator',
    aliases: ['invalid_client_assertion', 'AADSTS700027', 'AADSTS700021', 'AADSTS700023', 'AADSTS50027'],
    basis: standard('RFC 7523 §3; OpenID Connect Core §9'),
    example: assertionRequest('invalid_client', 'The client_assertion signature is invalid.'),
    expected: answers('likely', 'operator', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'client-assertion-time',
    names: ['client_assertion_time'],
    steps: exchange,
    title: 'The signed assertion is outside its valid time',
    meaning:
      'The token endpoint compares iat, nbf and exp of the assertion with its own clock, and allows only short lifetimes.',
    causes: [
      'The clock of the machine that signs is wrong',
      'The assertion was stored and sent again after it had expired',
      'exp is too far in the future, or in milliseconds instead of seconds',
    ],
    fix: 'Compare the clock of the signing machine with a time server, then sign a new assertion for each request, valid for about five minutes.',
    who: 'operator',
    aliases: ['AADSTS700024'],
    basis: standard('RFC 7523 §3'),
    example: assertionRequest('invalid_client', 'The client_assertion token is expired.'),
    expected: answers('likely', 'operator', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'token-exchange-refused',
    names: ['token_exchange_refused'],
    steps: exchange,
    title: 'The token cannot be exchanged for another',
    meaning:
      'A client can exchange one token for another, for example to call an API on behalf of a user. The token endpoint did not accept the token, or does not allow this client to exchange it.',
    causes: [
      'The token is expired or revoked, or is not of a type that the exchange accepts',
      'The token’s audience is not the client that exchanges it',
      'The client is not allowed to exchange tokens for this audience',
      'The issuer or a claim of the token does not meet the trust rules',
    ],
    fix: 'Decode the token you exchange and check exp, iss and aud. If they are right, ask the identity team to allow this client to exchange tokens for the audience.',
    who: 'caller',
    basis: standard('RFC 8693 §2.2.2; RFC 7523 §2.1'),
    example: withText('invalid_request', "'subject_token' is invalid."),
    expected: answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'refresh-token-lifetime-over',
    names: ['refresh_token_lifetime'],
    steps: exchange,
    title: 'The refresh token has a limited lifetime',
    meaning:
      'Some identity services limit refresh tokens to a fixed lifetime, no matter how often they are used, and to a shorter one for unpublished apps. The user must then sign in again.',
    causes: [
      'The fixed lifetime of the refresh token is over',
      'The app is registered for testing, which shortens the lifetime',
      'The refresh token was not used for too long',
    ],
    fix: 'Sign in again to get a new refresh token. If it expires too soon, ask the identity team how long it is valid and whether the app must be published.',
    who: 'end-user',
    basis: inferred('the service’s own rule; RFC 6749 §1.5 leaves the lifetime to it'),
    example: {
      ...withText('invalid_grant', 'refresh token expires every 7 days because the app’s publishing status is Testing'),
      step: 'refresh',
    },
    expected: answers('likely', 'end-user', 'after-fix', '/response/body', '/response/status'),
  }),
]

/** Whether `expired_token` speaks of a device code: RFC 8628 §3.5 has it for the token endpoint, and no other grant does. */
function isDeviceCodes({ errorCode, request }: CallView): boolean {
  const grant = request?.form?.grant_type
  return segmentOf(errorCode?.code ?? '') === 'expiredtoken' && (grant === undefined || grant === deviceGrant)
}

function deviceRequest(error: string): Call {
  return exampleTokenError(400, error, {
    request: {
      method: 'POST',
      url: 'https://id.sandbox.example/oauth2/token',
      form: { grant_type: deviceGrant, device_code: 'fp:5e6f7a8b', client_id: 'demo' },
    },
  })
}

function assertionRequest(error: string, text: string): Call {
  return {
    ...withText(error, text),
    request: {
      method: 'POST',
      url: 'https://id.sandbox.example/oauth2/token',
      form: {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: 'fp:1a2b3c4d',
      },
    },
  }
}

function withText(error: string, text: string): Call {
  const call = exampleTokenError(400, error)
  return { ...call, response: { ...call.response, body: JSON.stringify({ error, error_description: text }) } }
}
