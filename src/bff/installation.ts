import type { Message } from '#contract/messages.ts'
import type { Delivery } from '#contract/webhooks.ts'
import type { Browsers } from './browsers.ts'
import type { ClientSettings, Configuration, EnvironmentSettings } from './config.ts'
import type { Fingerprints } from './fingerprint.ts'
import type { KeySets } from './keys.ts'
import type { Outbound } from './outbound.ts'
import type { SessionRecord } from './session-record.ts'
import type { Sealed } from './stores/sealed.ts'
import type { SessionStore } from './stores/store.ts'
import type { TransactionRecord } from './transaction-record.ts'

/** What the routes of one running BFF share. */
export interface Installation {
  configuration: Configuration
  /** Epoch milliseconds. */
  clock: () => number
  store: SessionStore
  /** Each with its recorded messages as items. */
  sessions: Sealed<SessionRecord, Message>
  /** Addresses for webhooks by their names, each with what arrived as items. */
  hooks: Sealed<{ openedAt: number }, Delivery>
  transactions: Sealed<TransactionRecord>
  browsers: Browsers
  prints: Fingerprints
  outbound: Outbound
  keySets: KeySets
  /** Work that must reach the store even when the process is told to stop. */
  finish: <Result>(work: Promise<Result>) => Promise<Result>
}

/** Epoch seconds with milliseconds as the fraction, as the contract tells times. */
export const seconds = (milliseconds: number) => milliseconds / 1000

export function findEnvironment(configuration: Configuration, id: string): EnvironmentSettings | undefined {
  return configuration.environments.find((environment) => environment.id === id)
}

export function findClient(
  configuration: Configuration,
  environmentId: string,
  clientId: string,
): { environment: EnvironmentSettings; client: ClientSettings } | undefined {
  const environment = findEnvironment(configuration, environmentId)
  const client = environment?.clients.find(({ id }) => id === clientId)
  return environment && client && { environment, client }
}
