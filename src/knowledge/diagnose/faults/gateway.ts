import { inferred, standard } from '../../protocol/basis.ts'
import { usualPathPrefix } from '../../protocol/operation-path.ts'
import { durationInWords } from '../../text/duration.ts'
import { closed, quoted, quotedOr } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { gatewayCertainty } from '../certainty.ts'
import type { ErrorCode } from '../error-code.ts'
import { type ErrorName, segmentOf } from '../error-names.ts'
import { answers, fault } from '../fault.ts'
import { exampleApiCall, gatewayBody } from './example-parts.ts'
import { codeAt } from './find-code.ts'

/** Statuses that the edge of a content network responds with when it fails to reach what is behind it. */
const edge: Record<number, string> = {
  520: 'the server behind it returned something that is not a response',
  521: 'the server behind it refused the connection',
  522: 'the connection to the server behind it was not established in time',
  523: 'the server behind it could not be reached',
  524: 'the server behind it accepted the connection and did not respond in time',
  525: 'no secure connection to the server behind it could be established',
  526: 'the certificate of the server behind it is not valid',
  530: 'it failed for the reason that the accompanying code (1000 or higher) gives',
}

/** Entries for what the gateway answers by itself, before or after a business API was reached. */
export const gatewayFaults = [
  fault({
    code: 'rate-limited',
    title: 'Too many requests were sent',
    meaning: 'The server limits the number of requests, and accepts no more for a while.',
    causes: [
      'Requests in a loop or in parallel',
      'A quota of the client is used up',
      'Other users of the same client share the limit',
      'An app on a device polls more often than allowed (slow_down)',
      'An account is blocked for a while after too many failed sign-ins (too_many_attempts)',
    ],
    aliases: [
      '429',
      'policies.ratelimit.QuotaViolation',
      'policies.ratelimit.SpikeArrestViolation',
      'policies.concurrentratelimit.ConcurrentRatelimitViolation',
      'slow_down',
      'too_many_attempts',
    ],
    when: (view) => {
      const error = view.errorCode
      const named = error !== undefined && error.means === 'too_many_requests' && countsCalls(view, error)
      // Some services count with 403 and tell what is left of the allowance in a header.
      const left = view.status === 403 ? remaining(view) : undefined
      if (!named && view.status !== 429 && left === undefined) return undefined
      const wait = retryAfterSeconds(view) ?? untilReset(view)
      const header = view.responseHeader('retry-after') ?? resetHeader(view)
      return {
        at: [
          ...(view.status === undefined ? [] : ['/response/status']),
          ...(named ? [error.at] : []),
          ...(left === undefined ? [] : [left]),
          ...(header ? [header.at] : []),
        ].filter((at, index, all) => all.indexOf(at) === index),
        certainty:
          view.status === 429 || (named && (view.gatewayFault !== undefined || view.step !== 'api'))
            ? 'certain'
            : 'likely',
        values: { wait, quota: error !== undefined && /quota/i.test(error.code) },
      }
    },
    explain: ({ wait, quota }) => ({
      cause: `${quota ? 'The quota of this client is used up' : 'More requests were sent than the server accepts'}.${wait === undefined ? ' It does not say when it accepts the next one.' : ` It asks you to wait ${durationInWords(wait)}.`}`,
      fix:
        wait === undefined
          ? quota
            ? 'Wait until the quota period ends, which may take a minute, a day or a month, or request a higher quota. Then send fewer requests.'
            : 'Wait a minute, then send fewer requests and increase the delay between them.'
          : `Send the request again after ${durationInWords(wait)}, and space the next ones out.`,
      retry: wait === undefined ? 'with-backoff' : 'honour-retry-after',
    }),
    who: 'caller',
    retry: 'honour-retry-after',
    basis: standard('RFC 6585 §4, RFC 9110 §10.2.3', 'limits are not described (§8)'),
    example: exampleApiCall('/bank-slips', 429, {
      headers: { 'retry-after': '30' },
      body: gatewayBody('policies.ratelimit.SpikeArrestViolation'),
    }),
    expected: answers(
      'certain',
      'caller',
      'honour-retry-after',
      '/response/status',
      '/response/body',
      '/response/headers/retry-after',
    ),
  }),
  fault({
    code: 'token-unreadable-at-gateway',
    general: true,
    title: 'The gateway could not read the token',
    meaning: 'The gateway could not decode the token as a JWT.',
    causes: [
      'The token was cut or wrapped when it was copied',
      'The token is not a JWT, such as a refresh token',
      'The word Bearer, quotes or spaces are part of the value',
    ],
    aliases: [
      'steps.jwt.FailedToDecode',
      'steps.jws.FailedToDecode',
      'steps.jwt.InvalidJsonFormat',
      'steps.jws.InvalidJsonFormat',
    ],
    when: (view) =>
      findFault(view, ['failedtodecode', 'invalidjsonformat'], [], /^steps\.jw[ts]\./) ??
      findFault(view, [], ['token_malformed']),
    explain: ({ code }, view) => ({
      cause: `The gateway returned ${quoted(code)}: it could not decode the token.${view.token === undefined ? (opaque(view) ? ' It could not be decoded here either: it is not a JWT, but an opaque token.' : '') : ' The recorded token can be decoded, so it may have been changed on the way.'}`,
      fix: `${opaque(view) ? 'If the identity service issues opaque tokens, request the audience or the scopes of this API at sign-in, so that it issues a JWT. Otherwise copy' : 'Copy'} the complete access token again, without quotes or spaces, and send it as Authorization: Bearer <token>.`,
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the gateway’s fault code', 'of its codes, the API guide shows only NoMatchingPublicKey (§7.2)'),
    example: {
      ...exampleApiCall('/bank-slips', 401, { body: gatewayBody('steps.jwt.FailedToDecode') }),
      token: undefined,
    },
    expected: answers('likely', 'caller', 'after-fix', '/response/body'),
  }),
  fault({
    code: 'token-not-found-at-gateway',
    general: true,
    title: 'The gateway found no token',
    meaning:
      'The variable in which the gateway expects the token was empty: the header was missing or not the one it reads.',
    causes: [
      'No Authorization header was sent',
      'The header has another name or form than the gateway expects',
      'A proxy removed the header',
    ],
    aliases: [
      'steps.jwt.FailedToResolveVariable',
      'steps.jws.FailedToResolveVariable',
      'steps.oauth.v2.FailedToResolveAccessToken',
      'steps.oauth.v2.FailedToResolveToken',
    ],
    when: (view) =>
      findFault(
        view,
        ['failedtoresolvevariable', 'failedtoresolveaccesstoken', 'failedtoresolvetoken'],
        [],
        /jw[ts]|oauth/,
      ),
    explain: ({ code }, view) => ({
      cause: `The gateway returned ${quoted(code)}: it found no token${view.requestHeader('authorization') === undefined ? '' : ', although an Authorization header was sent'}.`,
      fix: 'Send Authorization: Bearer with the access token. If it is sent, ask the API team which header its gateway reads.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the gateway’s fault code', 'placement of the token is not described (§5.7)'),
    example: exampleApiCall('/bank-slips', 401, { body: gatewayBody('steps.jwt.FailedToResolveVariable') }),
    expected: answers('likely', 'caller', 'after-fix', '/response/body'),
  }),
  fault({
    code: 'gateway-refuses-token',
    general: true,
    title: 'The gateway considers the token invalid',
    meaning: 'The gateway read the token, but a check failed that its code does not name, most often the signature.',
    causes: [
      'The token was changed after it was signed',
      'It was signed by another key with the same ID',
      'A claim has a value that the gateway does not accept',
      'No bearer token was found in the request (oauth.v2.InvalidAccessToken)',
    ],
    aliases: [
      'steps.jwt.InvalidToken',
      'steps.jwt.InvalidClaim',
      'steps.jwt.JwtSubjectMismatch',
      'keymanagement.service.invalid_access_token',
      'oauth.v2.InvalidAccessToken',
      'steps.oauth.v2.invalid_access_token',
      'steps.jws.InvalidJws',
      'steps.jws.InvalidSignature',
      'steps.jws.InvalidClaim',
      'steps.oauth.v2.InvalidAccessToken',
    ],
    when: (view) =>
      findFault(
        view,
        ['invalidtoken', 'invalidclaim', 'jwtsubjectmismatch', 'invalidaccesstoken', 'invalidjws', 'invalidsignature'],
        ['invalid_token', 'invalid_signature'],
        /\./,
      ),
    explain: ({ code }) => ({
      cause: `The gateway returned ${quoted(code)}. Nothing known about this token explains it: its times, issuer and key were checked as far as they are known.`,
      fix: 'Renew the token and send it exactly as it was received. If it is rejected again, give the code, the time and the token’s kid and iss to the API team.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the gateway’s fault code', 'the list of its codes is not described (§7.3)'),
    next: { do: 'renew' },
    example: exampleApiCall('/bank-slips', 401, { body: gatewayBody('steps.jwt.InvalidToken') }),
    expected: answers('likely', 'caller', 'after-fix', '/response/body'),
  }),
  fault({
    code: 'gateway-path-unknown',
    title: 'The gateway has no API at this URL',
    meaning: 'No API is deployed at the gateway for this host and path, so the request reached no business API.',
    causes: [
      'The base URL belongs to another environment',
      'The path contains a typo or lacks its version segment',
      'The API is not deployed in this environment',
    ],
    aliases: [
      'messaging.adaptors.http.flow.ApplicationNotFound',
      'messaging.runtime.ApplicationNotFound',
      'messaging.runtime.UnknownAPIProxy',
    ],
    when: (view) =>
      findFault(view, ['applicationnotfound', 'unknownapiproxy'], ['path_not_found', 'application_not_found']),
    explain: ({ code }, view) => unknownPath(code, view),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the gateway’s fault code', '§9 documents the path prefix'),
    example: exampleApiCall('/nothing', 404, { body: gatewayBody('messaging.adaptors.http.flow.ApplicationNotFound') }),
    expected: answers('certain', 'caller', 'after-fix', '/response/body'),
  }),
  fault({
    code: 'business-api-unreachable',
    title: 'The gateway could not reach the business API',
    meaning: 'The gateway accepted the request, but the service behind it did not respond, or not in time.',
    causes: [
      'The business API is down or restarting',
      'It responds more slowly than the gateway waits',
      'The connection between them is misconfigured',
      'The API’s certificate has expired or is not trusted by the gateway (SslHandshakeFailed)',
      'The API closed the connection before its response was complete (UnexpectedEOFAtTarget)',
    ],
    aliases: [
      'messaging.adaptors.http.flow.ServiceUnavailable',
      'messaging.adaptors.http.flow.NoActiveTargets',
      'messaging.adaptors.http.flow.GatewayTimeout',
      'messaging.adaptors.http.flow.SslHandshakeFailed',
      'messaging.adaptors.http.flow.UnexpectedEOFAtTarget',
      'flow.APITimedOut',
      'messaging.adaptors.http.UnexpectedEOFAtTarget',
    ],
    when: (view) =>
      findFault(
        view,
        [
          'serviceunavailable',
          'noactivetargets',
          'gatewaytimeout',
          'sslhandshakefailed',
          'unexpectedeofattarget',
          'apitimedout',
        ],
        ['service_unavailable'],
      ),
    explain: ({ code }, view) => ({
      ...(late(code, view) && { title: 'The business API did not respond in time' }),
      ...(brokeOff(code) && { title: 'The business API closed the connection early' }),
      cause: `The gateway returned ${quoted(code)}: the service behind it ${late(code, view) ? 'took longer than the gateway waits' : brokeOff(code) ? 'closed the connection before its response was complete' : 'did not respond correctly'}.${/^(GET|HEAD)$/i.test(view.request?.method ?? 'GET') ? '' : ' Whether the request was carried out is not known.'}`,
      fix: `${retryAfterSeconds(view) === undefined ? 'Wait a minute' : `Wait ${durationInWords(retryAfterSeconds(view) ?? 0)}`}, check whether a change took effect, and try again. If it continues, give the time to the API team.`,
    }),
    who: 'api-team',
    retry: 'with-backoff',
    basis: inferred('the gateway’s fault code', 'the list of its codes is not described (§7.3)'),
    example: exampleApiCall('/bank-slips', 503, { body: gatewayBody('messaging.adaptors.http.flow.NoActiveTargets') }),
    expected: answers('certain', 'api-team', 'with-backoff', '/response/body'),
  }),
  fault({
    code: 'origin-unreachable',
    title: 'A content network could not reach the service',
    meaning:
      'A content network is in front of the service. It responded with its own status, because it got no usable response from the service.',
    causes: [
      'The service is down, or refuses connections from the network in front',
      'A firewall in front of the service drops them',
      'The certificate of the service has expired or does not match',
    ],
    aliases: Object.keys(edge),
    when: (view) => {
      const what = edge[view.status ?? 0]
      if (what !== undefined) return { at: ['/response/status'], certainty: 'likely', values: { what } }
      return view.means('origin_unreachable')
        ? { at: [codeAt(view), '/response/status'], certainty: 'likely', values: { what } }
        : undefined
    },
    explain: ({ what }, view) => ({
      cause:
        what === undefined
          ? `The response says ${closed(quoted(view.errorCode?.text ?? '', 300))} Content networks send this when they cannot reach the service, or get no usable response from it.`
          : `The response was ${view.status}, which the edge of a content network sends: ${what}.`,
      fix: 'Wait a minute, check whether a change took effect, and try again. If it continues, give the time and the response’s trace ID, such as cf-ray, to the team that runs the service.',
      who: view.step === 'api' ? 'api-team' : 'identity-team',
    }),
    who: 'api-team',
    retry: 'with-backoff',
    basis: inferred('the status, as Cloudflare’s manual describes it; it is in no standard'),
    example: exampleApiCall('/bank-slips', 522, { body: 'error code: 522', headers: { 'content-type': 'text/plain' } }),
    expected: answers('likely', 'api-team', 'with-backoff', '/response/status'),
  }),
]

/** A bearer was sent and recorded, and there was nothing in it to decode. */
function opaque(view: CallView): boolean {
  return view.token === undefined && /^bearer \S/i.test(view.requestHeader('authorization')?.value ?? '')
}

/** Whether a code about a limit counts calls; APIs have limits of what they deal in as well. */
function countsCalls(view: CallView, error: ErrorCode): boolean {
  const known = view.gatewayFault !== undefined || error.fromMessage || view.step !== 'api' || view.status === undefined
  return known || [400, 403, 429, 500, 503].includes(view.status ?? 0)
}

/** Whether the gateway reached somebody who closed the connection. */
function brokeOff(code: string): boolean {
  return segmentOf(code) === 'unexpectedeofattarget'
}

/** Whether the gateway waited in vain, rather than met nobody. */
function late(code: string, view: CallView): boolean {
  return view.status === 504 || /timeout|timedout/i.test(segmentOf(code))
}

/** Seconds that a Retry-After header asks to wait (RFC 9110 §10.2.3), at most a day; undefined without a usable one. */
export function retryAfterSeconds(view: CallView): number | undefined {
  const value = view.responseHeader('retry-after')?.value.trim()
  if (value === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : Math.ceil(Date.parse(value) / 1000 - view.at)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 86_400) : undefined
}

function resetHeader(view: CallView) {
  const names = ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset']
  return names.map(view.responseHeader).find((header) => /^\d{1,12}$/.test(header?.value.trim() ?? ''))
}

/** Seconds until the allowance is full again, which servers tell as a number of seconds or as a time. */
function untilReset(view: CallView): number | undefined {
  const value = Number(resetHeader(view)?.value ?? Number.NaN)
  const seconds = Math.ceil(value > 1e9 ? value - view.at : value)
  return Number.isFinite(seconds) && seconds >= 0 && seconds <= 86_400 ? seconds : undefined
}

/** Where a header says that nothing is left of the allowance. */
function remaining(view: CallView): string | undefined {
  const names = ['ratelimit-remaining', 'x-ratelimit-remaining', 'x-rate-limit-remaining']
  return names.map(view.responseHeader).find((header) => header?.value.trim() === '0')?.at
}

/** Finds a fault code of the gateway by its last segment, or another gateway’s that amounts to one of these names. */
function findFault(view: CallView, segments: string[], names: ErrorName[], prefix = /^/) {
  const found = view.gatewayFault ?? (view.step === 'api' && view.oauthError?.means ? view.oauthError : undefined)
  if (found === undefined || !prefix.test(found.code)) return undefined
  if (!segments.includes(segmentOf(found.code)) && !(found.means && names.includes(found.means))) return undefined
  return { at: [found.at], certainty: gatewayCertainty(found), values: { code: found.code } }
}

/** What is said of a path at which the gateway has no API: where it lacks the prefix of all paths, that. */
function unknownPath(code: string, view: CallView): { title?: string; cause: string; fix: string } {
  const prefix = view.environment?.pathPrefix ?? usualPathPrefix
  const said = /\s/.test(code) ? 'The gateway found no API' : `The gateway returned ${quoted(code)}`
  const cause = `${said} for ${quotedOr(view.request?.url, 'this URL')}.`
  const { path } = view.address
  const other = path === '' || path === '/' || path.startsWith('/oauth2/') || path.startsWith(`${prefix}/`)
  if (view.environment === undefined || view.foreign || prefix === '' || other)
    return {
      cause,
      fix: `Compare the base URL, path and method with those of the API itself${view.environment?.pathPrefix ? `; its paths begin with ${prefix}/` : ''}.`,
    }
  return {
    title: /^\/v\d+\//.test(view.address.path)
      ? 'The path has a different version from the API'
      : 'The path has no version segment',
    cause: `${cause} The paths of the business APIs begin with ${prefix}/${view.cited('§9')}, and ${quoted(path)} does not${/^\/v\d+\//.test(path) ? '' : ': a path with a leading slash replaces the path of the base URL, or the base URL lacks it'}. “Proxy” in the message is the gateway’s word for an API.`,
    fix: /^\/v\d+\//.test(path)
      ? `Call ${quoted(path.replace(/^\/v\d+/, prefix))}: set the version of the base URL or the path to ${prefix}.`
      : `Call ${quoted(`${prefix}${path}`)}: leave out the leading slash where the path is joined to a base URL that ends with ${prefix}/, or add ${prefix} to the base URL.`,
  }
}
