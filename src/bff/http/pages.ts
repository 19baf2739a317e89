import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Answers a navigation with the app's page; false where there is none to answer with. */
export type ServePage = (request: FastifyRequest, reply: FastifyReply) => boolean

/**
 * Serves the built app: files whose names carry a hash for ever, the page itself never without asking again. Where
 * nothing has been built, there are no pages.
 *
 * @param directory what the build made, with `index.html` and `assets/`
 */
export async function servePages(app: FastifyInstance, directory: string | undefined): Promise<ServePage> {
  if (directory === undefined || !existsSync(join(directory, 'index.html'))) return () => false
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(directory, 'assets'))
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!wantsPage || path === '/bff' || path.startsWith('/bff/') || path.startsWith('/assets/')) return false
    reply.sendFile('index.html')
    return true
  }
}
