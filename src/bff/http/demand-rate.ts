import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { clientAddress } from './client-address.ts'
import { Refused } from './refused.ts'
import type { CountRequest } from './shared-counts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How often a route may be asked within a minute, where it is counted on its own. */
    rateLimit?: {
      max: number
      /** By what its requests are counted; by the client's address when left out. */
      countedBy?(request: FastifyRequest): string
    }
  }
}

const windowMilliseconds = 60_000

/**
 * Lets through as many requests within a minute as one client may send. It belongs before the hooks of the routes, so that
 * who sends too many has nothing read for it, neither a body nor a session.
 *
 * @param kind what those requests are counted as together whose routes have no limit of their own
 * @throws Refused `too-many-requests`, with the time to wait as Retry-After (RFC 9110 §10.2.3), and nothing of the limit
 */
export function demandRate(count: CountRequest, kind: string, max: number) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const { url, config } = request.routeOptions
    const own = config.rateLimit
    const name = own ? `${request.method} ${url}` : kind
    const { current, milliseconds } = count(`${name} ${(own?.countedBy ?? clientAddress)(request)}`, windowMilliseconds)
    if (current > (own ?? { max }).max) {
      reply.header('retry-after', Math.ceil(milliseconds / 1000))
      throw new Refused('too-many-requests')
    }
    done()
  }
}
