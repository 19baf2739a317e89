import { documented, standard } from '../../protocol/basis.ts'
import { difference } from '../../text/address-difference.ts'
import { environmentName, listed, quoted, quotedOr } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { type ErrorName, traitsOf } from '../error-names.ts'
import { answers, type Expected, type Finding, fault, type Retry, type Who } from '../fault.ts'
import type { NextStep } from '../next-step.ts'
import { exampleCallback, exampleNow, production, sandbox } from './example-parts.ts'
import { findCode } from './find-code.ts'
import { meantStatus } from './page-status.ts'

const notShown = 'the format of an error is not described (§4.1)'

/** An error code of RFC 6749 §4.1.2.1 or OpenID Connect Core §3.1.2.6 in the redirect. */
interface RedirectError<Code extends string = string> {
  code: Code
  /** Error codes that are this error. */
  errors: readonly ErrorName[]
  title: string
  meaning: string
  causes: readonly string[]
  cause: (view: CallView) => string
  fix: string
  who: Who
  retry?: Retry
  reference: string
  next?: NextStep
  expected: Expected
  aliases?: readonly string[]
}

const redirectErrors = [
  {
    code: 'access-denied',
    errors: ['access_denied', 'user_denied'],
    aliases: ['authorization_declined'],
    title: 'The sign-in was declined',
    meaning: 'The user or the identity service’s rules did not allow the request.',
    causes: [
      'The user chose to deny',
      'The account is not allowed to use this client or these scopes',
      'Consent was required but not given',
    ],
    cause: (view) =>
      `The identity service returned ${quoted(view.oauthError?.code)} and no code${asked(view)}. ${view.oauthError?.means === 'user_denied' ? 'The user declined.' : 'It does not say whether the user or the service’s rules declined it.'}`,
    fix: 'Sign in again and allow the request. If nobody declined it, ask the identity team whether this account may use this client.',
    who: 'end-user',
    reference: 'RFC 6749 §4.1.2.1',
    expected: answers('certain', 'end-user', 'after-fix', '/response/headers/location'),
  },
  {
    code: 'login-required',
    errors: ['login_required', 'interaction_required', 'account_selection_required'],
    title: 'The identity service needs the user’s input',
    meaning: 'The request did not allow a sign-in page, and the identity service could not continue without one.',
    causes: ['prompt=none was sent, and nobody was signed in', 'The session at the identity service has ended'],
    cause: (view) =>
      `The identity service returned ${quoted(view.oauthError?.code)}: it needs the user’s input but was not allowed to ask.`,
    fix: 'Start the sign-in again without prompt=none, or with prompt=login.',
    who: 'caller',
    reference: 'OpenID Connect Core §3.1.2.6',
    next: { do: 'prove-again' },
    expected: answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  },
  {
    code: 'scope-not-accepted',
    errors: ['invalid_scope'],
    title: 'The requested scopes were not accepted',
    meaning: 'A scope is not known, not allowed for this client, or not formatted as the service expects.',
    causes: [
      'A typo in a scope',
      'The client is not registered for the scope',
      'The scopes are not separated the way the service expects',
      'A scope from another environment’s resource domain',
    ],
    cause: (view) =>
      asksForNoScope(view)
        ? `The identity service returned ${quoted(view.oauthError?.code)}, and the request contains no scope.`
        : `The identity service returned ${quoted(view.oauthError?.code)}${asked(view)}. ${scopesMeant(view)}`,
    fix: 'Request only openid. If that works, add the other scopes one at a time to find the one that fails, and have it allowed for the client.',
    who: 'caller',
    reference: 'RFC 6749 §4.1.2.1',
    next: { do: 'ask-for-scopes-alone', scopes: ['openid'] },
    expected: answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  },
  {
    code: 'client-not-authorized',
    errors: ['unauthorized_client'],
    title: 'The client may not sign in this way',
    meaning: 'The client is known but is not registered for this kind of request.',
    causes: [
      'The client is not registered for the authorization code grant',
      'The client is registered for another environment or kind of app',
    ],
    cause: (view) => `The identity service returned ${quoted(view.oauthError?.code)} for ${clientInWords(view)}.`,
    fix: 'Have the identity team allow the authorization code grant for this client.',
    who: 'identity-team',
    reference: 'RFC 6749 §4.1.2.1',
    expected: answers('certain', 'identity-team', 'after-fix', '/response/headers/location'),
  },
  {
    code: 'response-type-not-supported',
    errors: ['unsupported_response_type'],
    title: 'The identity service does not know this response_type',
    meaning: 'A sign-in with an authorization code uses response_type=code.',
    causes: ['A response_type other than code was sent', 'The client is not registered for code'],
    cause: (view) =>
      `The identity service returned ${quotedOr(view.oauthError?.code, 'its own error page')}. ${askedFor(requestParameter(view, 'response_type'))}The value for an authorization code is “code”.`,
    fix: 'Send response_type=code.',
    who: 'caller',
    reference: 'RFC 6749 §4.1.2.1',
    expected: answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  },
  {
    code: 'authorization-request-invalid',
    errors: [
      'invalid_request',
      'parameter_missing',
      'request_not_supported',
      'request_uri_not_supported',
      'unsupported_response_mode',
      'registration_not_supported',
    ],
    title: 'The authorization request could not be used',
    meaning: 'A parameter is missing, repeated, malformed or not supported.',
    causes: [
      'A required parameter is missing: client_id, response_type, redirect_uri or scope',
      'The service requires PKCE and no code_challenge was sent, or the reverse',
      'A parameter has a value that the service does not recognize',
    ],
    cause: (view) =>
      `The identity service returned ${quoted(view.oauthError?.code)}.${view.oauthError?.subject === undefined ? whatIsMissing(view) : ` Missing: ${quoted(view.oauthError.subject)}.`}`,
    fix: 'Compare the authorization URL with the service’s documentation, parameter by parameter. To find the one that is rejected, you can turn off PKCE and nonce for the environment (pkce, nonce).',
    who: 'caller',
    reference: 'RFC 6749 §4.1.2.1',
    expected: answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  },
  {
    code: 'identity-service-failed',
    errors: ['server_error'],
    title: 'The identity service had an internal error',
    meaning: 'An unexpected condition occurred while it processed the request.',
    causes: ['A fault inside the identity service', 'A service behind it is down'],
    cause: (view) =>
      `The identity service responded with ${quoted(view.oauthError?.code)}: the failure is on its side.`,
    fix: 'Try again in a minute. If it continues, give the time of this attempt to the identity team.',
    who: 'identity-team',
    retry: 'with-backoff',
    reference: 'RFC 6749 §4.1.2.1',
    expected: answers('certain', 'identity-team', 'with-backoff', '/response/headers/location'),
  },
  {
    code: 'identity-service-busy',
    errors: ['temporarily_unavailable'],
    title: 'The identity service is overloaded or under maintenance',
    meaning: 'The identity service says that it cannot handle the request at the moment.',
    causes: ['Maintenance', 'Too many requests at once'],
    cause: (view) =>
      `The identity service responded with ${quoted(view.oauthError?.code)}: it cannot handle the request at the moment.`,
    fix: 'Wait a minute and start again.',
    who: 'nobody',
    retry: 'with-backoff',
    reference: 'RFC 6749 §4.1.2.1',
    expected: answers('certain', 'nobody', 'with-backoff', '/response/headers/location'),
  },
  {
    code: 'redirect-uri-not-registered',
    errors: ['redirect_uri_mismatch'],
    aliases: ['invalid_redirect_uri'],
    title: 'The redirect URI is not registered for this client',
    meaning:
      'The identity service compares the redirect URI with those registered for the client, character by character.',
    causes: [
      'A different port, path or letter case, or a trailing slash',
      'http instead of https, or localhost instead of 127.0.0.1',
      'The URI is registered for another client or environment',
    ],
    cause: (view) =>
      `The identity service does not know ${quotedOr(requestParameter(view, 'redirect_uri') ?? view.flow?.redirectUri, 'the redirect URI that was sent')} for ${clientInWords(view)}.`,
    fix: 'Have exactly this redirect URI registered for the client, or send the one that is registered.',
    who: 'caller',
    reference: 'RFC 6749 §3.1.2.4; RFC 9700 §4.1.3',
    expected: answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  },
] as const satisfies readonly RedirectError[]

/** Entries for an authorization that came back without a code. */
export const authorizeFaults = [
  fault({
    code: 'client-unknown-at-sign-in',
    title: 'The identity service does not know the client',
    meaning: 'The client ID in the authorization request is not registered with the environment that received it.',
    causes: [
      'A sandbox client was used with production, or the reverse',
      'A typo in the client ID',
      'The client was removed',
    ],
    aliases: ['unknown_client'],
    when: (view) => {
      const error = view.oauthError
      if (view.step !== 'authorize' || error === undefined) return undefined
      const unproven = view.means('invalid_request') && clientUnproven(view)
      if (!view.means(...unknownClient) && !unproven) return undefined
      // Without a redirect the same code represents a redirect URI that is not the client’s.
      const either = unproven || (view.means('invalid_client') && view.redirect === undefined)
      return {
        at: [error.at, ...(unproven ? ['/response/status'] : [])],
        certainty: either ? 'likely' : 'certain',
        values: { other: clientsEnvironment(view), either },
      }
    },
    explain: ({ other, either }, view) => ({
      cause: `The identity service returned ${quoted(view.oauthError?.code)}${either && view.status !== undefined ? `, with status ${view.status} and no redirect,` : ''} for ${clientInWords(view)}.${other === undefined ? '' : ` That client is registered with the environment ${other}.`}${either && other === undefined ? ' Some services return the same error when the client is known but the redirect URI is not registered for it.' : ''}`,
      fix:
        other === undefined
          ? `Check the client ID${either ? ', the redirect URI' : ''}, and that ${either ? 'both are' : 'it is'} registered with this environment: each has its own registrations${view.cited('§1')}.`
          : `Sign in with the environment ${other}, or choose a client that is registered with this one.`,
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: documented('§1 and §5.4: each environment has its own registrations', standard('RFC 6749 §2.2')),
    next: { do: 'use-clients-environment' },
    example: exampleCallback('error=unknown_client&iss=https%3A%2F%2Fid.sandbox.example'),
    expected: answers('certain', 'caller', 'after-fix', '/response/headers/location'),
  }),
  fault({
    code: 'scopes-joined-otherwise',
    title: 'The scopes are separated by commas',
    meaning: 'Scopes are separated by single spaces. With commas, the whole list is read as one scope.',
    causes: [
      'A library separates list items with commas',
      'The environment’s scope_separator does not match the service',
    ],
    when: (view) => {
      const error = view.step === 'authorize' ? findCode(view, 'invalid_scope', 'invalid_request') : undefined
      const scope = requestParameter(view, 'scope')
      if (error === undefined || scope === undefined || !/^[^\s,]+(?:, ?[^\s,]+)+$/.test(scope)) return undefined
      return { at: ['/request/url', ...error.at], certainty: 'likely', values: { scope } }
    },
    explain: ({ scope }) => ({
      cause: `The request asks for ${quoted(scope)}, which is one scope for a service that separates them by spaces.`,
      fix: 'Separate the scopes with single spaces (%20 or + in the URL). In Claimcheck, set the environment’s scope_separator.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 6749 §3.3', 'the separator of requested scopes is not described (§2.5)'),
    example: {
      ...exampleCallback('error=invalid_scope&state=s'),
      request: {
        method: 'GET',
        url: 'https://id.sandbox.example/oauth2/authorize?client_id=demo&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&scope=openid%2Cwebhooks',
      },
    },
    expected: answers('likely', 'caller', 'after-fix', '/request/url', '/response/headers/location'),
  }),
  ...redirectErrors.map((one: RedirectError<(typeof redirectErrors)[number]['code']>) =>
    fault({
      code: one.code,
      coarse: one.errors.some((error) => traitsOf(error).vague) || undefined,
      title: one.title,
      meaning: one.meaning,
      causes: one.causes,
      aliases: [...one.errors.filter((name) => !traitsOf(name).inWordsAlone), ...(one.aliases ?? [])],
      when: (view) => {
        const found = view.step === 'authorize' ? findCode(view, ...one.errors) : undefined
        if (found === undefined && one.errors.includes('unsupported_response_type')) return otherResponseType(view)
        if (found === undefined || !one.errors.includes('invalid_request') || view.redirect !== undefined) return found
        // RFC 6749 §4.1.2.1: a fault of the request alone comes back by redirect; a page means client or redirect URI.
        const whole = view.request !== undefined && missingParameters(view).length === 0
        return clientUnproven(view) ? undefined : { ...found, certainty: whole ? 'possible' : 'likely' }
      },
      explain: (_values, view) => ({
        cause: one.cause(view),
        fix: one.fix,
        ...(view.oauthError?.means === 'user_denied' && { title: 'The user declined the sign-in' }),
      }),
      who: one.who,
      retry: one.retry ?? 'after-fix',
      basis: standard(one.reference, notShown),
      next: one.next,
      expected: one.expected,
      example: exampleCallback(`error=${one.errors[0]}&iss=https%3A%2F%2Fid.sandbox.example`),
    }),
  ),
]

/** The entry for a page of the identity service that states no cause: whatever it states comes before. */
export const identityPageFaults = [
  fault({
    code: 'stopped-on-identity-page',
    title: 'An error without a redirect',
    meaning:
      'The server responded with an error page instead of a redirect. Servers do this when they cannot trust the client or the redirect URI, so your app never receives the error.',
    causes: [
      'The client ID is not registered with this environment',
      'The redirect URI is not registered for the client',
      'A required parameter is missing',
    ],
    when: (view) => {
      const { step, status, redirect } = view
      if (step !== 'authorize' || redirect !== undefined || status === undefined || status < 400 || status >= 500)
        return undefined
      if (status === 429 || status === 404 || status === 405 || meantStatus(view) === 431) return undefined
      const missing = missingParameters(view)
      return {
        at: [
          '/response/status',
          ...(missing.length > 0 ? ['/request/url'] : []),
          ...(otherThanConfigured(view) === undefined ? [] : ['/request/url', '/flow/redirectUri']),
        ],
        certainty: 'likely',
        values: { missing, other: otherThanConfigured(view) },
      }
    },
    explain: ({ missing, other }, view) => ({
      ...(other !== undefined && { title: 'The redirect URI is not the configured one' }),
      cause:
        other !== undefined
          ? `${other} The identity service returned ${view.status} with no redirect, as it does where the redirect URI is not registered.`
          : `The identity service returned ${view.status} with no redirect, for ${clientInWords(view)}.${missing.length > 0 ? ` The request does not include ${listed(missing)}.` : ' Usually the client or the redirect URI is not registered.'}`,
      fix: 'Compare the client ID and redirect URI with the registration in this environment. Both must be identical.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 6749 §4.1.2.1: must not redirect when the client or redirect URI is invalid', notShown),
    next: { do: 'use-clients-environment' },
    example: {
      at: exampleNow,
      step: 'authorize',
      environment: sandbox,
      others: [production],
      request: {
        method: 'GET',
        url: 'https://id.sandbox.example/oauth2/authorize?client_id=demo&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fother&scope=openid',
      },
      response: { status: 400, headers: { 'content-type': 'text/html' }, body: '<html>Error</html>' },
    },
    expected: answers('likely', 'caller', 'after-fix', '/response/status'),
  }),
]

/** In what the redirect URI of a request differs from the one that the app is configured with; undefined where it does not. */
function otherThanConfigured(view: CallView): string | undefined {
  const sent = requestParameter(view, 'redirect_uri')
  const own = view.flow?.redirectUri
  return sent === undefined || own === undefined || sent === own
    ? undefined
    : `The request sends the redirect URI ${quoted(sent)}, but ${quoted(own)} is configured: ${difference(sent, own)}.`
}

/** Error codes that say that the client is not known. */
export const unknownClient: readonly ErrorName[] = ['client_not_found', 'invalid_client', 'application_not_found']

/** RFC 6749 §5.2 has 401 for a client that was not recognised; gateways send it for the first request of a sign-in too. */
function clientUnproven({ redirect, status }: CallView): boolean {
  return redirect === undefined && status === 401
}

/** The client ID of a sign-in, from wherever it is known. */
export function clientIdOf(view: CallView): string | undefined {
  const basic = typeof view.basic === 'object' && !view.basic.swapped ? view.basic.clientId : undefined
  return requestParameter(view, 'client_id') ?? view.request?.form?.client_id ?? basic ?? view.flow?.clientId
}

/** Name of the other environment that the client is registered with, where the configuration tells. */
export function clientsEnvironment(view: CallView): string | undefined {
  const id = clientIdOf(view)
  if (id === undefined || view.environment?.clientIds?.includes(id)) return undefined
  const home = view.others?.find((one) => one.clientIds?.includes(id))
  return home && environmentName(home)
}

/** The client as the words name it. */
export function clientInWords(view: CallView): string {
  const id = clientIdOf(view)
  return id === undefined ? 'the client' : `the client ${quoted(id)}`
}

const required = ['client_id', 'response_type', 'redirect_uri', 'scope']

function askedFor(responseType: string | undefined): string {
  return responseType === undefined ? '' : `The request has response_type ${quoted(responseType)}. `
}

function requestParameter(view: CallView, name: string): string | undefined {
  return view.step === 'authorize' ? view.address.query.find(([one]) => one === name)?.[1] : undefined
}

/** A refused request whose response_type is another than the documented one. */
function otherResponseType(view: CallView): Finding<null> | undefined {
  const asked = requestParameter(view, 'response_type')
  const refused =
    view.redirect === undefined ? (view.status ?? 0) >= 400 : findCode(view, 'invalid_request', 'unauthorized_client')
  if (asked === undefined || asked === 'code' || !refused) return undefined
  return { at: ['/request/url', '/response/status'], certainty: 'likely', values: null }
}

/** Which of the requested scopes the words beside the code name. */
function scopesMeant(view: CallView): string {
  const words = view.oauthError?.text ?? ''
  const meant = (view.flow?.requestedScopes ?? []).filter((scope) => words.includes(scope))
  return meant.length === 0
    ? 'The error code does not say which scope it means.'
    : `The message names ${listed(meant)}.`
}

/** Whether the authorization request is known and names no scope. */
function asksForNoScope(view: CallView): boolean {
  return view.request !== undefined && !requestParameter(view, 'scope')
}

function missingParameters(view: CallView): string[] {
  const names = view.address.query.map(([name]) => name)
  return view.request === undefined ? [] : required.filter((name) => !names.includes(name))
}

function whatIsMissing(view: CallView): string {
  if (view.request === undefined) return ''
  const missing = missingParameters(view)
  if (missing.length > 0)
    return ` The request does not include ${listed(missing)}, which ${view.foreign ? 'RFC 6749 §4.1.1 and OpenID Connect Core §3.1.2.1 require' : '§2.1 requires'}.`
  const names = view.address.query.map(([name]) => name)
  return names.includes('code_challenge') ? '' : ' No code_challenge was sent; some services require PKCE.'
}

function asked(view: CallView): string {
  const scopes = view.flow?.requestedScopes
  return scopes === undefined || scopes.length === 0 ? '' : `. Requested: ${listed(scopes)}`
}
