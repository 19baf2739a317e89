import { useSuspenseQuery } from '@tanstack/react-query'
import { configQuery } from '../queries.ts'

/**
 * Whether nothing that the API guide says holds here: for an environment whose service is another, or, where none is
 * named, in an installation that has no other.
 *
 * @param id of the environment
 */
export function useOnlyForeign(id?: string | null): boolean {
  const { environments } = useSuspenseQuery(configQuery).data
  const named = environments.find((environment) => environment.id === id)
  return named ? named.foreign : environments.every(({ foreign }) => foreign)
}
