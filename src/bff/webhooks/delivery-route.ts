import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import { receivingPath } from '#contract/webhooks.ts'
import { demandRate } from '../http/demand-rate.ts'
import { Refused } from '../http/refused.ts'

/** Deliveries that are kept of an address; older ones give way. */
export const keptDeliveries = 50
/** Bytes of a webhook's body; a longer one is refused with 413. */
const largestDelivery = 32_768
/** Headers of the connection and of proxies say nothing of the event. */
const leftOut = /^(host|connection|content-length|accept.*|x-forwarded-.*|forwarded|via|cookie|authorization)$/

/** Takes webhooks in at the addresses that are open; to all others it answers that there is nothing. */
export const deliveryRoute: FastifyPluginAsync = async (app) => {
  const { hooks, clock, configuration, countRequest } = app.appState
  app.addHook('onRequest', demandRate(countRequest, 'webhook', configuration.limits.requestsPerMinute))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => body)

  app.post<{ Params: { name: string } }>(
    `${receivingPath}/:name`,
    { bodyLimit: largestDelivery },
    async (request, reply) => {
      const delivery = {
        id: randomUUID(),
        receivedAt: epochSeconds(clock()),
        headers: tellableHeaders(request),
        body: typeof request.body === 'string' ? request.body : '',
      }
      if (!(await hooks.append(request.params.name, [delivery], keptDeliveries))) throw new Refused('not-found')
      return reply.code(204).header('cache-control', 'no-store').send()
    },
  )
}

function tellableHeaders({ headers }: FastifyRequest): Record<string, string> {
  const told = Object.entries(headers).filter(([name, value]) => value !== undefined && !leftOut.test(name))
  return Object.fromEntries(told.map(([name, value]) => [name, String(value).slice(0, 1_000)]))
}
