import type { Finding } from '#contract/check.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Outbound } from '../http/outbound.ts'
import type { Environments } from '../identity/environments.ts'
import type { KeySets } from '../identity/key-sets.ts'

/** What a check asks the outside world with. */
export interface CheckParts {
  configuration: Configuration
  outbound: Outbound
  environments: Environments
  keySets: KeySets
  /** Epoch milliseconds. */
  clock: () => number
  /** Of the process, for what Node itself reads there. */
  variables: Record<string, string | undefined>
}

/** A finding less the environment that it is about. */
export type Found = Omit<Finding, 'environment'>

/** Milliseconds that one request of a check may take. */
export const checkMilliseconds = 5_000
