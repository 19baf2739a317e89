import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Operation } from '#knowledge/protocol/apis.ts'
import { answerQuery } from '../../exchange/calls.ts'
import { knownOperations } from '../../exchange/operations.ts'
import { configQuery } from '../../queries.ts'
import { useCurrentName } from '../../session/current-session.ts'
import { listInAnswer } from './list-in-answer.ts'

/** Values for a path parameter that an earlier answer showed: the ids of the list above it in the path. */
export function useKnownValues(operation: Operation | undefined): { parameter: string; values: string[] } | undefined {
  const { data: config } = useSuspenseQuery(configQuery)
  const found = operation && listAbove(operation, knownOperations(config))
  const { data: answer } = useQuery(answerQuery(useCurrentName() ?? '', found?.list.id ?? ''))
  if (!found) return undefined
  const rows = listInAnswer(answer?.exchange.response?.body)?.rows ?? []
  return {
    parameter: found.parameter,
    values: rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])).slice(0, 100),
  }
}

/** The operation that lists what the first path parameter names: `/bank-slips` for `/bank-slips/{slip_id}/pdf`. */
function listAbove({ path }: Operation, operations: Operation[]): { list: Operation; parameter: string } | undefined {
  const [, above, parameter] = /^(.+?)\/\{(\w+)\}/.exec(path) ?? []
  const list = operations.find((one) => one.method === 'GET' && one.path === above)
  return list && parameter !== undefined ? { list, parameter } : undefined
}
