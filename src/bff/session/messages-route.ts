import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import type { Exchange } from '#contract/exchange.ts'
import { type Messages, messagesPath } from '#contract/messages.ts'
import { asKept, keptExchanges } from '../record/kept-messages.ts'
import { demandSession, heldSessions } from './session.ts'

/** Tells a browser what was recorded for it. */
export const messagesRoute: FastifyPluginAsync = async (app) => {
  const { appState } = app
  const { cookies, sessions, transactions, clock, recording } = appState

  app.get(messagesPath, async (request): Promise<Messages> => {
    const session = cookies.named(request) ? await demandSession(appState, request) : undefined
    if (session) await recording.settled()
    const ofSession = session ? await keptExchanges(sessions, session.secret) : []
    const since = session ? [session] : await heldSessions(appState, request)
    const refused = await ofRefusedSignIns(request, Math.max(0, ...since.map(({ record }) => record.signedInAt)))
    const messages = [...ofSession, ...refused]
    messages.sort((a, b) => a.startedAt - b.startedAt)
    return { serverTime: epochSeconds(clock()), messages, refused: refused.map(({ id }) => id) }
  })

  /** What came before the session may be another person's, and stays untold. */
  async function ofRefusedSignIns(request: FastifyRequest, since: number): Promise<Exchange[]> {
    const held = cookies.transactions(request).map(({ secret }) => transactions.get(secret))
    return (await Promise.all(held)).flatMap((record) => {
      const refused = record?.state === 'refused' ? record : record?.state === 'open' ? record.unbound : undefined
      if (!record || !refused || record.openedAt < since) return []
      return [refused.redirect, refused.exchange].flatMap((exchange) => (exchange ? [asKept(exchange)] : []))
    })
  }
}
