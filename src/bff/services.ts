import type { Exchange } from '#contract/exchange.ts'
import type { Delivery } from '#contract/webhooks.ts'
import type { Configuration } from './config/configuration.ts'
import { type Cookies, cookies } from './http/cookies.ts'
import { type Outbound, outbound } from './http/outbound.ts'
import { type KeySets, keySets } from './identity/key-sets.ts'
import { type Fingerprints, fingerprints } from './record/fingerprints.ts'
import type { FailedRenewal, SessionRecord } from './session/session-record.ts'
import { type BrowserRecord, type SingleSession, singleSession } from './session/single-session.ts'
import type { TransactionRecord } from './sign-in/transaction-record.ts'
import { withDeadline } from './stores/deadline.ts'
import { type Sealed, sealed } from './stores/sealed.ts'
import type { SessionStore } from './stores/store.ts'

/** What the routes of one running BFF share; each finds it as `app.services`. */
export interface Services {
  configuration: Configuration
  /** Epoch milliseconds. */
  clock: () => number
  cookies: Cookies
  store: SessionStore
  /** Each with its recorded messages as items. */
  sessions: Sealed<SessionRecord, Exchange>
  /** By the secret of the session. */
  failedRenewals: Sealed<FailedRenewal>
  /** Addresses for webhooks by their names, each with its deliveries as items. */
  hooks: Sealed<{ openedAt: number }, Delivery>
  transactions: Sealed<TransactionRecord>
  singleSession: SingleSession
  fingerprints: Fingerprints
  outbound: Outbound
  keySets: KeySets
  /** Runs work that must reach the store even when the process is told to stop. */
  finish: <Result>(work: Promise<Result>) => Promise<Result>
  /** Waits for such work, then lets go of all connections. */
  close(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}

/** @param parts.clock epoch milliseconds */
export function createServices({
  configuration,
  store: unguarded,
  clock,
}: {
  configuration: Configuration
  store: SessionStore
  clock: () => number
}): Services {
  const { limits, sessionKeys } = configuration
  const store = withDeadline(unguarded, limits.storeMilliseconds)
  const unfinished = new Set<Promise<unknown>>()
  const sender = outbound(clock)
  const sessions = sealed<SessionRecord, Exchange>(store, 'session', sessionKeys)
  const browsers = sealed<BrowserRecord>(store, 'browser', sessionKeys)
  return {
    configuration,
    clock,
    cookies: cookies(configuration.publicUrl),
    store,
    sessions,
    failedRenewals: sealed<FailedRenewal>(store, 'renewal', sessionKeys),
    hooks: sealed<{ openedAt: number }, Delivery>(store, 'hook', sessionKeys),
    transactions: sealed<TransactionRecord>(store, 'transaction', sessionKeys),
    singleSession: singleSession(browsers, sessions, clock, limits),
    fingerprints: fingerprints(sessionKeys),
    outbound: sender,
    keySets: keySets(sender, clock, limits),
    async finish(work) {
      unfinished.add(work)
      try {
        return await work
      } finally {
        unfinished.delete(work)
      }
    },
    async close() {
      await Promise.allSettled(unfinished)
      await sender.close()
    },
  }
}
