/** SHA-1 of bytes (FIPS 180-4 §6.1), at once. Only for naming a certificate by its thumbprint (x5t): it protects nothing. */
export function sha1(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const bytes = new DataView(padded.buffer)
  bytes.setUint32(padded.length - 8, Math.floor(message.length / 0x2000_0000))
  bytes.setUint32(padded.length - 4, message.length << 3)
  const hash = Uint32Array.of(0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0)
  const words = new Uint32Array(80)
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = bytes.getUint32(block + 4 * at)
    for (let at = 16; at < 80; at++)
      words[at] = turn(word(words, at - 3) ^ word(words, at - 8) ^ word(words, at - 14) ^ word(words, at - 16), 1)
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = hash
    for (let at = 0; at < 80; at++) {
      const [mixed, constant] = rounds[Math.floor(at / 20)]?.(b, c, d) ?? [0, 0]
      const next = (turn(a, 5) + mixed + e + constant + word(words, at)) | 0
      ;[e, d, c, b, a] = [d, c, turn(b, 30), a, next]
    }
    for (const [at, part] of [a, b, c, d, e].entries()) hash[at] = word(hash, at) + part
  }
  const result = new DataView(new ArrayBuffer(20))
  for (const [at, part] of hash.entries()) result.setUint32(4 * at, part)
  return new Uint8Array(result.buffer)
}

/** The function and the constant of each twenty steps. */
const rounds: readonly ((b: number, c: number, d: number) => [mixed: number, constant: number])[] = [
  (b, c, d) => [(b & c) ^ (~b & d), 0x5a82_7999],
  (b, c, d) => [b ^ c ^ d, 0x6ed9_eba1],
  (b, c, d) => [(b & c) ^ (b & d) ^ (c & d), 0x8f1b_bcdc],
  (b, c, d) => [b ^ c ^ d, 0xca62_c1d6],
]

function turn(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by))
}

function word(words: Uint32Array, at: number): number {
  return words[at] ?? 0
}
