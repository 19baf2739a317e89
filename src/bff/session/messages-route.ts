import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import type { Exchange } from '#contract/exchange.ts'
import { type Messages, messagesPath } from '#contract/messages.ts'
import { asKept } from '../record/kept-messages.ts'
import { demandSession } from './session.ts'

/** Tells a browser what was recorded for it. */
export const messagesRoute: FastifyPluginAsync = async (app) => {
  const { cookies, sessions, transactions, clock } = app.appState

  app.get(messagesPath, async (request): Promise<Messages> => {
    const signedIn = cookies.session(request) !== undefined
    const session = signedIn ? await demandSession(app.appState, request) : undefined
    const ofSession = session ? await sessions.items(session.secret) : []
    const messages = [...ofSession, ...(await ofRefusedSignIns(request, session?.record.signedInAt ?? 0))]
    messages.sort((a, b) => a.startedAt - b.startedAt)
    return { serverTime: epochSeconds(clock()), messages }
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
