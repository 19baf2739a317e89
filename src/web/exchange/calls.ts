import { queryOptions } from '@tanstack/react-query'
import { type CallRequest, callsPath } from '#contract/calls.ts'
import type { Exchange } from '#contract/exchange.ts'
import { bff } from '../bff.ts'
import { queryClient } from '../queries.ts'

/** A recorded exchange, with the request that was asked for. */
export interface Answered {
  request: CallRequest
  exchange: Exchange
}

/** The last answer of an operation, kept while the session lasts; filled by `sendCall` alone. */
export const answerQuery = (operation: string) =>
  queryOptions<Answered | null>({
    queryKey: ['answer', operation],
    queryFn: () => null,
    enabled: false,
    initialData: null,
  })

/** Has the BFF make a call and keeps the recorded exchange as the operation's last answer. */
export async function sendCall(operation: string, request: CallRequest, signal: AbortSignal): Promise<Exchange> {
  const exchange = await bff<Exchange>('POST', callsPath, request, signal)
  const answered: Answered = { request, exchange }
  queryClient.setQueryData(answerQuery(operation).queryKey, answered)
  return exchange
}

/** What was typed on a call form and not kept in the address; it lives in memory, while the session lasts. */
export interface TypedCall {
  /** The query of the address that the form's fields stand in. */
  search: string
  body: string
  headers: string
}

const typed = new Map<string, TypedCall>()
let lastOpened: string | undefined

export const typedCall = (operation: string): TypedCall | undefined => typed.get(operation)

export function keepTypedCall(operation: string, call: TypedCall): void {
  typed.set(operation, call)
  lastOpened = operation
}

/** The operation whose form was open last. */
export const lastOperation = (): string | undefined => lastOpened

/** Forgets every answer and everything typed: they belong to the session that is over. */
export function forgetAnswers(): void {
  queryClient.removeQueries({ queryKey: ['answer'] })
  typed.clear()
  lastOpened = undefined
}
