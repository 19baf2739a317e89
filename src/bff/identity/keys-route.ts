import type { FastifyPluginAsync } from 'fastify'
import { type Keys, keysRoute as path } from '#contract/keys.ts'
import { Refused } from '../http/refused.ts'

/** Tells the public keys of an environment. */
export const keysRoute: FastifyPluginAsync = async (app) => {
  const { environments, keySets } = app.appState
  app.get<{ Params: { environment: string } }>(path, async (request): Promise<Keys> => {
    const environment = await environments.find(request.params.environment)
    if (!environment) throw new Refused('not-found', { message: 'There is no environment with this name.' })
    return keySets.of(environment)
  })
}
