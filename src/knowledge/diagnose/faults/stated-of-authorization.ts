import { inferred, standard } from '../../protocol/basis.ts'
import { answers } from '../fault.ts'
import { exampleCallback } from './example-parts.ts'
import { identity, statedCause } from './stated-cause.ts'

/** Entries for what an identity service states about an authorization request, a sign-out, or the person who signs in. */
export const statedOfAuthorization = [
  statedCause({
    code: 'request-uri-not-accepted',
    names: ['request_uri_expired', 'invalid_request_uri'],
    steps: identity,
    title: 'The request_uri has expired or is not accepted',
    meaning:
      'A request_uri refers to authorization parameters stored elsewhere, usually by a pushed authorization request. It is valid for a short time, and usually once.',
    causes: [
      'The sign-in page was opened after the request_uri had expired',
      'The request_uri was already used: the page was reloaded or opened twice',
      'The request_uri was issued to another client, or by another environment',
      'The identity service could not fetch the request_uri',
    ],
    fix: 'Push the authorization request again and redirect to the new request_uri immediately. If it fails again, compare client_id in both requests.',
    who: 'caller',
    aliases: ['invalid_request_uri'],
    basis: standard('RFC 9126 §2.2 and §4; OpenID Connect Core §3.1.2.6'),
    example: exampleCallback('error=invalid_request_uri&state=s'),
    expected: answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  }),
  statedCause({
    code: 'pushed-request-required',
    names: ['pushed_request_required'],
    steps: identity,
    title: 'The authorization request must be pushed first',
    meaning:
      'The identity service, or this client’s registration, allows only authorization requests that were sent to its pushed authorization request endpoint (PAR).',
    causes: [
      'The parameters were put in the authorization URL instead of being pushed',
      'The client is registered with require_pushed_authorization_requests',
    ],
    fix: 'Send the parameters to the pushed_authorization_request_endpoint, then redirect with only client_id and the request_uri from its response.',
    who: 'caller',
    basis: standard('RFC 9126 §5 and §6'),
    example: exampleCallback(
      'error=invalid_request&error_description=Pushed+Authorization+Request+is+only+allowed.&state=s',
    ),
    expected: answers('likely', 'caller', 'after-fix', '/response/headers/location'),
  }),
  statedCause({
    code: 'request-object-refused',
    names: ['request_object_refused', 'invalid_request_object'],
    steps: identity,
    title: 'The signed authorization request is not accepted',
    meaning:
      'A request object is a JWT that contains the authorization parameters. The identity service checks its signature, algorithm, times and claims, and one of these checks failed.',
    causes: [
      'The signing key is not the one registered for the client',
      'exp is past or missing, or nbf and exp are too far apart',
      'aud, iss or client_id is wrong or missing',
      'The parameters in the request object differ from those in the URL',
    ],
    fix: 'Decode the request object, compare its kid, alg, iss, aud, nbf and exp with the client registration, then sign a new one.',
    who: 'caller',
    aliases: ['invalid_request_object'],
    basis: standard('RFC 9101 §6 and §7'),
    example: exampleCallback('error=invalid_request_object&state=s'),
    expected: answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  }),
  statedCause({
    code: 'logout-uri-not-registered',
    names: ['logout_uri_mismatch'],
    steps: ['authorize'],
    title: 'The URI after sign-out is not registered',
    meaning:
      'After a sign-out, the identity service redirects only to a post_logout_redirect_uri that is registered for the client, compared character by character.',
    causes: [
      'The URI is registered for sign-in, but not for sign-out',
      'A different port, path, letter case or trailing slash',
      'Neither client_id nor id_token_hint was sent, so the client is not known',
    ],
    fix: 'Have the exact post_logout_redirect_uri registered for the client, and send it together with id_token_hint.',
    who: 'identity-team',
    basis: standard('OpenID Connect RP-Initiated Logout 1.0 §2 and §3'),
    example: {
      ...exampleCallback(''),
      response: {
        status: 400,
        headers: { 'content-type': 'text/html' },
        body: '<p>Invalid post logout redirect URI</p>',
      },
    },
    expected: answers('likely', 'identity-team', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'user-unknown',
    names: ['user_unknown'],
    steps: identity,
    title: 'The identity service does not know this user',
    meaning: 'No account exists in this environment or tenant for the user name or hint that was sent.',
    causes: [
      'The user name or the login_hint contains a typo',
      'The account exists in another environment or tenant',
      'The account was deleted, or was never created',
    ],
    fix: 'Check the user name and the environment, then sign in again. If both are right, ask the identity team for an account.',
    who: 'end-user',
    aliases: ['unknown_user_id', 'AADSTS50034'],
    basis: standard('OpenID Connect CIBA Core 1.0 §13 defines unknown_user_id; elsewhere the service’s own words'),
    example: exampleCallback('error=unknown_user_id&state=s'),
    expected: answers('certain', 'end-user', 'after-fix', '/response/headers/location'),
  }),
  statedCause({
    code: 'password-change-required',
    names: ['password_change_required'],
    steps: identity,
    title: 'The user must change the password first',
    meaning: 'The account exists, but no tokens are issued until its password is changed.',
    causes: [
      'The password has expired',
      'An administrator set a temporary password',
      'The password was reset because it was disclosed',
    ],
    fix: 'Change the password on the sign-in page of the identity service, then sign in again.',
    who: 'end-user',
    aliases: ['AADSTS50055', 'PasswordResetRequiredException'],
    basis: inferred('the service’s own code or words; no standard describes it'),
    example: exampleCallback('error=access_denied&error_description=AADSTS50055%3A+The+password+is+expired.&state=s'),
    expected: answers('certain', 'end-user', 'after-fix', '/response/headers/location'),
  }),
]
