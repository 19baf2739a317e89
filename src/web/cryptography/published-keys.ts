import type { EnvironmentConfig } from '#contract/config.ts'
import type { Keys } from '#contract/keys.ts'
import { Refused } from '../bff.ts'
import { keysQuery, queryClient } from '../queries.ts'
import type { KeyMaterial, SignatureOutcome } from './verify.ts'

/** The key set of an environment, by the BFF; where there is none, the outcome that says why nothing was verified. */
export async function publishedKeys(environment: EnvironmentConfig): Promise<KeyMaterial | SignatureOutcome> {
  try {
    return materialOf(await queryClient.fetchQuery(keysQuery(environment.id)), environment.name)
  } catch (error) {
    if (error instanceof Refused) return unchecked(`${error.refusal.message} ${error.refusal.fix}`)
    throw error
  }
}

/** A fetched key set as something to verify with. */
export function materialOf(keys: Keys, name: string): KeyMaterial | SignatureOutcome {
  if (keys.state === 'known') return { from: 'environment', name, keys: keys.keys }
  return unchecked(
    keys.state === 'unavailable'
      ? keys.message
      : `No key set is configured for ${name}, so its signature cannot be verified unless you provide a key.`,
  )
}

const unchecked = (why: string): SignatureOutcome => ({ outcome: 'not-checked', why })
