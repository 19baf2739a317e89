import type { FastifyBaseLogger } from 'fastify'
import type { Exchange } from '#contract/exchange.ts'
import type { Delivery } from '#contract/webhooks.ts'
import { configurationCheck } from './check/configuration-check.ts'
import type { Configuration } from './config/configuration.ts'
import { type AuditEvent, audit } from './http/audit.ts'
import { cookies } from './http/cookies.ts'
import type { Metrics } from './http/metrics.ts'
import { outbound } from './http/outbound.ts'
import { sharedCounts } from './http/shared-counts.ts'
import { environments } from './identity/environments.ts'
import { keySets } from './identity/key-sets.ts'
import { fingerprints } from './record/fingerprints.ts'
import { recording, type Successor } from './record/recording.ts'
import { type BrowserRecord, browserSessions } from './session/browser-sessions.ts'
import type { FailedRenewal, SessionRecord } from './session/session-record.ts'
import type { TransactionRecord } from './sign-in/transaction-record.ts'
import { withDeadline } from './stores/deadline.ts'
import { sealed } from './stores/sealed.ts'
import type { SessionStore } from './stores/store.ts'

/** What the routes of one running BFF share; each finds it as `app.appState`. */
export type AppState = ReturnType<typeof createAppState>

declare module 'fastify' {
  interface FastifyInstance {
    appState: AppState
  }
}

/** @param clock epoch milliseconds */
export function createAppState(
  configuration: Configuration,
  unguarded: SessionStore,
  clock: () => number,
  log: FastifyBaseLogger,
  metrics?: Metrics,
) {
  const { limits, sessionKeys, publicUrl } = configuration
  const store = withDeadline(unguarded, limits.storeMilliseconds)
  const unfinished = new Set<Promise<unknown>>()
  const sender = outbound(clock, configuration.proxy, (wanted, sent) => {
    metrics?.sent(sent)
    const { failure } = sent
    if (failure)
      log.warn({ host: new URL(wanted.url).host, kind: failure.kind, why: failure.message }, 'no complete response')
  })
  const keys = keySets(sender, clock, configuration, (why) => log.warn(why, 'the key set cannot be read'))
  const known = environments(configuration, sender, clock)
  const sessions = sealed<SessionRecord, Exchange>(store, 'session', sessionKeys)
  const browsers = sealed<BrowserRecord>(store, 'browser', sessionKeys)
  const successors = sealed<Successor>(store, 'successor', sessionKeys)
  const recorded = recording(sessions, successors, (err, messages) =>
    log.error({ err, messages }, 'call messages could not be stored'),
  )
  return {
    configuration,
    /** Epoch milliseconds. */
    clock,
    cookies: cookies(publicUrl),
    store,
    countRequest: sharedCounts(store, clock),
    /** Each with its recorded exchanges as items. */
    sessions,
    /** Keeps the messages of calls with their sessions. */
    recording: recorded,
    /** By the secret of a session that was replaced. */
    successors,
    /** By the secret of the session. */
    failedRenewals: sealed<FailedRenewal>(store, 'renewal', sessionKeys),
    /** Addresses for webhooks by their names, each with its deliveries as items. */
    hooks: sealed<{ openedAt: number }, Delivery>(store, 'hook', sessionKeys),
    transactions: sealed<TransactionRecord>(store, 'transaction', sessionKeys),
    browserSessions: browserSessions(browsers, sessions, clock, limits),
    fingerprints: fingerprints(sessionKeys),
    outbound: sender,
    keySets: keys,
    environments: known,
    check: configurationCheck({
      configuration,
      outbound: sender,
      environments: known,
      keySets: keys,
      clock,
      variables: process.env,
    }),
    /** Writes down what happened to a session. */
    audit(event: AuditEvent) {
      audit(log, event)
      metrics?.audited(event)
    },
    /** Runs work that must reach the store even when the process is told to stop. */
    async finish<Result>(work: Promise<Result>): Promise<Result> {
      unfinished.add(work)
      try {
        return await work
      } finally {
        unfinished.delete(work)
      }
    },
    /** Waits for such work, then lets go of all connections. */
    async close() {
      await Promise.allSettled(unfinished)
      await recorded.settled()
      await sender.close()
    },
  }
}
