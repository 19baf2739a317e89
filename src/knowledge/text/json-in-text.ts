import { parseJson } from './json.ts'

/** A piece of JSON that is in a text. */
export interface FoundJson {
  value: unknown
  /** The JSON as text, unescaped where it stood escaped in a string. */
  text: string
  /** Where it stands: offsets of its first character and of the one after its last. */
  start: number
  end: number
}

/** Characters that the search walks over in all, so that text made of brackets stays quick. */
const walkLimit = 600_000
const attemptLimit = 60

/**
 * Finds JSON objects and arrays in a text, in order: as they are, escaped as in a string (`{\"error\":…}`), or written
 * with single quotes as Python prints them. What does not parse is left out. Never throws.
 */
export function findJson(text: string): FoundJson[] {
  const found: FoundJson[] = []
  let walked = 0
  let attempts = 0
  for (let at = 0; at < text.length && walked < walkLimit && attempts < attemptLimit; at++) {
    const opening = text.charAt(at)
    if (opening !== '{' && opening !== '[') continue
    if (!/^[[{]\s{0,40}(?:\\?["'{}[\]]|-?\d|true|false|null)/.test(text.slice(at, at + 60))) continue
    attempts++
    const inString = stringAround(text, at)
    if (inString !== undefined) {
      found.push(inString)
      at = inString.end
      continue
    }
    const end = endOfJson(text, at, walkLimit - walked)
    walked += (end ?? text.length) - at
    if (end === undefined) continue
    const read = parseLoosely(text.slice(at, end))
    if (read === undefined) continue
    found.push({ ...read, start: at, end })
    at = end - 1
  }
  return found
}

/** JSON that fills a string literal which opens just before `at`: `"{\\"error\\":…}"`. */
function stringAround(text: string, at: number): FoundJson | undefined {
  if (text.charAt(at - 1) !== '"' || !/^[[{]\s{0,40}(?:\\|[\]}])/.test(text.slice(at, at + 50))) return undefined
  const literal = /^"(?:[^"\\]|\\.)*"/s.exec(text.slice(at - 1))?.[0]
  const inner = literal && parseJson(literal.replace(/[\n\r\t]/g, ' '))
  if (literal === undefined || typeof inner !== 'string') return undefined
  const value = parseJson(inner)
  return value === undefined ? undefined : { value, text: inner, start: at, end: at - 2 + literal.length }
}

/** The offset after the bracket that closes the one at `start`; undefined when it is not closed. */
function endOfJson(text: string, start: number, limit: number): number | undefined {
  let depth = 0
  let quote = ''
  const last = Math.min(text.length, start + limit)
  for (let at = start; at < last; at++) {
    const character = text.charAt(at)
    if (character === '\\') {
      // Escaped JSON: its quotation marks still open and close strings, those escaped twice do not.
      const quoteNext = text.charAt(at + 1) === '"' && text.charAt(at - 1) !== '\\'
      if (quoteNext && quote === '') quote = '\\"'
      else if (quoteNext && quote === '\\"') quote = ''
      at++
    } else if (quote === character) quote = ''
    else if (quote === '' && (character === '"' || (character === "'" && opensString(text, at)))) quote = character
    else if (quote === '' && (character === '{' || character === '[')) depth++
    else if (quote === '' && (character === '}' || character === ']')) {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

/** Single quotes open a string only where a value or a name can begin; an apostrophe does not. */
function opensString(text: string, at: number): boolean {
  return /[{[,:]\s?$/.test(text.slice(Math.max(0, at - 2), at))
}

function parseLoosely(text: string): { value: unknown; text: string } | undefined {
  for (const attempt of [text, unescaped(text), pythonAsJson(text)]) {
    if (attempt === undefined) continue
    const value = parseJson(attempt)
    if (value !== undefined) return { value, text: attempt }
  }
  return undefined
}

function unescaped(text: string): string | undefined {
  if (!text.includes('\\"')) return undefined
  const read = parseJson(`"${text.replace(/[\n\r\t]/g, ' ')}"`)
  return typeof read === 'string' ? read : undefined
}

function pythonAsJson(text: string): string | undefined {
  if (!/^[[{]\s*'/.test(text) || text.length > 20_000) return undefined
  return text
    .replace(/'((?:[^'\\]|\\.)*)'/g, (_whole, inner: string) => JSON.stringify(inner.replace(/\\'/g, "'")))
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false')
    .replace(/\bNone\b/g, 'null')
}
