import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Operation } from '#knowledge/protocol/apis.ts'
import { answerQuery } from '../../exchange/calls.ts'
import { useCurrentName } from '../../session/current-session.ts'
import { type Walk, walksByName, walksOfList } from './walks.ts'

/** Where a value of a response leads: to the read of the thing that goes by it, here or in a list that was read before. */
export function useWalks(operations: Operation[], operation: Operation | undefined, body: string): Map<string, Walk[]> {
  const client = useQueryClient()
  const session = useCurrentName() ?? ''
  return useMemo(() => {
    const known = operations
      .filter(({ id }) => id !== operation?.id)
      .flatMap((list) => [
        ...walksOfList(
          list,
          client.getQueryData(answerQuery(session, list.id).queryKey)?.exchange.response?.body,
          operations,
        ),
      ])
    const all = [
      ...known,
      ...walksByName(body, operations),
      ...(operation ? walksOfList(operation, body, operations) : []),
    ]
    // What is shown leads nowhere by its own id.
    const elsewhere = all.map(([value, walks]): [string, Walk[]] => [
      value,
      walks.filter(({ address }) => !operation || !address.startsWith(`/calls/${operation.id}?`)),
    ])
    return new Map(elsewhere.filter(([, walks]) => walks.length > 0))
  }, [operations, operation, body, client, session])
}
