import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Exchange } from '#contract/exchange.ts'
import type { Messages } from '#contract/messages.ts'
import { messagesQuery, queryClient, sessionsQuery } from '../queries.ts'
import { afterSignOut, readMessages, useHeldSessions } from './session.ts'

/** Whose each recorded message is: the name of the session, by the message's id. */
export type Owners = ReadonlyMap<string, string>

/** Reads again what was recorded for all the sessions of this browser; where there is none, its refused sign-ins. */
export async function readAllMessages(): Promise<void> {
  await afterSignOut()
  const held = await queryClient.ensureQueryData(sessionsQuery)
  await Promise.all(namesOf(held).map((name) => readMessages(name || undefined)))
}

/** What was recorded for all the sessions of this browser, in the order of sending. */
export function useAllMessages(): { messages: Exchange[]; owners: Owners } {
  const names = namesOf(useHeldSessions())
  const key = names.join(' ')
  return useQueries({
    queries: names.map((name) => messagesQuery(name || undefined)),
    combine: useCallback((results: UseQueryResult<Messages>[]) => joined(key.split(' '), results), [key]),
  })
}

function joined(names: string[], results: Pick<UseQueryResult<Messages>, 'data'>[]) {
  const owners = new Map<string, string>()
  // A sign-in that was refused is told with each session that it came after, and belongs to none.
  const messages = new Map<string, Exchange>()
  for (const [at, { data }] of results.entries())
    for (const exchange of data?.messages ?? []) {
      if (!data?.refused.includes(exchange.id)) owners.set(exchange.id, names[at] ?? '')
      messages.set(exchange.id, exchange)
    }
  return { messages: [...messages.values()].sort((one, other) => one.startedAt - other.startedAt), owners }
}

const namesOf = (held: { name: string }[]): string[] => (held.length === 0 ? [''] : held.map(({ name }) => name))
