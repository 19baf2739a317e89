import { utf8Of } from './utf8.ts'

/** SHA-256 of bytes, or of the UTF-8 of a text (FIPS 180-4 §6.2), at once: the platform's own must be waited for. */
export function sha256(content: string | Uint8Array): Uint8Array {
  const message = typeof content === 'string' ? utf8Of(content) : content
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const bytes = new DataView(padded.buffer)
  bytes.setUint32(padded.length - 8, Math.floor(message.length / 0x2000_0000))
  bytes.setUint32(padded.length - 4, message.length << 3)
  const hash = Uint32Array.from(initial)
  const words = new Uint32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = bytes.getUint32(block + 4 * at)
    for (let at = 16; at < 64; at++) {
      const [early, late] = [word(words, at - 15), word(words, at - 2)]
      const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
      const other = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
      words[at] = word(words, at - 16) + one + word(words, at - 7) + other
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
    for (let at = 0; at < 64; at++) {
      const mixed =
        h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + word(constants, at) + word(words, at)
      const sum = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + mixed) | 0, c, b, a, (mixed + sum) | 0]
    }
    for (const [at, part] of [a, b, c, d, e, f, g, h].entries()) hash[at] = word(hash, at) + part
  }
  const result = new DataView(new ArrayBuffer(32))
  for (const [at, part] of hash.entries()) result.setUint32(4 * at, part)
  return new Uint8Array(result.buffer)
}

function turn(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by))
}

function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0
}

const primes = firstPrimes(64)
/** The first 32 bits of the fractions of the square roots of the first 8 primes, and of the cube roots of the first 64. */
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const constants = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))

function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32)
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let one = 2; found.length < count; one++) if (found.every((prime) => one % prime !== 0)) found.push(one)
  return found
}
