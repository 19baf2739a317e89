import type { CallRequest } from '#contract/calls.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { Operation } from '#knowledge/service/apis.ts'
import { matchOperation } from '#knowledge/service/match-operation.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { parseAddress } from '#knowledge/text/address.ts'

/** Headers that the BFF adds itself. */
const ownHeaders = new Set(['authorization', 'accept-encoding'])

/** Whether a message can be made again: an API call whose body is still whole. */
export const isRepeatable = ({ exchange: { step, shortened } }: FlowMessage): boolean =>
  step === 'api' && !shortened?.includes('request')

/** The same call once more, with whatever token the session has now. */
export function repeatRequest({ environment, request }: Exchange): CallRequest {
  const { query } = parseAddress(request.url)
  const headers = Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name))
  return {
    environment,
    method: request.method as CallRequest['method'],
    path: pathBelowVersion(request.url).slice(1),
    query: query.length > 0 ? query : undefined,
    headers: Object.fromEntries(headers),
    body: request.body,
  }
}

/** Name under which the Calls screen keeps the answer, and its address with the call's parameters filled in. */
export function draftOf(
  { environment, request }: Exchange,
  added: readonly Operation[],
): { operation: string; address: string } {
  const path = pathBelowVersion(request.url)
  const { query } = parseAddress(request.url)
  const found = matchOperation(request.method, path, added)
  const takesQuery = (name: string) =>
    found?.operation.parameters.some((one) => one.in === 'query' && one.name === name)
  if (found && query.every(([name]) => takesQuery(name)) && unique(query)) {
    const values = Object.entries(found.values).map(([name, value]) => [name, decodeURIComponent(value)])
    const fields = new URLSearchParams([['environment', environment], ...values, ...query])
    return { operation: found.operation.id, address: `/calls/${found.operation.id}?${fields}` }
  }
  const written = request.url.includes('?') ? `?${request.url.split('?')[1]}` : ''
  const fields = new URLSearchParams({ environment, method: request.method, path: path.slice(1) + written })
  return { operation: 'path', address: `/calls/path?${fields}` }
}

function pathBelowVersion(url: string): string {
  return parseAddress(url).path.replace(/^.*?\/v1(?=\/)/, '')
}

function unique(query: [string, string][]): boolean {
  return new Set(query.map(([name]) => name)).size === query.length
}
