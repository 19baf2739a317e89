import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readRedisAddress } from '../config/redis-address.ts'
import type { Soon } from '../soon.ts'
import { type RedisServer, redisProgram, startRedis } from '../testing/redis-server.ts'
import { openRedisStore } from './redis.ts'
import { openSqliteStore } from './sqlite.ts'
import type { Entry, SessionStore } from './store.ts'

/** One kind of store, and how time passes for it. */
interface Place {
  begin(): Promise<void>
  open(): Promise<SessionStore>
  clock(): number
  /** Lets so many milliseconds pass. */
  pass(milliseconds: number): Promise<unknown>
  end(): Promise<void>
}

function inFile(): Place {
  let now = 1_000_000
  const directory = mkdtempSync(join(tmpdir(), 'claimcheck-store-'))
  let number = 0
  const clock = () => now
  return {
    begin: async () => void number++,
    open: async () => openSqliteStore(join(directory, `${number}.sqlite`), clock),
    clock,
    pass: async (milliseconds) => {
      now += milliseconds
    },
    end: async () => rmSync(directory, { recursive: true }),
  }
}

function inRedis(options: { cluster?: boolean } = {}): Place {
  let server: RedisServer | undefined
  return {
    async begin() {
      server ??= await startRedis(options)
      await server.command('FLUSHALL')
    },
    async open() {
      const address = readRedisAddress(server?.address ?? '')
      if (!address) throw new Error('The address of the test’s Redis is none.')
      return openRedisStore(address, 10_000)
    },
    clock: Date.now,
    pass: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    end: async () => server?.stop(),
  }
}

const places: [string, () => Place, boolean][] = [
  ['a file', inFile, true],
  ['Redis', () => inRedis(), redisProgram !== undefined],
  ['a Cluster', () => inRedis({ cluster: true }), redisProgram !== undefined],
]

describe.each(places)('a store in %s', (_, make, had) => {
  describe.skipIf(!had)('that two processes share', () => {
    let place: Place
    let store: SessionStore
    let other: SessionStore
    beforeAll(() => {
      place = make()
    })
    afterAll(() => place.end())
    beforeEach(async () => {
      await place.begin()
      store = await place.open()
      other = await place.open()
    })
    afterEach(async () => {
      await store.close()
      await other.close()
    })

    const bytes = (text: string) => new Uint8Array(Buffer.from(text))
    const textOf = async (entry: Soon<Entry | undefined>) => {
      const read = await entry
      return read && Buffer.from(read.value).toString()
    }
    const texts = async (key = 'x:a', newest = 100) =>
      (await other.items(key, newest)).map((item) => Buffer.from(item).toString())
    const later = () => place.clock() + 600_000
    const soon = () => place.clock() + 20

    test('tells the other process an entry, with all its bytes and its expiry, until it expires', async () => {
      const value = Uint8Array.from({ length: 256 }, (_, index) => index)
      const expiresAt = later()
      await store.put('x:a', value, expiresAt)
      const read = await other.get('x:a')
      expect([...(read?.value ?? [])]).toEqual([...value])
      expect(Math.abs((read?.expiresAt ?? 0) - expiresAt)).toBeLessThan(10_000)
      expect(await store.extend('x:a', soon())).toBe(true)
      await place.pass(40)
      expect(await other.get('x:a')).toBeUndefined()
      expect(await store.extend('x:a', later())).toBe(false)
      expect(await store.replace('x:a', bytes('two'), later())).toBe(false)
    })

    test.each<[string, (store: SessionStore, key: string) => Promise<unknown>, string | undefined]>([
      ['is written', (one, key) => one.put(key, bytes('two'), later()), 'two'],
      ['is written where it stands', (one, key) => one.replace(key, bytes('two'), later()), 'two'],
      ['has expired sooner', (one, key) => one.extend(key, soon()).then(() => place.pass(40)), undefined],
      ['is deleted', (one, key) => one.delete(key), undefined],
      ['is taken away', (one, key) => one.take(key, 9), undefined],
      ['gives way to another of its kind', (one) => one.put('x:b', bytes('b'), later() + 60_000, 1), undefined],
    ])('shows at once that an entry %s, to who has just read it', async (_, change, after) => {
      for (const changing of [store, other]) {
        await store.put('x:a', bytes('one'), later(), 2)
        for (const one of [store, other]) expect(await textOf(one.get('x:a'))).toBe('one')
        await change(changing, 'x:a')
        for (const one of [store, other]) expect(await textOf(one.get('x:a'))).toBe(after)
      }
    })

    test('does not write an entry again that was deleted', async () => {
      await store.put('x:a', bytes('one'), later())
      expect(await other.replace('x:a', bytes('two'), later())).toBe(true)
      expect(await textOf(store.get('x:a'))).toBe('two')
      await store.delete('x:a')
      expect(await other.replace('x:a', bytes('three'), later())).toBe(false)
      expect(await other.get('x:a')).toBeUndefined()
    })

    test('gives up what expires first of one kind, and leaves the other kinds alone', async () => {
      const put = (key: string, minutes: number, most?: number) =>
        store.put(key, bytes('entry'), place.clock() + minutes * 60_000, most)
      await put('ab:1', 2)
      for (const [key, minutes] of [
        ['a:1', 5],
        ['a:2', 3],
        ['a:3', 4],
      ] as const)
        await put(key, minutes, 3)
      expect(await textOf(other.get('a:2'))).toBe('entry')
      await put('a:4', 6, 3)
      await put('a:5', 7, 2)
      const left = []
      for (const key of ['a:1', 'a:2', 'a:3', 'a:4', 'a:5', 'ab:1']) if (await other.get(key)) left.push(key)
      expect(left).toEqual(['a:4', 'a:5', 'ab:1'])
    })

    test('reads the items of an entry in the order of adding, and keeps only the newest', async () => {
      await store.put('x:a', bytes('entry'), later())
      await store.put('x:b', bytes('entry'), later())
      for (const text of ['one', 'two', 'three']) expect(await store.append('x:a', bytes(text), 2)).toBe(true)
      await store.append('x:b', bytes('four'), 1)
      expect(await texts('x:a', 2)).toEqual(['two', 'three'])
      for (let index = 0; index < 200; index++) await (index % 3 ? store : other).append('x:a', bytes(`${index}`), 10)
      expect(await texts('x:a', 10)).toEqual(Array.from({ length: 10 }, (_, index) => `${index + 190}`))
      expect((await texts('x:a', 1_000)).length).toBeLessThan(50)
      expect(await texts('x:b')).toEqual(['four'])
    })

    test('loses no item of two that add at once', async () => {
      await store.put('x:a', bytes('entry'), later())
      const adding = Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? store : other).append('x:a', bytes(String(index)), 100),
      )
      expect(await Promise.all(adding)).not.toContain(false)
      expect((await texts()).map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index))
    })

    test('keeps items exactly as long as their entry', async () => {
      expect(await store.append('x:a', bytes('early'), 9)).toBe(false)
      await store.put('x:a', bytes('entry'), soon() + 5_000)
      await store.append('x:a', bytes('one'), 9)
      await other.replace('x:a', bytes('changed'), later())
      expect(await texts()).toEqual(['one'])
      await store.put('x:a', bytes('anew'), later())
      expect(await texts()).toEqual([])
      await store.append('x:a', bytes('two'), 9)
      await store.delete('x:a')
      expect(await texts()).toEqual([])
      await store.put('x:a', bytes('again'), later())
      expect(await texts()).toEqual([])
      await store.append('x:a', bytes('three'), 9)
      await store.extend('x:a', soon())
      await place.pass(40)
      expect(await store.append('x:a', bytes('late'), 9)).toBe(false)
      expect(await texts()).toEqual([])
    })

    test('takes an entry away with its items, and lets nothing be added after', async () => {
      await store.put('x:a', bytes('entry'), later())
      const adding = Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? store : other).append('x:a', bytes(String(index)), 100),
      )
      const taking = store.take('x:a', 100)
      const added = (await Promise.all(adding)).filter(Boolean).length
      expect(await taking).toHaveLength(added)
      expect([await other.get('x:a'), await texts()]).toEqual([undefined, []])
      await store.put('x:a', bytes('entry'), later())
      for (const text of ['one', 'two', 'three']) await store.append('x:a', bytes(text), 9)
      expect((await store.take('x:a', 2)).map((item) => Buffer.from(item).toString())).toEqual(['two', 'three'])
      expect(await store.take('x:a', 2)).toEqual([])
    })

    test('lets one holder have a lock at a time, and the next when it is given back', async () => {
      expect(await store.claim('lock', 'first', later())).toBe(true)
      expect(await other.claim('lock', 'second', later())).toBe(false)
      await other.release('lock', 'second')
      expect(await other.claim('lock', 'second', later())).toBe(false)
      await store.release('lock', 'first')
      expect(await other.claim('lock', 'second', later())).toBe(true)
    })

    test('attack 30: frees the lock of a holder that died when it expires', async () => {
      expect(await store.claim('lock', 'dead', soon())).toBe(true)
      await place.pass(40)
      expect(await other.claim('lock', 'second', later())).toBe(true)
    })

    test('gives a lock to one of fifty that ask at once', async () => {
      const asked = Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? store : other).claim('lock', `${index}`, later()),
      )
      expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1)
    })

    test('has as many places under a name as are asked for, and a place for another when one is given back', async () => {
      const take = (holder: string, from = store) => from.claim('calls', holder, later(), 3)
      expect([await take('a'), await take('b', other), await take('c'), await take('d', other)]).toEqual([
        true,
        true,
        true,
        false,
      ])
      await other.release('calls', 'b')
      expect([await take('e'), await take('f', other)]).toEqual([true, false])
    })

    test('counts for all who share it, and begins again after its time', async () => {
      const until = place.clock() + 200_000
      expect(await store.count('address', 1, until)).toBe(1)
      expect(await other.count('address', 4, until)).toBe(5)
      expect(await store.count('another', 1, soon())).toBe(1)
      await place.pass(40)
      expect(await other.count('another', 2, later())).toBe(2)
      expect(await other.count('address', 0, until)).toBe(5)
    })

    test('answers that it is well, and fails once it is closed', async () => {
      await expect(store.ping()).resolves.toBeUndefined()
      await store.close()
      await expect(store.ping()).rejects.toThrow()
    })
  })
})
