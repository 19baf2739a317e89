import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { Session } from '#contract/session.ts'
import { describeMessages, type FlowMessage } from '#knowledge/share/flow-messages.ts'
import { keysQuery, queryClient } from '../queries.ts'
import { callOf } from './recorded-call.ts'

/** Describes exchanges with what the page knows beside them; published keys as far as they were fetched. */
export function describeFlow(exchanges: Exchange[], known: { config: Config; session: Session }): FlowMessage[] {
  return describeMessages(exchanges, (exchange) =>
    callOf(exchange, { ...known, keys: queryClient.getQueryData(keysQuery(exchange.environment).queryKey) }),
  )
}
