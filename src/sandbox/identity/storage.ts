import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { errors } from 'oidc-provider'

/** What the two identity services keep: made once for an installation, or in the course of sign-ins. */
export interface IdentityStorage {
  /** A value of this installation, such as a signing key; `make` is called when there is none yet. */
  once(name: string, make: () => string | Promise<string>): Promise<string>
  /** The adapter through which oidc-provider keeps one model of one environment. */
  adapter(environment: string, model: string): Adapter
  close(): void
}

const schema = `
  CREATE TABLE IF NOT EXISTS installation (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS record (
    environment TEXT NOT NULL, model TEXT NOT NULL, id TEXT NOT NULL,
    payload TEXT NOT NULL, uid TEXT, grant_id TEXT, expires_at INTEGER,
    PRIMARY KEY (environment, model, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS record_by_uid ON record (environment, model, uid);
  CREATE INDEX IF NOT EXISTS record_by_grant ON record (environment, model, grant_id);
`

/**
 * Records of one model that are kept of one environment: any page can have a browser begin a sign-in, so what nobody
 * finishes does not pile up.
 */
const keptRecords = 5_000
/** After so many writes what is over, or too much, is removed. */
const writesPerPurge = 100

/** How long a record outlives its expiry, in seconds, so that its end is told as “expired” and not as “unknown”. */
const graceSeconds = 3600

/** Opens `sandbox.sqlite` in a directory, which is made when it is missing; without a directory, keeps all in memory. */
export function openIdentityStorage(directory: string | undefined): IdentityStorage {
  const database = new DatabaseSync(directory === undefined ? ':memory:' : fileIn(directory))
  database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 2000;')
  database.exec(schema)
  purge(database)
  return {
    async once(name, make) {
      const select = database.prepare('SELECT value FROM installation WHERE name = ?')
      const known = select.get(name)
      if (known) return String(known.value)
      const made = await make()
      database.prepare('INSERT OR IGNORE INTO installation (name, value) VALUES (?, ?)').run(name, made)
      return String(select.get(name)?.value)
    },
    adapter: (environment, model) => recordAdapter(database, environment, model),
    close: () => database.close(),
  }
}

function purge(database: DatabaseSync): void {
  database.prepare('DELETE FROM record WHERE expires_at < ?').run(now() - graceSeconds)
  database
    .prepare(
      `DELETE FROM record WHERE rowid IN (
         SELECT rowid FROM (
           SELECT rowid, row_number() OVER (PARTITION BY environment, model ORDER BY rowid DESC) AS place FROM record
         ) WHERE place > ?
       )`,
    )
    .run(keptRecords)
}

function fileIn(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, 'sandbox.sqlite')
  new DatabaseSync(file).close()
  chmodSync(file, 0o600)
  return file
}

function recordAdapter(database: DatabaseSync, environment: string, model: string): Adapter {
  const mine = 'environment = ? AND model = ?'
  let writes = 0
  const read = (column: 'id' | 'uid', value: string): AdapterPayload | undefined => {
    const row = database
      .prepare(`SELECT payload FROM record WHERE ${mine} AND ${column} = ?`)
      .get(environment, model, value)
    return row && (JSON.parse(String(row.payload)) as AdapterPayload)
  }
  return {
    async upsert(id, payload, expiresIn) {
      database
        .prepare('INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?, ?, ?, ?)')
        .run(
          environment,
          model,
          id,
          JSON.stringify(payload),
          payload.uid ?? null,
          payload.grantId ?? null,
          expiresIn === undefined ? null : now() + expiresIn,
        )
      writes += 1
      if (writes % writesPerPurge === 0) purge(database)
    },
    async find(id) {
      return read('id', id)
    },
    async findByUid(uid) {
      return read('uid', uid)
    },
    async findByUserCode() {
      return undefined
    },
    async consume(id) {
      // One statement, so that of two requests with the same code or refresh token only one can win.
      const { changes } = database
        .prepare(
          `UPDATE record SET payload = json_set(payload, '$.consumed', ?)
           WHERE ${mine} AND id = ? AND json_extract(payload, '$.consumed') IS NULL`,
        )
        .run(now(), environment, model, id)
      if (changes === 0) throw new errors.InvalidGrant('already consumed')
    },
    async destroy(id) {
      database.prepare(`DELETE FROM record WHERE ${mine} AND id = ?`).run(environment, model, id)
    },
    async revokeByGrantId(grantId) {
      database.prepare(`DELETE FROM record WHERE ${mine} AND grant_id = ?`).run(environment, model, grantId)
    },
  }
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}
