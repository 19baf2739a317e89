import type { FastifyInstance } from 'fastify'

export interface Route {
  method: 'GET' | 'POST' | 'DELETE' | 'HEAD'
  path: string
}

/** The routes of an app, from Fastify's printed tree, whose lines are indented by four characters a level. */
export function routesOf(app: FastifyInstance): Route[] {
  const found: Route[] = []
  const parents: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const parts = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line)
    if (!parts) continue
    const [, indent = '', segment = '', methods] = parts
    const depth = indent.length / 4
    const path = (parents[depth - 1] ?? '') + segment
    parents[depth] = path
    for (const method of methods?.split(', ') ?? []) found.push({ method: method as Route['method'], path })
  }
  return found
}
