import { textOfBase64 } from '../text/base64.ts'
import { parseObject } from '../text/json.ts'
import { exactSignatureLength } from './algorithm-lengths.ts'

/** How a token was written where that is not plainly. */
export type Writing =
  | 'wrapped'
  | 'percent-encoded'
  | 'quoted-printable'
  | 'escaped'
  | 'joined in code'
  | 'invisible marks'
  | 'base64'
  | 'in chunks'

/** A token as it is in a text, read as one word. */
export interface TokenRun {
  /** The token as it was meant: put together, unescaped, without what is invisible. */
  written: string
  /** Characters of the text up to its end. */
  end: number
  writing: Writing[]
}

/**
 * Reads the token that begins at `start`: over line breaks, through percent-encoding, quoted-printable and escapes, joined
 * from the strings of a program. Some characters that no token has are taken along, so that a broken one is shown whole,
 * with the place where it breaks off. The work is bounded by the length of what is read.
 */
export function readRun(text: string, start: number): TokenRun {
  const plainly = unencodedRun(text, start)
  if (plainly !== undefined) return plainly
  const chunks: Chunk[] = []
  const writing = new Set<Writing>()
  const progress = new Progress()
  let end = start
  const take = (written: string, length: number) => {
    if (written !== '') chunks.push({ written, at: end, length })
    progress.add(written)
    end += length
  }
  for (;;) {
    const piece = pieceAt(text, end)
    if (piece !== undefined) {
      take(piece.written, piece.length)
      if (piece.writing) writing.add(piece.writing)
      continue
    }
    const over = overGap(text, end, progress) ?? overCode(text, end, progress)
    if (over === undefined) break
    writing.add(over.writing)
    end += over.length
    progress.newLine(over.writing === 'wrapped')
  }
  const run = trimmed(chunks, start)
  const mark = run.end === end || run.written.endsWith('.') ? cutMark(text, run) : ''
  return {
    written: mark === '' || /…$|\.{3}$/.test(run.written) ? run.written : `${run.written}…`,
    end: run.end + mark.length,
    writing: [...writing],
  }
}

/** What says right behind a token that the rest of it was left out: `… 345 more characters`, `[truncated]`, `<signature>`. */
function cutMark(text: string, { written, end }: Pick<TokenRun, 'written' | 'end'>): string {
  const [header = '', , signature, ...more] = written.split('.')
  const length = signature?.length ?? 0
  const wanted = exactSignatureLength(headerOf(header)?.alg)
  if (more.length === 0 && (length === wanted || (wanted === undefined && rsaLengths.includes(length)))) return ''
  const behind = text.slice(end, end + 90)
  return (written.endsWith('.') ? signatureLeftOut : leftOut).exec(behind)?.[0] ?? ''
}

const leftOut =
  /^(?:["'`]?[ \t]?(?:\.{3}|…)[ \t]?\+?[\d,]{1,9} more\b(?: \w{1,12})?|["'`]?[ \t]{0,2}[[(<{]{1,2}[ \t.…]{0,5}(?:\+[\d,]{1,9}\b|[\d,]{1,9} more\b|(?:the )?(?:rest|remainder)\b|(?:signature )?(?:truncated|trunc|snip(?:ped)?|cut|redacted|masked|removed|omitted|hidden|elided|stripped|shortened|trimmed)\b)[^\])}>\n]{0,40}[\])}>]{1,2})/i
const signatureLeftOut =
  /^[[(<{*]{1,2}[ \t.…]{0,5}(?:the |no )?(?:sig|signature|truncated|snip(?:ped)?|cut|redacted|masked|removed|omitted|hidden|stripped)\b[^\])}>*\n]{0,40}[\])}>*]{1,2}/i

/**
 * A token whose content is signed as it is (b64 false, RFC 7797 §5.2), with any characters up to the dot before a signature of
 * the algorithm's length. Undefined for any other.
 */
function unencodedRun(text: string, start: number): TokenRun | undefined {
  const dot = text.indexOf('.', start)
  if (dot < 0 || dot - start > 2_000) return undefined
  const header = headerOf(text.slice(start, dot))
  if (header?.b64 !== false) return undefined
  const rest = text.slice(dot, dot + longestUnencoded)
  const lengths = [exactSignatureLength(header.alg) ?? rsaLengths].flat().map((one) => `[\\w-]{${one}}`)
  const signature = new RegExp(`\\.(?:${lengths.join('|')})(?![\\w-])`).exec(rest.slice(1))
  if (signature === null) return undefined
  const end = dot + 1 + signature.index + signature[0].length
  return { written: text.slice(start, end), end, writing: [] }
}

const longestUnencoded = 200_000
/** Characters of a signature by an RSA key of 2,048, 3,072 or 4,096 bits. */
const rsaLengths = [342, 512, 683]

/** Characters of the token that stand together in the text. */
interface Chunk {
  written: string
  at: number
  length: number
}

interface Piece {
  written: string
  length: number
  writing?: Writing
}

const plain = /[\w.~…*!$^+/-]+/y
const encoded: [pattern: RegExp, writing: Writing, read: (match: string) => string][] = [
  [/=\r?\n[ \t]{0,8}(?=[\w.=~-])/y, 'quoted-printable', () => ''],
  [/=(?:2E|2D|3D|5F|7E|2B|2F)/y, 'quoted-printable', (match) => ofHex(match.slice(1))],
  [/=+/y, 'escaped', (match) => match],
  [
    /%(?:25){0,3}(?:2[BDEF]|3D|5F|7E|3[0-9]|4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A])/iy,
    'percent-encoded',
    (match) => ofHex(match.slice(-2)),
  ],
  [/\\\//y, 'escaped', () => '/'],
  [/\\{1,2}(?:u00|x)(?:2[bdef]|3d|5f|7e)/iy, 'escaped', (match) => ofHex(match.slice(-2))],
  [/&(?:#46|#x2e|period);/iy, 'escaped', () => '.'],
  [/&(?:#61|#x3d|equals);/iy, 'escaped', () => '='],
  [/&(?:#45|#x2d|hyphen);/iy, 'escaped', () => '-'],
  [/&(?:#95|#x5f|lowbar);/iy, 'escaped', () => '_'],
  [/(?:&(?:shy|ZeroWidthSpace|#8203|#x200b|#173|#xad);|<wbr ?\/?>){1,20}/iy, 'invisible marks', () => ''],
  [
    /(?:\ufe0f|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]){1,60}(?=[\w.~+/=%-])/y,
    'invisible marks',
    () => '',
  ],
]

function pieceAt(text: string, at: number): Piece | undefined {
  plain.lastIndex = at
  const whole = plain.exec(text)?.[0]
  if (whole !== undefined) return { written: whole, length: whole.length }
  for (const [pattern, writing, read] of encoded) {
    pattern.lastIndex = at
    const match = pattern.exec(text)?.[0]
    if (match === undefined) continue
    const written = read(match)
    return { written, length: match.length, writing: written === match ? undefined : writing }
  }
  return undefined
}

function ofHex(digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16))
}

/** What has been read so far, as far as it decides whether the token continues. */
class Progress {
  length = 0
  dots = 0
  /** Characters of the line that is being read, and of the first. */
  line = 0
  width: number | undefined
  #header = ''
  #last = ''
  #lastLength = 0
  #wanted: number | undefined

  add(written: string): void {
    this.length += written.length
    this.line += written.length
    if (written === '') return
    const parts = written.split('.')
    if (this.dots === 0) this.#header += parts[0]
    if (this.dots === 0 && parts.length > 1) this.#wanted = exactSignatureLength(headerOf(this.#header)?.alg)
    this.#lastLength = (parts.length === 1 ? this.#lastLength : 0) + (parts.at(-1)?.length ?? 0)
    this.#last = written.slice(-1)
    if (this.dots >= 2 || parts.length > 2) this.#disclosing ||= (parts.at(-1) ?? '').includes('~')
    this.dots += parts.length - 1
  }

  newLine(isLine: boolean): void {
    if (!isLine) return
    // Something may have stood before the token on its first line.
    if (this.width === undefined || this.#lines === 1) this.width = this.line
    this.#lines += 1
    this.line = 0
  }
  #lines = 0

  /** Disclosures follow the signature (RFC 9901 §4), and they have no fixed length. */
  #disclosing = false

  /** A first part that is a whole object of JSON continues with a dot, or not at all. */
  get isWholeObject(): boolean {
    return this.dots === 0 && headerOf(this.#header) !== undefined
  }

  get endsOpen(): boolean {
    return this.#last === '.'
  }

  /** All three parts are there; for an algorithm whose signatures have one length, with the whole of it. */
  get isWhole(): boolean {
    return this.dots >= 2 && !(this.dots === 2 && this.#lastLength < (this.#wanted ?? 0))
  }

  /** Whether the signature has a length that its algorithm produces with these characters, however much they look like a word. */
  isCompletedBy(next: string): boolean {
    const length = this.#lastLength + next.length
    return (
      this.dots === 2 &&
      !this.#disclosing &&
      (this.#wanted === undefined ? rsaLengths.includes(length) : length === this.#wanted)
    )
  }

  get isComplete(): boolean {
    return this.dots === 2 && !this.#disclosing && this.#wanted !== undefined && this.#lastLength >= this.#wanted
  }
}

const gap =
  /[ \t\u00a0]{0,200}(?:(?:\\?\r?\n|\\{1,2}r\\{1,2}n|\\{1,2}n)(?:[ \t>|#;%*]|\/\/|--(?=[ \t])){0,200}){1,3}|[ \t\u00a0]{1,200}/y
const following = /[\w+/=.…~*!$^-]*/y

/** A line break or spaces that somebody's program put into the token. */
function overGap(text: string, at: number, progress: Progress): { length: number; writing: Writing } | undefined {
  if (progress.length < 20 || progress.isComplete) return undefined
  gap.lastIndex = at
  const between = gap.exec(text)?.[0]
  if (between === undefined) return undefined
  following.lastIndex = at + between.length
  const next = following.exec(text)?.[0] ?? ''
  const ended = /^[\s"'`,;)\]}<\\%&]?$/.test(text.charAt(at + between.length + next.length))
  const another = /^e[wy][\w-]+\.[\w-]+\./.test(next) || (progress.dots >= 2 && /^e[wy]/.test(next))
  if (next === '' || !ended || another || (progress.isWholeObject && !next.startsWith('.'))) return undefined
  // The next setting of a list, or the mark before the next item, is no part of a token.
  if (/^[A-Za-z_]\w*=[^=]|^[-*]$/.test(next)) return undefined
  if (!/\n|\\n/.test(between)) return next.length >= 24 ? { length: between.length, writing: 'wrapped' } : undefined
  const word = /^[A-Z]?[a-z]{1,15}[.!]?$/.test(next)
  const width = progress.width ?? progress.line
  // A line break in the middle of a token comes where its line was full.
  const full =
    progress.isCompletedBy(next) || (progress.line >= width && !word && (!(progress.dots >= 2) || width <= 120))
  return full ? { length: between.length, writing: 'wrapped' } : undefined
}

const joint =
  /["'`][ \t]{0,40}(?:(?:[+.&]|\.\.|\|\||<<|~|\\|_)?[ \t]{0,40}(?:_|\\)?[ \t]{0,8}(?:\r?\n[ \t]{0,200})?(?:[+.&]|\.\.|\|\||<<)?[ \t]{0,40}|\)[ \t]{0,8}(?:\r?\n[ \t]{0,200})?\.(?:append|concat|push)\()[ \t]{0,8}[fFrRbBuU@$]?["'`](?=[\w.~-])/y

/** Two strings that a program joins, in the usual languages. */
function overCode(text: string, at: number, progress: Progress): { length: number; writing: Writing } | undefined {
  joint.lastIndex = at
  const between = joint.exec(text)?.[0]
  if (between === undefined) return undefined
  const isJoined = /[+&|<~]|\.\.|["'`]\s*\.|\.\s*["'`]|append|concat/.test(between)
  const isOverLines = /\n/.test(between)
  const next = text.slice(at + between.length, at + between.length + 3)
  if (!(isJoined || isOverLines)) return undefined
  if (progress.isWhole && (!isJoined || progress.isComplete || /^e[wy]/.test(next))) return undefined
  return progress.dots < 2 || isJoined || progress.endsOpen
    ? { length: between.length, writing: 'joined in code' }
    : undefined
}

/** Without the full stop of a sentence, the marks around a word, what follows in a path, or a second token. */
function trimmed(chunks: Chunk[], start: number): { written: string; end: number } {
  const whole = chunks.map(({ written }) => written).join('')
  const written = lessMarks(lessPath(lessSecond(whole)))
  let left = written.length
  for (const chunk of chunks) {
    if (left <= chunk.written.length)
      return { written, end: chunk.at + (chunk.written.length === chunk.length ? left : chunk.length) }
    left -= chunk.written.length
  }
  return { written, end: start + written.length }
}

/** What begins a header: `{"alg":`, `{"typ":` and the like, in base64url. */
const anotherHeader = /eyJ(?:hbGciOi|0eXAiOi|raWQiOi|lbmMiOi|jdHkiOi|4NX|qd2si|qa3Ui|iNjQi|jcml0)/

/** A token may stand directly behind another, as when it was pasted twice. */
function lessSecond(run: string): string {
  const second = run.indexOf('.') + 1
  const third = second === 0 ? 0 : run.indexOf('.', second) + 1
  if (third === 0) return run
  // What is behind a tilde is bound to the token before it (RFC 9901 §4).
  const tilde = run.indexOf('~', third)
  const another = anotherHeader.exec(run.slice(third, tilde < 0 ? undefined : tilde))
  if (another === null || !run.slice(third + another.index).includes('.')) return run
  const header = headerOf(run.slice(0, second - 1))
  // The encrypted key of a JWE comes second, so what stands third in it is no header either way.
  if (header?.enc !== undefined) return run
  const at = third + another.index
  return run.charAt(at - 1) === '.' ? run.slice(0, at - 1) : run.slice(0, at)
}

/** A slash or a plus behind a signature belongs to what stands around the token, unless it is written in base64. */
function lessPath(run: string): string {
  const third = run.indexOf('.', run.indexOf('.') + 1) + 1
  if (!/^[^.]*\.[^.]*\./.test(run.slice(0, third))) return run
  const at = run.slice(third).search(/[/+]/)
  if (at < 0) return run
  const signature = run.slice(third, third + at)
  const isBase64Url = /[-_]/.test(run.slice(0, third + at)) && !/[+/]/.test(run.slice(0, third))
  const wanted = exactSignatureLength(headerOf(run.slice(0, run.indexOf('.')))?.alg)
  const ends = signature.length === wanted || (wanted === undefined && [342, 512, 683].includes(signature.length))
  return isBase64Url || ends ? run.slice(0, third + at) : run
}

function lessMarks(run: string): string {
  const masked = /^([\w-]+\.[\w-]+\.[\w-]{0,40})\*{3,}$/.exec(run)?.[1]
  if (masked !== undefined) return `${masked}…`
  const written = run.replace(/[*!~^$]{1,9}$/, (marks) => (/^~/.test(marks) && /\.[\w-]*~/.test(run) ? '~' : ''))
  // Dots that say that it was cut are none of its own.
  if (written.endsWith('...')) return written
  const parts = written.split('.', 7)
  return parts.at(-1) === '' && (parts.length === 4 || parts.length === 6) ? written.slice(0, -1) : written
}

function headerOf(part: string): Record<string, unknown> | undefined {
  return part.length > 20_000 ? undefined : parseObject(textOfBase64(part) ?? '')
}
