import type { EnvironmentConfig } from './config.ts'

/**
 * Whether nothing that the API guide says holds: for an environment whose service is another, or, where none is named, in
 * an installation that has no other.
 *
 * @param id of the environment
 */
export function isOnlyForeign(environments: readonly EnvironmentConfig[], id?: string | null): boolean {
  const named = environments.find((environment) => environment.id === id)
  return named ? named.foreign : environments.every(({ foreign }) => foreign)
}
