import type { Call } from '../../protocol/call.ts'
import { parseAddress } from '../../text/address.ts'
import { hostOf } from '../../text/hosts.ts'
import { folded } from '../facts/folded.ts'
import { refusalInRedirect } from '../refusal-in-redirect.ts'
import type { Message, Parameter, Trace } from './message.ts'
import { messagesIn } from './messages-in-text.ts'

/**
 * The messages of a call: those of its text, and the authorization request that the session knows of.
 *
 * @param text the call as it goes over the wire
 */
export function traceOfCall(call: Call, text: string): Trace {
  const { flow = {}, environment, others = [] } = call
  const words = folded(spoken(call))
  const places = [...(environment ? [environment] : []), ...others].filter(({ foreign }) => !foreign)
  const trace = { ...messagesIn(text), words: () => words, places }
  const known = {
    client_id: flow.clientId,
    redirect_uri: flow.redirectUri,
    scope: flow.requestedScopes?.join(' '),
    state: flow.state,
  }
  const parameters = new Map<string, Parameter>(
    Object.entries(known).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, { written: name, value, sent: true }] as const],
    ),
  )
  if (parameters.size === 0 || trace.messages.some(({ kind }) => kind === 'authorization-request')) return trace
  return {
    ...trace,
    messages: [asked(parameters, environment?.authorizationUrl ?? environment?.authUrl), ...trace.messages],
  }
}

/**
 * What is said in a call: its address, its status and the words of the response. Scopes, claims and headers name webhooks
 * or debits in every call, whatever it is about.
 */
function spoken({ request, response, failure }: Call): string {
  const parts = [
    request && `${request.method} ${request.url}`,
    response?.status,
    response?.body,
    ...refusalInRedirect(response),
    failure?.message,
  ]
  return parts.filter((part) => part !== undefined).join('\n')
}

/** The request that began the sign-in, which went well: a redirect came back. */
function asked(parameters: Message['parameters'], address = ''): Message {
  const { origin } = parseAddress(address)
  return {
    kind: 'authorization-request',
    at: -1,
    host: hostOf(origin),
    path: '',
    parameters,
    inQuery: false,
    whole: false,
    json: false,
    headers: new Map(),
    answer: { at: -1, status: 200 },
  }
}
