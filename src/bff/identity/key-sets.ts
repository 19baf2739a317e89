import { epochSeconds } from '#contract/epoch-seconds.ts'
import type { Keys } from '#contract/keys.ts'
import { isObject } from '#knowledge/text/json.ts'
import type { Configuration, EnvironmentSettings } from '../config/configuration.ts'
import { isFresh } from '../fresh.ts'
import { acceptEncoding, type Outbound } from '../http/outbound.ts'
import { whyNoAnswer } from '../http/why-no-answer.ts'
import { whatElse } from './read-metadata.ts'
import { parseObject } from './token-response.ts'

/** The public keys of the environments, fetched with limits and kept for a while. */
export interface KeySets {
  /** @param freshAfter epoch milliseconds; what was fetched before is fetched again */
  of(environment: EnvironmentSettings, freshAfter?: number): Promise<Keys>
}

interface Fetched {
  /** Epoch milliseconds. */
  readAt: number
  keptUntil: number
  keys: Promise<Keys>
}

const keptMilliseconds = 300_000
/** A failed attempt is remembered for this long, so that an identity service that is down is not asked without end. */
const failureKeptMilliseconds = 5_000

/**
 * @param clock epoch milliseconds
 * @param unavailable is told of each key set that could not be read, and why
 */
export function keySets(
  outbound: Outbound,
  clock: () => number,
  { limits, proxy }: Pick<Configuration, 'limits' | 'proxy'>,
  unavailable: (why: { environment: string; setting: string; reason: string }) => void = () => {},
): KeySets {
  const fetched = new Map<string, Fetched>()
  return {
    async of(environment, freshAfter = 0) {
      const { id, jwksUrl } = environment
      if (jwksUrl === undefined) return { state: 'not-configured' }
      const known = fetched.get(id)
      if (known && isFresh(known, clock()) && known.readAt >= freshAfter) return known.keys
      const entry: Fetched = {
        readAt: clock(),
        keptUntil: clock() + keptMilliseconds,
        keys: fetchKeys(jwksUrl, environment.sources.keys),
      }
      fetched.set(id, entry)
      const keys = await entry.keys
      if (keys.state === 'known') return keys
      entry.keptUntil = clock() + failureKeptMilliseconds
      if (keys.state === 'unavailable') {
        const reason = `${keys.message} ${keys.fix}`
        unavailable({ environment: id, setting: environment.sources.keys, reason })
      }
      return keys
    },
  }

  async function fetchKeys(url: string, setting: string): Promise<Keys> {
    const wanted = {
      method: 'GET' as const,
      url,
      headers: { accept: 'application/json', 'accept-encoding': acceptEncoding },
    }
    const sent = await outbound.send(wanted, { milliseconds: limits.identityMilliseconds, bytes: limits.identityBytes })
    if (sent.failure) {
      const { message, fix } = whyNoAnswer(sent.failure, { url, setting, proxy })
      return { state: 'unavailable', message, fix }
    }
    const fix = `Set ${setting === 'issuer' ? 'jwks_url' : setting} to the service’s key set.`
    if (sent.answer?.status !== 200) {
      const message = `There is no key set at ${url}: it responded with status ${sent.answer?.status}.`
      return { state: 'unavailable', message, fix }
    }
    const json = sent.answer.cut ? undefined : parseObject(sent.answer.body)
    if (typeof json?.jwks_uri === 'string' && setting === 'jwks_url') {
      const message = `At ${url}, the service publishes its metadata, not its key set.`
      return { state: 'unavailable', message, fix: `Set jwks_url to ${json.jwks_uri.slice(0, 300)}.` }
    }
    const keys = json?.keys
    if (!Array.isArray(keys) || !keys.every(isObject)) {
      return {
        state: 'unavailable',
        message: `The response from ${url} is not a key set: ${whatElse(sent.answer)}.`,
        fix,
      }
    }
    return { state: 'known', fetchedAt: epochSeconds(sent.endedAt), keys: keys.map(publicPart) }
  }
}

const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']

/** A key set that gives a private key away is still shown without it. */
function publicPart(key: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(key).filter(([name]) => !privateMembers.includes(name)))
}
