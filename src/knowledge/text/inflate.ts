/**
 * Bytes that were compressed with DEFLATE (RFC 1951), or with zlib around it (RFC 1950); undefined for anything else, and
 * for what would grow beyond the limit. At once: the platform's own must be waited for.
 */
export function inflate(bytes: Uint8Array, limit = 2_000_000): Uint8Array | undefined {
  const isZlib = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0
  try {
    return new Inflater(bytes, isZlib ? 2 : 0, limit).run()
  } catch {
    return undefined
  }
}

class Inflater {
  #bytes: Uint8Array
  #at: number
  #limit: number
  #bit = 0
  #left = 0
  #out: number[] = []

  constructor(bytes: Uint8Array, at: number, limit: number) {
    this.#bytes = bytes
    this.#at = at
    this.#limit = limit
  }

  run(): Uint8Array {
    for (let last = 0; last === 0; ) {
      last = this.#bits(1)
      const type = this.#bits(2)
      if (type === 0) this.#stored()
      else if (type === 1) this.#compressed(fixedLengths, fixedDistances)
      else if (type === 2) this.#compressed(...this.#tables())
      else throw new RangeError('no type of a block')
    }
    return Uint8Array.from(this.#out)
  }

  #bits(count: number): number {
    while (this.#left < count) {
      const next = this.#bytes[this.#at++]
      if (next === undefined) throw new RangeError('it ends early')
      this.#bit |= next << this.#left
      this.#left += 8
    }
    const value = this.#bit & ((1 << count) - 1)
    this.#bit >>>= count
    this.#left -= count
    return value
  }

  #put(byte: number): void {
    if (this.#out.length >= this.#limit) throw new RangeError('it grows too large')
    this.#out.push(byte)
  }

  #stored(): void {
    this.#bit = 0
    this.#left = 0
    const length = (this.#bytes[this.#at] ?? 0) | ((this.#bytes[this.#at + 1] ?? 0) << 8)
    this.#at += 4
    if (this.#at + length > this.#bytes.length) throw new RangeError('it ends early')
    for (let end = this.#at + length; this.#at < end; this.#at++) this.#put(this.#bytes[this.#at] ?? 0)
  }

  #symbol({ counts, symbols }: Table): number {
    let [code, first, index] = [0, 0, 0]
    for (let length = 1; length <= 15; length++) {
      code |= this.#bits(1)
      const count = counts[length] ?? 0
      if (code - count < first) return symbols[index + (code - first)] ?? 0
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw new RangeError('no symbol')
  }

  #compressed(lengths: Table, distances: Table): void {
    for (;;) {
      const symbol = this.#symbol(lengths)
      if (symbol === 256) return
      if (symbol < 256) {
        this.#put(symbol)
        continue
      }
      const [base, extra] = [lengthBases[symbol - 257], lengthExtras[symbol - 257]]
      if (base === undefined || extra === undefined) throw new RangeError('no length')
      const length = base + this.#bits(extra)
      const far = this.#symbol(distances)
      const [from, more] = [distanceBases[far], distanceExtras[far]]
      if (from === undefined || more === undefined) throw new RangeError('no distance')
      const distance = from + this.#bits(more)
      if (distance > this.#out.length) throw new RangeError('too far back')
      for (let count = 0; count < length; count++) this.#put(this.#out[this.#out.length - distance] ?? 0)
    }
  }

  #tables(): [Table, Table] {
    const [lengths, distances, codes] = [this.#bits(5) + 257, this.#bits(5) + 1, this.#bits(4) + 4]
    const own = new Array<number>(19).fill(0)
    for (let at = 0; at < codes; at++) own[order[at] ?? 0] = this.#bits(3)
    const table = tableOf(own)
    const all: number[] = []
    while (all.length < lengths + distances) {
      const symbol = this.#symbol(table)
      if (symbol < 16) all.push(symbol)
      else {
        const value = symbol === 16 ? (all.at(-1) ?? 0) : 0
        const count = symbol === 16 ? 3 + this.#bits(2) : symbol === 17 ? 3 + this.#bits(3) : 11 + this.#bits(7)
        for (let one = 0; one < count; one++) all.push(value)
      }
    }
    return [tableOf(all.slice(0, lengths)), tableOf(all.slice(lengths, lengths + distances))]
  }
}

/** How many codes there are of each length, and their symbols in order (RFC 1951 §3.2.2). */
interface Table {
  counts: number[]
  symbols: number[]
}

function tableOf(lengths: number[]): Table {
  const counts = new Array<number>(16).fill(0)
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1
  const symbols = lengths
    .map((length, symbol) => ({ length, symbol }))
    .filter(({ length }) => length > 0)
    .sort((one, other) => one.length - other.length || one.symbol - other.symbol)
    .map(({ symbol }) => symbol)
  return { counts: counts.with(0, 0), symbols }
}

const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const lengthExtras = [...Array.from({ length: 28 }, (_, at) => (at < 4 ? 0 : (at >> 2) - 1)), 0]
const lengthBases = [...basesOf(lengthExtras.slice(0, 28), 3), 258]
const distanceExtras = Array.from({ length: 30 }, (_, at) => (at < 2 ? 0 : (at >> 1) - 1))
const distanceBases = basesOf(distanceExtras, 1)
const fixedLengths = tableOf(Array.from({ length: 288 }, (_, at) => (at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8)))
const fixedDistances = tableOf(new Array<number>(30).fill(5))

function basesOf(extras: number[], first: number): number[] {
  const bases: number[] = []
  let base = first
  for (const extra of extras) {
    bases.push(base)
    base += 1 << extra
  }
  return bases
}
