import type { FastifyRequest } from 'fastify'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import type { SignedIn } from '#contract/session.ts'
import type { AppState } from '../app-state.ts'
import { Refused } from '../http/refused.ts'
import type { Fingerprints } from '../record/fingerprints.ts'
import type { SessionRecord } from './session-record.ts'

/**
 * The session of a request, its idle time begun anew.
 *
 * @throws Refused `session-ended` without one
 */
export async function demandSession(
  { cookies, sessions, clock, configuration }: AppState,
  request: FastifyRequest,
): Promise<{ secret: string; record: SessionRecord }> {
  const secret = cookies.session(request)
  if (secret === undefined) throw new Refused('session-ended')
  const until = (record: SessionRecord) => idleEnd(record, clock(), configuration.limits.sessionIdleSeconds)
  const record = await sessions.use(secret, until)
  if (!record) throw new Refused('session-ended')
  return { secret, record }
}

/** Ends a session, with all that is kept with it. */
export async function endSession({ sessions, hooks, fingerprints }: AppState, secret: string): Promise<void> {
  await sessions.delete(secret)
  for (const name of webhookNames(fingerprints, secret)) await hooks.delete(name)
}

/**
 * The names that a session's address for webhooks can have, by each session key, the newest first: nobody can guess them,
 * and they tell nothing of the session's secret.
 */
export function webhookNames(fingerprints: Fingerprints, secret: string): string[] {
  return fingerprints.traces(`webhooks ${secret}`)
}

/** When a session ends unless it is used again, in epoch milliseconds. */
export function idleEnd(record: SessionRecord, now: number, idleSeconds: number): number {
  return Math.min(now + idleSeconds * 1000, record.endsAt)
}

/** A session as the page may know it: all but the refresh token. */
export function signedIn({ clock, fingerprints, configuration }: AppState, record: SessionRecord): SignedIn {
  const { refreshToken } = record
  return {
    state: 'signed-in',
    serverTime: epochSeconds(clock()),
    environment: record.environment,
    client: record.client,
    signedInAt: epochSeconds(record.signedInAt),
    requestedScopes: record.requestedScopes,
    tokenResponse: record.tokenResponse,
    accessToken: record.accessToken,
    accessTokenFingerprint: fingerprints.of(record.accessToken),
    idToken: record.idToken,
    idTokenChecked: record.idTokenChecked,
    nonce: record.nonce,
    boundBy: record.boundBy,
    receivedAt: epochSeconds(record.receivedAt),
    refreshToken: refreshToken && {
      fingerprint: fingerprints.of(refreshToken.value),
      receivedAt: epochSeconds(refreshToken.receivedAt),
    },
    renewals: record.renewals,
    idleEndsAt: epochSeconds(idleEnd(record, clock(), configuration.limits.sessionIdleSeconds)),
    endsAt: epochSeconds(record.endsAt),
  }
}
