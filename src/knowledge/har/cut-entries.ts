/** Bytes of one entry that are read; a larger one is passed over, so that memory stays bounded. */
const largestEntry = 32_000_000
/** Bytes around the entries that are kept. */
const largestFrame = 4_000_000

/** An entry as it is in its file. */
export interface CutEntry {
  /** The bytes of its JSON; undefined where they are too many. */
  bytes: Uint8Array | undefined
  /** Its first byte in the file, and the one after its last. */
  start: number
  end: number
}

/**
 * Cuts the bytes of a HAR file into its entries as they come, without ever holding the whole. Files that were written
 * one after the other into one are read as one.
 */
export interface EntryCutter {
  /** The entries that this chunk completes. */
  push: (chunk: Uint8Array) => CutEntry[]
  /** What is before and after the entries: together with `[]` between them, the file without its entries. */
  frame: () => { before: Uint8Array; after: Uint8Array }
  /** True once the list of entries was found, and once it was closed again. */
  state: () => 'before' | 'inside' | 'after'
  /** How many files with a list of entries were found, one after the other. */
  documents: () => number
}

const [quote, backslash, open, close, openList, closeList, colon] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x3a]

export function createEntryCutter(): EntryCutter {
  let state: 'before' | 'inside' | 'after' = 'before'
  let depth = 0
  let inString = false
  let escaped = false
  // The last string at the level of `log`, to tell the list that is called `entries`.
  let name: number[] = []
  let named = ''
  let held: Uint8Array[] = []
  let heldBytes = 0
  let tooLarge = false
  let documents = 0
  // Bytes of the chunks before this one, and where the entry that is open began.
  let passed = 0
  let began = 0
  const around: Record<'before' | 'after', { parts: Uint8Array[]; bytes: number }> = {
    before: { parts: [], bytes: 0 },
    after: { parts: [], bytes: 0 },
  }

  const keepAround = (part: Uint8Array, side: 'before' | 'after') => {
    const { bytes, parts } = around[side]
    // What stands around the entries is kept of the first file alone.
    const isOfFurther = documents > (side === 'before' ? 0 : 1)
    if (isOfFurther || part.length === 0 || bytes + part.length > largestFrame) return
    // A copy, so that the chunk itself can be let go.
    parts.push(part.slice())
    around[side].bytes += part.length
  }
  const hold = (part: Uint8Array) => {
    heldBytes += part.length
    if (heldBytes > largestEntry) {
      tooLarge = true
      held = []
    } else if (part.length > 0) held.push(part)
  }

  const push = (chunk: Uint8Array): CutEntry[] => {
    const entries: CutEntry[] = []
    // Where what is being collected began in this chunk.
    let from = 0
    let nextQuote = -1
    let nextBackslash = -1
    for (let at = 0; at < chunk.length; at++) {
      if (inString) {
        if (escaped) {
          escaped = false
          continue
        }
        if (nextQuote < at) nextQuote = endOr(chunk.indexOf(quote, at), chunk)
        if (nextBackslash < at) nextBackslash = endOr(chunk.indexOf(backslash, at), chunk)
        const stop = Math.min(nextQuote, nextBackslash)
        if (state === 'before' && depth === 2 && name.length < 16)
          for (let place = at; place < stop && name.length < 16; place++) name.push(chunk[place] ?? 0)
        at = stop
        if (stop === chunk.length) break
        if (chunk[stop] === backslash) escaped = true
        else {
          inString = false
          named = String.fromCharCode(...name)
        }
        continue
      }
      const byte = chunk[at]
      if (byte === quote) {
        inString = true
        name = []
      } else if (byte === open || byte === openList) {
        if (state === 'after' && depth === 0 && byte === open) {
          keepAround(chunk.subarray(from, at), 'after')
          state = 'before'
          from = at
        }
        if (state === 'before' && depth === 2 && byte === openList && named === 'entries') {
          state = 'inside'
          keepAround(chunk.subarray(from, at), 'before')
          documents += 1
          from = at + 1
        } else if (state === 'inside' && depth === 3 && byte === open) {
          from = at
          began = passed + at
        }
        depth += 1
      } else if (byte === close || byte === closeList) {
        depth -= 1
        if (state === 'inside' && depth === 3 && byte === close) {
          hold(chunk.subarray(from, at + 1))
          entries.push({ bytes: tooLarge ? undefined : joined(held, heldBytes), start: began, end: passed + at + 1 })
          held = []
          heldBytes = 0
          tooLarge = false
          from = at + 1
        } else if (state === 'inside' && depth === 2) {
          state = 'after'
          from = at + 1
        }
      } else if (byte !== colon && byte !== undefined && byte > 0x20 && depth === 2) named = ''
    }
    const rest = chunk.subarray(from)
    if (state !== 'inside') keepAround(rest, state)
    else if (depth > 3) hold(rest.slice())
    passed += chunk.length
    return entries
  }

  return {
    push,
    frame: () => ({
      before: joined(around.before.parts, around.before.bytes),
      after: joined(around.after.parts, around.after.bytes),
    }),
    // A further text without a list of entries changes nothing of the first.
    state: () => (state === 'before' && documents > 0 ? 'after' : state),
    documents: () => documents,
  }
}

function endOr(found: number, chunk: Uint8Array): number {
  return found < 0 ? chunk.length : found
}

function joined(parts: Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
