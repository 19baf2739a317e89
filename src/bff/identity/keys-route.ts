import type { FastifyPluginAsync } from 'fastify'
import { type Keys, keysRoute as path } from '#contract/keys.ts'
import { findEnvironment } from '../config/configuration.ts'
import { Refused } from '../http/refused.ts'

/** Tells the public keys of an environment. */
export const keysRoute: FastifyPluginAsync = async (app) => {
  const { configuration, keySets } = app.services
  app.get<{ Params: { environment: string } }>(path, async (request): Promise<Keys> => {
    const environment = findEnvironment(configuration, request.params.environment)
    if (!environment) throw new Refused('not-found', { message: 'There is no environment of this name.' })
    return keySets.of(environment)
  })
}
