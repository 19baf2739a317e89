import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import { type SignedIn, type SignedOut, sessionPath } from '#contract/session.ts'
import { demandSession, endSession, signedIn } from './session.ts'

/** Asking for the session, and signing out. */
export const sessionRoutes: FastifyPluginAsync = async (app) => {
  const { cookies, transactions, singleSession, clock } = app.appState

  app.get(sessionPath, async (request): Promise<SignedIn | SignedOut> => {
    const secret = cookies.session(request)
    if (secret === undefined) return { state: 'signed-out', serverTime: epochSeconds(clock()) }
    return signedIn(app.appState, (await demandSession(app.appState, request)).record)
  })

  app.delete(sessionPath, async (request, reply): Promise<SignedOut> => {
    const browser = cookies.browser(request)
    const secret = cookies.session(request)
    if (browser !== undefined) await singleSession.signOut(browser)
    if (secret !== undefined) {
      await endSession(app.appState, secret)
      cookies.clearSession(reply)
    }
    if (browser !== undefined || secret !== undefined) {
      const underWay = await forgetSettledSignIns(request, reply)
      if (browser !== undefined && !underWay) cookies.clearBrowser(reply)
    }
    return { state: 'signed-out', serverTime: epochSeconds(clock()) }
  })

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
