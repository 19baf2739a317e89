import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** The address by which requests are counted: of IPv6 the network. A connection that is gone by now has none. */
export function clientAddress({ ip }: { ip: FastifyRequest['ip'] | undefined }): string {
  return ip === undefined ? 'gone' : normalizeIP(ip)
}
