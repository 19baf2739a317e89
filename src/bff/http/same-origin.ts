import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestHeader } from '#contract/request.ts'
import { Refused } from './refused.ts'

/**
 * Lets through only what a page of this app sent: with the app's own header, and marked `same-origin` by the browser,
 * or, by a browser that marks nothing, with the exact Origin.
 *
 * @throws Refused `not-same-origin`
 */
export function demandSameOrigin(publicUrl: string) {
  return async (request: FastifyRequest) => {
    const { [requestHeader]: own, 'sec-fetch-site': site, origin } = request.headers
    if (own !== '1') throw new Refused('not-same-origin')
    if (site === undefined ? origin !== publicUrl : site !== 'same-origin') throw new Refused('not-same-origin')
  }
}

/**
 * Takes only requests that were addressed to the app's own host name, so that no other name can be pointed at it (DNS
 * rebinding). A person who opened a page under another name is sent to the right one.
 *
 * @throws Refused `not-same-origin` with status 421 (RFC 9110 §15.5.20)
 */
export function demandOwnHost(publicUrl: string) {
  const { host } = new URL(publicUrl)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.routeOptions.config.anyHost || request.host === host) return
    const navigates = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (navigates && request.url.startsWith('/') && !request.url.startsWith('/bff'))
      return reply.redirect(publicUrl + request.url, 302)
    throw new Refused('not-same-origin', {
      status: 421,
      message: `The request was addressed to another host than ${host}, so nothing was done.`,
      fix: `Open ${publicUrl}.`,
    })
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that watchers reach under any host name. */
    anyHost?: boolean
  }
}
