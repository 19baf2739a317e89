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
    if (request.routeOptions.config.anyHost || hostOf(request, publicUrl) === host) return
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

/**
 * The host that a request was addressed to, without a usual port. By its Host alone: X-Forwarded-Host is the browser's
 * own, unless every proxy on the way replaces it.
 *
 * @throws Refused where there is more than one (RFC 9112 §3.2)
 */
function hostOf({ raw, headers }: FastifyRequest, publicUrl: string): string | undefined {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw new Refused('request-invalid')
  const host = /^[\w.:[\]-]+$/.exec(headers.host ?? '')?.[0]
  return URL.parse(`${new URL(publicUrl).protocol}//${host}`)?.host
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that watchers reach under any host name. */
    anyHost?: boolean
  }
}
