/** CRC-32 of ASCII (ISO 3309). */
export function crc32(text: string): number {
  let crc = 0xffff_ffff
  for (const character of text) {
    crc ^= character.charCodeAt(0)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0)
  }
  return (crc ^ 0xffff_ffff) >>> 0
}
