import type { FastifyRequest } from 'fastify'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import type { HeldSession, SignedIn } from '#contract/session.ts'
import { decodeJwt } from '#knowledge/token/jwt.ts'
import type { AppState } from '../app-state.ts'
import { Refused } from '../http/refused.ts'
import type { Fingerprints } from '../record/fingerprints.ts'
import { type Soon, whenThere } from '../soon.ts'
import type { Standing } from './browser-sessions.ts'
import { idleEnd, nameOf, type SessionRecord } from './session-record.ts'

/**
 * The session that a request names, opened by the cookie of its slot alone.
 *
 * @param use.lengthens whether its idle time begins again
 * @param use.behind takes what writes that down, where it is not to be waited for at once
 * @throws Refused `session-ended` where that cookie opens another one or none, `request-invalid` where it is not said
 *   which of the browser's sessions is meant
 */
export function demandSession(
  appState: AppState,
  request: FastifyRequest,
  use: { lengthens: boolean; behind?: (lengthening: Promise<unknown>) => void } = { lengthens: true },
): Soon<Standing> {
  const { sessions, clock, configuration } = appState
  const named = namedSession(appState, request)
  if (named?.secret === undefined) throw new Refused('session-ended')
  const { name, slot, secret } = named
  const until = (record: SessionRecord) => idleEnd(record, clock(), configuration.limits.sessionIdleSeconds)
  const found = use.lengthens ? sessions.use(secret, until, use.behind) : sessions.get(secret)
  return whenThere(found, (record) => {
    if (!record || nameOf(record) !== name) throw new Refused('session-ended')
    return { slot, secret, record }
  })
}

/**
 * What a request names; undefined where the browser has no session anyway.
 *
 * @throws Refused `request-invalid` where it holds some, so that it is not said which of them is meant: a page of a
 *   version that had one session names none
 */
export function namedSession({ cookies }: AppState, request: FastifyRequest) {
  const named = cookies.named(request)
  if (named || cookies.sessions(request).length === 0) return named
  throw new Refused('request-invalid', {
    message: 'The request does not say which session of this browser it is for, so nothing was done.',
  })
}

/** The sessions that the cookies of a request open, by slot; their time continues as before. */
export async function heldSessions({ cookies, sessions }: AppState, request: FastifyRequest): Promise<Standing[]> {
  const held = cookies.sessions(request).map(async (one) => ({ ...one, record: await sessions.get(one.secret) }))
  return (await Promise.all(held)).flatMap(({ record, ...one }) => (record ? [{ ...one, record }] : []))
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

/** A session as it is told beside the others that the browser holds. */
export function heldSession(record: SessionRecord): HeldSession {
  const { environment, client, idToken, signedInAt } = record
  const claims = idToken === undefined ? undefined : decodeJwt(idToken)?.claims
  const person = [claims?.name, claims?.email, claims?.sub].find((claim) => typeof claim === 'string')
  return { name: nameOf(record), environment, client, person, signedInAt: epochSeconds(signedInAt) }
}

/** A session as the page may know it: all but the refresh token. */
export function signedIn({ clock, fingerprints, configuration }: AppState, record: SessionRecord): SignedIn {
  const { refreshToken } = record
  return {
    state: 'signed-in',
    name: nameOf(record),
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
