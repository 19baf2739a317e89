/** The second coordinate of a point of a curve whose first one and parity are known (SEC 1 §2.3.4); undefined for no point of it. */
export function secondCoordinate(crv: string, x: Uint8Array, isOdd: boolean): Uint8Array<ArrayBuffer> | undefined {
  const curve = curves[crv]
  if (curve === undefined || x.length !== curve.bytes) return undefined
  const { p, a, b } = curve
  const at = numberOf(x)
  if (at >= p) return undefined
  const square = (((at * at + a) % p) * at + b) % p
  // Every one of these primes leaves 3 over 4.
  const root = power(square, (p + 1n) / 4n, p)
  if ((root * root - square) % p !== 0n) return undefined
  const y = (root & 1n) === (isOdd ? 1n : 0n) ? root : p - root
  const digits = y.toString(16).padStart(2 * curve.bytes, '0')
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

const p256 = (1n << 256n) - (1n << 224n) + (1n << 192n) + (1n << 96n) - 1n
const p384 = (1n << 384n) - (1n << 128n) - (1n << 96n) + (1n << 32n) - 1n
const p521 = (1n << 521n) - 1n

/** y² = x³ + ax + b over p (SEC 2 §2.4.1, §2.4.2, §2.5.1, §2.6.1). */
const curves: Record<string, { bytes: number; p: bigint; a: bigint; b: bigint }> = {
  'P-256': {
    bytes: 32,
    p: p256,
    a: p256 - 3n,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
  'P-384': {
    bytes: 48,
    p: p384,
    a: p384 - 3n,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  },
  'P-521': {
    bytes: 66,
    p: p521,
    a: p521 - 3n,
    b: 0x51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
  },
  secp256k1: { bytes: 32, p: (1n << 256n) - (1n << 32n) - 977n, a: 0n, b: 7n },
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, factor] = [1n, base % modulus]
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * factor) % modulus
    factor = (factor * factor) % modulus
  }
  return result
}
