import type { Configuration, EnvironmentSettings, RegisteredClient } from '../config/configuration.ts'
import { isFresh } from '../fresh.ts'
import type { Outbound } from '../http/outbound.ts'
import { Refused } from '../http/refused.ts'
import { type ReadMetadata, readMetadata } from './read-metadata.ts'

/** The environments of the configuration, completed by what their services publish of themselves. */
export interface Environments {
  /** All of them, as far as they are known; waits for a service only where it has never been asked. */
  all(): Promise<EnvironmentSettings[]>
  /** One of them; a service whose metadata could not be read is asked again. */
  find(id: string): Promise<EnvironmentSettings | undefined>
  findClient(environmentId: string, clientId: string): Promise<RegisteredClient | undefined>
  /**
   * The same for a client that is about to sign in.
   *
   * @throws Refused `identity-service-unknown` where the addresses for it are not known
   */
  demandClient(environmentId: string, clientId: string): Promise<RegisteredClient | undefined>
  /** What came of reading the metadata; undefined where the file does without them. */
  metadata(id: string): Promise<ReadMetadata | undefined>
}

const keptMilliseconds = 3_600_000
/** A failed attempt is remembered for this long, so that an identity service that is down is not asked without end. */
const failureKeptMilliseconds = 5_000
const longestMilliseconds = 5_000

interface Reading {
  /** Epoch milliseconds. */
  readAt: number
  keptUntil: number
  /** The metadata as they were last read well. */
  settled: Promise<ReadMetadata>
}

/** @param clock epoch milliseconds */
export function environments(configuration: Configuration, outbound: Outbound, clock: () => number): Environments {
  const { limits, proxy } = configuration
  const readings = new Map<string, Reading>()
  const written = (id: string) => configuration.environments.find((environment) => environment.id === id)

  async function find(id: string): Promise<EnvironmentSettings | undefined> {
    const environment = written(id)
    return environment && complete(environment, await metadata(id))
  }

  async function metadata(id: string): Promise<ReadMetadata | undefined> {
    const environment = written(id)
    if (!environment?.withMetadata) return undefined
    const known = readings.get(id)
    if (known && isFresh(known, clock())) return known.settled
    return read(environment, known?.settled)
  }

  function read({ id, issuer }: EnvironmentSettings, before: Promise<ReadMetadata> | undefined): Promise<ReadMetadata> {
    const reading: Reading = { readAt: clock(), keptUntil: Number.POSITIVE_INFINITY, settled: settle() }
    readings.set(id, reading)
    return reading.settled

    async function settle(): Promise<ReadMetadata> {
      const milliseconds = Math.min(longestMilliseconds, limits.identityMilliseconds)
      const now = await readMetadata(outbound, issuer, {
        milliseconds,
        bytes: limits.identityBytes,
        proxy,
      })
      reading.keptUntil = clock() + (now.ok ? keptMilliseconds : failureKeptMilliseconds)
      // What was read once keeps being true while the service does not respond.
      const last = now.ok ? undefined : await before
      return last?.ok ? last : now
    }
  }

  async function findClient(environmentId: string, clientId: string): Promise<RegisteredClient | undefined> {
    const environment = await find(environmentId)
    const client = environment?.clients.find(({ id }) => id === clientId)
    return environment && client && { environment, client }
  }

  return {
    find,
    findClient,
    metadata,
    all: () =>
      Promise.all(
        configuration.environments.map(async (environment) => {
          const known = readings.get(environment.id)
          const fresh = metadata(environment.id)
          return complete(environment, await (known?.settled ?? fresh))
        }),
      ),
    async demandClient(environmentId, clientId) {
      const found = await findClient(environmentId, clientId)
      if (!found || (found.environment.authorizationUrl && found.environment.tokenUrl)) return found
      const read = await metadata(environmentId)
      const [message, fix] = read?.ok === false ? [read.message, read.fix] : noAddresses(read?.metadata.unusable)
      throw new Refused('identity-service-unknown', {
        message,
        fix: `${fix} This is for the operator of this installation.`,
      })
    },
  }
}

function noAddresses({ authorization_endpoint, token_endpoint }: Record<string, string> = {}): [string, string] {
  const unusable = authorization_endpoint ?? token_endpoint
  if (unusable !== undefined)
    return [
      `The identity service’s metadata names ${unusable.slice(0, 200)}, which is not https, or is reachable only from the service’s own machine.`,
      'Configure the service to publish its public URL, or set authorization_url and token_url.',
    ]
  return [
    'The identity service’s metadata names no authorization endpoint or no token endpoint.',
    'Set authorization_url and token_url.',
  ]
}

function complete(environment: EnvironmentSettings, read: ReadMetadata | undefined): EnvironmentSettings {
  return read?.ok && environment.withMetadata ? environment.withMetadata(read.metadata) : environment
}
