import type { FastifyPluginAsync } from 'fastify'
import { type Outcome, outcomeRoute as path } from '#contract/sign-in.ts'

/** Tells what became of a sign-in of this browser. */
export const outcomeRoute: FastifyPluginAsync = async (app) => {
  const { cookies, transactions } = app.appState
  app.get<{ Params: { transaction: string } }>(path, async (request): Promise<Outcome> => {
    const secret = cookies.transaction(request, request.params.transaction)
    const record = secret === undefined ? undefined : await transactions.get(secret)
    if (!record) return { state: 'unknown' }
    if (record.state === 'open' && record.unbound)
      return { state: 'refused', client: record.client, exchange: record.unbound.exchange }
    if (record.state !== 'refused') return { state: record.state }
    return { state: 'refused', client: record.client, exchange: record.exchange }
  })
}
