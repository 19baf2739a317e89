import { standard } from '../../protocol/basis.ts'
import type { Call, Step } from '../../protocol/call.ts'
import { answers } from '../fault.ts'
import { exampleCallback } from './example-parts.ts'
import { identity, statedCause } from './stated-cause.ts'

/** Entries for checks of a sign-in that failed in the application that received it, as its log states them. */
export const statedByApplication = [
  statedCause({
    code: 'application-state-mismatch',
    names: ['state_mismatch'],
    steps: identity,
    stater: 'Your app',
    title: 'Your app did not recognize the state',
    meaning:
      'An application stores the state that it sends, and compares it with the one in the redirect. The two differ, or one is missing, so the sign-in was stopped.',
    causes: [
      'The session or cookie that stored the state was lost: another host name, http instead of https, or SameSite',
      'The sign-in was started twice, or in another tab or browser',
      'The callback was opened again: a reload, the Back button or a bookmark',
      'Several instances of your app do not share their sessions',
      'The redirect was forged',
    ],
    fix: 'Start the sign-in again in one tab. If it fails again, check that the cookie set before the redirect is sent with the callback.',
    who: 'caller',
    basis: standard('RFC 6749 §10.12; RFC 9700 §4.7'),
    example: applicationSays('authorize', 'state mismatch, expected abc, got: def'),
    expected: answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'application-nonce-mismatch',
    names: ['nonce_mismatch'],
    steps: identity,
    stater: 'Your app',
    title: 'The nonce in the ID token does not match',
    meaning:
      'An application stores the nonce that it sends, and compares it with the one in the ID token. The two differ, or one is missing, so the ID token was rejected.',
    causes: [
      'The session or cookie that stored the nonce was lost',
      'Two sign-ins ran at the same time, and the second overwrote the nonce of the first',
      'The ID token belongs to an earlier sign-in, or was cached',
      'The nonce was left out of the request, or sent hashed and compared unhashed',
    ],
    fix: 'Start the sign-in again in one tab. If it fails again, compare nonce in the authorization URL with nonce in the ID token.',
    who: 'caller',
    basis: standard('OpenID Connect Core §3.1.3.7'),
    example: applicationSays('token', 'nonce mismatch, expected abc, got: def'),
    expected: answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'discovery-mismatch',
    names: ['discovery_mismatch'],
    steps: identity,
    stater: 'Your app',
    title: 'The configured and the discovered issuer differ',
    meaning:
      'An application reads the metadata of the identity service from the configured issuer. The issuer in that metadata must be identical to the configured one, but it is not.',
    causes: [
      'An extra or missing trailing slash, http instead of https, or another host name',
      'The issuer of another environment, tenant or realm is configured',
      'The identity service is behind a proxy and publishes its internal host name',
      'The URL is trusted only if it is listed in your app’s configuration',
    ],
    fix: 'Open the .well-known/openid-configuration of the identity service and copy its issuer exactly into your app’s configuration.',
    who: 'operator',
    basis: standard('OpenID Connect Discovery 1.0 §4.3; RFC 8414 §3.3'),
    example: applicationSays('authorize', 'issuer did not match the issuer returned by provider'),
    expected: answers('likely', 'operator', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'token-not-decrypted',
    names: ['token_not_decrypted'],
    steps: [...identity, 'api'],
    stater: 'The recipient of the token',
    title: 'The recipient could not decrypt the token',
    meaning:
      'An encrypted token (JWE) can only be read with the private or shared key it was encrypted for. The recipient does not have that key, or has the wrong one.',
    causes: [
      'The recipient has no decryption key configured',
      'The token was encrypted for another key: an old one, or that of another recipient',
      'The token was changed or cut off in transit',
      'The token is intended for another recipient and is opaque to this one',
    ],
    fix: 'Compare kid, alg and enc in the token header with the decryption keys of the recipient. If the key is not there, have the token encrypted for the current key.',
    who: 'operator',
    basis: standard('RFC 7516 §5.2'),
    example: applicationSays('api', 'failed to decrypt the id_token: no matching decryption key'),
    expected: answers('likely', 'operator', 'after-fix', '/response/body', '/response/status'),
  }),
]

/** A response in which an application gives the line of its log. */
function applicationSays(step: Step, line: string): Call {
  return {
    ...exampleCallback(''),
    step,
    response: { status: step === 'api' ? 401 : 400, headers: { 'content-type': 'text/plain' }, body: line },
  }
}
