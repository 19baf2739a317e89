import forms from './credential-forms.json' with { type: 'json' }
import type { Add } from './finding.ts'
import type { SecretKind } from './kinds.ts'

interface Form {
  name: string
  start: string
  rest: RegExp
  kind: SecretKind
  /** Told without anything before it: its start is in no other word. */
  distinct: boolean
}

/** Forms by the hash of the first two or three characters of their starts. */
const byStart = new Map<number, Form[]>()
const firstThree = new Uint8Array(65_536)
const firstTwo = new Uint8Array(65_536)

for (const { name, starts, then, kind } of forms.forms)
  for (const start of starts) {
    const [a, b, c] = [start.charCodeAt(0), start.charCodeAt(1), start.charCodeAt(2)]
    const hash = start.length > 2 ? hashOf(a, b, c) : hashOf(a, b, 0)
    ;(start.length > 2 ? firstThree : firstTwo)[hash] = 1
    const distinct = start.length >= 4 && /[_.~$/-]/.test(start)
    const form: Form = {
      name,
      start,
      kind: kind === 'password' ? 'password' : 'API key',
      rest: new RegExp(then, 'y'),
      distinct,
    }
    byStart.set(hash, [...(byStart.get(hash) ?? []), form])
  }

function hashOf(a: number, b: number, c: number): number {
  return ((a * 961 + b * 31 + c) * 2_654_435_761) >>> 16
}

/** Finds the keys and tokens of vendors by their forms, in time linear in the length of the text. */
export function findKnownForms(text: string, add: Add): void {
  let [a, b] = [text.charCodeAt(0), text.charCodeAt(1)]
  for (let at = 0; at + 2 < text.length; at++) {
    const c = text.charCodeAt(at + 2)
    const hash = hashOf(a, b, c)
    const found =
      (firstThree[hash] === 1 ? formAt(text, at, hash) : undefined) ??
      (firstTwo[hashOf(a, b, 0)] === 1 ? formAt(text, at, hashOf(a, b, 0)) : undefined)
    if (found !== undefined) {
      add(found)
      at = found.end - 1
      ;[a, b] = [text.charCodeAt(found.end), text.charCodeAt(found.end + 1)]
    } else [a, b] = [b, c]
  }
}

function formAt(text: string, at: number, hash: number) {
  for (const { name, start, rest, kind, distinct } of byStart.get(hash) ?? []) {
    if (!text.startsWith(start, at)) continue
    if (!distinct && /[A-Za-z\d_-]/.test(text.charAt(at - 1))) continue
    rest.lastIndex = at + start.length
    const found = rest.exec(text)?.[0].replace(/[.,:/-]+$/, '')
    if (found === undefined || found === '' || isWords(found, start)) continue
    const end = at + start.length + found.length
    // Of an address host and path stay.
    const from = at + (/[.][a-z]{2,5}[/]/.test(start) ? start.length : 0)
    return { start: from, end, kind, name, value: text.slice(from, end) }
  }
  return undefined
}

/** `npm_config_registry`, `sk_` in the name of a variable: words, not a key. */
function isWords(rest: string, start: string): boolean {
  return (
    !/\d/.test(rest) &&
    (/^[A-Z]?[a-z]+(?:[_.-][A-Za-z]+)+$/.test(rest) || /^[a-z_]+$/.test(rest)) &&
    !/[$/}:]$/.test(start)
  )
}
