import { inferred } from '../../protocol/basis.ts'
import type { Call, FailureKind } from '../../protocol/call.ts'
import { durationInWords } from '../../text/duration.ts'
import { quoted } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { answers, type Fault, fault, type Retry, type Who } from '../fault.ts'
import type { NextStep } from '../next-step.ts'
import { exampleApiCall, exampleTokenError } from './example-parts.ts'

/** Two services can fail to answer; what to do differs by which of them it is. */
const sides = [
  { id: 'identity-service', name: 'the identity service', team: 'identity-team', api: false },
  { id: 'gateway', name: 'the API gateway', team: 'api-team', api: true },
] as const
type Side = (typeof sides)[number]

interface Breakdown<Code extends string = string> {
  kind: FailureKind
  code: Code
  title: (side: Side) => string
  /** A title for this call, where it says more. */
  titled?: (side: Side, view: CallView) => string | undefined
  meaning: (side: Side) => string
  causes: readonly string[]
  cause: (where: string, view: CallView) => string
  fix: (side: Side, view: CallView) => string
  who: (side: Side) => Who
  /** Who can fix it in this call, where that is somebody else. */
  whoElse?: (view: CallView) => Who | undefined
  retry: Retry
  next?: NextStep
}

const breakdowns = [
  {
    kind: 'dns',
    code: 'name-unknown',
    title: (side) => `The name of ${side.name} could not be found`,
    meaning: (side) =>
      `Before a request is sent, the host name in its URL is looked up. The name of ${side.name} was not found, so nothing was sent.`,
    causes: [
      'The configured URL contains a typo',
      'The machine has no network or no working DNS',
      'The name is known only inside another network',
    ],
    cause: (_where, view) =>
      `${view.address.origin === '' ? 'The host name' : `The host name in ${quoted(view.address.origin)}`} could not be looked up. Nothing was sent.`,
    fix: (side) =>
      `Check the URL of ${side.name} in the environment’s configuration, and whether this machine can resolve the name.`,
    who: () => 'operator',
    retry: 'after-fix',
  },
  {
    kind: 'refused',
    code: 'connection-refused',
    title: (side) => `${capital(side.name)} refused the connection`,
    meaning: (side) =>
      `The machine reported that nothing is listening at that address and port. ${capital(side.name)} is down or has moved.`,
    causes: [
      'The service is stopped or restarting',
      'The configured port is wrong',
      'A firewall refuses the connection',
    ],
    cause: (where) => `The connection to ${where} was refused: nothing is listening there. Nothing was sent.`,
    fix: (side) =>
      `Check whether ${side.name} is running at that address. If it is not, wait or tell its team, then send the request again.`,
    who: (side) => side.team,
    retry: 'with-backoff',
  },
  {
    kind: 'reset',
    code: 'connection-reset',
    title: (side) => `${capital(side.name)} closed the connection`,
    meaning: (side) =>
      `The connection to ${side.name} ended before the whole response was received. Whether the request was carried out is not known.`,
    causes: [
      'The service was restarted',
      'A proxy or a firewall in between closed the connection',
      'The service failed while processing the request',
    ],
    cause: (where, view) =>
      `The connection to ${where} was closed before the response was complete. ${carriedOut(view)}`,
    fix: (side) =>
      `Check whether the request took effect, then try once more. If it happens again, tell the team of ${side.name} the time.`,
    who: (side) => side.team,
    retry: 'with-backoff',
  },
  {
    kind: 'timeout',
    code: 'timeout',
    title: (side) => `${capital(side.name)} did not respond in time`,
    meaning: (side) =>
      `${capital(side.name)} accepted the connection or request, but sent no complete response within Claimcheck’s limit.`,
    causes: [
      'The service is overloaded or has stopped responding',
      'A firewall drops the packets silently',
      'The response takes longer than the limit',
    ],
    cause: (where, view) =>
      `No complete response was received from ${where} within the time limit. ${carriedOut(view)}`,
    fix: (side) =>
      `Wait a little, check whether the request took effect, and try again. If it continues, tell the team of ${side.name} the time.`,
    who: (side) => side.team,
    retry: 'with-backoff',
  },
  {
    kind: 'tls',
    code: 'certificate-not-trusted',
    title: (side) => `No secure connection to ${side.name} could be made`,
    titled: (side, view) => {
      if (wrongClock(view) !== undefined) return 'The device’s clock is wrong'
      const problem = knownProblem(view)
      return problem && `No secure connection to ${side.name} could be made: ${problem.split(/[:;]|, or /, 1)[0]}`
    },
    meaning: (side) =>
      `The certificate that ${side.name} presented was not accepted, or there is no common TLS version or cipher. Nothing secret was sent.`,
    causes: [
      'The certificate has expired',
      'The certificate is for another host name',
      'The certificate is self-signed or its issuer is not known here',
      'A proxy in between inspects encrypted traffic',
    ],
    cause: (where, view) => {
      const clock = wrongClock(view)
      return clock === undefined
        ? `The secure connection to ${where} failed: ${certificateProblem(view)}. Nothing was sent.`
        : `The clock of the device is ${durationInWords(clock)} ${clock < 0 ? 'behind' : 'ahead'}. So to it the certificate of ${where} ${clock < 0 ? 'seems not to be valid yet' : 'seems to have expired'}, although it is in order. Nothing was sent.`
    },
    fix: (side, view) =>
      tlsFix(view) ??
      `Have the certificate of ${side.name} renewed or corrected. If a company’s own authority issued it, have the operator add that authority to this machine. Do not turn off certificate verification.`,
    who: (side) => side.team,
    whoElse: (view) => (wrongClock(view) === undefined ? undefined : 'operator'),
    retry: 'after-fix',
  },
  {
    kind: 'proxy',
    code: 'proxy-failed',
    title: (side) => `The proxy on the way to ${side.name} blocked the request`,
    meaning: (side) =>
      `A proxy is between this machine and ${side.name}. It could not be reached, or did not open the connection, so nothing was sent.`,
    causes: [
      'The wrong proxy is configured, or it is down',
      'The proxy requires a user name and a password',
      'The proxy does not allow this URL',
    ],
    cause: (where, view) =>
      `The proxy did not open the connection to ${where}: ${proxyProblem(view)}. Nothing was sent.`,
    fix: () =>
      'Have the operator correct the configured proxy (HTTPS_PROXY), have it allow this URL, or list the host in NO_PROXY if it is reached without a proxy.',
    who: () => 'operator',
    retry: 'after-fix',
  },
  {
    kind: 'too-large',
    code: 'answer-too-large',
    title: (side) => `The response from ${side.name} was too large`,
    meaning: (side) =>
      `Claimcheck reads responses up to a limit. ${capital(side.name)} sent more, and the rest was not read.`,
    causes: ['The request asks for more than fits on one page', 'The URL returns something else, such as a file'],
    cause: (where) => `${capital(where)} sent more than Claimcheck reads. The limit is Claimcheck’s own.`,
    fix: (side) =>
      side.api
        ? 'Request less data: a shorter period, one page or a single item.'
        : 'Check that the configured token endpoint is really a token endpoint.',
    who: (side) => (side.api ? 'caller' : 'operator'),
    retry: 'after-fix',
  },
  {
    kind: 'undecodable',
    code: 'answer-undecodable',
    title: (side) => `The response from ${side.name} is not compressed as declared`,
    meaning: (side) =>
      `The header content-encoding says how a response is compressed. ${capital(side.name)} sent bytes that cannot be decompressed that way.`,
    causes: [
      'A proxy decompressed the body but kept the header, or the reverse',
      'The header is set manually, and the body is not compressed',
    ],
    cause: (where, view) =>
      `${capital(where)} declared ${declared(view)}, but the body is not compressed that way. ${carriedOut(view)}`,
    fix: (side) =>
      `Have the team of ${side.name} send the header content-encoding only with a body compressed that way.`,
    who: (side) => side.team,
    retry: 'after-fix',
  },
  {
    kind: 'malformed',
    code: 'response-malformed',
    title: (side) => `${capital(side.name)} does not speak HTTP`,
    meaning: (side) =>
      `The connection to ${side.name} was open, but the bytes received are not an HTTP response (RFC 9112).`,
    causes: [
      'The port belongs to another service, such as one that expects TLS or does not use HTTP',
      'A proxy or the service sends a malformed response, for example with two lengths',
    ],
    cause: (where, view) =>
      `What was received from ${where} could not be read as an HTTP response. ${carriedOut(view)}`,
    fix: (side) =>
      `Check the port and the scheme in the configured URL of ${side.name}. If they are right, give its team the time and the error code.`,
    who: (side) => side.team,
    retry: 'after-fix',
  },
  {
    kind: 'aborted',
    code: 'request-cancelled',
    title: (side) => `The request to ${side.name} was canceled`,
    meaning: () => 'The request was canceled here before its response was complete.',
    causes: ['Somebody pressed cancel', 'The page was left or the app was stopped'],
    cause: (where, view) => `The request to ${where} was canceled here. ${carriedOut(view)}`,
    fix: () => 'Send it again if you still need it.',
    who: () => 'caller',
    retry: 'after-fix',
    next: { do: 'send-again' },
  },
] as const satisfies readonly Breakdown[]
type BreakdownCode = (typeof breakdowns)[number]['code']

/** Entries for requests that got no complete response. */
export const networkFaults = sides.flatMap((side) => breakdowns.map((breakdown) => entry(side, breakdown)))

/**
 * Whether what is recorded as canceled was ended by the caller’s own side for a reason that it names: a browser that
 * does not pass on a response of another origin, or a library that rejects what it received.
 */
export function isOfCaller(message: string): boolean {
  return message.trim() !== '' && !canceled.test(message)
}

const canceled =
  /abort|cancel|\bclos(?:ed?|ing)\b|interrupt|disconnect|hang ?up|hung up|tim(?:ed?|e) ?-?out|\breset\b|unload|navigat|ERR_NETWORK\b/i

function entry(side: Side, breakdown: Breakdown<BreakdownCode>): Fault<`${Side['id']}-${BreakdownCode}`> {
  return fault({
    code: `${side.id}-${breakdown.code}`,
    title: breakdown.title(side),
    meaning: breakdown.meaning(side),
    causes: breakdown.causes,
    when: ({ failure, step, response }) =>
      failure?.kind === breakdown.kind &&
      (step === 'api') === side.api &&
      !(failure.kind === 'malformed' && wasRead(response)) &&
      !(failure.kind === 'aborted' && isOfCaller(failure.message ?? ''))
        ? { at: ['/failure/kind'], certainty: 'certain', values: null }
        : undefined,
    explain: (_values, view) => ({
      title: breakdown.titled?.(side, view),
      cause: breakdown.cause(addressed(view, side), view),
      fix: breakdown.fix(side, view),
      who: breakdown.whoElse?.(view),
    }),
    who: breakdown.who(side),
    retry: breakdown.retry,
    next: breakdown.next,
    basis: inferred('how the connection ended'),
    example: exampleOf(side, breakdown.kind),
    expected: answers('certain', breakdown.who(side), breakdown.retry, '/failure/kind'),
  })
}

/** Whether a response was read after all: what its reader then calls malformed is something in it. */
function wasRead(response: Call['response']): boolean {
  return response?.status !== undefined
}

function exampleOf(side: Side, kind: FailureKind): Call {
  const call = side.api ? exampleApiCall('/bank-slips', 200) : exampleTokenError(400, 'none')
  return { ...call, response: undefined, failure: { kind } }
}

function addressed(view: CallView, side: Side): string {
  return view.address.origin === '' ? side.name : `${side.name} at ${quoted(view.address.origin)}`
}

function declared(view: CallView): string {
  const header = view.responseHeader('content-encoding')
  return header === undefined ? 'a compression' : `content-encoding: ${header.value}`
}

function carriedOut(view: CallView): string {
  if (view.step === 'token') return 'It may have used up the code.'
  if (view.step === 'refresh') return 'It may have exchanged the refresh token.'
  return /^(GET|HEAD)$/i.test(view.request?.method ?? '')
    ? 'Repeating a read is safe (RFC 9110 §9.2.1).'
    : 'Whether it was carried out is not known.'
}

/** Codes of the TLS libraries, and their fixed words where these come without the code; they are in the failure’s message. */
const certificateProblems: [code: string, problem: string][] = [
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ertificate has expired', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet, or the clock here is wrong'],
  ['ertificate is not yet valid', 'its certificate is not valid yet, or the clock here is wrong'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host name'],
  ["certificate's altnames", 'its certificate is for another host name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed'],
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'its certificate comes from an authority that is not known here: a company’s own, or that of a proxy that inspects encrypted traffic',
  ],
  ['UNABLE_TO_GET_ISSUER_CERT', 'its certificate comes from an authority that is not known here'],
  [
    'UNABLE_TO_GET_LOCAL_ISSUER',
    'its certificate comes from an authority that is not known here, or without the certificates that lead to a known one',
  ],
  ['ALERT_UNKNOWN_CA', 'the server does not know the issuer of the client certificate'],
  ['ALERT_BAD_CERTIFICATE', 'the server does not accept the client certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate comes without the certificates that lead to a known authority'],
  ['CERT_REVOKED', 'its certificate was revoked'],
  ['PACKET_LENGTH_TOO_LONG', 'the server does not speak TLS at that port; the URL may need http instead of https'],
  ['UNSUPPORTED_PROTOCOL', 'the server supports no TLS version that this machine accepts'],
  ['ALERT_PROTOCOL_VERSION', 'the server accepts no TLS version that this machine supports'],
  ['WRONG_VERSION_NUMBER', 'the server does not speak TLS at that port; the URL may need http instead of https'],
  ['CERTIFICATE_REQUIRED', 'the server requires a client certificate, and none was sent'],
  ['HANDSHAKE_FAILURE', 'there is no common TLS version or cipher, or a client certificate is required'],
]

function knownProblem(view: CallView): string | undefined {
  // OpenSSL writes its reasons in words, Node and others as codes.
  const message = spelled(view.failure?.message ?? '')
  return certificateProblems.find(([code]) => message.includes(spelled(code)))?.[1]
}

function certificateProblem(view: CallView): string {
  return (
    knownProblem(view) ??
    'its certificate was not accepted, there is no common TLS version or cipher, or it requires a client certificate'
  )
}

function spelled(text: string): string {
  return text.toUpperCase().replaceAll(' ', '_')
}

/** What the proxy said of itself; the failure's message is its status, or the code of a connection that failed. */
function proxyProblem(view: CallView): string {
  const message = view.failure?.message ?? ''
  const [, status] =
    /^status (\d{3})$|\b(?:response|HTTP code|status)[ :]{1,2}(\d{3})\b/.exec(message)?.filter(Boolean) ?? []
  if (status === '407') return 'it requires a user name and a password, or rejects those it was given'
  if (status !== undefined) return `it responded with status ${status}`
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(message)) return 'it does not speak TLS'
  return 'it could not be reached'
}

/** What to do where the problem is known and is none of the certificate's own. */
/** Seconds by which the device’s clock is off, where that is more than certificates are issued ahead and explains the failure. */
function wrongClock(view: CallView): number | undefined {
  const skew = view.call.flow?.tabClockSkewSeconds ?? 0
  const said = view.failure?.message ?? ''
  const fits = skew < 0 ? /not (?:yet )?valid|not_yet_valid/i.test(said) : /expired/i.test(said)
  return Math.abs(skew) > 86_400 && fits ? skew : undefined
}

function tlsFix(view: CallView): string | undefined {
  if (wrongClock(view) !== undefined)
    return 'Set the clock of the device (NTP), and replace the battery of its clock if it loses the time at each start. Then send the request again.'
  const problem = certificateProblem(view)
  if (problem.includes('another host name'))
    return 'Compare the host name in the URL with those in the certificate. Either the URL contains a typo or is outdated, or the certificate must be issued for this name too. Do not turn off certificate verification.'
  if (problem.startsWith('the server requires'))
    return 'Configure the certificate and key of this client in the app that sends the request; in Claimcheck, certificate_file and key_file of the client for the token endpoint. API calls send none.'
  if (problem.startsWith('the server does not speak TLS'))
    return 'Correct the port in the configured URL, or use http where the service runs on this machine.'
  if (problem.includes('TLS version')) return 'Ask the operator of the server to enable TLS 1.2 or newer.'
  if (problem.includes('not known here'))
    return 'Find out who issued the certificate. If it is a proxy of the company or its own authority, have the operator add that authority to this machine (for Node NODE_EXTRA_CA_CERTS). Do not turn off certificate verification.'
  return undefined
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
