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
  // To the Sentinels and to the servers that they name: either alone would send what is to be secret in clear text.
  const sentinelTls = tls && { sentinelTLS: {}, enableTLSForSentinelMode: true }
  const where =
    kind === 'sentinel'
      ? { sentinels: hosts, name: group, sentinelRetryStrategy: retryStrategy, ...sentinelTls }
      : { ...first }
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
    const { why, fix } = reason(error)
    throw new StoreUnusable(`The session store at ${where}, which SESSIONS names, cannot be used: ${why}.`, fix)
  } finally {
    clearTimeout(timer)
  }
}

/** Why it cannot be used, without what a message may quote, and what to do. */
function reason(error: unknown): { why: string; fix: string } {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const known = reasons.find(({ form }) => form.test(message) || form.test(code))
  if (known) return known
  const word = /^[A-Z]+\b/.exec(message)?.[0] ?? code
  return word ? { why: word, fix: 'Start it, or correct SESSIONS.' } : silent
}

const spelling = 'as in redis://user:password@host:6379, or redis://:password@host:6379 without a user name'
const encoding = 'Percent-encode special characters, such as %40 for @.'

const silent = {
  why: 'it does not respond',
  fix: 'Start it, or correct SESSIONS: rediss:// for a port that speaks TLS, redis:// for one that does not.',
}

/** By the error of Redis, or by the code of the connection. */
const reasons: { form: RegExp; why: string; fix: string }[] = [
  {
    form: /^NOAUTH\b/,
    why: 'it requires a password, and SESSIONS contains none (NOAUTH)',
    fix: `Write the password into SESSIONS, ${spelling}. ${encoding}`,
  },
  {
    form: /^(WRONGPASS|ERR invalid password|ERR invalid username-password)\b/,
    why: 'it does not accept the user name or the password in SESSIONS (WRONGPASS)',
    fix: `Correct them, ${spelling}. ${encoding}`,
  },
  {
    form: /^NOPERM\b/,
    why: 'the user lacks a permission that the app needs (NOPERM)',
    fix: 'Allow the user to run scripts and to use keys that begin with claimcheck: (ACL SETUSER … ~claimcheck:* +@all -@admin).',
  },
  {
    form: /^READONLY\b/,
    why: 'it is a replica, which accepts no writes',
    fix: 'Name the primary in SESSIONS, or the Sentinels as redis+sentinel://host:26379/group.',
  },
  {
    form: /^LOADING\b/,
    why: 'it is still loading its data',
    fix: 'Wait until it has finished, then start Claimcheck again.',
  },
  {
    form: /^MISCONF\b/,
    why: 'it cannot write to its disk',
    fix: 'Free space on its disk, or correct its permissions.',
  },
  { form: /^OOM\b/, why: 'its memory is full', fix: 'Raise its maxmemory, or use a separate Redis for Claimcheck.' },
  {
    form: /^ERR (DB index is out of range|SELECT is not allowed)/,
    why: 'it does not have the database that SESSIONS names after the last /',
    fix: 'Correct the number, or omit it for database 0.',
  },
  {
    form: /^(MOVED|CROSSSLOT|CLUSTERDOWN)\b/,
    why: 'it is a node of a Cluster',
    fix: 'Write the nodes as redis+cluster://host:7000,host:7001.',
  },
  {
    form: /^(ENOTFOUND|EAI_AGAIN)$/,
    why: 'the host was not found',
    fix: 'Correct the host in SESSIONS, or the name resolution of this machine.',
  },
  {
    form: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/,
    why: 'nothing accepts connections there',
    fix: 'Start it, or correct SESSIONS.',
  },
  { form: /^(ETIMEDOUT|ECONNRESET|EPIPE|Connection is closed)/, ...silent },
  {
    form: /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT\w*))$/,
    why: 'its certificate is signed by an authority that this machine does not trust',
    fix: 'Set NODE_EXTRA_CA_CERTS to a PEM file with that authority’s certificate.',
  },
  {
    form: /^CERT_HAS_EXPIRED$/,
    why: 'its certificate has expired',
    fix: 'Have the certificate renewed.',
  },
  {
    form: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    why: 'its certificate is for another host name',
    fix: 'Write the host in SESSIONS as it is in the certificate.',
  },
  {
    form: /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/,
    why: 'it does not speak TLS there',
    fix: 'Write redis:// instead of rediss://, or name its TLS port.',
  },
]
