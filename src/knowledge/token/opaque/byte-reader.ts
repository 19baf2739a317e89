import { textOfUtf8 } from '../../text/utf8.ts'

/** Reads numbers and texts one after the other, the least byte first. Throws a RangeError where the bytes end. */
export class ByteReader {
  at = 0
  #bytes: Uint8Array<ArrayBuffer>
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes
  }

  /** A number of 1, 2 or 4 bytes. */
  number(size: 1 | 2 | 4): number {
    return this.bytes(size).reduceRight((sum, byte) => sum * 256 + byte, 0)
  }

  bytes(count: number): Uint8Array<ArrayBuffer> {
    const part = this.#bytes.subarray(this.at, this.at + count)
    if (part.length !== count) throw new RangeError('The bytes end.')
    this.at += count
    return part
  }

  /** A text with its length in two bytes before it; empty where it is no UTF-8. */
  text(): string {
    return textOfUtf8(this.bytes(this.number(2))) ?? ''
  }
}
