import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyInstance } from 'fastify'
import { type Config, configPath } from '#contract/config.ts'
import { type Keys, keysPath } from '#contract/keys.ts'
import type { Message } from '#contract/messages.ts'
import type { Delivery } from '#contract/webhooks.ts'
import { type BrowserRecord, browsersOf } from './browsers.ts'
import { callsRoute } from './calls.ts'
import { type Configuration, isSecure } from './config.ts'
import { type Cookies, cookies } from './cookies.ts'
import { answerError, Refused, sendRefusal } from './errors.ts'
import { fingerprints } from './fingerprint.ts'
import { findEnvironment, type Installation, seconds } from './installation.ts'
import { keySets } from './keys.ts'
import { type LogStream, logger } from './log.ts'
import { messagesRoute } from './messages.ts'
import { outbound } from './outbound.ts'
import { servePages } from './pages.ts'
import { type FailedRenewal, refreshRoute } from './refresh.ts'
import { demandOwnHost, demandSameOrigin } from './same-origin.ts'
import { sessionRoutes } from './session.ts'
import type { SessionRecord } from './session-record.ts'
import { signInRoutes } from './sign-in.ts'
import { withDeadline } from './stores/deadline.ts'
import { type Sealed, sealed } from './stores/sealed.ts'
import type { SessionStore } from './stores/store.ts'
import { tokenEndpoint } from './token-endpoint.ts'
import type { TransactionRecord } from './transaction-record.ts'
import { receivingRoute, webhookRoutes } from './webhooks.ts'

export type App = ReturnType<typeof newApp>

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
}

/**
 * Builds the backend-for-frontend: not yet listening, testable by inject. Closing it waits for what must still reach the
 * store.
 */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { configuration } = parts
  const app = newApp(configuration, parts.log)
  const { installation, failures, finished } = install(parts)
  const ours = cookies(configuration.publicUrl)
  app.addHook('onClose', async () => {
    await finished()
    await installation.outbound.close()
  })
  app.setErrorHandler(answerError)
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', demandOwnHost(configuration.publicUrl))
  await app.register(helmet, securityHeaders(configuration.publicUrl))
  app.addHook('onRequest', async (_, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  })
  await app.register(underPressure, {
    maxEventLoopDelay: configuration.limits.eventLoopDelayMilliseconds,
    pressureHandler: (request) => {
      if (!request.routeOptions.config.anyHost) throw new Refused('overloaded')
    },
  })
  await app.register(cookie)
  healthRoutes(app, installation)
  await app.register(async (bff) => {
    bff.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))
    bff.addHook('onRequest', demandSameOrigin(configuration.publicUrl))
    bff.addHook('onRequest', async (request) => ours.demandOwn(request))
    await bff.register(rateLimit, { max: configuration.limits.requestsPerMinute, timeWindow: 60_000 })
    bff.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: unknown, body: string) => new URLSearchParams(body),
    )
    bffRoutes(bff as unknown as App, installation, ours, failures)
  })
  if (configuration.webhooks) {
    await app.register(async (hooks) => {
      await hooks.register(rateLimit, { max: configuration.limits.requestsPerMinute, timeWindow: 60_000 })
      receivingRoute(hooks as unknown as App, installation)
    })
  }
  const servePage = await servePages(app, parts.pages)
  app.setNotFoundHandler((request, reply) => {
    if (servePage(request, reply)) return
    const allowed = methods.filter((method) => app.hasRoute({ method, url: request.url.split('?', 1)[0] ?? '' }))
    if (allowed.length > 0) reply.header('allow', allowed.join(', '))
    sendRefusal(reply, new Refused(allowed.length > 0 ? 'method-not-allowed' : 'not-found'))
  })
  return app as unknown as FastifyInstance
}

const methods = ['GET', 'POST', 'DELETE'] as const

function newApp({ limits, trustedProxies, logLevel }: Configuration, log: LogStream | undefined) {
  return fastify({
    logger: logger(logLevel, log),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit: limits.requestBytes,
    requestTimeout: limits.requestMilliseconds,
    http: {
      headersTimeout: limits.requestMilliseconds,
      connectionsCheckingInterval: Math.min(1_000, limits.requestMilliseconds),
    },
    forceCloseConnections: 'idle',
    frameworkErrors: answerError,
  })
    .withTypeProvider<TypeBoxTypeProvider>()
    .setValidatorCompiler(TypeBoxValidatorCompiler)
}

function install({ configuration, store: unguarded, clock = Date.now }: Parts) {
  const { limits, sessionKeys } = configuration
  const store = withDeadline(unguarded, limits.storeMilliseconds)
  const unfinished = new Set<Promise<unknown>>()
  const sender = outbound(clock)
  const sessions = sealed<SessionRecord, Message>(store, 'session', sessionKeys)
  const browsers = sealed<BrowserRecord>(store, 'browser', sessionKeys)
  const installation: Installation = {
    configuration,
    clock,
    store,
    sessions,
    hooks: sealed<{ openedAt: number }, Delivery>(store, 'hook', sessionKeys),
    transactions: sealed<TransactionRecord>(store, 'transaction', sessionKeys),
    browsers: browsersOf(browsers, sessions, clock, limits),
    prints: fingerprints(sessionKeys),
    outbound: sender,
    keySets: keySets(sender, clock, limits),
    async finish(work) {
      unfinished.add(work)
      try {
        return await work
      } finally {
        unfinished.delete(work)
      }
    },
  }
  return {
    installation,
    failures: sealed<FailedRenewal>(store, 'renewal', sessionKeys),
    finished: () => Promise.allSettled(unfinished),
  }
}

function healthRoutes(app: App, { store }: Installation) {
  const open = { config: { anyHost: true } }
  app.get('/healthz', open, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return { state: 'alive' }
  })
  app.get('/readyz', open, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    await store.ping()
    return { state: 'ready' }
  })
}

function bffRoutes(app: App, installation: Installation, ours: Cookies, failures: Sealed<FailedRenewal>) {
  const { configuration, clock, keySets: keys } = installation
  app.get(configPath, async () => publicConfiguration(configuration, clock()))
  signInRoutes(app, installation, ours)
  tokenEndpoint(app, installation, ours)
  sessionRoutes(app, installation, ours)
  refreshRoute(app, installation, ours, failures)
  callsRoute(app, installation, ours)
  messagesRoute(app, installation, ours)
  if (configuration.webhooks) webhookRoutes(app, installation, ours)
  app.get<{ Params: { environment: string } }>(
    keysPath(':environment').replace('%3A', ':'),
    async (request): Promise<Keys> => {
      const environment = findEnvironment(configuration, request.params.environment)
      if (!environment) throw new Refused('not-found', { message: 'There is no environment of this name.' })
      return keys.of(environment)
    },
  )
}

/** What the page may know: everything but the secrets, named one by one so that a new setting is not told by itself. */
function publicConfiguration(configuration: Configuration, now: number): Config {
  const { builtIn, webhooks, environments, operations, demonstrations } = configuration
  return {
    serverTime: seconds(now),
    builtIn,
    operations,
    demonstrations,
    webhooks,
    environments: environments.map((environment) => ({
      id: environment.id,
      name: environment.name,
      description: environment.description,
      kind: environment.kind,
      authUrl: environment.authUrl,
      tokenUrl: environment.tokenUrl,
      baseUrl: environment.baseUrl,
      issuer: environment.issuer,
      audience: environment.audience,
      resourceDomain: environment.resourceDomain,
      publishesKeys: environment.jwksUrl !== undefined,
      pkce: environment.pkce,
      nonce: environment.nonce,
      issInRedirect: environment.issInRedirect,
      clientSecretEncoding: environment.clientSecretEncoding,
      scopeSeparator: environment.scopeSeparator,
      scopes: environment.scopes,
      clients: environment.clients.map(({ id, name, description, clientId, redirectUri }) => ({
        id,
        name,
        description,
        clientId,
        redirectUri,
      })),
    })),
  }
}

function securityHeaders(publicUrl: string) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'worker-src': ["'self'"],
        'frame-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'"],
        'base-uri': ["'none'"],
        'manifest-src': ["'self'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['claimcheck'],
      },
    },
    strictTransportSecurity: isSecure(publicUrl) ? { maxAge: 31_536_000 } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  } as const
}
