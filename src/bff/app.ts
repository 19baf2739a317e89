import cookie from '@fastify/cookie'
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { createAppState } from './app-state.ts'
import { callsRoute } from './calls/calls-route.ts'
import { checkRoute } from './check/check-route.ts'
import { configRoute } from './config/config-route.ts'
import type { Configuration } from './config/configuration.ts'
import { demandRate } from './http/demand-rate.ts'
import { healthRoutes } from './http/health-routes.ts'
import { type LogStream, logger } from './http/log.ts'
import type { Metrics } from './http/metrics.ts'
import { servePages } from './http/pages.ts'
import { demandCapacity } from './http/pressure.ts'
import { answerError, Refused, sendRefusal } from './http/refused.ts'
import { demandOwnHost, demandSameOrigin } from './http/same-origin.ts'
import { dataHeaders, securityHeaders } from './http/security-headers.ts'
import { keysRoute } from './identity/keys-route.ts'
import { messagesRoute } from './session/messages-route.ts'
import { renewalRoute } from './session/renewal-route.ts'
import { sessionRoutes } from './session/session-routes.ts'
import { openRoute } from './sign-in/open-route.ts'
import { outcomeRoute } from './sign-in/outcome-route.ts'
import { returnRoute } from './sign-in/return-route.ts'
import type { SessionStore } from './stores/store.ts'
import { uniqueText } from './unique-bytes.ts'
import { deliveryRoute } from './webhooks/delivery-route.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

/** What a BFF is made of. */
export interface Parts {
  configuration: Configuration
  /** Stays the caller's: close it after the app. */
  store: SessionStore
  /** Epoch milliseconds. */
  clock?: () => number
  /** Directory of the built pages; without it, only the endpoints are served. */
  pages?: string
  /** Where the log goes; standard output when left out. */
  log?: LogStream
  /** What the process counts of itself; nothing is counted without. */
  metrics?: Metrics
}

/**
 * Builds the backend-for-frontend: not yet listening, testable by inject. Closing it waits for what must still reach the
 * store.
 */
export async function buildApp({
  configuration,
  store,
  clock = Date.now,
  pages,
  log,
  metrics,
}: Parts): Promise<FastifyInstance> {
  const { publicUrl, limits, webhooks } = configuration
  const app = newApp(configuration, log)
  const appState = createAppState(configuration, store, clock, app.log, metrics)
  app.decorate('appState', appState)
  app.addHook('onClose', () => appState.close())
  // Before anything refuses, so that refusals carry them too.
  const [policy, dataPolicy] = [securityHeaders(publicUrl), dataHeaders(publicUrl)]
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/bff/') ? dataPolicy : policy).header('x-request-id', request.id)
    done()
  })
  metrics?.watch(app)
  app.addHook('onRequest', demandOwnHost(publicUrl))
  demandCapacity(app, limits.eventLoopDelayMilliseconds)
  await app.register(cookie)
  await app.register(healthRoutes)
  await app.register(pageRoutes)
  if (webhooks) await app.register(deliveryRoute)
  const servePage = await servePages(app, pages)
  app.setNotFoundHandler(async (request, reply) => {
    if (await servePage(request, reply)) return reply
    const allowed = methods.filter((method) => app.hasRoute({ method, url: request.url.split('?', 1)[0] ?? '' }))
    if (allowed.length > 0) reply.header('allow', allowed.join(', '))
    sendRefusal(reply, new Refused(allowed.length > 0 ? 'method-not-allowed' : 'not-found'))
    return reply
  })
  return app
}

const methods = ['GET', 'POST', 'DELETE'] as const

function newApp(
  { limits, publicUrl, trustedProxies, logLevel }: Configuration,
  log: LogStream | undefined,
): FastifyInstance {
  const policy = securityHeaders(publicUrl)
  const app = fastify({
    logger: logger(logLevel, log),
    // Random, so that it is one across processes; what a browser sends as one is not believed.
    genReqId: () => uniqueText(12),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: limits.requestBytes,
    requestTimeout: limits.requestMilliseconds,
    http: {
      headersTimeout: limits.requestMilliseconds,
      connectionsCheckingInterval: Math.min(1_000, limits.requestMilliseconds),
    },
    forceCloseConnections: 'idle',
    frameworkErrors(error, request, reply) {
      // No hook has run for what the framework itself refuses.
      answerError(error, request, reply.headers(policy))
    },
  })
  app.setValidatorCompiler(TypeBoxValidatorCompiler)
  app.setErrorHandler(answerError)
  app.removeContentTypeParser('text/plain')
  return app
}

/** What only a page of this app may ask for. */
const pageRoutes: FastifyPluginAsync = async (app) => {
  const { configuration, cookies, countRequest } = app.appState
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  app.addHook('onRequest', demandSameOrigin(configuration.publicUrl))
  app.addHook('onRequest', (request, _, done) => {
    cookies.demandOwn(request)
    done()
  })
  app.addHook('onRequest', demandRate(countRequest, 'page', configuration.limits.requestsPerMinute))
  await app.register(configRoute)
  await app.register(checkRoute)
  await app.register(keysRoute)
  await app.register(openRoute)
  await app.register(returnRoute)
  await app.register(outcomeRoute)
  await app.register(sessionRoutes)
  await app.register(renewalRoute)
  await app.register(messagesRoute)
  await app.register(callsRoute)
  if (configuration.webhooks) await app.register(webhookRoutes)
}
