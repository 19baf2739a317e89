/** Where a Redis is, and who the app is there. */
export interface RedisAddress {
  kind: 'one' | 'sentinel' | 'cluster'
  hosts: { host: string; port: number }[]
  /** The name under which Sentinel knows the group of servers. */
  group?: string
  username?: string
  password?: string
  database?: number
  tls: boolean
}

/**
 * Reads an address: `redis://user:password@host:6379/0`, `rediss://` for TLS; `redis+sentinel://host:26379,host:26379/group`
 * with the hosts of the Sentinels, and `redis+cluster://host:7000,host:7001` with some of the Cluster.
 *
 * @returns undefined for what is none
 */
export function readRedisAddress(text: string): RedisAddress | undefined {
  const form = /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/]*)@)?([^/@?#]+)(?:\/([^/?#]*))?(?:\/(\d{1,3}))?$/.exec(
    text,
  )
  if (!form) return undefined
  const [, scheme, kind = 'one', credentials = '', places = '', first = '', second] = form
  const hosts = places.split(',').map((place) => readHost(place, kind === 'sentinel' ? 26_379 : 6_379))
  const [username = '', password] = credentials.split(':', 2).map(decoded)
  const database = kind === 'sentinel' ? second : first
  const group = kind === 'sentinel' ? decoded(first) : undefined
  if (!hosts.every((host) => host !== undefined) || username === undefined) return undefined
  if (password === undefined && credentials.includes(':')) return undefined
  if (kind === 'one' && hosts.length > 1) return undefined
  if (kind === 'sentinel' ? !group : second !== undefined) return undefined
  if (database && (kind === 'cluster' || !/^\d{1,3}$/.test(database))) return undefined
  return {
    kind: kind as RedisAddress['kind'],
    hosts,
    group,
    username: username || undefined,
    password,
    database: database ? Number(database) : undefined,
    tls: scheme === 'rediss',
  }
}

function readHost(place: string, usualPort: number): { host: string; port: number } | undefined {
  const form = /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i.exec(place)
  if (!form) return undefined
  const port = Number(form[2] ?? usualPort)
  return port > 0 && port < 65_536 ? { host: (form[1] ?? '').replace(/^\[|\]$/g, ''), port } : undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
