import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(8_192)
let used = pool.length

/**
 * Random bytes that nobody else has: for initialization vectors and ids of requests, which must be unique and are no
 * secrets. Taken from a pool that is filled from time to time, because asking the system for few costs as much as for
 * many.
 */
export function uniqueBytes(count: number): Buffer {
  return Buffer.from(taken(count))
}

/** The same as text: URL-safe base64, four characters for three bytes. */
export function uniqueText(count: number): string {
  return taken(count).toString('base64url')
}

function taken(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}
