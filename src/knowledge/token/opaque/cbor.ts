import { textOfUtf8 } from '../../text/utf8.ts'

/** A tagged item (RFC 8949 §3.4). */
export interface Tagged {
  tag: number
  item: unknown
}

export const isTagged = (value: unknown): value is Tagged =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'tag') && Object.hasOwn(value, 'item')

/**
 * Reads one item of CBOR (RFC 8949): numbers, text, bytes, arrays, maps as `Map`, tags. Undefined where the bytes are none,
 * break off, hold more items than `most`, or go on behind the item.
 */
export function readCbor(bytes: Uint8Array<ArrayBuffer>, most = 5_000): unknown {
  const reader = new Reader(bytes, most)
  const item = reader.item(0)
  return reader.failed || reader.at !== bytes.length ? undefined : item
}

class Reader {
  at = 0
  failed = false
  #left: number
  #bytes: Uint8Array<ArrayBuffer>
  constructor(bytes: Uint8Array<ArrayBuffer>, most: number) {
    this.#bytes = bytes
    this.#left = most
  }

  item(depth: number): unknown {
    const head = this.#bytes[this.at++]
    this.#left -= 1
    if (head === undefined || depth > 30 || this.#left < 0) return this.#fail()
    const [major, short] = [head >> 5, head & 0x1f]
    if (major === 7) return this.#simple(short)
    const count = this.#count(short)
    if (count === undefined) return this.#fail()
    if (major === 0) return count
    if (major === 1) return -1 - count
    if (major === 2) return this.#take(count)
    if (major === 3) {
      const text = this.#take(count)
      return text && (textOfUtf8(text) ?? this.#fail())
    }
    if (major === 4) return this.#many(count, () => this.item(depth + 1))
    if (major === 5) return new Map(this.#many(count, () => [this.item(depth + 1), this.item(depth + 1)] as const))
    return { tag: count, item: this.item(depth + 1) }
  }

  #many<T>(count: number, read: () => T): T[] {
    const items: T[] = []
    while (items.length < count && !this.failed) items.push(read())
    return items
  }

  #take(count: number): Uint8Array<ArrayBuffer> | undefined {
    const part = this.#bytes.subarray(this.at, this.at + count)
    this.at += count
    return part.length === count ? part : this.#fail()
  }

  /** The number behind a head; undefined where the length is left open, which deterministic encoding never does. */
  #count(short: number): number | undefined {
    if (short < 24) return short
    const length = [1, 2, 4, 8][short - 24]
    if (length === undefined) return undefined
    return this.#take(length)?.reduce((sum, byte) => sum * 256 + byte, 0)
  }

  #simple(short: number): unknown {
    if (short === 20 || short === 21) return short === 21
    if (short === 22) return null
    const length = short === 25 ? 2 : short === 26 ? 4 : short === 27 ? 8 : undefined
    const bytes = length === undefined ? undefined : this.#take(length)
    if (bytes === undefined) return short === 23 ? undefined : this.#fail()
    const view = new DataView(bytes.slice().buffer)
    return length === 8 ? view.getFloat64(0) : length === 4 ? view.getFloat32(0) : Number.NaN
  }

  #fail(): undefined {
    this.failed = true
    return undefined
  }
}
