/** One element of DER (X.690): its tag, and where its content stands. */
export interface DerElement {
  /** The identifier octet: class, form and number in one byte. */
  tag: number
  content: Uint8Array<ArrayBuffer>
  /** The element whole, with identifier and length. */
  whole: Uint8Array<ArrayBuffer>
}

export const derTag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  sequence: 0x30,
  set: 0x31,
} as const

/** The element that the bytes begin with; undefined where they are no DER, or break off inside of it. */
export function readElement(bytes: Uint8Array<ArrayBuffer>): DerElement | undefined {
  const [tag, first] = bytes
  // Tags of more than one byte do not come about in keys and certificates.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined
  let [length, start] = [first, 2]
  if (first >= 0x80) {
    const octets = first - 0x80
    if (octets === 0 || octets > 4 || bytes.length < 2 + octets) return undefined
    length = bytes.subarray(2, 2 + octets).reduce((sum, octet) => sum * 256 + octet, 0)
    start += octets
  }
  if (bytes.length < start + length) return undefined
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(0, start + length) }
}

/** The elements inside of a sequence, set or explicit tag, in order, as far as they can be read. */
export function childrenOf({ content }: DerElement): DerElement[] {
  const children: DerElement[] = []
  for (let rest = content; rest.length > 0; ) {
    const child = readElement(rest)
    if (child === undefined) break
    children.push(child)
    rest = rest.subarray(child.whole.length)
  }
  return children
}

/** The bytes of a bit string; undefined where it is none, or not of whole bytes. */
export function bitsOf(element: DerElement | undefined): Uint8Array<ArrayBuffer> | undefined {
  return element?.tag === derTag.bitString && element.content[0] === 0 ? element.content.subarray(1) : undefined
}

/** The magnitude of a positive integer, without the zero byte before it; undefined for anything else. */
export function magnitudeOf(element: DerElement | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (element?.tag !== derTag.integer || element.content.length === 0) return undefined
  const start = element.content.findIndex((octet) => octet !== 0)
  return start < 0 ? element.content.subarray(-1) : element.content.subarray(start)
}

/** An object identifier in dotted form; undefined for any other element. */
export function identifierOf(element: DerElement | undefined): string | undefined {
  if (element?.tag !== derTag.objectIdentifier) return undefined
  const numbers: number[] = []
  let number = 0
  for (const octet of element.content) {
    number = number * 128 + (octet & 0x7f)
    if (octet >= 0x80) continue
    numbers.push(number)
    number = 0
  }
  const [first = 0, ...rest] = numbers
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...rest].join('.')
}
