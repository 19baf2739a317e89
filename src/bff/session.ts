import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SignedIn, type SignedOut, sessionPath } from '#contract/session.ts'
import type { App } from './app.ts'
import type { Cookies } from './cookies.ts'
import { Refused } from './errors.ts'
import type { Fingerprints } from './fingerprint.ts'
import { type Installation, seconds } from './installation.ts'
import type { SessionRecord } from './session-record.ts'

/** Asking for the session, and signing out. */
export function sessionRoutes(app: App, installation: Installation, cookies: Cookies) {
  const { transactions, browsers, clock } = installation

  app.get(sessionPath, async (request): Promise<SignedIn | SignedOut> => {
    const secret = cookies.session(request)
    if (secret === undefined) return { state: 'signed-out', serverTime: seconds(clock()) }
    return signedIn(installation, await demandSession(installation, cookies, request).then(({ record }) => record))
  })

  app.delete(sessionPath, async (request, reply): Promise<SignedOut> => {
    const browser = cookies.browser(request)
    const secret = cookies.session(request)
    if (browser !== undefined) await browsers.signOut(browser)
    if (secret !== undefined) {
      await endSession(installation, secret)
      cookies.clearSession(reply)
    }
    if (browser !== undefined || secret !== undefined) {
      const underWay = await forgetSettledSignIns(request, reply)
      if (browser !== undefined && !underWay) cookies.clearBrowser(reply)
    }
    return { state: 'signed-out', serverTime: seconds(clock()) }
  })

  /**
   * What this browser's sign-ins came to goes with the session; one that is under way in another tab goes on, unless its
   * code is being exchanged already. Answers whether there is one.
   */
  async function forgetSettledSignIns(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    let underWay = false
    for (const { id, secret } of cookies.transactions(request)) {
      const record = await transactions.get(secret)
      if (record?.state === 'open' || record?.state === 'returned') {
        underWay = true
        continue
      }
      await transactions.delete(secret)
      cookies.clearTransaction(reply, id)
    }
    return underWay
  }
}

/**
 * The session of a request, its idle time begun anew.
 *
 * @throws Refused `session-ended` without one
 */
export async function demandSession(
  { sessions, clock, configuration }: Installation,
  cookies: Cookies,
  request: FastifyRequest,
): Promise<{ secret: string; record: SessionRecord }> {
  const secret = cookies.session(request)
  const record = secret === undefined ? undefined : await sessions.get(secret)
  if (secret === undefined || !record) throw new Refused('session-ended')
  await sessions.extend(secret, idleEnd(record, clock(), configuration.limits.sessionIdleSeconds))
  return { secret, record }
}

/** Ends a session, with all that is kept with it. */
export async function endSession({ sessions, hooks, prints }: Installation, secret: string): Promise<void> {
  await sessions.delete(secret)
  await hooks.delete(webhookName(prints, secret))
}

/** The name of a session's address for webhooks: nobody can guess it, and it tells nothing of the session's secret. */
export function webhookName(prints: Fingerprints, secret: string): string {
  return prints.trace(`webhooks ${secret}`)
}

/** When a session ends unless it is used again, in epoch milliseconds. */
export function idleEnd(record: SessionRecord, now: number, idleSeconds: number): number {
  return Math.min(now + idleSeconds * 1000, record.endsAt)
}

/** A session as the page may know it: all but the refresh token. */
export function signedIn({ clock, prints, configuration }: Installation, record: SessionRecord): SignedIn {
  const { refreshToken } = record
  return {
    state: 'signed-in',
    serverTime: seconds(clock()),
    environment: record.environment,
    client: record.client,
    signedInAt: seconds(record.signedInAt),
    requestedScopes: record.requestedScopes,
    tokenResponse: record.tokenResponse,
    accessToken: record.accessToken,
    accessTokenFingerprint: prints.of(record.accessToken),
    idToken: record.idToken,
    idTokenChecked: record.idTokenChecked,
    boundBy: record.boundBy,
    receivedAt: seconds(record.receivedAt),
    refreshToken: refreshToken && {
      fingerprint: prints.of(refreshToken.value),
      receivedAt: seconds(refreshToken.receivedAt),
    },
    renewals: record.renewals,
    idleEndsAt: seconds(idleEnd(record, clock(), configuration.limits.sessionIdleSeconds)),
    endsAt: seconds(record.endsAt),
  }
}
