import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { SessionStore } from './store.ts'

/** How long a call waits for another process that holds the file, in milliseconds. The event loop never waits. */
const busyMilliseconds = 500
const retryMilliseconds = 5
const purgeEveryMilliseconds = 60_000
/** Bytes that the write-ahead log shrinks to again once it has been written into the file. */
const journalBytes = 4_194_304

/**
 * Opens (and makes, with its directory) a session store in one SQLite file that several processes may share. What is
 * written within one turn of the event loop is one transaction, and each call resolves once that is committed.
 *
 * @param file path of the file, or `:memory:`
 * @param clock epoch milliseconds; entries expire by it
 * @throws when the file cannot be opened
 */
export function openSqliteStore(file: string, clock: () => number = Date.now): SessionStore {
  const database = openDatabase(file)
  const read = database.prepare('SELECT value, expires_at FROM entries WHERE key = ? AND expires_at > ?')
  const write = database.prepare('INSERT OR REPLACE INTO entries (key, value, expires_at) VALUES (?, ?, ?)')
  const rewrite = database.prepare('UPDATE entries SET value = ?, expires_at = ? WHERE key = ? AND expires_at > ?')
  const move = database.prepare('UPDATE entries SET expires_at = ? WHERE key = ? AND expires_at > ?')
  const remove = database.prepare('DELETE FROM entries WHERE key = ?')
  const add = database.prepare(
    'INSERT INTO items (key, value) SELECT key, ? FROM entries WHERE key = ? AND expires_at > ?',
  )
  const drop = database.prepare(
    `DELETE FROM items WHERE key = ?1
     AND id <= (SELECT id FROM items WHERE key = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
  )
  const readItems = database.prepare(
    `SELECT items.value FROM items JOIN entries USING (key)
     WHERE items.key = ? AND entries.expires_at > ? ORDER BY items.id`,
  )
  const count = database.prepare('SELECT count(*) AS entries FROM entries WHERE key >= ? AND key < ?')
  const dropFirst = database.prepare(
    `DELETE FROM entries WHERE key IN
     (SELECT key FROM entries WHERE key >= ? AND key < ? ORDER BY expires_at LIMIT ?)`,
  )
  const take = database.prepare(
    `INSERT INTO claims (name, holder, expires_at) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
     WHERE claims.expires_at <= ?`,
  )
  const giveBack = database.prepare('DELETE FROM claims WHERE name = ? AND holder = ?')
  const purgeEntries = database.prepare('DELETE FROM entries WHERE expires_at <= ?')
  const purgeClaims = database.prepare('DELETE FROM claims WHERE expires_at <= ?')
  const together = transactions(database)
  let purgedAt = Number.NEGATIVE_INFINITY

  function purge() {
    const now = clock()
    if (now - purgedAt < purgeEveryMilliseconds) return
    purgedAt = now
    purgeEntries.run(now)
    purgeClaims.run(now)
    database.exec('PRAGMA incremental_vacuum')
  }

  return {
    async get(key) {
      const found = await whenFree(() => read.get(key, clock()))
      return found && { value: found.value as Uint8Array, expiresAt: Number(found.expires_at) }
    },
    put: (key, value, expiresAt) =>
      together(() => {
        purge()
        write.run(key, value, expiresAt)
      }),
    replace: (key, value, expiresAt) => together(() => rewrite.run(value, expiresAt, key, clock()).changes === 1),
    extend: (key, expiresAt) => together(() => move.run(expiresAt, key, clock()).changes === 1),
    delete: (key) => together(() => void remove.run(key)),
    append: (key, item, keep) =>
      together(() => {
        const added = add.run(item, key, clock()).changes === 1
        if (added) drop.run(key, keep)
        return added
      }),
    trim: (prefix, keep) =>
      together(() => {
        // No key holds a character above the last one of Unicode.
        const range = [prefix, `${prefix}\u{10ffff}`] as const
        const surplus = Number(count.get(...range)?.entries) - keep
        if (surplus > 0) dropFirst.run(...range, surplus)
      }),
    async items(key) {
      const rows = await whenFree(() => readItems.all(key, clock()))
      return rows.map(({ value }) => value as Uint8Array)
    },
    claim: (name, holder, expiresAt) => together(() => take.run(name, holder, expiresAt, clock()).changes === 1),
    release: (name, holder) => together(() => void giveBack.run(name, holder)),
    ping: () => together(() => void write.run('ping', new Uint8Array(), 0)),
    async close() {
      if (database.isOpen) database.close()
    },
  }
}

/** Something to be written, and who waits for it. */
interface Write {
  /** By the clock of `performance`. */
  givenUpAt: number
  run(): void
  done(): void
  fail(error: unknown): void
}

/** Writes what was asked for within one turn of the event loop in one transaction. */
function transactions(database: DatabaseSync): <Result>(work: () => Result) => Promise<Result> {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  let waiting: Write[] = []

  function flush() {
    const writes = waiting
    waiting = []
    try {
      begin.run()
      for (const write of writes) write.run()
      commit.run()
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
      const now = isBusy(error) ? performance.now() : Number.POSITIVE_INFINITY
      for (const write of writes) if (write.givenUpAt <= now) write.fail(error)
      waiting = writes.filter(({ givenUpAt }) => givenUpAt > now)
      if (waiting.length > 0) setTimeout(flush, retryMilliseconds)
      return
    }
    for (const write of writes) write.done()
  }

  return (work) =>
    new Promise((resolve, reject) => {
      let result: ReturnType<typeof work>
      waiting.push({
        givenUpAt: performance.now() + busyMilliseconds,
        run() {
          result = work()
        },
        done: () => resolve(result),
        fail: reject,
      })
      if (waiting.length === 1) setImmediate(flush)
    })
}

/** Reads, and again as long as another process keeps the file to itself. */
async function whenFree<Result>(work: () => Result): Promise<Result> {
  const givenUpAt = performance.now() + busyMilliseconds
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > givenUpAt) throw error
      await wait(retryMilliseconds)
    }
  }
}

function openDatabase(file: string): DatabaseSync {
  if (file !== ':memory:') keepToOwner(file)
  const database = new DatabaseSync(file)
  database.exec(`
    PRAGMA busy_timeout = ${busyMilliseconds};
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA journal_mode = WAL;
    PRAGMA journal_size_limit = ${journalBytes};
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
    CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value BLOB NOT NULL, expires_at INTEGER NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS entries_by_expiry ON entries (expires_at);
    CREATE TABLE IF NOT EXISTS items (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL REFERENCES entries (key) ON DELETE CASCADE,
      value BLOB NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS items_by_key ON items (key, id);
    CREATE TABLE IF NOT EXISTS claims (name TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_at INTEGER NOT NULL) STRICT;
  `)
  const { auto_vacuum } = database.prepare('PRAGMA auto_vacuum').get() ?? {}
  if (auto_vacuum !== incremental) writeAnew(database)
  // Waiting at the start is right, and later it would hold the event loop.
  database.exec('PRAGMA busy_timeout = 0')
  return database
}

/** Makes the file readable for its owner alone; SQLite gives the files beside it the same rights when it makes them. */
function keepToOwner(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  for (const part of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(part)) chmodSync(part, 0o600)
}

/** A file that was made without vacuuming keeps its layout until then. While another process has it, it stays so. */
function writeAnew(database: DatabaseSync) {
  try {
    database.exec('VACUUM')
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}

/** SQLITE_BUSY, or one of the codes that say more of it. */
function isBusy(error: unknown): boolean {
  return (Number((error as { errcode?: unknown }).errcode) & 0xff) === 5
}

/** What `PRAGMA auto_vacuum` tells for INCREMENTAL. */
const incremental = 2
