import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Soon } from '../soon.ts'
import { startRig } from '../testing/rig.ts'
import { openSqliteStore } from './sqlite.ts'
import { type Entry, type SessionStore, StoreUnusable } from './store.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text))

let now = 1_000
let directory: string
let file: string
let store: SessionStore
beforeEach(() => {
  now = 1_000
  directory = mkdtempSync(join(tmpdir(), 'claimcheck-store-'))
  file = join(directory, 'below', 'sessions.sqlite')
  store = openSqliteStore(file, () => now)
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true })
})

const parts = ['', '-wal', '-shm']
const keys = () =>
  new DatabaseSync(file)
    .prepare('SELECT key FROM entries ORDER BY key')
    .all()
    .map(({ key }) => key)

describe('the file', () => {
  const pages = () => Number(new DatabaseSync(file).prepare('PRAGMA page_count').get()?.page_count)
  const flood = async (into: SessionStore) => {
    for (let index = 0; index < 100; index++) await into.put(`flood ${index}`, new Uint8Array(50_000), now + 1_000)
  }
  const modes = () => parts.map((part) => (statSync(file + part).mode & 0o777).toString(8))
  const removed = async () => {
    await store.close()
    for (const part of parts) rmSync(file + part, { force: true })
  }

  test('and those beside it can be read by their owner alone', async () => {
    await store.put('a', bytes('one'), 2_000)
    expect(modes()).toEqual(['600', '600', '600'])
  })

  test('of an earlier time is closed to others, too', async () => {
    await store.put('a', bytes('one'), 2_000)
    for (const part of parts) chmodSync(file + part, 0o644)
    const another = openSqliteStore(file, () => now)
    expect(modes()).toEqual(['600', '600', '600'])
    await another.close()
  })

  test('loses what has expired in time, with its items, and gives back its room', async () => {
    await flood(store)
    await store.append('flood 1', bytes('one'), 9)
    expect(pages()).toBeGreaterThan(1_000)
    now += 100_000
    await store.put('a', bytes('one'), now + 1_000)
    expect(keys()).toEqual(['a'])
    expect(new DatabaseSync(file).prepare('SELECT count(*) AS n FROM items').get()?.n).toBe(0)
    expect(pages()).toBeLessThan(50)
  })

  test('of an earlier time gives back its room too', async () => {
    await removed()
    const before = new DatabaseSync(file)
    before.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE entries (key TEXT PRIMARY KEY, value BLOB NOT NULL, expires_at INTEGER NOT NULL) STRICT',
    )
    before.close()
    store = openSqliteStore(file, () => now)
    await flood(store)
    now += 100_000
    await store.put('a', bytes('one'), now + 1_000)
    expect(pages()).toBeLessThan(50)
  })

  test('is opened as it is while another process works in it', async () => {
    await removed()
    const working = new DatabaseSync(file)
    working.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE entries (key TEXT PRIMARY KEY, value BLOB NOT NULL, expires_at INTEGER NOT NULL) STRICT',
    )
    store = openSqliteStore(file, () => now)
    await store.close()
    working.exec('PRAGMA auto_vacuum = NONE; VACUUM')
    store = openSqliteStore(file, () => now)
    await expect(store.ping()).resolves.toBeUndefined()
    working.close()
  })

  test('that is deleted while it is open is there again, with all that was in it', async () => {
    await store.put('a', bytes('one'), 2_000)
    rmSync(join(directory, 'below'), { recursive: true })
    await store.ping()
    expect(keys()).toEqual(['a', 'ping'])
    expect(Buffer.from((await store.get('a'))?.value ?? []).toString()).toBe('one')
    await store.put('b', bytes('two'), 2_000)
    expect(keys()).toEqual(['a', 'b', 'ping'])
  })

  test('is read while a write is waiting, and both come through', async () => {
    await store.put('a', bytes('one'), 2_000)
    let read: Soon<Entry | undefined>
    // In the turn in which the write that is asked for next is carried out, and before it.
    setImmediate(() => setImmediate(() => (read = store.get('a'))))
    await store.put('a', bytes('two'), 2_000)
    expect(Buffer.from((await read)?.value ?? []).toString()).toBe('one')
    expect(Buffer.from((await store.get('a'))?.value ?? []).toString()).toBe('two')
  })

  test('shows what another process did, also to a process that has just read it', async () => {
    const another = openSqliteStore(file, () => now)
    await store.put('a', bytes('one'), 2_000)
    expect(await another.get('a')).toBeDefined()
    await store.delete('a')
    expect(await another.get('a')).toBeUndefined()
    await another.close()
  })

  test('has lost what has expired also for who has just read it, should the clock be set back', async () => {
    await store.put('a', bytes('one'), 2_000)
    expect(await store.get('a')).toBeDefined()
    now += 100_000
    await store.put('b', bytes('two'), now + 1_000)
    now -= 100_000
    expect(await store.get('a')).toBeUndefined()
  })

  test('keeps what a clock that is set ahead takes for expired, should it be set back', async () => {
    await store.put('a', bytes('one'), 500_000)
    now += 365 * 86_400_000
    await store.put('b', bytes('two'), now + 1_000)
    now += 120_000
    await store.put('c', bytes('three'), now + 1_000)
    now = 400_000
    expect(await store.get('a')).toBeDefined()
  })

  test('frees a lock that was taken under a clock that ran ahead once that is set right, and no other', async () => {
    now += 30 * 86_400_000
    expect(await store.claim('renew', 'killed', now + 10_000)).toBe(true)
    now -= 100
    expect(await store.claim('renew', 'other', now + 10_000)).toBe(false)
    now -= 30 * 86_400_000
    expect(await store.claim('renew', 'other', now + 10_000)).toBe(true)
  })
})

describe('a store that cannot be opened says what is wrong and what to do', () => {
  const opening = (path: string) => {
    try {
      openSqliteStore(path, () => now)
    } catch (error) {
      if (error instanceof StoreUnusable) return error.message
      throw error
    }
    return 'opened'
  }

  test('where the file is something else', () => {
    writeFileSync(join(directory, 'text'), 'not a store '.repeat(1_000))
    expect(opening(join(directory, 'text'))).toBe(
      `The session store ${join(directory, 'text')} cannot be used: it is damaged, or not a session store. Move it away, along with the files next to it that end in -wal and -shm, and start again. Everyone must sign in again.`,
    )
  })

  test('where the file is another program’s, which stays as it is, with its rights', () => {
    const text = join(directory, 'notes')
    writeFileSync(text, 'not a store '.repeat(1_000), { mode: 0o640 })
    const foreign = join(directory, 'foreign.sqlite')
    const database = new DatabaseSync(foreign)
    database.exec('CREATE TABLE accounts (name TEXT)')
    database.close()
    chmodSync(foreign, 0o640)
    expect(opening(text)).toContain('it is damaged, or not a session store')
    expect(opening(foreign)).toContain('it is the database of another program')
    for (const path of [text, foreign]) expect((statSync(path).mode & 0o777).toString(8)).toBe('640')
    const again = new DatabaseSync(foreign)
    expect(again.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()).toEqual([{ name: 'accounts' }])
    again.close()
  })

  test('where the file is damaged', async () => {
    for (let index = 0; index < 50; index++) await store.put(`a:${index}`, new Uint8Array(5_000), 900_000)
    await store.close()
    truncateSync(file, Math.floor(statSync(file).size / 2))
    expect(opening(file)).toContain('it is damaged')
  })

  test('where the place is taken by a directory, or its path by a file', () => {
    mkdirSync(join(directory, 'taken'))
    expect(opening(join(directory, 'taken'))).toContain('it is a directory')
    writeFileSync(join(directory, 'plain'), '')
    expect(opening(join(directory, 'plain', 'sessions.sqlite'))).toMatch(
      /cannot be used: .+ with SESSION_FILE, or another directory with CLAIMCHECK_DATA\./,
    )
  })

  test.skipIf(!existsSync('/dev/full'))('where nothing can be written', () => {
    expect(opening('/proc/sessions.sqlite')).toMatch(
      /cannot be used: .+ with SESSION_FILE, or another directory with CLAIMCHECK_DATA\./,
    )
  })
})

describe('attack 48: a file that another process holds locked', () => {
  let holder: ChildProcess | undefined
  afterEach(() => void holder?.kill('SIGKILL'))

  /** Another process that writes in the file and does not come to an end. */
  async function lock(path: string) {
    const program = `
      const { DatabaseSync } = require('node:sqlite')
      const database = new DatabaseSync(process.argv[1])
      database.exec('BEGIN IMMEDIATE')
      process.stdout.write('locked')
      setInterval(() => {}, 1000)`
    const started = spawn(process.execPath, ['-e', program, path], { stdio: ['ignore', 'pipe', 'ignore'] })
    holder = started
    await new Promise((locked) => started.stdout.once('data', locked))
  }
  async function unlock() {
    if (!holder || holder.exitCode !== null || holder.signalCode !== null) return
    const ended = new Promise((done) => holder?.once('exit', done))
    holder?.kill('SIGKILL')
    await ended
  }

  test('keeps nobody waiting: 503 for what must be written, alive but not ready, and well again after', async () => {
    const rig = await startRig()
    try {
      const browser = rig.browser()
      await browser.signIn()
      await lock(rig.file)
      const begun = performance.now()
      let settled = 0
      const writing = Array.from({ length: 20 }, () =>
        browser
          .request('POST', '/bff/sign-in', { json: { environment: 'test', client: 'portal', scopes: ['openid'] } })
          .finally(() => settled++),
      )
      const ready = browser.request('GET', '/readyz')
      // All of them wait for the file by now, and the process is there for others.
      await new Promise((done) => setTimeout(done, 20))
      expect((await browser.request('GET', '/healthz')).statusCode).toBe(200)
      expect(settled).toBeLessThan(20)
      expect((await browser.request('GET', '/bff/session')).json()).toMatchObject({ state: 'signed-in' })
      for (const answer of await Promise.all([...writing, ready])) {
        expect(answer.statusCode).toBe(503)
        expect(answer.json()).toMatchObject({ code: 'store-unavailable' })
        expect(answer.cookies).toEqual([])
      }
      // A second each on a machine that is not busy; had they waited in turn, it were twenty times as long.
      expect(performance.now() - begun).toBeLessThan(5_000)
      await unlock()
      expect((await browser.request('GET', '/readyz')).statusCode).toBe(200)
      expect((await browser.request('GET', '/bff/session')).json()).toMatchObject({ state: 'signed-in' })
    } finally {
      await unlock()
      await rig.close()
    }
  })

  test('is written to as soon as it is free, and what was given up is not done later', async () => {
    await lock(file)
    await expect(store.put('a:late', bytes('late'), 900_000)).rejects.toThrow('locked')
    const put = store.put('a:soon', bytes('soon'), 900_000)
    await unlock()
    await put
    expect(keys()).toEqual(['a:soon'])
  })
})
