import { randomBytes, randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(8_192)
let used = pool.length

/**
 * Random bytes that nobody else has: for initialization vectors, which must be unique and are no secrets. Taken from a
 * pool that is filled from time to time, because asking the system for few costs as much as for many.
 */
export function uniqueBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return Buffer.from(pool.subarray(used - count, used))
}

let text = ''
let written = 0

/** The same as text, for ids of requests: characters of URL-safe base64, each with six random bits. */
export function uniqueText(characters: number): string {
  if (written + characters > text.length) {
    text = randomBytes(6_144).toString('base64url')
    written = 0
  }
  written += characters
  return text.slice(written - characters, written)
}
