import { pointer } from './pointer.ts'

/** What a reading of JSON text character by character tells, beyond the value that JSON.parse gives. */
export interface JsonScan {
  /** The first character that cannot be, counted from 0, and why; absent where the whole text is JSON (RFC 8259). */
  break?: { at: number; problem: string }
  /** Where the last whole member of the outermost object or array ends; 0 where there is none. */
  wholeUntil: number
  /** JSON pointers of members whose name is there twice in one object; the first twenty. */
  duplicates: string[]
  /** Integers that JavaScript cannot hold exactly, as they are written; the first twenty. */
  inexact: { pointer: string; written: string }[]
  /** Levels of nesting; 1 for `{}`. */
  depth: number
}

const most = 20

/** Reads JSON text to its end or to the first character that cannot be. Never throws, at any depth of nesting. */
export function scanJson(text: string): JsonScan {
  const scan: JsonScan = { wholeUntil: 0, duplicates: [], inexact: [], depth: 0 }
  const open: Frame[] = []
  let expected: Expected = 'value'
  let at = 0
  const stop = (problem: string): JsonScan => ({ ...scan, break: { at, problem } })

  for (;;) {
    at = afterSpace(text, at)
    const frame = open.at(-1)
    const character = text[at]
    if (character === undefined) return expected === 'end' ? scan : stop(endings[expected])

    if (expected === 'end') return stop('There is more text after the end of the JSON.')
    if (expected === 'name' || expected === 'name-or-end') {
      if (character === '}' && expected === 'name-or-end') {
        at += 1
        expected = close(open)
      } else {
        if (character !== '"' || frame === undefined) {
          const after = character === '}' ? ' Remove the comma before it.' : ''
          return stop(misplaced(character, 'a property name') + after)
        }
        const end = stringEnd(text, at)
        if (typeof end !== 'number') return failAt(scan, end)
        noteName(scan, open, frame, JSON.parse(text.slice(at, end)) as string)
        at = end
        expected = 'colon'
      }
    } else if (expected === 'colon') {
      if (character !== ':') return stop(misplaced(character, 'a colon'))
      at += 1
      expected = 'value'
    } else if (expected === 'comma-or-end') {
      if (frame === undefined) return stop(misplaced(character, 'the end'))
      if (character === (frame.names ? '}' : ']')) {
        at += 1
        expected = close(open)
      } else {
        if (character !== ',') return stop(misplaced(character, frame.names ? 'a comma or “}”' : 'a comma or “]”'))
        at += 1
        frame.index += 1
        expected = frame.names ? 'name' : 'value'
      }
    } else if (character === ']' && expected === 'value-or-end') {
      at += 1
      expected = close(open)
    } else if (character === '{' || character === '[') {
      at += 1
      open.push({ names: character === '{' ? new Set() : undefined, name: '', index: 0 })
      scan.depth = Math.max(scan.depth, open.length)
      expected = character === '{' ? 'name-or-end' : 'value-or-end'
    } else {
      const end = scalarEnd(text, at, scan, open)
      if (typeof end !== 'number') return failAt(scan, end)
      at = end
      expected = open.length === 0 ? 'end' : 'comma-or-end'
    }
    // A number at the very end may have lost digits.
    const maybeCut = at === text.length && /[\d-]/.test(character)
    if (expected === 'comma-or-end' && open.length === 1 && !maybeCut) scan.wholeUntil = at
  }
}

/** The members that stand whole before the first break of a JSON object; undefined where there are none. */
export function wholeMembers(text: string, { wholeUntil }: JsonScan): Record<string, unknown> | undefined {
  if (wholeUntil === 0 || !text.trimStart().startsWith('{')) return undefined
  return JSON.parse(`${text.slice(0, wholeUntil)}}`) as Record<string, unknown>
}

type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end' | 'end'

interface Frame {
  /** Names met so far, for an object; undefined for an array. */
  names: Set<string> | undefined
  name: string
  index: number
}

const endings: Record<Exclude<Expected, 'end'>, string> = {
  value: 'The text ends where a value must follow.',
  'value-or-end': 'The text ends inside an array.',
  name: 'The text ends where a property name must follow.',
  'name-or-end': 'The text ends inside an object.',
  colon: 'The text ends after a property name.',
  'comma-or-end': 'The text ends before all brackets are closed.',
}

function close(open: Frame[]): Expected {
  open.pop()
  return open.length === 0 ? 'end' : 'comma-or-end'
}

function noteName(scan: JsonScan, open: Frame[], frame: Frame, name: string): void {
  frame.name = name
  if (frame.names?.has(name) && scan.duplicates.length < most) scan.duplicates.push(pathOf(open))
  frame.names?.add(name)
}

function pathOf(open: Frame[]): string {
  return pointer(...open.slice(0, 40).map(({ names, name, index }) => (names ? name : String(index))))
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1
  return at
}

type Failure = { at: number; problem: string }

function failAt(scan: JsonScan, failure: Failure): JsonScan {
  return { ...scan, break: failure }
}

// Most strings hold neither an escape nor a control character: they end at the next quotation mark.
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 §7 forbids these unescaped
const needsCare = /[\\\u0000-\u001f]/

function stringEnd(text: string, start: number): number | Failure {
  const end = text.indexOf('"', start + 1)
  if (end > 0 && !needsCare.test(text.slice(start + 1, end))) return end + 1
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) return { at, problem: 'A string contains an unescaped control character.' }
    if (code !== 0x5c) continue
    const escaped = /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at + 1, at + 6))?.[0]
    if (escaped === undefined)
      return at + 1 >= text.length || /^u[0-9a-fA-F]{0,3}$/.test(text.slice(at + 1, at + 7))
        ? cutInString(text)
        : { at, problem: 'A backslash is followed by something that is not a valid escape.' }
    at += escaped.length
  }
  return cutInString(text)
}

function cutInString(text: string): Failure {
  return { at: text.length, problem: 'The text ends in the middle of a string.' }
}

const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const words = ['true', 'false', 'null']

function scalarEnd(text: string, at: number, scan: JsonScan, open: Frame[]): number | Failure {
  if (text[at] === '"') return stringEnd(text, at)
  const word = words.find((one) => text.startsWith(one, at))
  if (word !== undefined) return at + word.length
  number.lastIndex = at
  const found = number.exec(text)
  if (found === null) {
    const rest = text.slice(at, at + 5)
    return rest === '-' || words.some((one) => one.startsWith(rest))
      ? { at: text.length, problem: 'The text ends in the middle of a value.' }
      : { at, problem: misplaced(text[at] ?? '', 'a value') }
  }
  const [written, fraction, exponent] = found
  const whole = fraction === undefined && exponent === undefined
  if (whole && !Number.isSafeInteger(Number(written)) && scan.inexact.length < most)
    scan.inexact.push({ pointer: pathOf(open), written: written.slice(0, 100) })
  return at + written.length
}

function misplaced(character: string, wanted: string): string {
  return `Expected ${wanted}, but found ${character === '"' ? 'a quotation mark' : character < ' ' ? 'a control character' : `“${character}”`}.`
}
