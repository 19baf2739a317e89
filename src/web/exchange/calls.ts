import { queryOptions } from '@tanstack/react-query'
import { type CallRequest, callsPath } from '#contract/calls.ts'
import type { Exchange } from '#contract/exchange.ts'
import { parseJson } from '#knowledge/text/json.ts'
import { bff } from '../bff.ts'
import { queryClient } from '../queries.ts'

/** A recorded exchange, with the request that was asked for. */
export interface Answered {
  request: CallRequest
  exchange: Exchange
}

/** The last answer that a session got of an operation, kept while it lasts; filled by `sendCall` alone. */
export const answerQuery = (session: string, operation: string) =>
  queryOptions<Answered | null>({
    queryKey: ['answer', session, operation],
    queryFn: () => null,
    enabled: false,
    initialData: null,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Has the BFF make a call with a session's token, and keeps the recorded exchange as its last answer of the operation. */
export async function sendCall(
  session: string,
  operation: string,
  request: CallRequest,
  signal: AbortSignal,
): Promise<Exchange> {
  const exchange = await bff<Exchange>('POST', callsPath, request, { session, signal })
  const answered: Answered = { request, exchange }
  queryClient.setQueryData(answerQuery(session, operation).queryKey, answered)
  return exchange
}

/**
 * What was typed on a call form and not kept in the address. It lives in memory, while the session lasts, and in the
 * storage of this tab only while it is away at the identity service.
 */
export interface TypedCall {
  /** The query of the address that the form's fields are in. */
  search: string
  body: string
  headers: string
}

const keptKey = 'claimcheck.typed'

/** By session, then by operation; the one whose form was open last is the last. */
const typed = new Map<string, Map<string, TypedCall>>()

/** Takes back what was kept on the way over the identity service. */
export function takeTypedBack(): void {
  const text = sessionStorage.getItem(keptKey)
  if (text === null) return
  sessionStorage.removeItem(keptKey)
  const kept = parseJson(text) as [string, [string, TypedCall][]][]
  for (const [session, calls] of kept) typed.set(session, new Map(calls))
}

/** Keeps what was typed on the way over the identity service, for this tab; the page takes it out when it is back. */
export function keepTypedOnTheWay(): void {
  sessionStorage.setItem(keptKey, JSON.stringify([...typed].map(([session, calls]) => [session, [...calls]])))
}

export const typedCall = (session: string, operation: string): TypedCall | undefined =>
  typed.get(session)?.get(operation)

export function keepTypedCall(session: string, operation: string, call: TypedCall): void {
  const calls = typed.get(session) ?? new Map<string, TypedCall>()
  calls.delete(operation)
  typed.set(session, calls.set(operation, call))
}

/** The operation whose form a session had open last. */
export const lastOperation = (session: string): string | undefined => [...(typed.get(session)?.keys() ?? [])].at(-1)

/** Forgets every answer and everything typed in a session that is over. */
export function forgetAnswers(session: string): void {
  queryClient.removeQueries({ queryKey: ['answer', session] })
  typed.delete(session)
}
