import { isIP } from 'node:net'

/** One thing that is wrong with the configuration, as a sentence that names the setting and how to fix it. */
export interface Problem {
  setting: string
  expected: string
  /** What stands there; never a secret's value. */
  found: string
  fix: string
}

/** Collects problems while values are read, so that all of them can be told at once. */
export class Problems {
  readonly list: Problem[] = []

  /** Notes a problem and answers undefined, so that a reader can return it. */
  note(setting: string, expected: string, found: unknown, fix: string): undefined {
    this.list.push({ setting, expected, found: describe(found), fix })
  }
}

/** Reads one value; `setting` is its whole name, for the problem. Undefined after a problem. */
export type Reader<Value> = (value: unknown, setting: string, problems: Problems) => Value | undefined

type Shape = Record<string, { read: Reader<unknown>; required?: boolean }>
type Read<S extends Shape> = { [Name in keyof S]?: S[Name]['read'] extends Reader<infer Value> ? Value : never }

/** Reads an object by a table of its settings; a name that the table does not hold is a problem. */
export function object<S extends Shape>(shape: S): Reader<Read<S>> {
  return (value, setting, problems) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return problems.note(setting, 'an object', value, `Write ${setting} as { … }.`)
    }
    const at = (name: string) => (setting === configurationFile ? name : `${setting}.${name}`)
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(shape, name)) continue
      const near = nearest(name, Object.keys(shape))
      const fix = near
        ? `Rename it to ${near}, or remove it.`
        : `Remove it; known are ${Object.keys(shape).join(', ')}.`
      problems.note(at(name), 'a setting that is known here', 'an unknown name', fix)
    }
    const read: Record<string, unknown> = {}
    for (const [name, { read: reader, required }] of Object.entries(shape)) {
      const given = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
      if (given !== undefined) read[name] = reader(given, at(name), problems)
      else if (required) problems.note(at(name), 'a value', undefined, `Add ${name}.`)
    }
    return read as Read<S>
  }
}

/** The name under which problems of the configuration file as a whole are told. */
export const configurationFile = 'configuration file'

export function list<Value>(item: Reader<Value>, { filled = false } = {}): Reader<Value[]> {
  return (value, setting, problems) => {
    if (!Array.isArray(value) || (filled && value.length === 0)) {
      const expected = filled ? 'a list with at least one entry' : 'a list'
      return problems.note(setting, expected, value, `Write ${setting} as [ … ].`)
    }
    return value
      .map((entry, index) => item(entry, `${setting}[${index}]`, problems))
      .filter((entry) => entry !== undefined)
  }
}

/** A string that matches `pattern`; `expected` says so in words. */
export function text(expected = 'a text that is not empty', pattern = /\S/): Reader<string> {
  return (value, setting, problems) =>
    typeof value === 'string' && pattern.test(value)
      ? value
      : problems.note(setting, expected, value, `Set ${setting} to ${expected}.`)
}

/** Reads as `reader` does, and tells nothing of what it found: a secret may stand where its name belongs. */
export function hidden<Value>(reader: Reader<Value>): Reader<Value> {
  return (value, setting, problems) => {
    const told = new Problems()
    const read = reader(value, setting, told)
    for (const problem of told.list) problems.list.push({ ...problem, found: 'something else, not shown here' })
    return read
  }
}

export const flag: Reader<boolean> = (value, setting, problems) =>
  typeof value === 'boolean'
    ? value
    : problems.note(setting, 'true or false', value, `Set ${setting} to true or false.`)

export function oneOf<Value extends string>(...values: Value[]): Reader<Value> {
  const expected = values.map((value) => JSON.stringify(value)).join(' or ')
  return (value, setting, problems) =>
    values.find((known) => known === value) ?? problems.note(setting, expected, value, `Set ${setting} to ${expected}.`)
}

/** An absolute address, https unless its host is this machine; answers it without a slash at the end. */
export const address: Reader<string> = (value, setting, problems) => {
  const expected = 'an https address (http only for this machine itself) without user, query or fragment'
  const fix = `Set ${setting} to an address such as https://auth.example.com.`
  if (typeof value !== 'string' || !URL.canParse(value)) return problems.note(setting, expected, value, fix)
  const url = new URL(value)
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  if (!secure || url.username || url.password || url.search || url.hash) {
    const found = url.username || url.password ? 'an address that carries a user or a password' : value
    return problems.note(setting, expected, found, fix)
  }
  return value.replace(/\/+$/, '')
}

/** An issuer is compared character by character, so it stays exactly as it was written. */
export const exactAddress: Reader<string> = (value, setting, problems) =>
  address(value, setting, problems) === undefined ? undefined : (value as string)

/** An address or a range of addresses, as in `10.0.0.0/8`; a range of all addresses would trust everyone. */
export const addressRange: Reader<string> = (value, setting, problems) => {
  const [ip = '', bits, ...rest] = String(value).split('/')
  const family = isIP(ip)
  const size = Number(bits ?? 0)
  const everything = bits !== undefined && size === 0
  const ok =
    family > 0 && !everything && rest.length === 0 && /^\d{0,3}$/.test(bits ?? '') && size <= (family === 4 ? 32 : 128)
  if (ok && bits !== '') return String(value)
  const expected = 'an IP address, or a range such as 10.0.0.0/8'
  return problems.note(setting, expected, value, `List in ${setting} the addresses of your own proxies.`)
}

/** Whether a host name stands for this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  )
}

/** The known name that one is most likely a slip of; undefined when none is near. */
function nearest(name: string, known: string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const ranked = known
    .map((candidate) => ({ candidate, slips: distance(plain(name), plain(candidate)) }))
    .sort((a, b) => a.slips - b.slips)
  const [best] = ranked
  return best && best.slips <= Math.max(2, best.candidate.length / 3) ? best.candidate : undefined
}

/** How many letters must be put in, taken out or changed to make `b` of `a` (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

function describe(found: unknown): string {
  if (found === undefined) return 'nothing'
  if (found === '') return 'an empty text'
  if (Array.isArray(found)) return found.length === 0 ? 'an empty list' : 'a list'
  if (typeof found === 'object' && found !== null) return 'an object'
  const text = typeof found === 'string' ? found : JSON.stringify(found)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
