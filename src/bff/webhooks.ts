import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { receivingPath, type Webhooks, webhooksPath } from '#contract/webhooks.ts'
import type { App } from './app.ts'
import type { Cookies } from './cookies.ts'
import { Refused } from './errors.ts'
import { type Installation, seconds } from './installation.ts'
import { demandSession, webhookName } from './session.ts'

const keptDeliveries = 50
/** Bytes of a webhook's body; a longer one is refused with 413. */
const largestDelivery = 32_768
/** Headers of the connection and of proxies say nothing of the event. */
const leftOut = /^(host|connection|content-length|accept.*|x-forwarded-.*|forwarded|via|cookie|authorization)$/

/** Opening an address for webhooks, and telling what arrived there. */
export function webhookRoutes(app: App, installation: Installation, cookies: Cookies) {
  const { sessions, hooks, clock, prints, configuration } = installation

  app.get(webhooksPath, async (request): Promise<Webhooks> => {
    const secret = cookies.session(request)
    if (secret === undefined || !(await sessions.get(secret))) throw new Refused('session-ended')
    return tell(webhookName(prints, secret))
  })

  app.post(webhooksPath, async (request): Promise<Webhooks> => {
    const { secret, record } = await demandSession(installation, cookies, request)
    const name = webhookName(prints, secret)
    if (!(await hooks.get(name))) await hooks.put(name, { openedAt: clock() }, record.endsAt)
    return tell(name)
  })

  async function tell(name: string): Promise<Webhooks> {
    const [open, deliveries] = await Promise.all([hooks.get(name), hooks.items(name)])
    const address = open && `${configuration.publicUrl}${receivingPath}/${name}`
    return { serverTime: seconds(clock()), address, deliveries }
  }
}

/** Takes webhooks in at the addresses that are open; to all others it answers that there is nothing. */
export function receivingRoute(app: App, { hooks, clock }: Installation) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => body)

  app.post<{ Params: { name: string } }>(
    `${receivingPath}/:name`,
    { bodyLimit: largestDelivery },
    async (request, reply) => {
      const delivery = {
        id: randomUUID(),
        receivedAt: seconds(clock()),
        headers: tellableHeaders(request),
        body: typeof request.body === 'string' ? request.body : '',
      }
      if (!(await hooks.append(request.params.name, delivery, keptDeliveries))) throw new Refused('not-found')
      return reply.code(204).header('cache-control', 'no-store').send()
    },
  )
}

function tellableHeaders({ headers }: FastifyRequest): Record<string, string> {
  const told = Object.entries(headers).filter(([name, value]) => value !== undefined && !leftOut.test(name))
  return Object.fromEntries(told.map(([name, value]) => [name, String(value).slice(0, 1_000)]))
}
