import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SessionStore } from './store.ts'

/** How long a statement waits for another process, in milliseconds; it holds the event loop meanwhile. */
const busyMilliseconds = 500
const purgeEveryMilliseconds = 60_000
/** Bytes that the write-ahead log shrinks to again once it has been written into the file. */
const journalBytes = 4_194_304

/**
 * Opens (and makes, with its directory) a session store in one SQLite file that several processes may share.
 *
 * @param file path of the file, or `:memory:`
 * @param clock epoch milliseconds; entries expire by it
 * @throws when the file cannot be opened
 */
export function openSqliteStore(file: string, clock: () => number = Date.now): SessionStore {
  const database = openDatabase(file)
  const read = database.prepare('SELECT value FROM entries WHERE key = ? AND expires_at > ?')
  const write = database.prepare('INSERT OR REPLACE INTO entries (key, value, expires_at) VALUES (?, ?, ?)')
  const rewrite = database.prepare('UPDATE entries SET value = ?, expires_at = ? WHERE key = ? AND expires_at > ?')
  const move = database.prepare('UPDATE entries SET expires_at = ? WHERE key = ? AND expires_at > ?')
  const remove = database.prepare('DELETE FROM entries WHERE key = ?')
  // Reading, writing and dropping in one statement each: what another process adds meanwhile is not lost.
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
      return read.get(key, clock())?.value as Uint8Array | undefined
    },
    async put(key, value, expiresAt) {
      purge()
      write.run(key, value, expiresAt)
    },
    async replace(key, value, expiresAt) {
      return rewrite.run(value, expiresAt, key, clock()).changes === 1
    },
    async extend(key, expiresAt) {
      return move.run(expiresAt, key, clock()).changes === 1
    },
    async delete(key) {
      remove.run(key)
    },
    async append(key, item, keep) {
      const added = add.run(item, key, clock()).changes === 1
      if (added) drop.run(key, keep)
      return added
    },
    async trim(prefix, keep) {
      // No key holds a character above the last one of Unicode.
      const range = [prefix, `${prefix}\u{10ffff}`] as const
      const surplus = Number(count.get(...range)?.entries) - keep
      if (surplus > 0) dropFirst.run(...range, surplus)
    },
    async items(key) {
      return readItems.all(key, clock()).map(({ value }) => value as Uint8Array)
    },
    async claim(name, holder, expiresAt) {
      return take.run(name, holder, expiresAt, clock()).changes === 1
    },
    async release(name, holder) {
      giveBack.run(name, holder)
    },
    async ping() {
      write.run('ping', new Uint8Array(), 0)
    },
    async close() {
      if (database.isOpen) database.close()
    },
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
    if ((error as { errcode?: unknown }).errcode !== busy) throw error
  }
}

/** SQLITE_BUSY. */
const busy = 5

/** What `PRAGMA auto_vacuum` tells for INCREMENTAL. */
const incremental = 2
