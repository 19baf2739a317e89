import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { remembered } from '../remembered.ts'

/** The address by which requests are counted: of IPv6 the network. A connection that is gone by now has none. */
export function clientAddress({ ip }: { ip: FastifyRequest['ip'] | undefined }): string {
  if (ip === undefined) return 'gone'
  return addresses.get(ip) ?? addresses.set(ip, isIPv6(ip) ? networkOf(ip) : ip.toLowerCase())
}

const addresses = remembered<string>(1_000)

/** The first 64 bits, which one subscriber has at least (RFC 6177 §2); an IPv4 address in IPv6 is itself (RFC 4291 §2.5.5.2). */
function networkOf(ip: string): string {
  const written = new URL(`http://[${ip.split('%', 1)[0]}]`).hostname.slice(1, -1)
  const [before = [], after] = written.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = after && new Array<string>(8 - before.length - after.length).fill('0')
  const groups = [...before, ...(zeros ?? []), ...(after ?? [])]
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
    ? [high >> 8, high & 255, low >> 8, low & 255].join('.')
    : groups.slice(0, 4).join(':')
}
