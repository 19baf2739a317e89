import { documented, inferred, standard } from '../../protocol/basis.ts'
import type { Step } from '../../protocol/call.ts'
import { durationInWords } from '../../text/duration.ts'
import { member } from '../../text/member.ts'
import { listed, quoted, quotedOr } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { saidMissing } from '../error-code.ts'
import { answers, type Finding, fault } from '../fault.ts'
import { codeFaults } from './authorization-code.ts'
import { exampleNow, exampleTokenError, sandbox } from './example-parts.ts'
import { findCode } from './find-code.ts'
import { grantFaults } from './other-grants.ts'
import { renewalFaults } from './renewal.ts'
import { tokenErrors } from './token-errors.ts'
import { atTokenEndpoint, codeOf, otherCodes } from './token-step.ts'

/** Entries for an exchange of a code, or of a refresh token, that was refused. */
export const tokenFaults = [
  fault({
    code: 'redirect-uri-differs',
    title: 'The two requests use different redirect URIs',
    meaning: 'They must be identical.',
    causes: [
      'A different port, path or letter case, or a trailing slash',
      'http instead of https, or localhost instead of 127.0.0.1',
      'The URI was encoded twice',
    ],
    when: (view) => {
      if (view.step !== 'token') return undefined
      const sent = view.request?.form?.redirect_uri
      const registered = view.flow?.redirectUri
      const mismatch = findCode(view, 'redirect_uri_mismatch')
      // Some servers have another code for it.
      const loose = findCode(view, 'unauthorized_client')
      const error = mismatch ?? invalidGrant(view) ?? findCode(view, 'invalid_request') ?? loose
      if (error === undefined || (registered !== undefined && sent === registered && mismatch === undefined))
        return undefined
      const absent = sent === undefined && registered !== undefined && view.request?.form !== undefined
      const differs = absent || (sent !== undefined && registered !== undefined && sent !== registered)
      // Seen alone, an address in its encoded form was encoded once too often.
      const encoded = registered === undefined && /^https?%3a/i.test(sent ?? '')
      if (!differs && !encoded && mismatch === undefined) return undefined
      return {
        at: [
          ...(sent === undefined ? (absent ? ['/request/form'] : []) : ['/request/form/redirect_uri']),
          ...(differs ? ['/flow/redirectUri'] : []),
          ...error.at,
        ],
        certainty: mismatch !== undefined || (differs && !loose) ? 'certain' : 'likely',
        values: { sent, registered: differs ? registered : undefined, encoded, absent },
      }
    },
    explain: ({ sent, registered, encoded, absent }, { request }) => ({
      ...(absent && { title: 'The token request has no redirect URI' }),
      ...(request === undefined && { title: 'The redirect URI is not registered' }),
      cause:
        request === undefined
          ? 'The service does not accept the redirect URI. It is not registered for this client, character by character, or the token request has another one than the authorization request. Client ID and user are not the cause.'
          : absent
            ? `The token request has no redirect_uri; the authorization request had ${quoted(registered)}.`
            : sent !== undefined && registered !== undefined
              ? `The token request sent ${quoted(sent)}, the authorization request ${quoted(registered)}. They differ from ${firstDifference(sent, registered)} on.`
              : encoded
                ? `The token request sent ${quoted(sent)}, which is still percent-encoded: it was encoded twice.`
                : `The token endpoint says that ${quotedOr(sent, 'the redirect URI')} is not the one of the authorization request, or is not registered.`,
      fix:
        request === undefined
          ? 'Log the redirect_uri that your app sends, and register exactly that for the client in the provider’s portal. Send the same one in both requests.'
          : 'Send the same redirect URI in both requests, as it is registered. The code is no longer valid: start the sign-in again.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: documented('§2.3: same redirect URI used in the authorization request', standard('RFC 6749 §4.1.3')),
    example: { ...exampleTokenError(400, 'invalid_grant'), flow: { redirectUri: 'https://app.example/callback/' } },
    expected: answers(
      'certain',
      'caller',
      'after-fix',
      '/request/form/redirect_uri',
      '/flow/redirectUri',
      '/response/body',
    ),
  }),
  ...codeFaults,
  fault({
    code: 'pkce-verifier-malformed',
    title: 'The PKCE verifier has an invalid format',
    meaning: 'A code_verifier has 43 to 128 characters: only letters, digits and - . _ ~ are allowed.',
    causes: ['A verifier that is too short', 'base64 instead of base64url, which adds + / and ='],
    when: (view) => {
      const verifier = view.step === 'token' ? view.request?.form?.code_verifier : undefined
      const error = invalidGrant(view) ?? findCode(view, 'invalid_request')
      if (
        error === undefined ||
        verifier === undefined ||
        verifier.startsWith('fp:') ||
        /…|\.\.\.|\*\*|<|xxx/i.test(verifier) ||
        /^[\w.~-]{43,128}$/.test(verifier)
      )
        return undefined
      return {
        at: ['/request/form/code_verifier', ...error.at],
        certainty: 'likely',
        values: { length: verifier.length },
      }
    },
    explain: ({ length }) => ({
      cause: `The code_verifier that was sent has ${length} characters${length >= 43 && length <= 128 ? ', and some of them are not allowed' : '; 43 to 128 are allowed'}.`,
      fix: 'Create the verifier from 32 random bytes in base64url, which gives 43 characters, and start the sign-in again.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 7636 §4.1', 'PKCE is not described in the API guide'),
    example: {
      ...exampleTokenError(400, 'invalid_grant'),
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        form: {
          grant_type: 'authorization_code',
          code: 'abc',
          redirect_uri: 'https://app.example/callback',
          code_verifier: 'short',
        },
      },
    },
    expected: answers('likely', 'caller', 'after-fix', '/request/form/code_verifier', '/response/body'),
  }),
  fault({
    code: 'code-expired',
    title: 'The authorization code was too old',
    meaning: 'A code is valid only for a short time. This one was exchanged too late.',
    causes: ['The exchange was delayed', 'The callback URL was opened again later'],
    aliases: ['authorization_code_expired', 'AADSTS70008', 'steps.oauth.v2.authorization_code_expired'],
    when: (view) => {
      const age = view.flow?.codeAgeSeconds
      const named = view.step === 'token' ? findCode(view, 'grant_expired') : undefined
      if (named !== undefined) return { ...named, values: { age } }
      const error = view.step === 'token' ? invalidGrant(view) : undefined
      // Most servers keep a code for one to ten minutes; RFC 6749 §4.1.2 recommends ten at most.
      if (error === undefined || age === undefined || age < 60) return undefined
      return {
        at: ['/flow/codeAgeSeconds', ...error.at],
        // Where nothing else differs, a code that waited for minutes is the likeliest reason.
        certainty: age >= 600 || (age >= 120 && sameRedirect(view)) ? 'likely' : 'possible',
        values: { age },
      }
    },
    explain: ({ age }) => ({
      cause: `${age === undefined ? 'The token endpoint says that the code had expired.' : age < 60 ? `The token endpoint says that the code had expired, but it was ${durationInWords(age)} old here. It may not be the code that was just issued, or its lifetime is very short.` : `The code was ${durationInWords(age)} old when it was exchanged.`} A code should be valid for at most ten minutes (RFC 6749 §4.1.2), and many are valid for only one.`,
      fix: 'Start the sign-in again, and exchange the new code as soon as it arrives.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 6749 §4.1.2', 'the lifetime of a code is not described (§2.4)'),
    example: { ...exampleTokenError(400, 'invalid_grant'), flow: { codeAgeSeconds: 900 } },
    expected: answers('likely', 'caller', 'after-fix', '/flow/codeAgeSeconds', '/response/body'),
  }),
  ...grantFaults,
  fault({
    code: 'code-not-accepted',
    general: true,
    title: 'The identity service did not accept the code',
    meaning:
      'The code is wrong, used, expired, or was issued to another client, another redirect URI or another PKCE challenge. One error code covers all of these.',
    causes: [
      'The code was used before',
      'The code is too old',
      'The two requests use different redirect URIs',
      'The PKCE verifier does not match the challenge',
      'The code was issued to another client or by another environment',
    ],
    aliases: [
      'invalid_grant',
      'invalid_request-authorization_code_invalid',
      'bad_verification_code',
      'keymanagement.service.invalid_request-authorization_code_invalid',
      'steps.oauth.v2.invalid_request-authorization_code_invalid',
    ],
    when: (view) => {
      const error = view.step === 'token' ? (invalidGrant(view) ?? codeRefusedAsRequest(view)) : undefined
      const grant = view.request?.form?.grant_type ?? 'authorization_code'
      if (error === undefined || view.flow?.codeUsedBefore || grant !== 'authorization_code') return undefined
      return { ...error, values: { pkce: view.request?.form?.code_verifier !== undefined } }
    },
    explain: ({ pkce }, view) => ({
      cause: `The token endpoint returned ${quoted(codeOf(view))}. ${unsaid(view, pkce)}`,
      fix: 'Start the sign-in again to get a new code. If it fails each time, compare the redirect URI, client and environment of both requests.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 6749 §5.2, RFC 7636 §4.6', otherCodes),
    example: exampleTokenError(400, 'invalid_grant'),
    expected: answers('likely', 'caller', 'after-fix', '/response/body'),
  }),
  ...renewalFaults,
  fault({
    code: 'form-field-stray-whitespace',
    title: 'Extra space or line break in the token request',
    meaning: 'Form fields are compared character by character. A stray space or line break changes the value.',
    causes: [
      'The value was read from a file or a variable that ends with a line break',
      'The value was copied with a space',
    ],
    when: (view) => {
      const error = atTokenEndpoint(view) ? view.errorCode : undefined
      const found = Object.entries(view.request?.form ?? {}).find(
        ([name, value]) => name !== 'code' && name !== 'client_secret' && value !== value.trim(),
      )
      if (error === undefined || found === undefined) return undefined
      const [field, value] = found
      return { at: [`/request/form/${field}`, error.at], certainty: 'likely', values: { field, value } }
    },
    explain: ({ field, value }) => ({
      cause: `The field ${quoted(field)} was sent as ${quoted(value)}, with a space or a line break at its start or end.`,
      fix: `Remove it from ${quoted(field)} and send the request again.`,
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the form that was sent; RFC 6749 Appendix B'),
    example: {
      ...exampleTokenError(400, 'unsupported_grant_type'),
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        form: { grant_type: 'authorization_code\r\n', code: 'abc', redirect_uri: 'https://app.example/callback' },
      },
    },
    expected: answers('likely', 'caller', 'after-fix', '/request/form/grant_type', '/response/body'),
  }),
  fault({
    code: 'token-request-incomplete',
    title: 'The token request is malformed',
    meaning: 'A form field that the token endpoint needs is missing, or the body is not a form.',
    causes: [
      'The body was sent as JSON',
      'A field was forgotten or misspelled',
      'The fields were sent in the URL with GET',
    ],
    when: (view) => {
      const stated = atTokenEndpoint(view) ? findCode(view, 'parameter_missing', 'form_expected') : undefined
      if (stated !== undefined) {
        const subject = view.errorCode?.subject
        const came = subject !== undefined && Boolean(view.request?.form?.[subject])
        return {
          at: stated.at,
          certainty: came ? 'likely' : 'certain',
          values: { missing: subject === undefined ? [] : [subject], stated: codeOf(view), came },
        }
      }
      const named = findCode(view, 'invalid_request', 'unsupported_grant_type')
      const refused = view.status === 405 || view.status === 415
      // A server that reads no fields from a JSON body misses another one first; other services than this take JSON.
      const lacksCode =
        view.step === 'token' && view.request?.form?.code === undefined && codeGrant(view) && !speaksOfCode(view)
      const misread =
        view.environment && view.step === 'token' && !named
          ? findCode(view, 'invalid_grant', 'invalid_client')
          : undefined
      const error = named ?? misread ?? (refused ? { at: ['/response/status'] } : undefined)
      if (!atTokenEndpoint(view) || error === undefined) return undefined
      const method = view.request?.method.toUpperCase() ?? ''
      // The redirect that brought the code is no token request.
      const isCallback = view.address.query.some(([name]) => name === 'code') && !/token/i.test(view.address.path)
      const wrongMethod = method !== '' && method !== 'POST' && !isCallback
      const form = view.request?.form
      const missing = form === undefined ? [] : fieldsOf(form.grant_type, view.step).filter((name) => !form[name])
      const type = view.requestHeader('content-type')
      const wrongType = type !== undefined && !type.value.toLowerCase().startsWith('application/x-www-form-urlencoded')
      if ((missing.length === 0 || (misread && !lacksCode)) && !wrongType && !wrongMethod) return undefined
      return {
        at: [
          ...(wrongMethod ? ['/request/method'] : []),
          ...(missing.length > 0 ? ['/request/form'] : []),
          ...(wrongType ? [type.at] : []),
          ...error.at,
        ],
        certainty: misread || (!wrongMethod && !wrongType && speaksOfClient(view, missing)) ? 'likely' : 'certain',
        values: { missing, type: wrongType ? type.value : undefined, method: wrongMethod ? method : undefined },
      }
    },
    explain: ({ missing, type, method, stated, came }, view) => ({
      ...(method !== undefined && { title: `The token endpoint was called with ${method.slice(0, 10)}` }),
      cause: [
        came
          ? `Missing: ${listed(missing)}, which was sent. The form may not have been read, for instance because of a different Content-Type.`
          : '',
        stated === undefined ? '' : `The token endpoint returned ${quoted(stated)}.`,
        stated === undefined || missing.length > 0
          ? ''
          : 'The body must be a form (application/x-www-form-urlencoded).',
        method === undefined ? '' : `The request was sent with ${quoted(method)}; a token request is a POST.`,
        missing.length > 0 && !came
          ? `The form does not include ${listed(missing)}${stated === undefined ? '' : ', it says'}.`
          : '',
        type === undefined ? '' : `The content type was ${quoted(type)}; it must be application/x-www-form-urlencoded.`,
      ]
        .filter(Boolean)
        .join(' '),
      fix:
        method !== undefined
          ? 'Send POST with the fields as a form in the body. If your app does send POST, look for a redirect before this request: from an http address to https, clients repeat it as GET and lose the body.'
          : view.step === 'refresh'
            ? 'Send grant_type=refresh_token and refresh_token as form fields (RFC 6749 §6). If you have no refresh token, sign in again.'
            : `Send code, redirect_uri and grant_type=authorization_code as form fields (${view.foreign ? 'RFC 6749 §4.1.3' : '§2.3, §4.2'}).`,
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: documented('§2.3 and §4.2', standard('RFC 6749 §4.1.3')),
    example: {
      ...exampleTokenError(400, 'invalid_request'),
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        headers: { 'content-type': 'application/json', authorization: 'Basic fp:1a2b3c4d' },
      },
    },
    expected: answers('certain', 'caller', 'after-fix', '/request/headers/content-type', '/response/body'),
  }),
  ...tokenErrors,
  fault({
    code: 'token-endpoint-redirects',
    title: 'The token endpoint returned a redirect',
    meaning:
      'A token endpoint does not redirect. The redirect was not followed, because that would send the code and credentials to another URL.',
    causes: [
      'The configured URL has http instead of https, or an extra or missing slash',
      'A proxy redirects everyone to its own sign-in page',
    ],
    when: (view) => {
      if (!atTokenEndpoint(view) || view.status === undefined || view.status < 300 || view.status >= 400)
        return undefined
      // A browser that asks whether it may call has sent no token request yet.
      if (/^options$/i.test(view.request?.method ?? '')) return undefined
      const location = view.responseHeader('location')
      return {
        at: ['/response/status', ...(location === undefined ? [] : [location.at])],
        certainty: 'certain',
        values: { target: location?.value },
      }
    },
    explain: ({ target }, view) => ({
      cause: `The token endpoint returned ${view.status}${target === undefined ? '' : ` and points to ${quoted(target)}`}. Nothing was sent there.`,
      fix: 'Set the environment’s token endpoint to the URL that does not redirect.',
    }),
    who: 'operator',
    retry: 'after-fix',
    basis: inferred('a redirect where a token endpoint returns 200', '§4.2'),
    example: {
      at: exampleNow,
      step: 'token',
      environment: sandbox,
      response: { status: 302, headers: { location: 'https://login.proxy.example/' } },
    },
    expected: answers('certain', 'operator', 'after-fix', '/response/status', '/response/headers/location'),
  }),
  fault({
    code: 'token-endpoint-not-there',
    title: 'The configured URL has no token endpoint',
    meaning: 'The server has nothing at this path, or does not accept POST there.',
    causes: [
      'The path is not that of the service',
      'The URL belongs to the gateway or the sign-in page',
      'A proxy in between does not know the path',
    ],
    aliases: ['not_found'],
    when: (view) =>
      atTokenEndpoint(view) &&
      !bringsToken(view) &&
      (isPageForPeople(view) || ((view.status === 404 || view.status === 405) && !saysMore(view)))
        ? {
            at: ['/response/status', ...(view.request === undefined ? [] : ['/request/url'])],
            certainty: 'likely',
            values: { page: isPageForPeople(view) },
          }
        : undefined,
    explain: ({ page }, view) => ({
      cause: `${view.request === undefined ? 'The configured token endpoint' : quoted(view.request.url)} returned ${view.status}${page ? ' with a web page' : ''}.${view.foreign ? '' : ' The documented path is /oauth2/token.'}`,
      ...(view.environment === undefined
        ? {
            fix: 'Compare the address in your app with the token endpoint that the identity service documents, path and host, and correct it.',
            who: 'caller' as const,
          }
        : {
            fix: 'Set token_url of the environment to the service’s token endpoint, or set only issuer if the service publishes its metadata.',
          }),
    }),
    who: 'operator',
    retry: 'after-fix',
    basis: documented('§4.2 and §9', inferred('the status and the page of the response')),
    example: {
      ...exampleTokenError(404, 'x'),
      response: { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>Not found</html>' },
    },
    expected: answers('likely', 'operator', 'after-fix', '/response/status', '/request/url'),
  }),
]

/** Whether a request brings an access token, as calls of APIs do and requests for tokens never. */
function bringsToken(view: CallView): boolean {
  return /^get$/i.test(view.request?.method ?? '') && view.requestHeader('authorization') !== undefined
}

/** A page that guards a form against other sites, as the pages of applications do and a token endpoint never. */
function isPageForPeople({ body, call }: CallView): boolean {
  return (
    body.kind === 'html' && /csrf|<form\b|<input[^>]{0,200}password/i.test((call.response?.body ?? '').slice(0, 20_000))
  )
}

/** The form fields that a grant needs; of the grants that are not documented only its name is known to be needed. */
function fieldsOf(grant: string | undefined, step: Step): string[] {
  if (grant === 'refresh_token' || (grant === undefined && step === 'refresh')) return ['grant_type', 'refresh_token']
  return grant === undefined || grant === 'authorization_code' ? ['grant_type', 'code', 'redirect_uri'] : ['grant_type']
}

/** Whether a response speaks of the client or its header, and of none of the missing fields. */
function speaksOfClient(view: CallView, missing: readonly string[]): boolean {
  const said = (view.oauthError?.text ?? '').toLowerCase()
  const named = missing.some((name) => said.includes(name) || said.includes(name.replaceAll('_', ' ')))
  return (
    !named &&
    /\b(?:authorization header|headers?|credenti\w+|credenc\w+|client\w*|secret|basic|cabe[\wç]+)\b/.test(said)
  )
}

/** Whether a response says what is wrong with the code: it was received, though the record of the request lacks it. */
function speaksOfCode(view: CallView): boolean {
  const said = view.oauthError?.text ?? ''
  return /\bcode\b|\bc[oó]digo\b/i.test(said) && !saidMissing.test(said)
}

/**
 * Gateways and some services call a code that they do not accept an invalid request. Where nothing is missing, the code
 * is what is left: with PKCE sent, or from a gateway in whose own shape (`ErrorCode`) PKCE plays no part.
 */
function codeRefusedAsRequest(view: CallView): Finding<null> | undefined {
  const error = findCode(view, 'invalid_request')
  const form = view.request?.form
  if (error === undefined || form?.client_secret !== undefined) return undefined
  const whole = form?.grant_type !== undefined && fieldsOf(form.grant_type, view.step).every((name) => form[name])
  const gateway = view.body.kind === 'json' && typeof member(view.body.value, 'ErrorCode') === 'string'
  return whole && (gateway || form.code_verifier !== undefined) ? { ...error, certainty: 'likely' } : undefined
}

/** True when the body names an error of OAuth, which tells more than that nothing is there. */
function saysMore(view: CallView): boolean {
  const code = view.oauthError && (view.oauthError.means ?? view.oauthError.code)
  return code !== undefined && /^[a-z]+(_[a-z]+)+$/.test(code) && code !== 'not_found'
}

/** Whether both requests carried the same redirect URI. */
function sameRedirect(view: CallView): boolean {
  const registered = view.flow?.redirectUri
  return registered !== undefined && registered === view.request?.form?.redirect_uri
}

/** Whether the form is one for a code. */
function codeGrant(view: CallView): boolean {
  return (
    view.request?.form !== undefined && (view.request.form.grant_type ?? 'authorization_code') === 'authorization_code'
  )
}

function invalidGrant(view: CallView): Finding<null> | undefined {
  return findCode(view, 'invalid_grant')
}

function unsaid(view: CallView, pkce: boolean): string {
  const known: string[] = []
  if (view.flow?.codeAgeSeconds !== undefined)
    known.push(
      `the code had been received ${durationInWords(view.flow.codeAgeSeconds)} before, but how old it was then is not known`,
    )
  if (view.flow?.redirectUri !== undefined && view.flow.redirectUri === view.request?.form?.redirect_uri)
    known.push('the redirect URI was the same in both requests')
  if (pkce) known.push('a PKCE verifier was sent')
  const ending = 'It does not say which of these applies.'
  return known.length === 0 ? ending : `${capital(known.join(', '))}. ${ending}`
}

function firstDifference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const rest = one.slice(at) || other.slice(at)
  return `character ${at + 1}, ${quoted(rest.slice(0, 40))},`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
