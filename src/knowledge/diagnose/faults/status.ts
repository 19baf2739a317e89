import { inferred, standard } from '../../protocol/basis.ts'
import { durationInWords } from '../../text/duration.ts'
import { closed, quoted } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import type { ErrorName } from '../error-names.ts'
import { answers, type Fault, fault } from '../fault.ts'

import { exampleApiCall, exampleNow, gatewayBody } from './example-parts.ts'
import { codeAt } from './find-code.ts'
import { retryAfterSeconds } from './gateway.ts'
import { isOfCaller } from './network.ts'
import { meantStatus } from './page-status.ts'
import { type StatusRow, statusRows } from './status-rows.ts'

/** The entries of last resort: what is known of a code or a status, and what to collect. Used when nothing else fits. */
export const lastResorts = [
  fault({
    code: 'gateway-fault',
    title: 'The gateway rejected the call',
    meaning: 'The gateway returned a fault code that is not listed here.',
    causes: ['A policy of the gateway was not met', 'The gateway is misconfigured'],
    when: ({ gatewayFault }) =>
      gatewayFault && { at: [gatewayFault.at], certainty: 'possible', values: { code: gatewayFault.code } },
    explain: ({ code }, view) => ({
      cause: `The gateway returned ${quoted(code)}${view.status === undefined ? '' : ` with status ${view.status}`}${said(view)}.`,
      fix: collect('the API team'),
    }),
    who: 'api-team',
    retry: 'after-fix',
    basis: inferred('the response’s own fault code', 'the list of codes is not described (§7.3)'),
    example: exampleApiCall('/bank-slips', 500, { body: gatewayBody('steps.custom.SomethingOfTheirOwn') }),
    expected: answers('possible', 'api-team', 'after-fix', '/response/body'),
  }),
  fault({
    code: 'error-code-unknown',
    title: 'Unknown error in the response',
    meaning: 'The response has its own error code, which no standard known here explains.',
    causes: ['A rule of the service’s own', 'An extension of OAuth 2.0 that is not used elsewhere'],
    when: ({ oauthError, step, status, refusedDespiteSuccess }) =>
      oauthError !== undefined &&
      !namedRows.has(oauthError.means) &&
      !(refusedDespiteSuccess && oauthError.means !== undefined) &&
      (step !== 'api' || status === undefined || status < 300)
        ? { at: [oauthError.at], certainty: 'possible', values: { code: oauthError.code } }
        : undefined,
    explain: ({ code }, view) => ({
      cause: `The response contains ${code === '' ? 'no error code in its error field' : `the error ${quoted(code)}`}${view.status === undefined ? '' : ` with status ${view.status}`}${said(view)}.${code === '' ? '' : ' No standard known here defines it.'}`,
      fix: collect(`the ${view.step === 'api' ? 'API' : 'identity'} team`),
      who: view.step === 'api' ? 'api-team' : 'identity-team',
    }),
    who: 'identity-team',
    retry: 'after-fix',
    basis: inferred('the response’s own error code', 'the list of codes is not described (§7.1)'),
    example: { at: exampleNow, step: 'token', response: { status: 400, body: '{"error":"something_of_their_own"}' } },
    expected: answers('possible', 'identity-team', 'after-fix', '/response/body'),
  }),
  ...statusRows.map((row) => statusFault(row)),
  fault({
    code: 'refused-with-success',
    title: 'The body reports an error despite status 200',
    meaning:
      'The response has a status of success, but its body reports a failure. GraphQL servers and some other APIs respond to every request with 200.',
    causes: ['The API reports every error in the body', 'A gateway or wrapper replaced the status of the error'],
    when: ({ refusedDespiteSuccess }) =>
      refusedDespiteSuccess ? { at: ['/response/body'], certainty: 'possible', values: {} } : undefined,
    explain: (_, view) => ({
      cause: `The response was ${view.call.response?.status}, and its body reports a failure${view.oauthError === undefined ? '' : `, ${quoted(view.oauthError.code)}`}${said(view)}.`,
      fix: `Check the body for errors, not only the status. ${collect(view.step === 'api' ? 'the API team' : 'the identity team')}`,
      who: view.step === 'api' ? 'api-team' : 'identity-team',
    }),
    who: 'api-team',
    retry: 'after-fix',
    basis: inferred('the response’s own body', 'the bodies of business errors are not described (§7.3)'),
    example: exampleApiCall('/bank-slips', 200, {
      body: '{"success":false,"message":"The request cannot be handled"}',
    }),
    expected: answers('possible', 'api-team', 'after-fix', '/response/body'),
  }),
  fault({
    code: 'status-unknown',
    title: 'The response has a status that says little',
    meaning:
      'The status is not one that the standard describes. Its first digit shows where the fault is: 4 for the request, 5 for the server.',
    causes: ['A proxy or a service with its own statuses'],
    when: ({ status }) =>
      status !== undefined && (status >= 400 || status < 100)
        ? { at: ['/response/status'], certainty: 'possible', values: { status } }
        : undefined,
    explain: ({ status }, view) => ({
      cause: `The response was ${status}${said(view)}. ${status >= 500 ? 'Its first digit means that the server failed.' : status >= 400 ? 'Its first digit means that the request is wrong.' : 'That is not an HTTP status.'}`,
      fix: collect('the team that runs the service'),
      who: status < 500 ? 'caller' : view.step === 'api' ? 'api-team' : 'identity-team',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 9110 §15'),
    example: exampleApiCall('/bank-slips', 499),
    expected: answers('possible', 'caller', 'after-fix', '/response/status'),
  }),
  fault({
    code: 'stopped-by-application',
    title: 'Your app rejected what it received',
    meaning:
      'The request was not canceled by a person: your app or its library ended it, and gives a reason in its own words.',
    causes: ['A check of the library failed', 'A setting of your app differs from what the service sends'],
    when: ({ failure, status = 200 }) =>
      failure?.kind === 'aborted' && status < 400 && isOfCaller(failure.message ?? '')
        ? { at: ['/failure/message'], certainty: 'possible', values: { message: failure.message } }
        : undefined,
    explain: ({ message }) => ({
      cause: `Your app stopped with ${closed(quoted(message, 300))} The service did not reject the request.`,
      fix: 'Compare the values that the message names with your app’s settings. If that does not help, look in your app’s log for the value that it expected.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the message of your app'),
    example: {
      ...exampleApiCall('/bank-slips', 200),
      failure: { kind: 'aborted', message: 'the response has no field of this name' },
    },
    expected: answers('possible', 'caller', 'after-fix', '/failure/message'),
  }),
  fault({
    code: 'nothing-to-judge-by',
    title: 'No response to explain',
    meaning: 'There is no status, body or connection error, so the cause cannot be determined.',
    causes: ['The request was not finished', 'Only part of the exchange was provided'],
    when: ({ status, body, failure, redirect }) =>
      status === undefined && body.kind === 'unknown' && failure === undefined && redirect === undefined
        ? { at: [], certainty: 'possible', values: null }
        : undefined,
    explain: () => ({
      cause: 'The call has no status, body or connection error.',
      fix: collect('the person investigating it'),
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the absence of any response'),
    example: { at: exampleNow, step: 'api' },
    expected: answers('possible', 'caller', 'after-fix'),
  }),
]

function statusFault<const Code extends string>([
  status,
  code,
  title,
  meaning,
  causes,
  fix,
  who,
  retry,
  section,
  name,
]: StatusRow<Code>): Fault<Code> {
  return fault({
    code,
    title,
    meaning,
    causes,
    aliases: [String(status)],
    when: (view) => {
      const fits = meantStatus(view) === status
      // A plain code of an API may be of what it deals in, unless the status says the same.
      const itsOwn = fits || view.status === undefined || view.step !== 'api' || view.errorCode?.fromMessage
      if (name !== undefined && view.means(name) && itsOwn)
        return { at: [codeAt(view), '/response/status'], certainty: 'certain', values: null }
      return fits ? { at: ['/response/status'], certainty: 'possible', values: null } : undefined
    },
    explain: (_values, view) => {
      const wait = retryAfterSeconds(view)
      const identity = who === 'api-team' && view.step !== 'api'
      return {
        cause: `${view.status === undefined ? 'The request was rejected' : `${asked(view)} returned ${view.status}`}${said(view)}. ${meaning}`,
        fix: `${fix}${wait === undefined ? '' : ` The response asks you to wait ${durationInWords(wait)}.`} ${collect('the team that runs the service')}`,
        who: identity ? 'identity-team' : who,
        retry:
          wait !== undefined && status >= 500
            ? 'honour-retry-after'
            : retry === 'honour-retry-after'
              ? 'with-backoff'
              : retry,
      }
    },
    who,
    retry,
    basis: standard(section.startsWith('§') ? `RFC 9110 ${section}` : section),
    example: exampleOf(status),
    // Without a Retry-After there is no time to wait for.
    expected: answers('possible', who, retry === 'honour-retry-after' ? 'with-backoff' : retry, '/response/status'),
  })
}

/** What rows know by a name beside their status. */
const namedRows: ReadonlySet<ErrorName | undefined> = new Set(
  statusRows.map(([, , , , , , , , , name]) => name).filter(Boolean),
)

function exampleOf(status: number) {
  const call = exampleApiCall('/webhooks', status, { claims: { scope: 'webhooks' } })
  if (status === 404) return { ...call, request: undefined }
  return status === 405 ? { ...call, step: 'authorize' as const } : call
}

function asked(view: CallView): string {
  return view.address.path === ''
    ? 'The request'
    : `${quoted(`${view.request?.method ?? ''} ${view.address.path}`.trim())}`
}

/** The other side’s own words, as such: they are shown, not reasoned from here. */
function said(view: CallView): string {
  const { said: text, body } = view
  if (body.kind === 'html') return ', with an HTML page that a proxy in between may have sent'
  return text === undefined ? '' : `, saying ${quoted(text, 300)}`
}

function collect(recipient: string): string {
  return `Send ${recipient} the time (with time zone), URL, method, status, body and request ID. Leave out the token.`
}
