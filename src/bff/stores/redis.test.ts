import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { readRedisAddress } from '../config/redis-address.ts'
import { authority, good, privateKey } from '../testing/certificates.ts'
import { type RedisOptions, type RedisServer, redisProgram, startRedis } from '../testing/redis-server.ts'
import { openRedisStore } from './redis.ts'

let server: RedisServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

async function open(address: string) {
  const read = readRedisAddress(address)
  if (!read) throw new Error(`${address} is no address of a Redis.`)
  return openRedisStore(read, 10_000)
}

/** What the start says of a server that cannot be used. */
async function refusal(options: RedisOptions, change: (address: string) => string = (address) => address) {
  server = await startRedis(options)
  return open(change(server.address)).then(
    () => 'opened',
    (error: Error) => error.message,
  )
}

describe.skipIf(!redisProgram)('a Redis', () => {
  test('is reached over TLS where its certificate holds, and not where it does not', async () => {
    const tls = { certificate: good, key: privateKey }
    expect(await refusal({ tls })).toMatch(
      /^The session store at 127\.0\.0\.1:\d+, which SESSIONS names, cannot be used: its certificate is signed by an authority that this machine does not trust\. Set NODE_EXTRA_CA_CERTS/,
    )
    const usual = getCACertificates('default')
    setDefaultCACertificates([...usual, authority])
    try {
      const store = await open(server?.address ?? '')
      await store.put('x:a', new Uint8Array([1, 2]), Date.now() + 60_000)
      expect([...((await store.get('x:a'))?.value ?? [])]).toEqual([1, 2])
      await store.close()
    } finally {
      setDefaultCACertificates(usual)
    }
  })

  test('in a group is reached over TLS, and so are the Sentinels', async () => {
    const tls = { certificate: good, key: privateKey, authority }
    const watched = await startRedis({ tls })
    server = await startRedis({ tls, watches: watched.port })
    const usual = getCACertificates('default')
    setDefaultCACertificates([...usual, authority])
    try {
      const store = await open(server.address)
      await store.put('x:a', new Uint8Array([1, 2]), Date.now() + 60_000)
      expect([...((await store.get('x:a'))?.value ?? [])]).toEqual([1, 2])
      await store.close()
    } finally {
      setDefaultCACertificates(usual)
      await watched.stop()
    }
  })

  test('that wants another password is told so at the start, and the password is not', async () => {
    const said = await refusal({ password: 'the-right-one' }, (address) => address.replace('right', 'wrong'))
    expect(said).toContain('it does not accept the user name or the password in SESSIONS (WRONGPASS). Correct them,')
    expect(said).not.toContain('the-')
  })

  test('that wants one where none is given is told so too', async () => {
    expect(await refusal({ password: 'canary' }, (address) => address.replace(/:canary@/, ''))).toContain(
      'it requires a password, and SESSIONS contains none (NOAUTH). Write the password into SESSIONS,',
    )
  })

  test('whose password is written as the user name is told where to write it', async () => {
    expect(await refusal({ password: 'canary' }, (address) => address.replace(':canary@', 'canary@'))).toContain(
      'or redis://:password@host:6379 without a user name',
    )
  })

  test('whose user lacks a right is told which, and works once it has it', async () => {
    server = await startRedis()
    await server.command('ACL', 'SETUSER', 'ops', 'on', '>canary', '~other:*', '+@all')
    const address = server.address.replace('://', '://ops:canary@')
    const said = await open(address).catch((error: Error) => error.message)
    expect(said).toContain('(NOPERM). Allow the user to run scripts and to use keys that begin with claimcheck:')
    await server.command('ACL', 'SETUSER', 'ops', 'reset', 'on', '>canary', '~claimcheck:*', '+@all', '-@admin')
    const store = await open(address)
    await store.put('x:a', new Uint8Array([1, 2]), Date.now() + 60_000)
    await store.append('x:a', new Uint8Array([3]), 10)
    expect(await store.items('x:a', 10)).toHaveLength(1)
    await store.close()
  })

  test('that lacks the database, or TLS, or a name, is told how to write its address', async () => {
    expect(await refusal({}, (address) => `${address}/99`)).toContain('omit it for database 0')
    await expect(open(server?.address.replace('redis:', 'rediss:') ?? '')).rejects.toThrow(
      'it does not respond. Start it, or correct SESSIONS: rediss:// for a port that speaks TLS',
    )
    await expect(open('redis://store.invalid:6379')).rejects.toThrow('the host was not found. Correct the host')
  })

  test('that is a replica, or is not there, is told at the start', async () => {
    const first = await startRedis()
    expect(await refusal({ replicaOf: first.port })).toContain('it is a replica, which accepts no writes')
    await first.stop()
    await expect(open(first.address)).rejects.toThrow(
      /cannot be used: nothing accepts connections there\. Start it, or correct SESSIONS\.$/,
    )
  })
})
