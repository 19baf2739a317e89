import type { EnvironmentConfig } from '#contract/config.ts'
import type { Keys } from '#contract/keys.ts'
import { checkToken } from '#knowledge/token/checks.ts'
import { readJwt } from '#knowledge/token/jwt.ts'
import { inspectToken } from '#knowledge/token/take-apart.ts'
import { materialOf } from '../../cryptography/published-keys.ts'
import { verifySignature } from '../../cryptography/verify.ts'
import { asEnvironment } from '../../exchange/recorded-call.ts'

/** What a gateway should say to a token, and why. */
export interface PredictedOutcome {
  outcome: 'Accepted' | 'Refused'
  /** A sentence each. */
  reasons: string[]
}

/**
 * Foretells by the checks of a token what a gateway of its environment makes of it. An empty token is none. What cannot be
 * checked here does not refuse it.
 *
 * @param known.now epoch seconds when the gateway was asked
 */
export async function predictVerdict(
  token: string,
  known: { environment: EnvironmentConfig | undefined; keys: Keys | undefined; now: number },
): Promise<PredictedOutcome> {
  if (token === '') return { outcome: 'Refused', reasons: ['No token was sent.'] }
  const { environment, keys, now } = known
  const inspected = inspectToken(token)
  const material = environment && keys && materialOf(keys, environment.name)
  const signature =
    inspected.form === 'jws' && material && 'from' in material
      ? await verifySignature(inspected.jws, inspected.header.value ?? {}, material, { now })
      : undefined
  const failed = checkToken(readJwt(token), {
    now,
    kind: 'access',
    environment: environment && asEnvironment(environment),
    keys: keys?.state === 'known' ? keys.keys : undefined,
    signature,
  }).filter(({ outcome }) => outcome === 'failed')
  return failed.length === 0
    ? { outcome: 'Accepted', reasons: ['No token check failed.'] }
    : { outcome: 'Refused', reasons: failed.map(({ title, why }) => `${title}: ${why}`) }
}
