import type { FastifyBaseLogger, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import { type SignedIn, type SignedOut, sessionPath } from '#contract/session.ts'
import { type RevocableToken, revokeTokens } from '../identity/revoke-tokens.ts'
import { demandSession, endSession, signedIn } from './session.ts'
import type { SessionRecord } from './session-record.ts'

/** Asking for the session, and signing out. */
export const sessionRoutes: FastifyPluginAsync = async (app) => {
  const { cookies, transactions, sessions, singleSession, clock, fingerprints } = app.appState

  app.get(sessionPath, async (request): Promise<SignedIn | SignedOut> => {
    const secret = cookies.session(request)
    if (secret === undefined) return { state: 'signed-out', serverTime: epochSeconds(clock()) }
    return signedIn(app.appState, (await demandSession(app.appState, request)).record)
  })

  app.delete(sessionPath, async (request, reply): Promise<SignedOut> => {
    const browser = cookies.browser(request)
    const secret = cookies.session(request)
    const record = secret === undefined ? undefined : await sessions.get(secret)
    if (browser !== undefined) await singleSession.signOut(browser)
    if (secret !== undefined) {
      await endSession(app.appState, secret)
      cookies.clearSession(reply)
    }
    // Nobody waits for it: the sign-out holds here whether or not the identity service answers.
    if (record && secret !== undefined) {
      void app.appState.finish(revoke(record, request.log))
      const { environment, client } = record
      app.appState.audit({ event: 'sign-out', outcome: 'done', environment, client, session: fingerprints.of(secret) })
    }
    if (browser !== undefined || secret !== undefined) {
      const underWay = await forgetSettledSignIns(request, reply)
      if (browser !== undefined && !underWay) cookies.clearBrowser(reply)
    }
    return { state: 'signed-out', serverTime: epochSeconds(clock()) }
  })

  /** Revokes a session's tokens, the refresh token first: others that came of it often end with it (RFC 7009 §2.1). */
  async function revoke(record: SessionRecord, log: FastifyBaseLogger): Promise<void> {
    const { environments, outbound, configuration } = app.appState
    const tokens: RevocableToken[] = [
      ...(record.refreshToken ? [{ value: record.refreshToken.value, hint: 'refresh_token' as const }] : []),
      { value: record.accessToken, hint: 'access_token' },
    ]
    try {
      const found = await environments.findClient(record.environment, record.client)
      const failed = found ? await revokeTokens({ outbound, limits: configuration.limits }, found, tokens) : []
      for (const { hint, why } of failed)
        log.warn({ environment: record.environment, token: hint, why }, 'token not revoked')
    } catch (error) {
      log.warn({ environment: record.environment, err: error }, 'token not revoked')
    }
  }

  /**
   * What this browser's sign-ins came to goes with the session; one that is under way in another tab goes on, unless its
   * code is being exchanged already. Answers whether there is one.
   */
  async function forgetSettledSignIns(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    let underWay = false
    for (const { id, secret } of cookies.transactions(request)) {
      const record = await transactions.get(secret)
      if (record?.state === 'open' || record?.state === 'exchanging') {
        underWay = true
        continue
      }
      await transactions.delete(secret)
      cookies.clearTransaction(reply, id)
    }
    return underWay
  }
}
