import type { FastifyPluginAsync } from 'fastify'
import { type Check, checkPath } from '#contract/check.ts'

/** Tells what the check of the configuration found. */
export const checkRoute: FastifyPluginAsync = async (app) => {
  const { check } = app.appState
  app.get(checkPath, (): Promise<Check> => check.latest())
}
