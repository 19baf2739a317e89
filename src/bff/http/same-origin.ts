import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { requestHeader } from '#contract/request.ts'
import { Refused } from './refused.ts'

/**
 * Lets through only what a page of this app sent: with the app's own header, and marked `same-origin` by the browser,
 * or, by a browser that marks nothing, with the exact Origin.
 *
 * @throws Refused `not-same-origin`
 */
export function demandSameOrigin(publicUrl: string) {
  return (request: FastifyRequest, _: FastifyReply, done: HookHandlerDoneFunction) => {
    const { [requestHeader]: own, 'sec-fetch-site': site, origin } = request.headers
    if (own !== '1') throw new Refused('not-same-origin')
    if (site === undefined ? origin !== publicUrl : site !== 'same-origin') throw new Refused('not-same-origin')
    done()
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
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    if (request.routeOptions.config.anyHost || isAddressedTo(host, request, publicUrl)) return done()
    const navigates = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (navigates && request.url.startsWith('/') && !request.url.startsWith('/bff'))
      return void reply.redirect(publicUrl + request.url, 302)
    throw new Refused('not-same-origin', {
      status: 421,
      message: `The request was addressed to a host other than ${host}, so nothing was done.`,
      fix: `Open ${publicUrl}.`,
    })
  }
}

/**
 * Whether a request was addressed to a host, with its port where that is not the usual one. By its request line and its
 * Host alone: X-Forwarded-Host is the browser's own, unless every proxy on the way replaces it.
 *
 * @throws Refused where there is more than one (RFC 9112 §3.2)
 */
function isAddressedTo(own: string, { raw, headers }: FastifyRequest, publicUrl: string): boolean {
  const { rawHeaders } = raw
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  if (hosts > 1) throw new Refused('request-invalid')
  // A whole address in the request line says where to, and Host nothing (RFC 9112 §3.2.2).
  const { url = '' } = raw
  if (!url.startsWith('/') && url !== '*') return URL.parse(url)?.host === own
  if (headers.host === own) return true
  const host = /^[\w.:[\]-]+$/.exec(headers.host ?? '')?.[0]
  return URL.parse(`${new URL(publicUrl).protocol}//${host}`)?.host === own
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that watchers reach under any host name. */
    anyHost?: boolean
  }
}
