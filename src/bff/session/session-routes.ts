import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import { type HeldSessions, type SignedIn, type SignedOut, sessionPath, sessionsPath } from '#contract/session.ts'
import { demandSession, endSession, heldSession, heldSessions, namedSession, signedIn } from './session.ts'
import { nameOf } from './session-record.ts'
import { signOut } from './sign-out.ts'

/** Asking for a session and for all that the browser holds, and signing out of one or of all. */
export const sessionRoutes: FastifyPluginAsync = async (app) => {
  const { appState } = app
  const { cookies, transactions, browserSessions, clock } = appState
  const signedOut = (): SignedOut => ({ state: 'signed-out', serverTime: epochSeconds(clock()) })

  app.get(sessionPath, async (request): Promise<SignedIn | SignedOut> => {
    if (!namedSession(appState, request)) return signedOut()
    return signedIn(appState, (await demandSession(appState, request)).record)
  })

  app.get(sessionsPath, async (request): Promise<HeldSessions> => {
    const held = await heldSessions(appState, request)
    return { serverTime: epochSeconds(clock()), sessions: held.map(({ record }) => heldSession(record)) }
  })

  app.delete(sessionPath, async (request, reply): Promise<SignedOut> => {
    await leave(request, reply, namedSession(appState, request))
    return signedOut()
  })

  app.delete(sessionsPath, async (request, reply): Promise<SignedOut> => {
    await leave(request, reply, undefined)
    return signedOut()
  })

  /** Ends the session that is named, or all of the browser's. With the last goes what else was kept of the browser. */
  async function leave(
    request: FastifyRequest,
    reply: FastifyReply,
    named: ReturnType<typeof namedSession>,
  ): Promise<void> {
    const browser = cookies.browser(request)
    const held = await heldSessions(appState, request)
    const staying = named ? held.filter(({ record }) => nameOf(record) !== named.name) : []
    if (browser !== undefined) await browserSessions.signOut(browser, named?.name)
    for (const session of held) if (!staying.includes(session)) await signOut(appState, session, request.log)
    for (const { slot, secret } of cookies.sessions(request)) {
      if (staying.some((one) => one.slot === slot) || (named && named.slot !== slot)) continue
      await endSession(appState, secret)
      cookies.clearSession(reply, slot)
    }
    if (staying.length > 0 || (browser === undefined && cookies.sessions(request).length === 0)) return
    const underWay = await forgetSettledSignIns(request, reply)
    if (browser !== undefined && !underWay) cookies.clearBrowser(reply)
  }

  /**
   * What this browser's sign-ins came to goes with its last session; one that is in progress in another tab continues, unless
   * its code is being exchanged already. Answers whether there is one.
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
