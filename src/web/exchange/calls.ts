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

/** Forgets every answer: they belong to the session that is over. */
export function forgetAnswers(): void {
  queryClient.removeQueries({ queryKey: ['answer'] })
}
