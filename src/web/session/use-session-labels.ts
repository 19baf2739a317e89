import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePresenting } from '../privacy/privacy.ts'
import { configQuery, sessionsQuery } from '../queries.ts'
import { type SessionLabel, sessionLabels } from './session-labels.ts'

/** The sessions of this browser, by slot, each as it is told from the others. */
export function useSessionLabels(): SessionLabel[] {
  const { data: held } = useSuspenseQuery(sessionsQuery)
  const { data: config } = useSuspenseQuery(configQuery)
  const presenting = usePresenting()
  return useMemo(() => sessionLabels(held, config, presenting), [held, config, presenting])
}
