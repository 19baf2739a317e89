import type { FastifyPluginAsync } from 'fastify'

/** Tells watchers that the process is alive, and whether the session store answers. */
export const healthRoutes: FastifyPluginAsync = async (app) => {
  const { store } = app.appState
  const open = { config: { anyHost: true } }
  app.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))

  app.get('/healthz', open, async () => ({ state: 'alive' }))

  app.get('/readyz', open, async () => {
    await store.ping()
    return { state: 'ready' }
  })
}
