import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteStore } from './sqlite.ts'
import type { Entry, SessionStore } from './store.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const textOf = async (entry: Promise<Entry | undefined>) => {
  const read = await entry
  return read && Buffer.from(read.value).toString()
}

let now = 1_000
let directory: string
let file: string
let store: SessionStore
let other: SessionStore
beforeEach(() => {
  now = 1_000
  directory = mkdtempSync(join(tmpdir(), 'claimcheck-store-'))
  file = join(directory, 'below', 'sessions.sqlite')
  store = openSqliteStore(file, () => now)
  other = openSqliteStore(file, () => now)
})
afterEach(async () => {
  await store.close()
  await other.close()
  rmSync(directory, { recursive: true })
})

describe('an entry', () => {
  test('is read by the other process, until it expires', async () => {
    await store.put('a', bytes('one'), 2_000)
    expect(await textOf(other.get('a'))).toBe('one')
    now = 2_000
    expect(await other.get('a')).toBeUndefined()
  })

  test('that was deleted is not written anew by replacing it', async () => {
    await store.put('a', bytes('one'), 2_000)
    expect(await other.replace('a', bytes('two'), 3_000)).toBe(true)
    expect(await textOf(store.get('a'))).toBe('two')
    await store.delete('a')
    expect(await other.replace('a', bytes('three'), 3_000)).toBe(false)
    expect(await other.get('a')).toBeUndefined()
  })

  test('that has expired can be neither replaced nor extended', async () => {
    await store.put('a', bytes('one'), 2_000)
    expect(await store.extend('a', 2_500)).toBe(true)
    now = 2_499
    expect(await textOf(store.get('a'))).toBe('one')
    now = 2_500
    expect(await store.extend('a', 9_000)).toBe(false)
    expect(await store.replace('a', bytes('two'), 9_000)).toBe(false)
  })

  test('that has expired leaves the file in time', async () => {
    await store.put('a', bytes('one'), 2_000)
    now = 100_000
    await store.put('b', bytes('two'), 200_000)
    const rows = new DatabaseSync(file).prepare('SELECT key FROM entries').all()
    expect(rows.map((row) => row.key)).toEqual(['b'])
  })
})

describe('trimming', () => {
  const keys = () =>
    new DatabaseSync(file)
      .prepare('SELECT key FROM entries ORDER BY key')
      .all()
      .map(({ key }) => key)

  test('removes what expires first of one kind, and leaves the other kinds alone', async () => {
    for (const [key, expiresAt] of Object.entries({ 'a:1': 5_000, 'a:2': 3_000, 'a:3': 4_000, 'ab:1': 2_000 })) {
      await store.put(key, bytes('entry'), expiresAt)
    }
    await other.trim('a:', 3)
    expect(keys()).toEqual(['a:1', 'a:2', 'a:3', 'ab:1'])
    await other.trim('a:', 1)
    expect(keys()).toEqual(['a:1', 'ab:1'])
  })
})

describe('the file', () => {
  const pages = () => Number(new DatabaseSync(file).prepare('PRAGMA page_count').get()?.page_count)
  const flood = async (into: SessionStore) => {
    for (let index = 0; index < 100; index++) await into.put(`flood ${index}`, new Uint8Array(50_000), now + 1_000)
  }

  const modes = () => ['', '-wal', '-shm'].map((part) => (statSync(file + part).mode & 0o777).toString(8))

  test('and those beside it can be read by their owner alone', async () => {
    await store.put('a', bytes('one'), 2_000)
    expect(modes()).toEqual(['600', '600', '600'])
  })

  test('of an earlier time is closed to others, too', async () => {
    await store.put('a', bytes('one'), 2_000)
    for (const part of ['', '-wal', '-shm']) chmodSync(file + part, 0o644)
    const third = openSqliteStore(file, () => now)
    expect(modes()).toEqual(['600', '600', '600'])
    await third.close()
  })

  test('gives back the room of what has expired', async () => {
    await flood(store)
    expect(pages()).toBeGreaterThan(1_000)
    now += 100_000
    await store.put('a', bytes('one'), now + 1_000)
    expect(pages()).toBeLessThan(50)
  })

  test('of an earlier time does so too', async () => {
    await store.close()
    await other.close()
    for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
    const before = new DatabaseSync(file)
    before.exec('PRAGMA journal_mode = WAL; CREATE TABLE earlier (value TEXT)')
    before.close()
    store = openSqliteStore(file, () => now)
    await flood(store)
    now += 100_000
    await store.put('a', bytes('one'), now + 1_000)
    expect(pages()).toBeLessThan(50)
  })

  test('is opened as it is while another process works in it', async () => {
    await store.close()
    await other.close()
    for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
    const working = new DatabaseSync(file)
    working.exec('PRAGMA journal_mode = WAL; CREATE TABLE earlier (value TEXT)')
    store = openSqliteStore(file, () => now)
    await store.close()
    working.exec('PRAGMA auto_vacuum = NONE; VACUUM; BEGIN IMMEDIATE')
    store = openSqliteStore(file, () => now)
    working.exec('COMMIT')
    await expect(store.ping()).resolves.toBeUndefined()
    working.close()
  })
})

describe('a claim', () => {
  test('is had by one holder at a time, across processes', async () => {
    expect(await store.claim('lock', 'first', 2_000)).toBe(true)
    expect(await other.claim('lock', 'second', 2_000)).toBe(false)
    await other.release('lock', 'second')
    expect(await other.claim('lock', 'second', 2_000)).toBe(false)
    await store.release('lock', 'first')
    expect(await other.claim('lock', 'second', 2_000)).toBe(true)
  })

  test('of a holder that died is free when it expires', async () => {
    await store.claim('lock', 'dead', 2_000)
    now = 2_000
    expect(await other.claim('lock', 'second', 3_000)).toBe(true)
  })
})

test('a store answers that it is well, and fails once it is closed', async () => {
  await expect(store.ping()).resolves.toBeUndefined()
  await store.close()
  await expect(store.ping()).rejects.toThrow()
})

describe('the items of an entry', () => {
  const texts = async () => (await other.items('a')).map((item) => Buffer.from(item).toString())

  test('are read in the order of adding, and only the newest are kept', async () => {
    await store.put('a', bytes('entry'), 2_000)
    for (const text of ['one', 'two', 'three']) expect(await store.append('a', bytes(text), 2)).toBe(true)
    expect(await texts()).toEqual(['two', 'three'])
  })

  test('of another entry are left alone', async () => {
    await store.put('a', bytes('entry'), 2_000)
    await store.put('b', bytes('entry'), 2_000)
    await store.append('a', bytes('one'), 1)
    await store.append('b', bytes('two'), 1)
    expect(await texts()).toEqual(['one'])
  })

  test('need an entry that stands, and live as long as it', async () => {
    expect(await store.append('a', bytes('early'), 9)).toBe(false)
    await store.put('a', bytes('entry'), 2_000)
    await store.append('a', bytes('one'), 9)
    await other.replace('a', bytes('changed'), 3_000)
    expect(await texts()).toEqual(['one'])
    now = 3_000
    expect(await store.append('a', bytes('late'), 9)).toBe(false)
    expect(await texts()).toEqual([])
  })

  test('go with it, whether it is deleted, begun anew or purged', async () => {
    const raw = new DatabaseSync(file)
    const count = () => raw.prepare('SELECT count(*) AS n FROM items').get()?.n
    const begin = async () => {
      await store.put('a', bytes('entry'), now + 1_000)
      await store.append('a', bytes('one'), 9)
      expect(count()).toBe(1)
    }
    await begin()
    await store.delete('a')
    expect(count()).toBe(0)
    await begin()
    await store.put('a', bytes('anew'), now + 1_000)
    expect(count()).toBe(0)
    await store.append('a', bytes('two'), 9)
    now += 120_000
    await store.put('other', bytes('entry'), now + 1_000)
    expect(count()).toBe(0)
    raw.close()
  })
})
