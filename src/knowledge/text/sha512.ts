import { utf8Of } from './utf8.ts'

/** SHA-512 of the UTF-8 of a text (FIPS 180-4 §6.4), at once: the platform's own must be waited for. */
export function sha512(text: string): Uint8Array {
  return digest(text, initial512)
}

/** SHA-384 of the UTF-8 of a text (FIPS 180-4 §6.5). */
export function sha384(text: string): Uint8Array {
  return digest(text, initial384).subarray(0, 48)
}

function digest(text: string, initial: readonly bigint[]): Uint8Array {
  const message = utf8Of(text)
  const padded = new Uint8Array(Math.ceil((message.length + 17) / 128) * 128)
  padded.set(message)
  padded[message.length] = 0x80
  const bytes = new DataView(padded.buffer)
  bytes.setBigUint64(padded.length - 8, BigInt(message.length) << 3n)
  const hash = [...initial]
  const words = new BigUint64Array(80)
  for (let block = 0; block < padded.length; block += 128) {
    for (let at = 0; at < 16; at++) words[at] = bytes.getBigUint64(block + 8 * at)
    for (let at = 16; at < 80; at++) {
      const [early, late] = [word(words, at - 15), word(words, at - 2)]
      const one = turn(early, 1n) ^ turn(early, 8n) ^ (early >> 7n)
      const other = turn(late, 19n) ^ turn(late, 61n) ^ (late >> 6n)
      words[at] = word(words, at - 16) + one + word(words, at - 7) + other
    }
    let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = hash
    for (let at = 0; at < 80; at++) {
      const mixed =
        h +
        (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) +
        ((e & f) ^ ((e ^ full) & g)) +
        (constants[at] ?? 0n) +
        word(words, at)
      const sum = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c))
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + mixed) & full, c, b, a, (mixed + sum) & full]
    }
    for (const [at, part] of [a, b, c, d, e, f, g, h].entries()) hash[at] = ((hash[at] ?? 0n) + part) & full
  }
  const result = new DataView(new ArrayBuffer(64))
  for (const [at, part] of hash.entries()) result.setBigUint64(8 * at, part)
  return new Uint8Array(result.buffer)
}

const full = (1n << 64n) - 1n

function turn(value: bigint, by: bigint): bigint {
  return (value >> by) | ((value << (64n - by)) & full)
}

function word(words: BigUint64Array, at: number): bigint {
  return words[at] ?? 0n
}

const primes = firstPrimes(80)
/** The first 64 bits of the fractions of the square roots of the first 8 primes, of the next 8, and of the cube roots of the first 80. */
const initial512 = primes.slice(0, 8).map((prime) => fraction(prime, 2n))
const initial384 = primes.slice(8, 16).map((prime) => fraction(prime, 2n))
const constants = primes.map((prime) => fraction(prime, 3n))

/** Of the root of a prime, found by halving the interval that it lies in. */
function fraction(prime: number, degree: bigint): bigint {
  const wanted = BigInt(prime) << (64n * degree)
  let [low, high] = [0n, 1n << 72n]
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** degree <= wanted) low = middle
    else high = middle
  }
  return low & full
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let one = 2; found.length < count; one++) if (found.every((prime) => one % prime !== 0)) found.push(one)
  return found
}
