import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { AuditEvent } from './audit.ts'
import type { Sent } from './outbound.ts'

/** What a process counts of itself. No label contains a value from outside. */
export interface Metrics {
  registry: Registry
  /** Counts the requests of an app, by method, route and status. */
  watch(app: FastifyInstance): void
  /** Counts what was sent to identity services and APIs, by what came of it. */
  sent(sent: Sent): void
  audited(event: AuditEvent): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'claimcheck_http_request_seconds',
    help: 'Browser requests, by duration.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const outbound = new Counter({
    name: 'claimcheck_outbound_requests_total',
    help: 'Requests to identity services and APIs, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const events = new Counter({
    name: 'claimcheck_session_events_total',
    help: 'Sign-ins, renewals and sign-outs, by outcome.',
    labelNames: ['event', 'outcome'],
    registers,
  })
  return {
    registry,
    watch(app) {
      app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
        const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
        requests.observe(labels, reply.elapsedTime / 1000)
        done()
      })
    },
    sent: ({ failure }) => outbound.inc({ outcome: failure?.kind ?? 'answered' }),
    audited: ({ event, outcome }) => events.inc({ event, outcome }),
  }
}

/** Serves the metrics at `/metrics`, on a port that browsers do not reach. */
export async function serveMetrics({ registry }: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done))
  return server
}
