import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { JWTPayload } from 'jose'
import { neededScope, type Operation, operations, type SampleOperation } from '#knowledge/protocol/apis.ts'
import { opens, splitScopes } from '#knowledge/protocol/scopes.ts'
import { type Books, openBooks } from '../business/books.ts'
import { handlers } from '../business/handlers.ts'
import { webhookDelivery } from '../business/webhook-delivery.ts'
import type { HomeEnvironment } from '../environments.ts'
import { type Trust, tokenVerification } from './token-verification.ts'

export interface GatewayOptions {
  environment: HomeEnvironment
  /** Issuer and key set of its own identity service. */
  issuer: string
  keysUrl: string
  /** Epoch seconds. */
  clock: () => number
  /** Where webhooks may be sent: the app's own address. */
  appOrigin: string
  /** Told of what made an operation fail with 500. */
  onUnexpectedError: (error: unknown) => void
}

/**
 * A gateway with the business APIs behind it. A request passes these steps, each of which may answer it: the path is
 * plain, the API exists, the token is good (401, §7.2), the operation exists (404, 405), the scope opens it (403,
 * RFC 6750 §3.1), the token names a company where the operation needs one (403, §7.3), the operation itself.
 */
export function gateway(options: GatewayOptions): FastifyInstance {
  const { environment, clock, onUnexpectedError } = options
  const trust: Trust = { issuer: options.issuer, audience: environment.audience, keysUrl: options.keysUrl }
  const verify = tokenVerification(trust)
  const webhooks = webhookDelivery(options.appOrigin, clock)
  const books = new Map<string, Books>()
  const claims = new WeakMap<FastifyRequest, JWTPayload>()

  const stamp: Step = async (request, reply) => {
    reply.headers({
      date: new Date(clock() * 1000).toUTCString(),
      'x-request-id': request.id,
      'cache-control': 'no-store',
    })
  }

  const demandPlainPath: Step = async (request, reply) => {
    if (!isPlainPath(request.raw.url ?? '')) return unidentified(request, reply)
  }

  const verifyToken: Step = async (request, reply) => {
    const verdict = await verify(request.headers.authorization, clock())
    if ('claims' in verdict) {
      claims.set(request, verdict.claims)
      return
    }
    const { errorcode, faultstring } = verdict.fault
    // RFC 6750 §3.1: no error code when no token was sent.
    const sent = request.headers.authorization !== undefined
    reply.header('www-authenticate', sent ? 'Bearer error="invalid_token"' : 'Bearer')
    return fault(reply, 401, errorcode, faultstring)
  }

  const answerFailure = (error: { statusCode?: number; message?: string }, _request: unknown, reply: FastifyReply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return refuse(reply, status, 'INVALID_REQUEST', error.message ?? 'The request cannot be read.')
    onUnexpectedError(error)
    return refuse(reply, 500, 'INTERNAL_ERROR', 'The request could not be processed because of an internal error.')
  }

  const perform = async (operation: SampleOperation, request: FastifyRequest, reply: FastifyReply) => {
    const held = claims.get(request) ?? {}
    const { company, person } = holderOf(environment, operation, held)
    const id = company ?? person
    const opened = books.get(id) ?? openBooks(id, clock())
    books.set(id, opened)
    const answer = await handlers[operation.id]({
      books: opened,
      parameters: request.params as Record<string, string>,
      query: request.query as Record<string, unknown>,
      body: request.body,
      now: clock(),
      tokenIssuedAt: Number(held.iat ?? 0),
      webhooks,
    })
    reply.code(answer.status).headers(answer.headers ?? {})
    return reply.send(answer.body)
  }

  const app = fastify({
    bodyLimit: 100_000,
    requestTimeout: 15_000,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    frameworkErrors: (_error, request, reply) => void unidentified(request, reply),
  })
  app.addHook('onClose', async () => webhooks.close())
  app.addHook('onRequest', stamp)
  app.addHook('onRequest', demandPlainPath)
  app.setNotFoundHandler(unidentified)
  const apis = async (api: FastifyInstance) => {
    api.addHook('onRequest', verifyToken)
    api.setNotFoundHandler(answerUnknown)
    api.setErrorHandler(answerFailure)
    for (const operation of operations) {
      api.route({
        method: operation.method,
        url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
        onRequest: async (request, reply) => allow(operation, environment, claims.get(request) ?? {}, reply),
        handler: (request, reply) => perform(operation, request, reply),
      })
    }
  }
  app.register(apis, { prefix: '/v1' })
  return app
}

/** Answers the request, or lets it pass to the next step. */
type Step = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

function answerUnknown(request: FastifyRequest, reply: FastifyReply) {
  const allowed = methodsAt(pathOf(request).slice('/v1'.length)).join(', ')
  if (allowed === '') return refuse(reply, 404, 'NOT_FOUND', `There is no resource at ${pathOf(request)}.`)
  reply.header('allow', allowed)
  return refuse(reply, 405, 'METHOD_NOT_ALLOWED', `${request.method} is not possible here; ${allowed} is.`)
}

/** The scope and the company that an operation demands, held against the token. */
async function allow(operation: Operation, environment: HomeEnvironment, claims: JWTPayload, reply: FastifyReply) {
  const needed = neededScope(operation, environment.resourceDomain) ?? ''
  const held = splitScopes(typeof claims.scope === 'string' ? claims.scope : '')
  if (!held.some((scope) => opens(scope, needed))) {
    reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${needed}"`)
    return refuse(reply, 403, 'INSUFFICIENT_SCOPE', `The operation needs the scope ${needed}.`)
  }
  if (operation.company && holderOf(environment, operation, claims).company === undefined) {
    return refuse(
      reply,
      403,
      'COMPANY_REQUIRED',
      'The token does not identify a company, in its audience or in the claim of this API.',
    )
  }
}

/** §5.6: the company is in the claim named after the API, or in the audience beside the API's own address. */
function holderOf({ audience, resourceDomain }: HomeEnvironment, operation: Operation, claims: JWTPayload) {
  const named = claims[`${resourceDomain}/${operation.api}`]
  const company = typeof named === 'string' ? named : [claims.aud].flat().find((value) => value !== audience)
  return { company, person: claims.sub ?? '' }
}

function methodsAt(path: string): string[] {
  const found = operations.filter(({ path: template }) => {
    const pattern = template.replace(/\{\w+\}/g, '[^/]+')
    return new RegExp(`^${pattern}$`).test(path)
  })
  return [...new Set(found.map(({ method }) => method))]
}

/** The path as it was sent. Nothing is resolved or decoded here: what would need it is refused (see `isPlainPath`). */
function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').split('?')[0] ?? ''
}

/** Only unreserved characters and single slashes, and no segment that another server could take for a way up. */
function isPlainPath(url: string): boolean {
  const path = url.split('?')[0] ?? ''
  return /^(?:\/[A-Za-z0-9._~-]*)+$/.test(path) && !path.includes('//') && !/\/\.{1,2}(?:\/|$)/.test(path)
}

/** Also the response to a path that is not plain: a gateway that resolves nothing knows no API at it. */
function unidentified(request: FastifyRequest, reply: FastifyReply) {
  reply.header('x-request-id', request.id)
  const faultstring = `Unable to identify proxy for host: default and url: ${pathOf(request)}`
  return fault(reply, 404, 'messaging.adaptors.http.flow.ApplicationNotFound', faultstring)
}

/** The fault body of the gateway (§7.2). */
function fault(reply: FastifyReply, status: number, errorcode: string, faultstring: string) {
  return reply.code(status).send({ fault: { faultstring, detail: { errorcode } } })
}

/** The error body of the business APIs; its shape is the sandbox's choice, as the API guide shows none (§7.3). */
function refuse(reply: FastifyReply, status: number, code: string, message: string) {
  return reply.code(status).send({ ErrorCode: code, Error: message })
}
