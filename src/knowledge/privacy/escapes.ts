import { textOfUtf8 } from '../text/utf8.ts'

/** A text as it reads without one layer of escapes, and the way back to where each stretch of it stood. */
export interface Unescaped {
  text: string
  /** Where a stretch of the text is in the one that it was made from. */
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
 * A text as its reader sees it: without colours of a terminal, characters without width and line breaks in the middle of
 * a long word; blanks, signs and quotation marks of other widths and forms as plain ones; what code joins as one. Undefined
 * where there is nothing of the kind. Linear.
 */
export function unwrap(text: string): Unescaped | undefined {
  wraps.lastIndex = 0
  if (!wraps.test(text)) return undefined
  const pieces = createPieces()
  let at = 0
  let changed = false
  const isQuotedPrintable = quotedPrintable.test(text)
  wraps.lastIndex = 0
  for (let found = wraps.exec(text); found !== null; found = wraps.exec(text)) {
    const end = found.index + found[0].length
    const [written] = found
    const read = plainSign(written)
    const isSoftBreak = isQuotedPrintable && /^=\r?\n/.test(written)
    if (
      read === '' &&
      !isSoftBreak &&
      /^\s*\n|^\r?\n|^=\r?\n/.test(written) &&
      !(isFullLine(text, found.index) && goesOn(text, end))
    )
      continue
    pieces.literal(text, at, found.index)
    pieces.escape(read, found.index, end)
    at = end
    changed = true
  }
  if (!changed) return undefined
  pieces.literal(text, at, text.length)
  return pieces.done()
}

const wraps =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals colour by it (ECMA-48 §5.4)
  /\u001b\[[\d;:?]{0,24}[A-Za-z]|[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]|[\u00a0\u2000-\u200a\u202f\u205f\u3000]|[\uff01-\uff5e]|[\u2010-\u2012\u2212]|[“”„«»‘’‚‹›]|\^F[DS]|"{3}|'{3}|(["'`])\s{0,20}(?:\+|\.\.?|&(?:[ \t]?_)?)\s{0,60}\1|(?:\\|(?<=[ \t])[\^`])\r?\n[ \t]{0,40}|=?\r?\n[ \t>|]{0,40}/g

/** In which a line that ends with an equals sign continues on the next (RFC 2045 §6.7). */
const quotedPrintable = /quoted-printable|=[CD][\dA-F]=[89AB][\dA-F]|=E[\dA-F]=[89AB][\dA-F]/i

/** What a reader sees in its place. */
function plainSign(written: string): string {
  // The beginning and the end of a field of a label (ZPL II)
  if (written.startsWith('^F')) return ' '
  if (written.length > 1) return /^("{3}|'{3})$/.test(written) ? written.charAt(0) : ''
  const code = written.charCodeAt(0)
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  if (/[“”„«»]/.test(written)) return '"'
  if (/[‘’‚‹›]/.test(written)) return "'"
  if (/[\u2010-\u2012\u2212]/.test(written)) return '-'
  return /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/.test(written) ? ' ' : ''
}

/** Whether a line begins with more of a long word, and with no name, boundary or list mark of its own. */
function goesOn(text: string, at: number): boolean {
  const line = text.slice(at, at + 80)
  return (
    /^[\w+/=.-]{8}/.test(line) &&
    !/^(?:--|[A-Za-z_][\w.-]{0,60}(?:[ \t]?(?::|=(?![=\s]|$))|[ \t]{1,20}=[ \t]))/.test(line)
  )
}

/** Whether the line before a break ends in a long word. */
function isFullLine(text: string, at: number): boolean {
  return /[\w+/=.-]{38}$/.test(text.slice(Math.max(0, at - 38), at))
}

const jsonEscapes = /\\(?:u[\dA-Fa-f]{4}|[\s\S])/g
const anyEscapes =
  /%[\dA-Fa-f]{2}|\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|["'`\\/nrtbf&=:;$])|&(?:quot|apos|amp|lt|gt|nbsp|#\d{1,7}|#[xX][\dA-Fa-f]{1,6});|=3D|=[CD][\dA-F]=[89AB][\dA-F]|=E[\dA-F](?:=[89AB][\dA-F]){2}/g

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
  if (written.startsWith('=')) {
    const bytes = written
      .slice(1)
      .split('=')
      .map((byte) => Number.parseInt(byte, 16))
    return textOfUtf8(Uint8Array.from(bytes)) ?? written
  }
  if (written.startsWith('&#')) {
    const code = /^&#x/i.test(written) ? Number.parseInt(written.slice(3), 16) : Number.parseInt(written.slice(2), 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  }
  return /^\\[ux]/.test(written) && written.length > 2
    ? String.fromCharCode(Number.parseInt(written.slice(2), 16))
    : written.slice(1)
}

/** One character in percent-encoding; bytes that are no UTF-8 represent themselves. */
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
