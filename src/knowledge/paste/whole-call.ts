import { failingMessage } from '../diagnose/trace/broken-rule.ts'
import { isPlaceholder } from '../diagnose/trace/credentials.ts'
import { type Message, type Trace, valueIn } from '../diagnose/trace/message.ts'
import { isVariable } from '../diagnose/trace/messages-in-text.ts'
import { bearerField } from '../diagnose/trace/program-values.ts'
import { scopesInText } from '../diagnose/trace/scopes-in-text.ts'
import { sentTokenOf } from '../diagnose/trace/sent-token.ts'
import { signedOutBefore } from '../diagnose/trace/signed-out.ts'
import type { Call, Flow } from '../protocol/call.ts'
import { findJson } from '../text/json-in-text.ts'
import type { Candidate } from './candidate.ts'
import { candidateOf } from './from-message.ts'

/**
 * The request of a text that failed as a recorded call: its own parts, whatever syntax they are in, and what the rest of
 * the text shows of the sign-in, the token and the program behind it. Undefined where no message failed.
 */
export function wholeCall(trace: Trace): Candidate | undefined {
  const failing = failingMessage(trace.messages)
  if (failing?.answer === undefined) return undefined
  const candidate = failing.kind === 'callback' ? redirected(failing, trace) : candidateOf(failing)
  const token = failing.kind === 'api-request' ? sentTokenOf(failing, trace) : undefined
  return {
    ...candidate,
    request: candidate.request && withShownParts(candidate.request, failing),
    response: withBody(candidate.response, failing, trace.text),
    token: token && { header: token.header, claims: token.claims },
    flow: flowIn(failing, trace),
  }
}

/** A redirect with an error answers the authorization request, which may be shown elsewhere. */
function redirected(callback: Message, { messages }: Trace): Candidate {
  const asked = messages.findLast(({ kind }) => kind === 'authorization-request')
  const { response, ...own } = candidateOf(callback)
  return { ...own, request: asked && candidateOf(asked).request, response }
}

/**
 * A request with what the text shows of it: a form that is named in part lacks nothing, and what a program has behind
 * Bearer is a variable, in whose place a value was sent.
 */
function withShownParts(shown: NonNullable<Candidate['request']>, { bearer, whole }: Message): Candidate['request'] {
  const request = whole ? shown : { ...shown, form: undefined }
  if (bearer === undefined || !(isVariable(bearer) || isPlaceholder(bearer))) return request
  return { ...request, headers: { ...request.headers, authorization: 'Bearer fp:left-out' } }
}

/** The response with the whole of the body that the text has with its code. */
function withBody(response: Call['response'], { answer }: Message, text: string): Call['response'] {
  const code = answer?.code
  if (response === undefined || code === undefined || response.headers?.location !== undefined) return response
  const whole = findJson(text).find(({ start, end }) => text.slice(start, end).includes(code))
  return whole === undefined ? response : { ...response, body: text.slice(whole.start, whole.end) }
}

function flowIn(failing: Message, trace: Trace): Flow | undefined {
  const { requested, granted } = scopesInText(trace)
  const asked = trace.messages.find(({ kind }) => kind === 'authorization-request')
  const field = failing.kind === 'api-request' ? bearerField(trace.text)?.field : undefined
  const flow: Flow = {
    clientId: asked && valueIn(asked, 'client_id'),
    redirectUri: asked && valueIn(asked, 'redirect_uri'),
    requestedScopes: requested,
    grantedScope: granted?.join(' '),
    signedOut: signedOutBefore(failing, trace) || undefined,
    bearerField: field === 'refresh_token' ? field : undefined,
  }
  return Object.values(flow).some((one) => one !== undefined) ? flow : undefined
}
