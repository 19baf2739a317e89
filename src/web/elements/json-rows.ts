import { pointer } from '#knowledge/text/pointer.ts'

/** One line of JSON laid out to be read. */
export interface JsonLine {
  /** Levels of indentation; deeper than forty they are all drawn alike. */
  indent: number
  /** The name of a member, as JSON. */
  name?: string
  text: string
  kind: 'string' | 'number' | 'boolean' | 'object'
}

/** One value that contains no others, and where it is. */
export interface JsonLeaf {
  /** A JSON pointer (RFC 6901). */
  path: string
  value: unknown
}

/** The lines of a value, made as they are asked for: neither size nor depth costs anything before it is shown. */
export function* jsonLines(value: unknown): Generator<JsonLine> {
  const root = membersOf(value)
  if (root === undefined || root.length === 0) {
    yield { indent: 0, text: scalar(value), kind: kindOf(value) }
    return
  }
  yield { indent: 0, text: root.isArray ? '[' : '{', kind: 'object' }
  const open = [root]
  for (let here = open.at(-1); here !== undefined; here = open.at(-1)) {
    const indent = open.length
    if (here.at === here.length) {
      open.pop()
      const outer = open.at(-1)
      const comma = outer === undefined || outer.at === outer.length ? '' : ','
      yield { indent: indent - 1, text: `${here.isArray ? ']' : '}'}${comma}`, kind: 'object' }
      continue
    }
    const [key, member] = next(here)
    const name = here.isArray ? undefined : JSON.stringify(key)
    const inner = membersOf(member)
    if (inner === undefined || inner.length === 0) {
      yield { indent, name, text: `${scalar(member)}${here.at === here.length ? '' : ','}`, kind: kindOf(member) }
      continue
    }
    yield { indent, name, text: inner.isArray ? '[' : '{', kind: 'object' }
    open.push(inner)
  }
}

/** Every value inside `value` that contains no others, with its path; what is nested too deep is one value. */
export function* jsonLeaves(value: unknown): Generator<JsonLeaf> {
  const root = membersOf(value)
  if (root === undefined) return
  const open = [root]
  const parts: string[] = []
  for (let here = open.at(-1); here !== undefined; here = open.at(-1)) {
    if (here.at === here.length) {
      open.pop()
      parts.pop()
      continue
    }
    const [key, member] = next(here)
    const inner = membersOf(member)
    if (inner === undefined || inner.length === 0 || parts.length === deepest)
      yield { path: pointer(...parts, key), value: member }
    else {
      parts.push(key)
      open.push(inner)
    }
  }
}

/** The first `count` of what a generator makes, and whether there is more. */
export function take<T>(items: Iterable<T>, count: number): { items: T[]; more: boolean } {
  const taken: T[] = []
  for (const item of items) {
    if (taken.length === count) return { items: taken, more: true }
    taken.push(item)
  }
  return { items: taken, more: false }
}

/** What a value reads as in a single line, at most `limit` characters of it; never throws, however deep it is. */
export function jsonText(value: unknown, limit = 2_000): string {
  if (typeof value === 'string') return value.length > limit ? `${value.slice(0, limit)}…` : value
  let text = ''
  for (const line of jsonLines(value)) {
    text += line.name === undefined ? line.text : `${line.name}: ${line.text}`
    if (text.length > limit) return `${text.slice(0, limit)}…`
  }
  return text
}

/** JSON laid out with indentation as far as it stays of use; never throws, however deep it is. */
export function plainJson(value: unknown): string {
  const lines: string[] = []
  for (const { indent, name, text } of jsonLines(value))
    lines.push(`${'  '.repeat(Math.min(indent, deepestIndent))}${name === undefined ? text : `${name}: ${text}`}`)
  return lines.join('\n')
}

const deepest = 60
const deepestIndent = 40

/** An object or a list on the way through it. */
interface Members {
  value: object
  isArray: boolean
  keys: string[] | undefined
  length: number
  at: number
}

function membersOf(value: unknown): Members | undefined {
  if (value === null || typeof value !== 'object') return undefined
  if (Array.isArray(value)) return { value, isArray: true, keys: undefined, length: value.length, at: 0 }
  const keys = Object.keys(value)
  return { value, isArray: false, keys, length: keys.length, at: 0 }
}

function next(members: Members): [key: string, member: unknown] {
  const key = members.keys?.[members.at] ?? String(members.at)
  members.at += 1
  return [key, (members.value as Record<string, unknown>)[key]]
}

/** What stands on one line: a value that contains no others. */
function scalar(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

function kindOf(value: unknown): JsonLine['kind'] {
  const kind = typeof value
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'object'
}
