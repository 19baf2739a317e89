import { useQuery } from '@tanstack/react-query'
import type { Keys } from '#contract/keys.ts'
import { inspectToken } from '#knowledge/token/take-apart.ts'
import { serverNow } from '../clock.ts'
import { materialOf } from './published-keys.ts'
import type { SignatureOutcome } from './verify.ts'

/** What verifying a token with the published keys of its environment comes to; undefined until it is known. */
export function useSignature(token: string, keys: Keys, environment: string): SignatureOutcome | undefined {
  const { data } = useQuery({
    queryKey: ['signature', token, keys.state === 'known' ? keys.fetchedAt : keys.state],
    queryFn: () => verifyPublished(token, keys, environment),
    // The token must not outlive the screen that shows it.
    gcTime: 0,
  })
  return data
}

async function verifyPublished(token: string, keys: Keys, environment: string): Promise<SignatureOutcome> {
  const material = materialOf(keys, environment)
  if (!('from' in material)) return material
  const inspected = inspectToken(token)
  if (inspected.form !== 'jws')
    return { outcome: 'not-checked', why: 'It is not a signed token that can be read here.' }
  const { verifySignature } = await import('./verify.ts')
  return verifySignature(inspected.jws, inspected.header.value ?? {}, material, { now: Math.floor(serverNow()) })
}
