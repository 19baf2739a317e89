import { inferred, standard } from '../../protocol/basis.ts'
import type { Call } from '../../protocol/call.ts'
import { answers } from '../fault.ts'
import { exampleTokenError } from './example-parts.ts'
import { exchange, identity, pkceNotShown, statedCause } from './stated-cause.ts'

/** Entries for causes of a refused token request that are stated outright. */
export const statedAtTokenEndpoint = [
  statedCause({
    code: 'consent-missing',
    names: ['consent_required'],
    steps: identity,
    title: 'The consent for this client is missing',
    meaning:
      'The user, or an administrator on behalf of everyone, has not given the client the consent it requests, or withdrew it.',
    causes: ['Nobody consented yet', 'A scope was added after the consent', 'The consent was withdrawn'],
    fix: 'Sign in again and give consent. If an administrator must give it, ask the identity team.',
    who: 'end-user',
    aliases: ['consent_required', 'AADSTS65001'],
    basis: standard('OpenID Connect Core §3.1.2.6', 'other error codes are not described (§7.1)'),
    example: withText(400, 'consent_required', 'refused'),
    expected: answers('certain', 'end-user', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'redirect-uri-of-other-kind',
    names: ['redirect_uri_of_other_kind'],
    steps: exchange,
    title: 'The redirect URI is for another app type',
    meaning:
      'Some services register a redirect URI for a kind of app: a web server, a browser page or a desktop program. Only that kind of app can exchange a code sent to that URI.',
    causes: ['The redirect URI is registered for a single-page app, and a server exchanges the code', 'Or the reverse'],
    fix: 'Have the redirect URI registered for the kind of app that exchanges the code: for a backend such as this one, that is a web app.',
    who: 'identity-team',
    aliases: ['AADSTS9002327', 'AADSTS9002326'],
    basis: inferred('the server’s own rule; RFC 6749 §2.1 defines client types'),
    example: withText(400, 'invalid_request', 'AADSTS9002327: refused'),
    expected: answers('certain', 'identity-team', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'client-secret-expired',
    names: ['client_secret_expired'],
    steps: exchange,
    title: 'The client secret has expired',
    meaning: 'Some services limit the lifetime of secrets. The client is known, but its secret is no longer valid.',
    causes: ['The secret was created for a limited time', 'It was replaced, and the old one expired'],
    fix: 'Create a new secret for this client, and set it in the client’s configuration.',
    who: 'operator',
    aliases: ['AADSTS7000222'],
    basis: standard('RFC 6749 §5.2', 'lifetimes of secrets are not described'),
    example: withText(401, 'invalid_client', 'The provided client secret has expired.'),
    expected: answers('likely', 'operator', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'client-secret-wrong',
    names: ['client_secret_wrong'],
    steps: exchange,
    title: 'The client secret is wrong',
    meaning: 'The client is known, but the secret is not the one that is registered.',
    causes: [
      'The secret was changed',
      'The identifier of the secret was copied instead of its value',
      'The secret belongs to another client or environment',
      'Its special characters were not encoded the way the server expects',
    ],
    fix: 'Copy the whole secret of this client and environment again, without spaces before or after it. If it contains special characters, set client_secret_encoding to its other value.',
    who: 'operator',
    aliases: ['AADSTS7000215'],
    basis: standard('RFC 6749 §5.2', 'other error codes are not described (§7.1)'),
    next: { do: 'use-clients-environment' },
    example: withText(401, 'invalid_client', 'Invalid client secret provided.'),
    expected: answers('likely', 'operator', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'client-authentication-method-differs',
    names: ['client_auth_method'],
    steps: exchange,
    title: 'Another client authentication method is registered',
    meaning:
      'Each client is registered for one authentication method: a secret in the Authorization header, a secret in the form, a signed assertion, or none at all.',
    causes: [
      'The secret is in the form but the client is registered for the header, or the reverse',
      'A client without a secret sent one, or the reverse',
      'Two methods were used in one request',
    ],
    fix: 'Use the method that is registered for the client (token_endpoint_auth_method of the client), or have the registration changed.',
    who: 'operator',
    aliases: ['AADSTS700025'],
    basis: standard('RFC 6749 §2.3: one way in each request', '§4.2 documents Basic'),
    example: withText(401, 'invalid_client', 'Another client authentication method is registered.'),
    expected: answers('likely', 'operator', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'pkce-verifier-missing',
    names: ['pkce_verifier_missing'],
    steps: ['token'],
    unless: (view) => Boolean(view.request?.form?.code_verifier),
    title: 'The token request has no PKCE verifier',
    meaning:
      'A code_challenge in the authorization request binds the code to a code_verifier. The token request must include that verifier.',
    causes: [
      'The verifier was lost between the two requests',
      'The code is not exchanged by the part of the app that started the sign-in',
      'The service requires PKCE for this client',
    ],
    fix: 'Start the sign-in again to get a new code, and send the code_verifier of that sign-in as a form field.',
    who: 'caller',
    aliases: ['AADSTS9002325'],
    basis: standard('RFC 7636 §4.5 and §4.6', pkceNotShown),
    example: withText(400, 'invalid_grant', 'PKCE code verifier not specified'),
    expected: answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'pkce-verifier-differs',
    names: ['pkce_verifier_mismatch'],
    steps: ['token'],
    title: 'The PKCE verifier does not match the challenge',
    meaning:
      'The service hashes the code_verifier and compares it with the code_challenge of the authorization request.',
    causes: [
      'The verifier belongs to another sign-in: two were in progress at the same time',
      'The challenge was not created with the method in code_challenge_method',
      'The verifier was changed in transit',
    ],
    fix: 'Keep a separate verifier for each sign-in, create the challenge as the unpadded base64url of its SHA-256 hash, and start the sign-in again.',
    who: 'caller',
    aliases: ['AADSTS501481', 'invalid_pkce_code_verifier'],
    basis: standard('RFC 7636 §4.6', pkceNotShown),
    example: withText(400, 'invalid_grant', 'PKCE verification failed'),
    expected: answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  }),
]

function withText(status: number, error: string, text: string): Call {
  const call = exampleTokenError(status, error)
  return {
    ...call,
    response: { ...call.response, status, body: JSON.stringify({ error, error_description: text }) },
  }
}
