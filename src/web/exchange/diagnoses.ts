import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Exchange } from '#contract/exchange.ts'
import { diagnose } from '#knowledge/diagnose/diagnose.ts'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import { rowsMayTell } from '#knowledge/diagnose/registries/diagnose-by-code.ts'
import type { CatalogueRows } from '#knowledge/diagnose/registries/rows.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import { describeMessages, type FlowMessage } from '#knowledge/share/flow-messages.ts'
import { catalogueQuery, queryClient } from '../queries.ts'

const nothing: Diagnosis[] = []

/**
 * Why a call failed. The response is there at once; where the registries may know more, their rows are fetched and it is given again with them. Without a call there is nothing to say.
 */
export function useDiagnoses(call: Call | undefined): Diagnosis[] {
  const first = useMemo(() => (call ? diagnose(call) : nothing), [call])
  const rows = useRows(rowsMayTell(first))
  return useMemo(() => (call && rows ? diagnose(call, rows) : first), [call, rows, first])
}

/** Exchanges described with why each failed, in the same two steps. `callOf` must be the same from render to render. */
export function useDescribed(exchanges: Exchange[], callOf: (exchange: Exchange) => Call): FlowMessage[] {
  const first = useMemo(() => describeMessages(exchanges, callOf), [exchanges, callOf])
  const rows = useRows(first.some(({ diagnoses }) => rowsMayTell(diagnoses)))
  return useMemo(() => (rows ? describeMessages(exchanges, callOf, rows) : first), [exchanges, callOf, rows, first])
}

/** The same for a loader, which waits for the rows where they are wanted. */
export async function describe(exchanges: Exchange[], callOf: (exchange: Exchange) => Call): Promise<FlowMessage[]> {
  const first = describeMessages(exchanges, callOf)
  if (!first.some(({ diagnoses }) => rowsMayTell(diagnoses))) return first
  return describeMessages(exchanges, callOf, await queryClient.ensureQueryData(catalogueQuery))
}

/** The rows of the registries, once they are wanted and there. */
function useRows(wanted: boolean): CatalogueRows | undefined {
  const { data } = useQuery({ ...catalogueQuery, enabled: wanted })
  return wanted ? data : undefined
}
