import { existsSync, linkSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { remembered } from '../remembered.ts'
import type { Soon } from '../soon.ts'
import { makeDirectory } from './make-directory.ts'
import { Damaged, demandOwn, isBusy, keepToOwner, makeFile, unusable } from './session-file.ts'
import type { Entry, SessionStore } from './store.ts'

/** How long a call waits for another process that contains the file, in milliseconds. The event loop never waits. */
const busyMilliseconds = 500
const retryMilliseconds = 5
const purgeEveryMilliseconds = 60_000
/** A clock that runs ahead of the machine's own counter by more than this has been set, and may be wrong. */
const jumpMilliseconds = 3_600_000
/** How often the file is looked after, in milliseconds: whether it is still there. */
const lookEveryMilliseconds = 1_000
/** Bytes that the write-ahead log shrinks to again once it has been written into the file. */
const journalBytes = 4_194_304

/**
 * Opens (and makes, with its directory) a session store in one SQLite file that several processes may share. What is
 * written at about the same time is one transaction, and each call resolves once that is committed. A file that was
 * deleted meanwhile is made again, with all that was in it.
 *
 * @param file path of the file, or `:memory:`
 * @param clock epoch milliseconds; entries expire by it
 * @throws StoreUnusable when the file cannot be read or written
 */
export function openSqliteStore(file: string, clock: () => number = Date.now): SessionStore {
  let opened = openStatements(file)
  let lookedAt = performance.now()
  const timeToPurge = purging(clock)
  const timeToTrim = trimming()

  function open(): Statements {
    const now = performance.now()
    if (now - lookedAt >= lookEveryMilliseconds) look(now)
    return opened
  }

  function look(now = performance.now()) {
    lookedAt = now
    reading.end()
    if (file !== ':memory:' && opened.database.isOpen && !isSame(file, opened.inode)) opened = saved(file, opened)
  }

  const reading = readings(open)
  const { read } = reading
  const write = transactions(() => {
    reading.end()
    return open()
  })
  return {
    get: (key) => read((run) => entryOf(run, key, clock())),
    put: (key, value, expiresAt, most) =>
      write((run) => {
        if (timeToPurge()) purge(run, clock())
        run.known.forget(key)
        run.write.run(key, value, expiresAt)
        if (most !== undefined) trim(run, key.slice(0, key.indexOf(':') + 1), most)
      }),
    replace: (key, value, expiresAt) =>
      write(({ known, rewrite }) => {
        known.forget(key)
        return rewrite.run(value, expiresAt, key, clock()).changes === 1
      }),
    extend: (key, expiresAt) =>
      write(({ known, move }) => {
        known.forget(key)
        return move.run(expiresAt, key, clock()).changes === 1
      }),
    delete: (key) =>
      write(({ known, remove }) => {
        known.forget(key)
        remove.run(key)
      }),
    take: (key, newest) =>
      write(({ known, readItems, remove }) => {
        const rows = readItems.all(key, clock(), newest)
        known.forget(key)
        remove.run(key)
        return rows.map(({ value }) => value as Uint8Array).reverse()
      }),
    append: (key, item, keep) =>
      write(({ add, drop }) => {
        const added = add.run(item, key, clock()).changes === 1
        if (added && timeToTrim(key)) drop.run(key, keep)
        return added
      }),
    async items(key, newest) {
      const rows = await read(({ readItems }) => readItems.all(key, clock(), newest))
      return rows.map(({ value }) => value as Uint8Array).reverse()
    },
    claim: (name, holder, expiresAt, places = 1) =>
      write(({ take }) => {
        const now = clock()
        return placesOf(name, places).some((place) => take.run(place, holder, expiresAt, now).changes === 1)
      }),
    release: (name, holder) => write(({ giveBack }) => void giveBack.run(name, afterPlaces(name), holder)),
    count: (name, by, expiresAt) =>
      write(({ count }) => Number(count.get({ name, by, expiresAt, now: clock() })?.count)),
    async ping() {
      look()
      await write((run) => void run.write.run('ping', new Uint8Array(), 0))
    },
    async close() {
      if (opened.database.isOpen) opened.database.close()
    },
  }
}

type Statements = ReturnType<typeof openStatements>

function openStatements(file: string) {
  const database = openDatabase(file)
  return {
    database,
    inode: file === ':memory:' ? undefined : statSync(file).ino,
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    beginReading: database.prepare('BEGIN'),
    endReading: database.prepare('ROLLBACK'),
    known: knownEntries(database),
    read: asArray(database.prepare('SELECT value, expires_at FROM entries WHERE key = ? AND expires_at > ?')),
    write: database.prepare('INSERT OR REPLACE INTO entries (key, value, expires_at) VALUES (?, ?, ?)'),
    rewrite: database.prepare('UPDATE entries SET value = ?, expires_at = ? WHERE key = ? AND expires_at > ?'),
    move: database.prepare('UPDATE entries SET expires_at = ? WHERE key = ? AND expires_at > ?'),
    remove: database.prepare('DELETE FROM entries WHERE key = ?'),
    add: database.prepare('INSERT INTO items (key, value) SELECT key, ? FROM entries WHERE key = ? AND expires_at > ?'),
    drop: database.prepare(
      `DELETE FROM items WHERE key = ?1
       AND id <= (SELECT id FROM items WHERE key = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
    ),
    readItems: database.prepare(
      `SELECT items.value FROM items JOIN entries USING (key)
       WHERE items.key = ? AND entries.expires_at > ? ORDER BY items.id DESC LIMIT ?`,
    ),
    entriesBetween: database.prepare('SELECT count(*) AS entries FROM entries WHERE key >= ? AND key < ?'),
    dropFirst: database.prepare(
      `DELETE FROM entries WHERE key IN
       (SELECT key FROM entries WHERE key >= ? AND key < ? ORDER BY expires_at LIMIT ?)`,
    ),
    take: database.prepare(
      `INSERT INTO claims (name, holder, expires_at) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
       WHERE claims.expires_at <= ? OR claims.expires_at > excluded.expires_at + ${jumpMilliseconds}`,
    ),
    giveBack: database.prepare('DELETE FROM claims WHERE name >= ? AND name < ? AND holder = ?'),
    count: database.prepare(
      `INSERT INTO counts (name, count, expires_at) VALUES (:name, :by, :expiresAt)
       ON CONFLICT (name) DO UPDATE SET
         count = iif(expires_at <= :now, 0, count) + excluded.count,
         expires_at = iif(expires_at <= :now, excluded.expires_at, expires_at)
       RETURNING count`,
    ),
    purges: ['entries', 'claims', 'counts'].map((table) =>
      database.prepare(`DELETE FROM ${table} WHERE expires_at <= ?`),
    ),
  }
}

/** Entries that are known without reading them: those in use, a few kilobytes each. */
const mostKnown = 500

/** Entries as they were read last. */
interface KnownEntries {
  /** Answers one that was read, as long as no other connection has changed the file since then. */
  get(key: string): Entry | undefined
  set(key: string, entry: Entry): void
  /** To be called with each change that this connection makes; without a key, all are forgotten. */
  forget(key?: string): void
}

/**
 * Whether another connection has changed the file is asked each time (https://www.sqlite.org/pragma.html#pragma_data_version):
 * that looks at the head of the index of the write-ahead log, which costs a third of reading an entry.
 */
function knownEntries(database: DatabaseSync): KnownEntries {
  const version = asArray(database.prepare('PRAGMA data_version'))
  let entries = remembered<Entry>(mostKnown)
  let readAt: SQLOutputValue | undefined
  return {
    get(key) {
      const [now] = version.get() ?? []
      if (now !== readAt) entries = remembered(mostKnown)
      readAt = now
      return entries.get(key)
    },
    set: (key, entry) => void entries.set(key, entry),
    forget(key) {
      if (key === undefined) entries = remembered(mostKnown)
      else entries.delete(key)
    },
  }
}

function entryOf({ known, read }: Statements, key: string, now: number): Entry | undefined {
  const before = known.get(key)
  if (before) return before.expiresAt > now ? before : undefined
  const [value, expiresAt] = read.get(key, now) ?? []
  if (value === undefined) return undefined
  const entry = { value: value as Uint8Array, expiresAt: Number(expiresAt) }
  known.set(key, entry)
  return entry
}

/** A row as the array of its columns: quicker to make than an object. */
function asArray(statement: StatementSync) {
  statement.setReturnArrays(true)
  return statement as unknown as { get(...values: SQLInputValue[]): SQLOutputValue[] | undefined }
}

/** A name's first place is the name itself, so that a lock of one place is one row. */
const placesOf = (name: string, places: number) =>
  Array.from({ length: places }, (_, index) => (index === 0 ? name : `${name}/${index}`))
/** `0` is the sign after `/`. */
const afterPlaces = (name: string) => `${name}0`

function trim({ known, entriesBetween, dropFirst }: Statements, prefix: string, most: number) {
  // No key contains a character above the last one of Unicode.
  const range = [prefix, `${prefix}\u{10ffff}`] as const
  const surplus = Number(entriesBetween.get(...range)?.entries) - most
  if (surplus <= 0) return
  known.forget()
  dropFirst.run(...range, surplus)
}

/** Items that an entry may have beyond those that it keeps. */
const surplusItems = 16
/** Entries whose items are counted at once. */
const countedEntries = 1_000

/** Answers whether it is time to remove the oldest items of an entry: not with each one that is added, because it costs. */
function trimming(): (key: string) => boolean {
  const added = new Map<string, number>()
  return (key) => {
    const count = (added.get(key) ?? 0) + 1
    const due = count >= surplusItems || (count === 1 && added.size >= countedEntries)
    if (due) added.delete(key)
    else added.set(key, count)
    return due
  }
}

function purge({ database, known, purges }: Statements, now: number) {
  known.forget()
  for (const statement of purges) statement.run(now)
  database.exec('PRAGMA incremental_vacuum')
}

/**
 * Answers when it is time to remove what has expired. After the clock was set ahead nothing is removed for a while:
 * should it be set back, all is still there.
 */
function purging(clock: () => number): () => boolean {
  let purgedAt = clock()
  let ahead = clock() - performance.now()
  let pausedUntil = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock()
    if (Math.abs(now - purgedAt) < purgeEveryMilliseconds) return false
    purgedAt = now
    const counter = performance.now()
    if (now - counter - ahead > jumpMilliseconds) pausedUntil = counter + jumpMilliseconds
    ahead = now - counter
    return counter >= pausedUntil
  }
}

/** How long a transaction waits for more to be written, in milliseconds, as long as more comes in each turn. */
const gatherMilliseconds = 2

/** Something to be written, and who waits for it. */
interface Write {
  /** By the clock of `performance`. */
  givenUpAt: number
  run(statements: Statements): void
  done(): void
  fail(error: unknown): void
}

/**
 * Writes what was asked for in one transaction: within one turn of the event loop, and in the turns after it as long as
 * more is coming, for a moment at most. Nobody is told before it is committed.
 */
function transactions(open: () => Statements): <Result>(work: (run: Statements) => Result) => Promise<Result> {
  let waiting: Write[] = []

  function gather(seen: number, until: number) {
    if (waiting.length > seen && performance.now() < until) setImmediate(gather, waiting.length, until)
    else flush()
  }

  function flush() {
    const writes = waiting
    waiting = []
    try {
      const statements = open()
      const { database } = statements
      try {
        statements.begin.run()
        for (const write of writes) write.run(statements)
        statements.commit.run()
      } finally {
        if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
      }
    } catch (error) {
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
        run(statements) {
          result = work(statements)
        },
        done: () => resolve(result),
        fail: reject,
      })
      if (waiting.length === 1) setImmediate(gather, 0, performance.now() + gatherMilliseconds)
    })
}

/**
 * Reads at once, and what is read within one turn of the event loop, from the second reading on, in one transaction: each
 * one locks the file and lets go of it, which costs more than a reading itself. A turn answers what had arrived when it began, so nobody is told less
 * than was there when they asked. Where another process keeps the file to itself just then, it is read as soon as that
 * lets go of it.
 */
function readings(open: () => Statements) {
  let current: Statements | undefined
  let hasRead = false

  function end() {
    if (current?.database.isOpen && current.database.isTransaction) current.endReading.run()
    current = undefined
    hasRead = false
  }

  function readNow<Result>(work: (run: Statements) => Result): Result {
    const statements = open()
    if (!hasRead) {
      hasRead = true
      setImmediate(end)
    } else if (!current) {
      statements.beginReading.run()
      current = statements
    }
    return work(statements)
  }

  function read<Result>(work: (run: Statements) => Result): Soon<Result> {
    try {
      return readNow(work)
    } catch (error) {
      if (!isBusy(error)) throw error
      end()
      return whenFree(() => readNow(work))
    }
  }

  return { read, end }
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

function isSame(file: string, inode: number | undefined): boolean {
  return statSync(file, { throwIfNoEntry: false })?.ino === inode
}

/** Puts what a deleted file held in its place again, unless another process has done so, and opens what is there. */
function saved(file: string, { database }: Statements): Statements {
  const copy = `${file}.saved-${process.pid}`
  makeDirectory(dirname(file))
  try {
    database.exec(`VACUUM INTO '${copy.replaceAll("'", "''")}'`)
    database.close()
    if (!existsSync(file)) linkSync(copy, file)
  } finally {
    rmSync(copy, { force: true })
  }
  return openStatements(file)
}

function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    if (file !== ':memory:') makeFile(file)
    database = new DatabaseSync(file, { timeout: busyMilliseconds })
    demandOwn(database)
    if (file !== ':memory:') keepToOwner(file)
    prepare(database)
    return database
  } catch (error) {
    database?.close()
    throw unusable(file, error)
  }
}

/** Makes the tables where there are none, and sees to it that the file is whole and can be written. */
function prepare(database: DatabaseSync) {
  database.exec(`
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
    CREATE TABLE IF NOT EXISTS counts (name TEXT PRIMARY KEY, count INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
  `)
  const { auto_vacuum } = database.prepare('PRAGMA auto_vacuum').get() ?? {}
  if (auto_vacuum !== incremental) writeAnew(database)
  if (database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') throw new Damaged()
  // Waiting at the start is right, and later it would hold the event loop.
  database.exec('PRAGMA busy_timeout = 0')
}

/** A file that was made without vacuuming keeps its layout until then. While another process has it, it stays so. */
function writeAnew(database: DatabaseSync) {
  try {
    database.exec('VACUUM')
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}

/** What `PRAGMA auto_vacuum` tells for INCREMENTAL. */
const incremental = 2
