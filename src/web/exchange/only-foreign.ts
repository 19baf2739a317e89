import { useSuspenseQuery } from '@tanstack/react-query'
import { isOnlyForeign } from '#contract/only-foreign.ts'
import { configQuery } from '../queries.ts'

/** Whether nothing that the API guide says holds in this installation. */
export const useOnlyForeign = (): boolean => isOnlyForeign(useSuspenseQuery(configQuery).data.environments)
