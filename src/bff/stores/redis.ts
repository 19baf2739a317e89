import { Cluster, Redis, type RedisOptions } from 'ioredis'
import type { RedisAddress } from '../config/redis-address.ts'
import { type SessionStore, StoreUnusable } from './store.ts'

/** Milliseconds without a byte after which a connection is given up: the machine behind it may be gone. */
const silenceMilliseconds = 3_000
const startMilliseconds = 5_000
const longestRetryMilliseconds = 500

/**
 * Opens a session store in Redis or Valkey, which any number of machines may share: one server, a group that Sentinel
 * watches over, or a Cluster. The keys of one entry carry one hash tag, so that a Cluster keeps them together.
 *
 * @param milliseconds how long the BFF waits for its store; what is late is known here a little sooner
 * @param clock epoch milliseconds; entries expire by the clock of Redis, as long from now as this one says
 * @throws StoreUnusable when it does not respond, or not as it must
 */
export async function openRedisStore(
  address: RedisAddress,
  milliseconds: number,
  clock: () => number = Date.now,
): Promise<SessionStore> {
  const client = connect(address, 0.75 * milliseconds)
  // Each command that fails tells it itself.
  client.on('error', () => {})
  const run = commands(client)
  const left = (expiresAt: number) => Math.max(1, Math.ceil(expiresAt - clock()))

  async function claim(name: string, holder: string, expiresAt: number, places = 1) {
    try {
      return (await run('claim', [claimKey(name)], holder, left(expiresAt), places)) === 1
    } catch (error) {
      // A server that hung may still take it when it continues, and nobody would give it back.
      release(name, holder).catch(() => {})
      throw error
    }
  }

  async function release(name: string, holder: string) {
    await client.zrem(claimKey(name), holder)
  }

  async function remove(key: string) {
    await Promise.all([client.del(...entryKeys(key)), client.zrem(kindKey(key), key)])
  }

  const store: SessionStore = {
    async get(key) {
      const [value, milliseconds] = (await run('read', entryKeys(key))) as [Buffer | null, number]
      return value ? { value, expiresAt: clock() + milliseconds } : undefined
    },
    async put(key, value, expiresAt, most) {
      await run('write', entryKeys(key), bytes(value), left(expiresAt))
      if (most === undefined) return
      const surplus = (await run('limit', [kindKey(key)], key, expiresAt, clock(), most, left(expiresAt))) as Buffer[]
      await Promise.all(surplus.map((one) => client.del(...entryKeys(one.toString()))))
    },
    replace: async (key, value, expiresAt) =>
      (await run('replace', entryKeys(key), bytes(value), left(expiresAt))) === 1,
    extend: async (key, expiresAt) => (await run('extend', entryKeys(key), left(expiresAt))) === 1,
    delete: remove,
    async take(key, newest) {
      const [items] = await Promise.all([run('take', entryKeys(key), newest), client.zrem(kindKey(key), key)])
      return items as Buffer[]
    },
    append: async (key, item, keep) => (await run('append', entryKeys(key), bytes(item), keep)) === 1,
    items: async (key, newest) => (await run('items', entryKeys(key), newest)) as Buffer[],
    claim,
    release,
    count: async (name, by, expiresAt) => Number(await run('count', [`${prefix}count:${name}`], by, left(expiresAt))),
    async ping() {
      await client.set(`${prefix}ping`, '', 'PX', 1_000)
    },
    async close() {
      client.disconnect()
    },
  }
  await begin(client, store, address)
  return store
}

const prefix = 'claimcheck:'
const entryKeys = (key: string): [string, string] => [`${prefix}{${key}}`, `${prefix}{${key}}:items`]
const kindKey = (key: string) => `${prefix}kind:${key.slice(0, key.indexOf(':'))}`
const claimKey = (name: string) => `${prefix}claim:${name}`
const bytes = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** What must be one step. Each has the keys of one entry, or one key. */
const scripts = {
  read: `return { redis.call('GET', KEYS[1]), redis.call('PTTL', KEYS[1]) }`,
  write: `
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    redis.call('DEL', KEYS[2])`,
  replace: `
    if not redis.call('SET', KEYS[1], ARGV[1], 'XX', 'PX', ARGV[2]) then return 0 end
    redis.call('PEXPIRE', KEYS[2], ARGV[2])
    return 1`,
  extend: `
    redis.call('PEXPIRE', KEYS[2], ARGV[1])
    return redis.call('PEXPIRE', KEYS[1], ARGV[1])`,
  append: `
    local left = redis.call('PTTL', KEYS[1])
    if left < 0 then return 0 end
    redis.call('RPUSH', KEYS[2], ARGV[1])
    redis.call('LTRIM', KEYS[2], -ARGV[2], -1)
    redis.call('PEXPIRE', KEYS[2], left)
    return 1`,
  items: `
    if redis.call('EXISTS', KEYS[1]) == 0 then return {} end
    return redis.call('LRANGE', KEYS[2], -ARGV[1], -1)`,
  take: `
    local items = redis.call('EXISTS', KEYS[1]) == 1 and redis.call('LRANGE', KEYS[2], -ARGV[1], -1) or {}
    redis.call('DEL', KEYS[1], KEYS[2])
    return items`,
  limit: `
    redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
    redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), tonumber(ARGV[5])))
    local surplus = redis.call('ZCARD', KEYS[1]) - ARGV[4]
    if surplus <= 0 then return {} end
    local first = redis.call('ZRANGE', KEYS[1], 0, surplus - 1)
    redis.call('ZREM', KEYS[1], unpack(first))
    return first`,
  claim: `
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
    if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
    redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
    redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), tonumber(ARGV[2])))
    return 1`,
  count: `
    local count = redis.call('INCRBY', KEYS[1], ARGV[1])
    if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
    return count`,
}

type Script = keyof typeof scripts

/** Runs a script by its hash, which Redis knows from the first time on; what it answers stays bytes. */
function commands(client: Redis | Cluster) {
  for (const [name, lua] of Object.entries(scripts)) client.defineCommand(`claimcheck_${name}`, { lua })
  const defined = client as unknown as Record<string, (...all: (string | number | Buffer)[]) => Promise<unknown>>
  return async (name: Script, keys: string[], ...values: (string | number | Buffer)[]): Promise<unknown> =>
    defined[`claimcheck_${name}Buffer`]?.(keys.length, ...keys, ...values)
}

function connect(
  { kind, hosts, group, username, password, database, tls }: RedisAddress,
  commandTimeout: number,
): Redis | Cluster {
  const options: RedisOptions = {
    username,
    password,
    db: database,
    ...(tls && { tls: {} }),
    lazyConnect: true,
    commandTimeout,
    socketTimeout: silenceMilliseconds,
    connectTimeout: silenceMilliseconds,
    // What was sent may have been done, and what could not be sent is refused at once rather than done late.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // After a failover the server that is known may have become a replica.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  }
  const retryStrategy = (times: number) => Math.min(50 * times, longestRetryMilliseconds)
  const [first = { host: 'localhost', port: 6379 }] = hosts
  if (kind === 'cluster') {
    return new Cluster(hosts, {
      lazyConnect: true,
      enableOfflineQueue: false,
      redisOptions: options,
      clusterRetryStrategy: retryStrategy,
    })
  }
  const where =
    kind === 'sentinel' ? { sentinels: hosts, name: group, sentinelRetryStrategy: retryStrategy } : { ...first }
  return new Redis({ ...options, ...where, retryStrategy })
}

/** Waits until the store reads and writes. */
async function begin(client: Redis | Cluster, store: SessionStore, { hosts }: RedisAddress): Promise<void> {
  const where = hosts.map(({ host, port }) => `${host}:${port}`).join(', ')
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no response')), startMilliseconds)
  })
  try {
    const heard = new Promise<never>((_, reject) => client.once('error', reject))
    await Promise.race([client.connect(), heard, late])
    await store.ping()
  } catch (error) {
    client.disconnect()
    throw new StoreUnusable(
      `The session store at ${where}, which SESSIONS names, cannot be used: ${reason(error)}.`,
      'Start it, or correct SESSIONS.',
    )
  } finally {
    clearTimeout(timer)
  }
}

/** Why it does not respond, without what a message may quote. */
function reason(error: unknown): string {
  const { code, message = '' } = error as { code?: string; message?: string }
  const word = /^(NOAUTH|WRONGPASS|NOPERM|READONLY|LOADING|MISCONF|OOM|ERR)\b/.exec(message)?.[0]
  return (word && reasons[word]) ?? word ?? code ?? 'it does not respond in time'
}

const reasons: Record<string, string> = {
  NOAUTH: 'it requires a user name and a password',
  WRONGPASS: 'it does not take the user name and the password',
  NOPERM: 'the user lacks the permissions that the app needs: scripts, and keys that begin with claimcheck:',
  READONLY: 'it is a replica, which takes no writes',
  MISCONF: 'it cannot write to its disk',
  OOM: 'its memory is full',
}
