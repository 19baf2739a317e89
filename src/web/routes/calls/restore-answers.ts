import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { HeldSession } from '#contract/session.ts'
import { type Answered, answerQuery } from '../../exchange/calls.ts'
import { knownOperations } from '../../exchange/operations.ts'
import { messagesQuery, queryClient } from '../../queries.ts'
import { bodyOf, draftOf } from '../flow/repeat.ts'
import { asRequest, readDraft } from './draft.ts'

/**
 * Has each of the sessions stand with the last answer that it got of each operation: the way over the identity service,
 * on which another person signs in, leaves nothing in the memory of the page. What is there already stays.
 */
export async function restoreAnswers(sessions: HeldSession[], config: Config): Promise<void> {
  await Promise.all(
    sessions.map(async (session) => {
      const recorded = await queryClient.ensureQueryData(messagesQuery(session.name)).catch(() => undefined)
      for (const exchange of recorded?.messages.toReversed() ?? []) {
        if (exchange.step !== 'api') continue
        const { operation, answered } = answerOf(exchange, session, config)
        queryClient.setQueryData(answerQuery(session.name, operation).queryKey, (known) => known ?? answered)
      }
    }),
  )
}

/** A recorded exchange as the form of its operation would have asked for it. */
function answerOf(exchange: Exchange, session: HeldSession, config: Config): { operation: string; answered: Answered } {
  const environment = config.environments.find(({ id }) => id === exchange.environment)
  const { operation: id, address } = draftOf(exchange, knownOperations(config), exchange.environment, environment)
  const operation = knownOperations(config).find((one) => one.id === id)
  const draft = readDraft(operation, new URL(address, location.origin).searchParams, session)
  const request = asRequest(operation, draft, bodyOf(exchange.request) ?? '', '', environment?.pathPrefix)
  return { operation: id, answered: { request, exchange } }
}
