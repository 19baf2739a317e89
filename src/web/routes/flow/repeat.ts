import type { CallRequest } from '#contract/calls.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { Session } from '#contract/session.ts'
import type { Operation } from '#knowledge/protocol/apis.ts'
import type { Environment } from '#knowledge/protocol/call.ts'
import { matchOperation } from '#knowledge/protocol/match-operation.ts'
import { operationPath, usualPathPrefix } from '#knowledge/protocol/operation-path.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { parseAddress } from '#knowledge/text/address.ts'
import { methods } from '../calls/draft.ts'

/** What the BFF or its client sets, what belongs to another program's connection, and what opens something. */
const ownHeaders =
  /^(?:authorization|accept-encoding|connection|content-length|cookie|host|origin|proxy-.*|referer|sec-.*|user-agent)$/

/** Which ways of sending a message again are offered, and why not the others. */
export interface Again {
  repeat: boolean
  edit: boolean
  why?: string
}

/**
 * Whether a call can be sent again from here; undefined for a message that is no call. One from a file may have gone to
 * an environment that is not known here.
 */
export function againFrom({ exchange, call }: FlowMessage, session: Session): Again | undefined {
  const { step, request, shortened } = exchange
  if (step !== 'api') return undefined
  const never = (why: string) => ({ repeat: false, edit: false, why })
  if (methodOf(request.method) === undefined)
    return never(`It cannot be repeated: Claimcheck sends ${methods.join(', ')} only.`)
  if (operationPath(request.url, call.environment) === undefined) {
    const prefix = call.environment?.pathPrefix ?? usualPathPrefix
    return never(`It cannot be repeated: Claimcheck sends requests under ${prefix}/ only.`)
  }
  if (shortened?.includes('request')) return never('It cannot be repeated: its body was too long to keep.')
  if (session.state !== 'signed-in') return never('Sign in to repeat it.')
  if (!call.environment)
    return { repeat: false, edit: true, why: 'No configured environment has this URL. Choose a gateway to send it to.' }
  return { repeat: true, edit: true }
}

const methodOf = (method: string) => methods.find((one) => one === method)

/**
 * The same call once more, with whatever token the session has now.
 *
 * @param environment id of the one that it goes to
 * @param from the one that it went to, where that is known
 */
export function repeatRequest({ request }: Exchange, environment: string, from?: Gateway): CallRequest {
  const { query } = parseAddress(request.url)
  const headers = Object.entries(request.headers).filter(([name]) => !ownHeaders.test(name))
  return {
    environment,
    method: methodOf(request.method),
    path: pathOf(request.url, from).slice(1),
    query: query.length > 0 ? query : undefined,
    headers: Object.fromEntries(headers),
    body: bodyOf(request),
  }
}

/** The body that is sent again. */
export function bodyOf({ form, body }: Exchange['request']): string | undefined {
  return body ?? (form && new URLSearchParams(form).toString())
}

/**
 * Name under which the Calls screen keeps the response, and its address with the call's parameters filled in.
 *
 * @param known the operations that the Calls screen has
 * @param environment id of the one that it is to go to; left out, the Calls screen takes the session's own
 * @param from the one that it went to, where that is known
 */
export function draftOf(
  { request }: { request: Pick<Exchange['request'], 'method' | 'url'> },
  known: readonly Operation[],
  environment?: string,
  from?: Gateway,
): { operation: string; address: string } {
  const path = pathOf(request.url, from)
  const { query } = parseAddress(request.url)
  const found = matchOperation(request.method, path, known)
  const values = found && decodedValues(found.values)
  const takesQuery = (name: string) =>
    found?.operation.parameters.some((one) => one.in === 'query' && one.name === name)
  const gateway: [string, string][] = environment === undefined ? [] : [['environment', environment]]
  if (found && values && query.every(([name]) => takesQuery(name)) && unique(query)) {
    const fields = new URLSearchParams([...gateway, ...values, ...query])
    return { operation: found.operation.id, address: `/calls/${found.operation.id}?${fields}` }
  }
  const written = request.url.includes('?') ? `?${request.url.split('?')[1]}` : ''
  const fields = new URLSearchParams([...gateway, ['method', request.method], ['path', path.slice(1) + written]])
  return { operation: 'path', address: `/calls/path?${fields}` }
}

/** Values of the path as a form holds them; undefined where one is not percent-encoded as it should be. */
function decodedValues(values: Record<string, string>): [string, string][] | undefined {
  try {
    return Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)])
  } catch {
    return undefined
  }
}

type Gateway = Pick<Environment, 'baseUrl' | 'pathPrefix'>

function pathOf(url: string, from: Gateway | undefined): string {
  return operationPath(url, from) ?? parseAddress(url).path
}

function unique(query: [string, string][]): boolean {
  return new Set(query.map(([name]) => name)).size === query.length
}
