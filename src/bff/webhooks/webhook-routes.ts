import type { FastifyPluginAsync } from 'fastify'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import { receivingPath, type Webhooks, webhooksPath } from '#contract/webhooks.ts'
import { demandSession, webhookNames } from '../session/session.ts'
import { keptDeliveries } from './delivery-route.ts'

/** Opening an address for webhooks, and telling what arrived there. */
export const webhookRoutes: FastifyPluginAsync = async (app) => {
  const { hooks, clock, fingerprints, configuration } = app.appState

  app.get(webhooksPath, async (request): Promise<Webhooks> => {
    const { secret } = await demandSession(app.appState, request, { lengthens: false })
    return tell((await openName(secret)) ?? newName(secret))
  })

  app.post(webhooksPath, async (request): Promise<Webhooks> => {
    const { secret, record } = await demandSession(app.appState, request)
    const open = await openName(secret)
    const name = open ?? newName(secret)
    if (open === undefined) await hooks.put(name, { openedAt: clock() }, record.endsAt)
    return tell(name)
  })

  const newName = (secret: string) => webhookNames(fingerprints, secret)[0] ?? ''

  /** An address that was opened before the newest session key stays the session's. */
  async function openName(secret: string): Promise<string | undefined> {
    for (const name of webhookNames(fingerprints, secret)) if (await hooks.get(name)) return name
    return undefined
  }

  async function tell(name: string): Promise<Webhooks> {
    const [open, deliveries] = await Promise.all([hooks.get(name), hooks.items(name, keptDeliveries)])
    const address = open && `${configuration.publicUrl}${receivingPath}/${name}`
    return { serverTime: epochSeconds(clock()), address, deliveries }
  }
}
