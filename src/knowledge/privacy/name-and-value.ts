import { meaningOf } from './name-meaning.ts'
import { isShortName } from './sensitivity.ts'
import { looksRandom } from './value-shapes.ts'

export interface Named {
  name: string
  /** Where it begins. */
  start: number
  isQuoted: boolean
  /** Several words with blanks between them. */
  isPhrase: boolean
  /** The first thing on its line, less what marks a line. */
  isFirst: boolean
  /** True where a sentence ends before it. */
  startsSentence: boolean
}

/** Characters before a name that mark a line, a variable or an option. */
const lineLead = /(?:^|\n)[ \t]*(?:[<>*|#+-]{1,3}[ \t]+|export[ \t]+|set[ \t]+|SET[ \t]+|ENV[ \t]+|- )?["'[]?$/

export function nameBefore(text: string, at: number): Named | undefined {
  return nameOnLine(text, at) ?? (text.charAt(at) === ':' ? explicitKey(text, at) : undefined)
}

/** The key of a mapping on the line before its value (YAML 1.2 § 8.2.2): `? name`, and below it `: value`. */
function explicitKey(text: string, at: number): Named | undefined {
  const before = text.slice(Math.max(0, at - 160), at)
  const [whole, mark = '', name] = keyAbove.exec(before) ?? []
  if (whole === undefined || name === undefined) return undefined
  const start = at - whole.length + whole.indexOf(name, mark.length)
  return { name, start, isQuoted: false, isPhrase: /\s/.test(name), isFirst: true, startsSentence: true }
}

const keyAbove = /((?:^|\n)[ \t]*(?:-[ \t]+)*\?[ \t]+["']?)([\p{L}_][\p{L}\d_. -]{0,60}?)["']?[ \t]*\r?\n[ \t]*$/u

function nameOnLine(text: string, at: number): Named | undefined {
  let end = at
  while (end > 0 && at - end < 12 && isBlank(text.charCodeAt(end - 1))) end -= 1
  while (end > 0 && at - end < 14 && text.charCodeAt(end - 1) === 0x2a) end -= 1
  // `Token (access): …`
  if (text.charCodeAt(end - 1) === 0x29) {
    const open = text.slice(Math.max(0, end - 30), end).lastIndexOf(' (')
    if (open >= 0) end = Math.max(0, end - 30) + open
  }
  let last = text.charCodeAt(end - 1)
  if (last === 0x5d && isQuote(text.charCodeAt(end - 2))) {
    end -= 1
    last = text.charCodeAt(end - 1)
  }
  if (isQuote(last)) {
    const quoted = quotedBefore(text, end)
    if (quoted !== undefined) return quoted
    end -= 1
  }
  const isBracketed =
    text.charCodeAt(end - 1) === 0x5d && /(?:^|[\s(])\[[\p{L}_][^[\]]*\]$/u.test(text.slice(Math.max(0, end - 82), end))
  if (isBracketed) end -= 1
  const start = nameStart(text, end)
  if (start === end) return undefined
  const one = text.slice(start, end)
  // `--password[=name]` in what a program says of its options.
  if (one.endsWith('[')) return undefined
  // `Senha do .p12: …`
  const first = text.charAt(start - 1) === '.' ? start - 1 : start
  const phrase = isBracketed ? undefined : phraseBefore(text, first, end)
  const isPhrase = phrase !== undefined && tellsMore(phrase, one)
  const from = isPhrase ? end - phrase.length : start
  return {
    name: isPhrase ? phrase : one,
    start: from,
    isQuoted: false,
    isPhrase,
    get startsSentence() {
      return /[.;!?][ \t]{1,2}$/.test(text.slice(Math.max(0, from - 4), from))
    },
    get isFirst() {
      return (
        lineLead.test(text.slice(Math.max(0, from - 14), from)) ||
        lineLead.test(text.slice(Math.max(0, start - 14), start)) ||
        // `nytt lösenord: …`
        (text.charAt(at) === ':' &&
          phrase !== undefined &&
          phrase.split(/[ \t]+/).length < 3 &&
          meaningOf(phrase).strength === 'strong' &&
          lineLead.test(text.slice(Math.max(0, end - phrase.length - 14), end - phrase.length)))
      )
    },
  }
}

function isBlank(sign: number): boolean {
  return sign === 0x20 || sign === 0x09
}

function isQuote(sign: number): boolean {
  return sign === 0x22 || sign === 0x27 || sign === 0x60
}

/** Letters, digits, `_`, `.`, `$`, `@`, `-` and brackets. */
function isInName(sign: number): boolean {
  return (
    (sign >= 0x61 && sign <= 0x7a) ||
    (sign >= 0x40 && sign <= 0x5b) ||
    (sign >= 0x30 && sign <= 0x39) ||
    sign === 0x5f ||
    sign === 0x5d ||
    sign === 0x2e ||
    sign === 0x2d ||
    sign === 0x24 ||
    (sign > 0xbf && sign < 0x2000)
  )
}

/** Where a name begins that ends here; it begins with a letter, `_`, `$` or `@`. */
function nameStart(text: string, end: number): number {
  let start = end
  while (start > 0 && end - start < 80 && isInName(text.charCodeAt(start - 1))) start -= 1
  while (start < end && /[\d.[\]-]/.test(text.charAt(start))) start += 1
  return start
}

/** A name in quotation marks, which may be escaped. */
function quotedBefore(text: string, end: number): Named | undefined {
  const mark = text.charAt(end - 1)
  let close = end - 1
  while (text.charCodeAt(close - 1) === 0x5c && end - close < 16) close -= 1
  const near = text.slice(Math.max(0, close - 81), close)
  const open = close - near.length + near.lastIndexOf(mark)
  const name = near.includes(mark) ? text.slice(open + 1, close) : ''
  if (name === '' || /[\n\\"'`]/.test(name)) return undefined
  return { name, start: open, isQuoted: true, isPhrase: name.includes(' '), isFirst: false, startsSentence: false }
}

/** Up to four words before a name, with it; neither options of a command nor what they are given. */
function phraseBefore(text: string, start: number, end: number): string | undefined {
  let from = start
  for (let words = 0; words < 4 && isBlank(text.charCodeAt(from - 1)); words++) {
    let first = from - 1
    while (first > 0 && from - first < 31 && isInName(text.charCodeAt(first - 1))) first -= 1
    // Another sentence, or a number, is no part of a name.
    const word = text.slice(first, from - 1)
    if (first === from - 1 || /^--?[A-Za-z]|\.$|\d{4}/.test(word) || looksRandom(word, 12)) break
    // `reason=PWD_HISTORY txn=…`: the word before is the value of another name.
    if (text.charAt(first - 1) === '=') break
    from = first
  }
  return from === start ? undefined : text.slice(from, end)
}

/** Whether the words before a name change what it means, as in `Client secret` and `error code`. */
function tellsMore(phrase: string, one: string): boolean {
  const [whole, last] = [meaningOf(phrase), meaningOf(one)]
  if (last.strength === 'strong') return whole.strength === 'random' || whole.strength === 'open'
  if (whole.strength === 'open') return last.strength === 'doubtful'
  return whole.strength !== last.strength || whole.kind !== last.kind
}

export interface Value {
  start: number
  end: number
  isQuoted: boolean
  /** How far the line goes that it stands on. */
  lineEnd: number
  separator: string
  /** True where nothing is between name, separator and value, as in a form. */
  isTight: boolean
}

/** Types that dumps write before a value: `string(8) "…"`, `b'…'`, `new String("…`. */
const typed =
  /(?:(?:String|string|str|SecureString|&(?:'static )?str)\??[ \t]{1,3}=[ \t]{1,3}[@$]?(?=["'])|string\(\d{1,6}\)[ \t](?=\\?["'])|\((?:string|str|String)\)[ \t]?|(?:str|String|SecureString|bytes|Some|Optional|SecretStr|new String|std::string)\(|[buBrUR]{1,2}(?=["'])|!{1,2}\w{1,20}[ \t])/y
/** What code wraps around a secret, unless it fetches it: `SecretBox("…")`, `Secret::new("…")`, `[]byte("…")`. */
const wrapped =
  /(?:new[ \t]+)?(?:\[\]byte|(?!\w*(?:env|get|config|input|prompt|field|column|header|param|option|read|fetch|find|value|label|error|exception|message|query|body|schema|depend|inject|argument))(?:[A-Z]\w{1,40}(?:(?:::|\.)\w{1,30}){0,2}|[a-z][\w.]{0,40}(?:::|\.)(?:new|of|from|valueOf|wrap|make|create|encode)))\([ \t]{0,3}(?=[bru]{0,2}\\?["'`])/iy
const emphasis = /\*{1,2}(?=[ \t])/y
const blanks = /[ \t]{0,40}/y
const toNextLine = /[ \t]{0,40}(?:[|>][-+]?[ \t]{0,9})?\r?\n[ \t]{0,60}/y
const openingQuote = /\\{0,15}["'`“]/y

export function valueAfter(
  text: string,
  from: number,
  sign: string,
  named: Named,
  closing: Closing,
): Value | undefined {
  let start = from
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = start
    start += pattern.exec(text)?.[0].length ?? 0
  }
  // `object->member` is code, `secret->x8Fq…` is none.
  if (
    sign === '->' &&
    text.charAt(from) !== ' ' &&
    !looksRandom(/^[\w.~+/=-]{0,200}/.exec(text.slice(from, from + 200))?.[0] ?? '', 12)
  )
    return undefined
  const meaning = meaningOf(named.name)
  const mayMatter =
    meaning.strength !== 'open' ||
    named.isFirst ||
    named.isQuoted ||
    (sign === '=' && isShortName(named.name) && /[?&]/.test(text.charAt(named.start - 1))) ||
    (sign === ':' && /["'`]/.test(text.charAt(named.start - 1)))
  if (!mayMatter) return undefined
  // `a == b`, `::`, `://`
  if (
    /^[=:/~]/.test(text.charAt(from)) &&
    sign !== '=>' &&
    (text.charAt(from) !== '~' || /["'`]/.test(text.charAt(from + 1)))
  )
    return undefined
  if (sign === '=' && /[!<>=]/.test(text.charAt(from - 2))) return undefined
  skip(emphasis)
  skip(blanks)
  if ((sign === ':' || sign === '=>') && meaning.strength !== 'open' && /[\r\n|>]/.test(text.charAt(start))) {
    const next = text.slice(start, start + 60)
    if (
      sign === '=>'
        ? /^[ \t]*\r?\n/.test(next)
        : /^[|>][-+]?[ \t]*\r?\n/.test(next) ||
          (named.isFirst && !/^\r?\n[ \t]*[\w".-]{1,40}["']?[ \t]*[:=]/.test(next) && !/^\r?\n\s*\n/.test(next))
    )
      skip(toNextLine)
  }
  if (meaning.strength === 'strong') skip(wrapped)
  skip(typed)
  if (meaning.strength === 'strong')
    for (const { open, close } of enclosed) {
      open.lastIndex = start
      const opened = open.exec(text)?.[0].length ?? 0
      if (opened === 0) continue
      const end = closing(close, start + opened)
      return { start: start + opened, end, isQuoted: true, lineEnd: end, separator: sign, isTight: false }
    }
  openingQuote.lastIndex = start
  const quote = openingQuote.exec(text)?.[0]
  // `getpass("Token: ")`: what follows the colon ends the text that the name begins.
  if (quote !== undefined && quote.length === 1 && !named.isQuoted && text.charAt(named.start - 1) === quote)
    return undefined
  const isTight = start === from && !/[ \t]/.test(text.charAt(from - sign.length - 1))
  if (quote !== undefined && (quote.length === 1 || quote.length % 2 === 0)) {
    const end = closing(quote === '“' ? '”' : quote, start + quote.length)
    return { start: start + quote.length, end, isQuoted: true, lineEnd: end, separator: sign, isTight }
  }
  const lineEnd = closing('\n', start)
  const line = text.charCodeAt(lineEnd - 1) === 0x0d ? lineEnd - 1 : lineEnd
  return { start, end: line, isQuoted: false, lineEnd: line, separator: sign, isTight }
}

/** Texts between marks of their own, as Lua, Rust, Ruby, Perl, shells and XML write them. */
const enclosed: readonly { open: RegExp; close: string }[] = [
  { open: /\[\[(?![\s"'{[])/y, close: ']]' },
  { open: /\[=\[/y, close: ']=]' },
  { open: /b?r#"/y, close: '"#' },
  { open: /<<[-~]?["']?[A-Z]{2,9}["']?\r?\n[ \t]*/y, close: '\n' },
  { open: /(?:%[qQ]?|\bqq?)\((?=[^)\n]{2,200}\))/y, close: ')' },
  { open: /(?:%[qQ]?|\bqq?)\{(?=[^}\n]{2,200}\})/y, close: '}' },
  { open: /\$'(?=[^'\n]{2,200}')/y, close: "'" },
  { open: /[$@]"(?=[^"\n]{2,200}")/y, close: '"' },
  { open: /<!\[CDATA\[/y, close: ']]>' },
]

type Closing = (mark: string, from: number) => number

/** Where a mark stands next; each stretch of the text is looked through once for each kind of mark. */
export function createClosing(text: string): Closing {
  const found = new Map<string, { from: number; at: number }>()
  return (mark, from) => {
    const known = found.get(mark)
    if (known !== undefined && from >= known.from && from <= known.at) return known.at
    const plain = mark.length === 1 && mark !== '\n'
    let at = text.indexOf(mark, from)
    // A quotation mark that is escaped does not end what is in plain ones.
    for (let tries = 0; plain && at > 0 && text.charCodeAt(at - 1) === 0x5c && tries < 1_000; tries++)
      at = text.indexOf(mark, at + 1)
    const end = at < 0 ? text.length : at
    found.set(mark, { from, at: end })
    return end
  }
}
