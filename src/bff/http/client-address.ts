import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { remembered } from '../remembered.ts'

/** The address by which requests are counted: of IPv6 the network. A connection that is gone by now has none. */
export function clientAddress({ ip }: { ip: FastifyRequest['ip'] | undefined }): string {
  if (ip === undefined) return 'gone'
  return addresses.get(ip) ?? addresses.set(ip, normalizeIP(ip))
}

const addresses = remembered<string>(1_000)
