import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { diagnose } from '#knowledge/diagnose/diagnose.ts'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import type { Call } from '#knowledge/service/call.ts'
import { catalogueQuery } from '../queries.ts'

const nothing: Diagnosis[] = []

/**
 * Why a call failed. The answer is there at once; where no entry of our own recognises the error, the rows of the
 * registries are fetched and the answer is given again with them. Without a call there is nothing to say.
 */
export function useDiagnoses(call: Call | undefined): Diagnosis[] {
  const first = useMemo(() => (call ? diagnose(call) : nothing), [call])
  const unexplained = first.length > 0 && first.every(({ certainty }) => certainty === 'possible')
  const { data: rows } = useQuery({ ...catalogueQuery, enabled: unexplained })
  return useMemo(() => (call && unexplained && rows ? diagnose(call, rows) : first), [call, unexplained, rows, first])
}
