import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmdirSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { makeDirectory } from './make-directory.ts'
import { StoreUnusable } from './store.ts'

/**
 * Looks whether a session file can be opened and written, or made, and leaves nothing behind.
 *
 * @throws StoreUnusable
 */
export function checkSessionFile(file: string): void {
  try {
    if (existsSync(file)) {
      demandHeader(file)
      accessSync(file, constants.R_OK | constants.W_OK)
    }
    // Rights alone do not tell: a file system may be read-only, or take no files.
    rmdirSync(mkdtempSync(join(existing(dirname(file)), '.claimcheck-')))
  } catch (error) {
    throw unusable(file, error)
  }
}

/** The directory itself, or the nearest above it that is there. */
function existing(directory: string): string {
  if (!existsSync(directory)) return existing(dirname(directory))
  if (!statSync(directory).isDirectory()) throw Object.assign(new Error('no directory'), { code: 'ENOTDIR' })
  return directory
}

/** Makes the file, readable for its owner alone, where there is none; one of another program stays untouched. */
export function makeFile(file: string): void {
  makeDirectory(dirname(file))
  if (existsSync(file)) demandHeader(file)
  else closeSync(openSync(file, 'a', 0o600))
}

/** Makes a file of ours readable for its owner alone; SQLite gives the files beside it the same rights when it makes them. */
export function keepToOwner(file: string): void {
  for (const part of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(part)) chmodSync(part, 0o600)
}

const header = Buffer.from('SQLite format 3\0')

/** A file that is not empty and does not begin as each of SQLite does is none of ours. */
function demandHeader(file: string) {
  if (statSync(file).isDirectory()) throw Object.assign(new Error('a directory'), { code: 'EISDIR' })
  const descriptor = openSync(file, 'r')
  try {
    const begin = Buffer.alloc(header.length)
    const bytes = readSync(descriptor, begin)
    if (bytes > 0 && !begin.equals(header)) throw new Damaged()
  } finally {
    closeSync(descriptor)
  }
}

/** A database with tables of which none is ours belongs to another program. */
export function demandOwn(database: DatabaseSync): void {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  if (tables.length > 0 && !tables.some(({ name }) => name === 'entries')) throw new Foreign()
}

export class Damaged extends Error {
  readonly errcode = 11
}

class Foreign extends Error {
  readonly code = 'foreign'
}

/** SQLite's result codes; what stands above the lowest byte says more of the same. */
const codeOf = (error: unknown) => Number((error as { errcode?: unknown }).errcode) & 0xff

/** Whether another process has the file just now. */
export const isBusy = (error: unknown) => codeOf(error) === 5

/** Why a file cannot be used, in words. */
export function unusable(file: string, error: unknown): StoreUnusable {
  const { code } = error as NodeJS.ErrnoException
  const [why, fix] = reasons[codeOf(error)] ?? reasons[code ?? ''] ?? ['it cannot be opened', nameOther]
  return new StoreUnusable(`The session store ${file} cannot be used: ${why}.`, fix)
}

type Reason = [why: string, fix: string]

const other = 'name another with SESSION_FILE, or another directory with CLAIMCHECK_DATA.'
const nameOther = 'Name another with SESSION_FILE, or another directory with CLAIMCHECK_DATA.'
const damaged: Reason = [
  'it is damaged, or not a session store',
  'Move it away, along with the files next to it that end in -wal and -shm, and start again. Everyone must sign in again.',
]
const full: Reason = ['its disk is full', 'Free up space, then start again.']
const notWritable: Reason = [
  'this process is not allowed to write there',
  `Give it permission to write the file and its directory, or ${other}`,
]

const reasons: Record<number | string, Reason | undefined> = {
  5: ['another program has locked it', 'Stop that program, then start again.'],
  8: notWritable,
  11: damaged,
  13: full,
  14: notWritable,
  26: damaged,
  foreign: ['it is the database of another program', nameOther],
  ENOSPC: full,
  EDQUOT: full,
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  ENOENT: notWritable,
  EISDIR: ['it is a directory', 'Name a file in it with SESSION_FILE.'],
  ENOTDIR: ['a part of its path is not a directory', nameOther],
}
