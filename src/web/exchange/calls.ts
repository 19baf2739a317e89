import { queryOptions } from '@tanstack/react-query'
import { type CallRequest, callsPath } from '#contract/calls.ts'
import type { Exchange } from '#contract/exchange.ts'
import { bff } from '../bff.ts'
import { queryClient } from '../queries.ts'

/** The last answer of an operation, kept while the session lasts; filled by `sendCall` alone. */
export const answerQuery = (operation: string) =>
  queryOptions<Exchange | null>({
    queryKey: ['answer', operation],
    queryFn: () => null,
    enabled: false,
    initialData: null,
  })

/** Has the BFF make a call and keeps the recorded exchange as the operation's last answer. */
export async function sendCall(operation: string, request: CallRequest, signal: AbortSignal): Promise<Exchange> {
  const answer = await bff<Exchange>('POST', callsPath, request, signal)
  queryClient.setQueryData(answerQuery(operation).queryKey, answer)
  return answer
}

/** Forgets every answer: they belong to the session that is over. */
export function forgetAnswers(): void {
  queryClient.removeQueries({ queryKey: ['answer'] })
}
