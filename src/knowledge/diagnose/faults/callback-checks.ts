import { documented, inferred, standard } from '../../protocol/basis.ts'
import { sameButSpelling } from '../../text/address.ts'
import { durationInWords } from '../../text/duration.ts'
import { environmentName, listed, quoted, quotedOr } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { answers } from '../fault.ts'
import { exampleCallback } from './example-parts.ts'
import { failedCheck, startAgain } from './failed-check.ts'
import { findCode } from './find-code.ts'

/** Entries for redirects that Claimcheck turns down, in the order in which the checks are made. */
export const callbackChecks = [
  failedCheck({
    check: 'parameter-repeated',
    code: 'parameter-repeated',
    title: 'The redirect contains a parameter twice',
    meaning:
      'A redirect that contains code, state, iss or error more than once cannot be trusted: two readers could use different values.',
    causes: ['Something between the identity service and the app added parameters', 'The URL was entered manually'],
    cause: (view) =>
      `The redirect contains ${listed(repeated(view))} more than once, so it is not clear which value applies.`,
    fix: `${startAgain} If it happens again, send the URL, without the code, to the identity team.`,
    who: 'identity-team',
    basis: standard('RFC 6749 §3.1: parameters must not be included more than once'),
    seen: (view) => (view.redirect && repeated(view).length > 0 ? [view.redirect.at] : undefined),
    example: exampleCallback('code=abc&code=def&iss=https%3A%2F%2Fid.sandbox.example'),
    expected: answers('certain', 'identity-team', 'after-fix', '/response/headers/location'),
  }),
  failedCheck({
    check: 'code-and-error',
    code: 'code-and-error',
    title: 'The redirect contains both a code and an error',
    meaning:
      'A response is either a success with a code or a failure with an error. One that claims to be both is rejected.',
    causes: ['Something between the identity service and the app changed the URL', 'The URL was entered manually'],
    cause: (view) =>
      `The redirect contains a code and also the error ${quotedOr(view.oauthError?.code, 'that is named there')}. The code was not exchanged.`,
    fix: `${startAgain} If it happens again, tell the identity team.`,
    who: 'identity-team',
    basis: standard('RFC 6749 §4.1.2 and §4.1.2.1'),
    seen: (view) => (has(view, 'code') && has(view, 'error') && view.redirect ? [view.redirect.at] : undefined),
    example: exampleCallback('code=abc&error=access_denied&iss=https%3A%2F%2Fid.sandbox.example'),
    expected: answers('certain', 'identity-team', 'after-fix', '/response/headers/location'),
  }),
  failedCheck({
    check: 'code-missing',
    code: 'code-missing',
    title: 'The redirect contains no code',
    meaning: 'A successful authorization redirects with a code. Without one there is nothing to exchange for tokens.',
    causes: [
      'The callback URL was opened manually or from a bookmark',
      'The URL was cut off',
      'The response was not in the query string',
    ],
    cause: (view) => `The redirect contains ${listed([...new Set(names(view))])}, but neither a code nor an error.`,
    fix: startAgain,
    who: 'caller',
    basis: documented('§2.2 and §4.1', standard('RFC 6749 §4.1.2')),
    seen: (view) =>
      view.redirect && !has(view, 'code') && !has(view, 'error') && !bringsTokens(view) && isCallback(view)
        ? [view.redirect.at]
        : undefined,
    example: exampleCallback('iss=https%3A%2F%2Fid.sandbox.example'),
    expected: answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  }),
  failedCheck({
    check: 'state-unknown',
    code: 'state-unknown',
    title: 'The redirect is not from this tab’s sign-in',
    meaning:
      'The state in the redirect is not the one that this tab sent. It could belong to someone else’s sign-in, so the code was not exchanged.',
    causes: [
      'The sign-in was started in another tab, window or browser',
      'The browser lost the tab’s storage in the meantime',
      'The URL came from elsewhere: a link, an email or an attack',
    ],
    cause: (view) => {
      const came = parameter(view, 'state')
      const sent = view.flow?.state
      return came !== undefined && sent !== undefined && came !== sent
        ? `The redirect has the state ${quoted(came)}; this tab had sent ${quoted(sent)}. The code was not exchanged.`
        : sent === undefined
          ? 'This tab has no sign-in in progress that the redirect could belong to: its data was lost, or the sign-in started in another tab, window or browser. The code was not exchanged.'
          : 'The redirect has a state that this tab did not send. The code was not exchanged.'
    },
    fix: startAgain,
    who: 'caller',
    basis: standard('RFC 6749 §10.12', 'the service’s document does not show state'),
    seen: (view) => {
      const came = parameter(view, 'state')
      return view.redirect && came !== undefined && view.flow?.state !== undefined && came !== view.flow.state
        ? [view.redirect.at, '/flow/state']
        : undefined
    },
    example: {
      ...exampleCallback('code=abc&iss=https%3A%2F%2Fid.sandbox.example&state=other'),
      flow: { state: 'mine', refused: { check: 'state-unknown' } },
    },
    expected: answers(
      'certain',
      'caller',
      'after-fix',
      '/flow/refused/check',
      '/response/headers/location',
      '/flow/state',
    ),
  }),
  failedCheck({
    check: 'transaction-missing',
    code: 'transaction-missing',
    title: 'This browser has no sign-in in progress',
    meaning:
      'A short-lived cookie ties a sign-in to the browser that started it. The cookie was missing when the redirect was received.',
    causes: [
      'The sign-in was started in another browser or profile',
      'Cookies are blocked or were cleared',
      'The app is open under another host name, such as 127.0.0.1 instead of localhost',
    ],
    cause: () =>
      'The redirect was received without the cookie that ties it to a sign-in in this browser. The code was not exchanged.',
    fix: 'Start the sign-in again in this browser. If it fails each time, allow cookies for this site and open the app under the host name that its redirect URI uses.',
    who: 'caller',
    basis: standard('RFC 9700 §4.7: bind the response to the browser that asked'),
    example: exampleCallback('code=abc&iss=https%3A%2F%2Fid.sandbox.example', 'transaction-missing'),
    expected: answers('certain', 'caller', 'after-fix', '/flow/refused/check', '/response/headers/location'),
  }),
  failedCheck({
    check: 'transaction-expired',
    code: 'transaction-expired',
    title: 'The sign-in took too long',
    meaning:
      'Claimcheck waits a limited time for a redirect. This redirect was received after that, so its code was not exchanged.',
    causes: ['The sign-in page was left open', 'An old callback URL was opened again'],
    cause: (view) =>
      expiredThere(view)
        ? `The identity service returned ${quoted(view.oauthError?.code)}: its record of this sign-in expired before the user finished.`
        : 'The redirect was received after this sign-in had expired. The limit is Claimcheck’s own.',
    seen: (view) => (expiredThere(view) && view.redirect ? [view.redirect.at] : undefined),
    fix: startAgain,
    who: 'caller',
    basis: inferred('Claimcheck’s own limit; RFC 6749 §4.1.2 requires short-lived codes'),
    example: exampleCallback('code=abc&iss=https%3A%2F%2Fid.sandbox.example', 'transaction-expired'),
    expected: answers('certain', 'caller', 'after-fix', '/flow/refused/check', '/response/headers/location'),
  }),
  failedCheck({
    check: 'code-used',
    code: 'code-already-used',
    title: 'This code had already been used',
    meaning:
      'An authorization code works once. The same redirect arrived again, so it was not sent to the identity service a second time.',
    causes: [
      'The callback page was reloaded or reached with Back',
      'The callback URL was opened a second time',
      'Two parts of an app exchanged the same code',
    ],
    cause: (view) => {
      if (view.flow?.codeUsedBefore !== true)
        return 'The token endpoint says that the code of this request had been used before. A code works once.'
      const age = view.flow.codeAgeSeconds
      const old = age === undefined ? '' : ` It was received ${durationInWords(age)} before.`
      return view.step === 'authorize'
        ? `The code in this redirect was exchanged before.${old} It was not sent again, and a session that it opened is unchanged.`
        : `The code in this request had been exchanged before.${old} A code works once.`
    },
    fix: 'If you are signed in, open the token screen. Otherwise start the sign-in again.',
    who: 'caller',
    basis: documented('§1: a one-time authorization code; RFC 6749 §4.1.2', standard('RFC 6749 §4.1.2')),
    seen: (view) =>
      saidToBeUsed(view) ??
      (view.flow?.codeUsedBefore &&
      (view.step === 'authorize' ||
        (view.step === 'token' && view.oauthError && view.oauthError.means === 'invalid_grant'))
        ? ['/flow/codeUsedBefore']
        : undefined),
    next: { do: 'open-token' },
    example: {
      ...exampleCallback('code=abc&iss=https%3A%2F%2Fid.sandbox.example'),
      flow: { codeUsedBefore: true, refused: { check: 'code-used' } },
    },
    expected: answers('certain', 'caller', 'after-fix', '/flow/refused/check', '/flow/codeUsedBefore'),
  }),
  failedCheck({
    check: 'iss-missing',
    code: 'issuer-missing-in-redirect',
    title: 'The redirect does not name its identity service',
    meaning:
      'The environment requires iss in every redirect. Without it, a response from another server could be mistaken for one from this server, so it was rejected.',
    causes: [
      'Another identity service responds at this URL',
      'Something in between removed the parameter',
      'The environment requires iss, but its identity service does not send it',
    ],
    cause: (view) => {
      const error = parameter(view, 'error')
      const rest =
        error === undefined
          ? 'The code was not exchanged.'
          : `It contains the error ${quoted(error)}, but does not say who sent it.`
      return `The redirect has no iss, and ${environmentName(view.environment)} is set to require it. ${rest}`
    },
    behind: (view) => parameter(view, 'error') !== undefined,
    fix: 'Check that the environment’s URL is right. If its identity service never sends iss, set iss_in_redirect to optional for it. This turns off the protection against server mix-up attacks.',
    who: 'operator',
    basis: documented('§2.2; RFC 9207 §2.4', standard('RFC 9207 §2.4')),
    example: exampleCallback('code=abc&state=s', 'iss-missing'),
    expected: answers('certain', 'operator', 'after-fix', '/flow/refused/check', '/response/headers/location'),
  }),
  failedCheck({
    check: 'iss-mismatch',
    code: 'issuer-mismatch-in-redirect',
    title: 'The redirect comes from another identity service',
    meaning:
      'The iss in the redirect is compared character by character with the environment’s issuer. It differed, so the code was not exchanged.',
    causes: [
      'The URL of one environment is configured with the issuer of another',
      'The configured issuer differs by a slash, or by http instead of https',
      'A server mix-up attack',
    ],
    cause: (view) => {
      const came = parameter(view, 'iss')
      const other = view.others?.find((one) => one.issuer !== undefined && one.issuer === came)
      const whose = other === undefined ? '' : ` That is the issuer of the environment ${environmentName(other)}.`
      const expected = view.environment?.issuer
      return `The redirect names ${came === undefined ? 'another issuer' : `the issuer ${quoted(came)}`}${expected === undefined ? ', which is not the one configured' : `; expected: ${quoted(expected)}`}.${whose}`
    },
    titled: (view) => (spelledOtherwise(view) ? 'The configured issuer is spelled differently' : undefined),
    fix: (view) =>
      spelledOtherwise(view)
        ? `Set issuer of this environment to ${parameter(view, 'iss')}: issuers are compared character by character.`
        : 'Start the sign-in again from the sign-in screen. If this happens each time, and you are sure that the service at that URL is the right one, set the environment’s issuer to exactly the value it sends.',
    who: 'operator',
    basis: standard('RFC 9207 §2.4: simple string comparison', 'iss is documented in §2.2'),
    seen: (view) => {
      const came = parameter(view, 'iss')
      return view.redirect &&
        came !== undefined &&
        view.environment?.issuer !== undefined &&
        came !== view.environment.issuer
        ? [view.redirect.at, '/environment/issuer']
        : undefined
    },
    example: exampleCallback('code=abc&iss=https%3A%2F%2Fid.example'),
    expected: answers('certain', 'operator', 'after-fix', '/response/headers/location', '/environment/issuer'),
  }),
]

/** Whether the redirect names the issuer of the environment but for a slash, the scheme or capitals. */
function spelledOtherwise(view: CallView): boolean {
  return sameButSpelling(parameter(view, 'iss') ?? '', view.environment?.issuer ?? '')
}

function names(view: CallView): string[] {
  return view.redirect?.parameters.map(([name]) => name) ?? []
}

function has(view: CallView, name: string): boolean {
  return names(view).includes(name)
}

function parameter(view: CallView, name: string): string | undefined {
  return view.redirect?.parameters.find(([one]) => one === name)?.[1]
}

function repeated(view: CallView): string[] {
  const all = names(view)
  return ['code', 'state', 'iss', 'error'].filter((name) => all.indexOf(name) !== all.lastIndexOf(name))
}

/** Where the token endpoint says that the code was used before. */
function saidToBeUsed(view: CallView): string[] | undefined {
  return view.step === 'token' ? findCode(view, 'code_used')?.at : undefined
}

/** The identity service says that its own record of the sign-in had expired. */
function expiredThere(view: CallView): boolean {
  return view.means('authentication_expired')
}

/** True when the redirect leads to the callback, as far as is known; an identity service also redirects to its own pages. */
/** The implicit and the hybrid flow bring tokens without a code (OpenID Connect Core §3.2.2.5), JARM a signed response. */
function bringsTokens(view: CallView): boolean {
  return has(view, 'id_token') || has(view, 'access_token') || has(view, 'response')
}

/** Whether a redirect leads back to the app, and not on to a sign-in (RFC 6749 §4.1.1). */
function isCallback(view: CallView): boolean {
  if (has(view, 'response_type') || has(view, 'request_uri')) return false
  const registered = view.flow?.redirectUri
  return registered === undefined ? has(view, 'iss') || has(view, 'state') : registered === view.redirect?.target
}
