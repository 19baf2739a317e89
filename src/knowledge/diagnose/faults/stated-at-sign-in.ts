import { inferred, standard } from '../../service/basis.ts'
import { answers } from '../fault.ts'
import { exampleCallback } from './example-parts.ts'
import { identity, pkceNotShown, statedCause } from './stated-cause.ts'

/** Entries for causes of a refused sign-in that are stated outright. */
export const statedAtSignIn = [
  statedCause({
    code: 'pkce-challenge-missing',
    names: ['pkce_challenge_missing'],
    steps: ['authorize'],
    title: 'The identity service demands PKCE, and the request had none',
    meaning: 'A service can demand a code_challenge in each authorization request, at least of some clients.',
    causes: ['PKCE is switched off for the environment', 'The program does not send code_challenge'],
    fix: 'Send code_challenge and code_challenge_method=S256. In Claimcheck, switch PKCE on for the environment.',
    who: 'operator',
    basis: standard(`RFC 7636 §4.4.1; ${pkceNotShown}`),
    example: exampleCallback('error=invalid_request&error_description=PKCE+code+challenge+is+required&state=s'),
    expected: answers('likely', 'operator', 'after-fix', '/response/headers/location'),
  }),
  statedCause({
    code: 'sign-in-cookie-lost',
    names: ['sign_in_cookie_missing'],
    steps: ['authorize'],
    title: 'The identity service did not find its own cookie again',
    meaning:
      'An identity service keeps the sign-in that is under way in a cookie of its own. Without that cookie it does not know which sign-in a page belongs to.',
    causes: [
      'The browser blocks cookies of the identity service',
      'The sign-in page was opened from a bookmark, or left open for long',
      'The sign-in began on another host name, or with http',
    ],
    fix: 'Start the sign-in again from the sign-in screen, in a window that takes cookies of the identity service.',
    who: 'end-user',
    basis: inferred('the words of its page; how it keeps its sign-in is not shown'),
    example: {
      ...exampleCallback(''),
      response: { status: 400, headers: { 'content-type': 'text/html' }, body: '<p>Cookie not found.</p>' },
    },
    expected: answers('likely', 'end-user', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'account-not-allowed',
    names: ['account_not_allowed'],
    steps: [...identity, 'api'],
    title: 'The account may not use this',
    meaning: 'The person is who they say they are, and a rule keeps this account out: of the client, or altogether.',
    causes: [
      'The account is not assigned to the client',
      'The account is disabled, locked or waits for an approval',
      'An administrator has to allow the client first',
    ],
    fix: 'Have the team of the identity service assign the account to the client or unlock it, or sign in with another account.',
    who: 'identity-team',
    aliases: ['AADSTS50105', 'AADSTS50020', 'AADSTS50057'],
    basis: standard('RFC 6749 §4.1.2.1 has access_denied for it; the rules for accounts are not shown'),
    example: exampleCallback(
      'error=access_denied&error_description=User+is+not+assigned+to+the+client+application.&state=s',
    ),
    expected: answers('likely', 'identity-team', 'after-fix', '/response/headers/location'),
  }),
  statedCause({
    code: 'identity-policy-refuses',
    names: ['identity_policy_refuses'],
    steps: identity,
    title: 'A policy of the identity service does not allow this sign-in',
    meaning:
      'Beside the registration of the client, rules say who may sign in, from where, with which device, and for which scopes. None of them allows this request, or one forbids it.',
    causes: [
      'No rule covers this client, this person and these scopes together',
      'A rule demands another device, place or way of signing in',
    ],
    fix: 'Give client, account and time to the team of the identity service: its rules have to be looked through for this request.',
    who: 'identity-team',
    aliases: ['AADSTS53003'],
    basis: standard('RFC 6749 §4.1.2.1 has access_denied for it; the rules are not shown'),
    example: exampleCallback('error=access_denied&error_description=Policy+evaluation+failed+for+this+request&state=s'),
    expected: answers('likely', 'identity-team', 'after-fix', '/response/headers/location'),
  }),
  statedCause({
    code: 'client-blocked',
    names: ['client_blocked'],
    steps: identity,
    title: 'The client is blocked or switched off',
    meaning: 'The client is known, and somebody has switched it off for all or for this organisation.',
    causes: ['An administrator blocked the client, or has not let it in yet', 'The registration was switched off'],
    fix: 'Have an administrator of the identity service allow or switch on the client.',
    who: 'identity-team',
    aliases: ['OAUTH_APP_BLOCKED', 'disabled_client', 'client_disabled'],
    basis: inferred('the service’s own code or words; other error codes are not shown (§7.1)'),
    example: exampleCallback('error=OAUTH_APP_BLOCKED&state=s'),
    expected: answers('certain', 'identity-team', 'after-fix', '/response/headers/location'),
  }),
  statedCause({
    code: 'audience-unknown',
    names: ['audience_unknown'],
    steps: identity,
    title: 'The API that the token is asked for is not known to the identity service',
    meaning:
      'A request can name the API that the token is for, as audience or resource. No API of that name is registered, or not for this client.',
    causes: [
      'The name of the API has a typing error, or a slash too many or too few',
      'The API is registered with another environment or tenant',
      'The client may not ask for this API',
    ],
    fix: 'Compare audience or resource in the request with the registration of the API, character by character.',
    who: 'caller',
    aliases: ['invalid_target', 'AADSTS500011'],
    basis: standard('RFC 8707 §2; audience and resource are not shown as parameters'),
    example: exampleCallback('error=invalid_target&state=s'),
    expected: answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  }),
]
