import { textOfUtf8 } from '../text/utf8.ts'

/** A text as it reads without one layer of escapes, and the way back to where each stretch of it stood. */
export interface Unescaped {
  text: string
  /** Where a stretch of the text stands in the one that it was made from. */
  origin: (start: number, end: number) => [start: number, end: number]
}

/**
 * Takes one layer of escapes off: percent-encoding, backslashes, character references of HTML and quoted-printable.
 * Undefined where there is none. Linear; never throws.
 *
 * @param only `json` takes off the escapes of a JSON string alone (RFC 8259 §7)
 */
export function unescapeOnce(text: string, only?: 'json'): Unescaped | undefined {
  const escapes = only === 'json' ? jsonEscapes : anyEscapes
  escapes.lastIndex = 0
  if (!escapes.test(text)) return undefined
  const pieces = createPieces()
  let at = 0
  escapes.lastIndex = 0
  for (let found = escapes.exec(text); found !== null; found = escapes.exec(text)) {
    const [written] = found
    const [read, end] = written.startsWith('%')
      ? percentDecoded(text, found.index)
      : [unescaped(written), found.index + written.length]
    pieces.literal(text, at, found.index)
    pieces.escape(read, found.index, end)
    at = end
    escapes.lastIndex = end
  }
  pieces.literal(text, at, text.length)
  return pieces.done()
}

/**
 * Takes out what no reader sees: line breaks in the middle of a long word, and characters without width. Undefined where
 * there are none.
 */
export function unwrap(text: string): Unescaped | undefined {
  wraps.lastIndex = 0
  if (!wraps.test(text)) return undefined
  const pieces = createPieces()
  let at = 0
  let changed = false
  wraps.lastIndex = 0
  for (let found = wraps.exec(text); found !== null; found = wraps.exec(text)) {
    const end = found.index + found[0].length
    if (/\n/.test(found[0]) && !(isFullLine(text, found.index) && longWord.test(text.slice(end, end + 12)))) continue
    pieces.literal(text, at, found.index)
    at = end
    changed = true
  }
  if (!changed) return undefined
  pieces.literal(text, at, text.length)
  return pieces.done()
}

const wraps = /[\u200b-\u200d\u2060\ufeff\u00ad]|(?:\\|=)?\r?\n[ \t>|]{0,40}/g
const longWord = /^[\w+/=.-]{8}/

/** Whether the line before a break ends in a long word. */
function isFullLine(text: string, at: number): boolean {
  return /[\w+/=.-]{38}$/.test(text.slice(Math.max(0, at - 38), at))
}

const jsonEscapes = /\\(?:u[\dA-Fa-f]{4}|[\s\S])/g
const anyEscapes =
  /%[\dA-Fa-f]{2}|\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|["'`\\/nrtbf&=:;$])|&(?:quot|apos|amp|lt|gt|nbsp|#\d{1,7}|#[xX][\dA-Fa-f]{1,6});|=3D/g

const named: Record<string, string> = {
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '=3D': '=',
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '\\b': ' ',
  '\\f': ' ',
}

function unescaped(written: string): string {
  const known = named[written]
  if (known !== undefined) return known
  if (written.startsWith('&#')) {
    const code = /^&#x/i.test(written) ? Number.parseInt(written.slice(3), 16) : Number.parseInt(written.slice(2), 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  }
  return /^\\[ux]/.test(written) && written.length > 2
    ? String.fromCharCode(Number.parseInt(written.slice(2), 16))
    : written.slice(1)
}

/** One character in percent-encoding; bytes that are no UTF-8 stand for themselves. */
function percentDecoded(text: string, at: number): [read: string, end: number] {
  const first = Number.parseInt(text.slice(at + 1, at + 3), 16)
  const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
  const bytes = [first]
  for (let place = at + 3; bytes.length < length; place += 3) {
    if (text[place] !== '%') break
    bytes.push(Number.parseInt(text.slice(place + 1, place + 3), 16))
  }
  const read = bytes.length === length ? textOfUtf8(Uint8Array.from(bytes)) : undefined
  return read === undefined ? [String.fromCharCode(first), at + 3] : [read, at + 3 * length]
}

/** Gathers a text of stretches that were copied and of escapes that were read. */
function createPieces() {
  const texts: string[] = []
  const readAt: number[] = []
  const writtenAt: number[] = []
  const writtenEnd: number[] = []
  let length = 0
  const put = (text: string, start: number, end: number) => {
    if (text === '') return
    texts.push(text)
    readAt.push(length)
    writtenAt.push(start)
    writtenEnd.push(end)
    length += text.length
  }
  const pieceAt = (place: number): number => {
    let [low, high] = [0, readAt.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((readAt[middle] ?? 0) <= place) low = middle
      else high = middle - 1
    }
    return low
  }
  const isCopied = (piece: number): boolean =>
    (texts[piece] ?? '').length === (writtenEnd[piece] ?? 0) - (writtenAt[piece] ?? 0)
  return {
    literal: (text: string, start: number, end: number) => put(text.slice(start, end), start, end),
    escape: put,
    done: (): Unescaped => ({
      text: texts.join(''),
      origin: (start, end) => {
        const first = pieceAt(start)
        const last = pieceAt(Math.max(start, end - 1))
        return [
          (writtenAt[first] ?? 0) + (isCopied(first) ? start - (readAt[first] ?? 0) : 0),
          isCopied(last) ? (writtenAt[last] ?? 0) + (end - (readAt[last] ?? 0)) : (writtenEnd[last] ?? 0),
        ]
      },
    }),
  }
}
