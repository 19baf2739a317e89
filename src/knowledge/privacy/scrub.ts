import { base64Of, base64UrlOf } from '../text/base64.ts'
import { findSensitive, type Search } from './find-sensitive.ts'
import type { Finding } from './finding.ts'
import { type Kind, keptByDefault, kinds } from './kinds.ts'
import { createKnownValues, type KnownValues } from './known-values.ts'
import { createMet, type Met } from './met.ts'
import type { Place } from './sensitivity.ts'
import { isTrace } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/** How to make things safe to hand on. */
export interface ScrubOptions {
  /** Eight letters or digits that tell a value from others, keyed so that nobody else can find the value by them. */
  fingerprint: (value: string) => string
  /** Kinds that stay; by default those that are not removed unless somebody wants it. */
  keep?: ReadonlySet<Kind>
  /** Values that an earlier pass over the same document found: they are removed wherever else they stand. */
  known?: KnownValues
  /** What an earlier pass with the same words, and without known values, read. */
  earlier?: Met
  /** What another pass with the same words and the same known values read. */
  met?: Met
  /** What is known to be harmless; without it only what is known to be secret or personal is removed. */
  vocabulary?: Vocabulary
}

/** What became of the values of one kind. */
export interface Account {
  kind: Kind
  /** Values that are gone. */
  removed: number
  /** Values that stay less a part of them: tokens without signatures, encoded texts. */
  changed: number
  /** Values that stay because somebody wants it. */
  kept: number
  /** What they are called, the most frequent first. */
  names: string[]
}

/** A value that was removed, and what is in its place. */
export interface Change {
  kind: Kind
  name: string
  before: string
  after: string
}

/** Makes texts safe to hand on, and keeps the account of what it did. */
export interface Scrubber {
  /** A text of any kind. What is not removed is unchanged, to the character. */
  text: (text: string, field?: { name: string; place: Place }) => string
  /** The same without an account, for what is handed on a second time beside it. */
  again: (text: string, field?: { name: string; place: Place }) => string
  /** Claims of a token, which are handed on beside it: JSON in, JSON out, without an account. */
  claims: (json: string) => string
  /** What is in the place of a value that is known to be secret. */
  secret: (value: string, name: string) => string
  account: () => Account[]
  /** What was removed and what is in its place, the first five hundred. */
  changes: () => Change[]
  /** Every value that was found, to be given to a second pass. */
  values: () => KnownValues
  /** What was read, to be given to a second pass. */
  met: Met
}

export function createScrubber({
  fingerprint,
  keep = keptByDefault,
  known,
  earlier,
  met = createMet(),
  vocabulary,
}: ScrubOptions): Scrubber {
  const values = createKnownValues(known?.all())
  const lines = new Map<Kind, { removed: number; changed: number; kept: number; names: Map<string, number> }>()
  const changes = new Map<string, Change>()
  let isCounting = true

  const count = ({ kind, name }: Finding, what: 'removed' | 'changed' | 'kept') => {
    if (!isCounting) return
    const line = lines.get(kind) ?? { removed: 0, changed: 0, kept: 0, names: new Map() }
    line[what] += 1
    if (line.names.size < 200 || line.names.has(name)) line.names.set(name, (line.names.get(name) ?? 0) + 1)
    lines.set(kind, line)
  }
  const replaced = (finding: Finding, text: string): string => {
    const { start, end, parts, decoded, bare } = finding
    const written = text.slice(start, end)
    if (parts !== undefined) {
      const inner = rewritten(text, parts, start, end)
      if (inner !== written) count(finding, 'changed')
      return inner
    }
    if (decoded !== undefined) {
      const inner = rewritten(decoded.text, decoded.findings, 0, decoded.text.length)
      if (inner === decoded.text) return written
      // The claims of a token are part of it, which is counted already.
      if (finding.kind !== 'claim') count(finding, 'changed')
      return decoded.as === 'base64' || written.endsWith('=') ? base64Of(inner) : base64UrlOf(inner)
    }
    if (keep.has(finding.kind)) {
      count(finding, 'kept')
      return written
    }
    count(finding, 'removed')
    values.add(finding.value, finding.kind, finding.name)
    if (finding.kind === 'name' && vocabulary !== undefined)
      for (const part of partsOfName(finding.value, vocabulary)) values.addPart(part, 'name', 'name')
    // What is called after a value is called by its kind.
    let { name } = finding
    values.findIn(name, () => {
      name = finding.kind
    })
    const trace = traceOf({ ...finding, name }, fingerprint(sameOf(finding)))
    if (changes.size < 500 && !changes.has(trace))
      changes.set(trace, { kind: finding.kind, name: finding.name, before: finding.value.slice(0, 400), after: trace })
    return bare ? `"${trace}"` : trace
  }
  const rewritten = (text: string, findings: readonly Finding[], from: number, to: number): string => {
    const pieces: string[] = []
    let at = from
    for (const finding of findings) {
      pieces.push(text.slice(at, finding.start), replaced(finding, text))
      at = finding.end
    }
    pieces.push(text.slice(at, to))
    return pieces.join('')
  }
  const scrub = (text: string, search: Search): string =>
    rewritten(text, findSensitive(text, { ...search, known, vocabulary, met, earlier }), 0, text.length)

  const uncounted = (make: () => string): string => {
    isCounting = false
    const safe = make()
    isCounting = true
    return safe
  }

  return {
    text: (text, field) => scrub(text, { field }),
    again: (text, field) => uncounted(() => scrub(text, { field })),
    claims: (json) => uncounted(() => scrub(json, { isClaims: true })),
    secret: (value, name) =>
      rewritten(
        value,
        isTrace(value) ? [] : [{ start: 0, end: value.length, kind: 'token', name, value }],
        0,
        value.length,
      ),
    account: () =>
      kinds.flatMap((kind) => {
        const line = lines.get(kind)
        if (line === undefined) return []
        const names = [...line.names].sort(([, one], [, other]) => other - one).map(([name]) => name)
        return [{ kind, removed: line.removed, changed: line.changed, kept: line.kept, names: names.slice(0, 12) }]
      }),
    changes: () => [...changes.values()],
    values: () => values,
    met,
  }
}

/** What somebody's name or login is told by where it stands alone: words that are no others. */
function partsOfName(value: string, vocabulary: Vocabulary): string[] {
  if (value.length > 80) return []
  const parts = value.split(/[\s,;"]+/).filter((part) => /^\p{L}[\p{L}\d._'’-]+$/u.test(part))
  return parts.filter((part) => {
    const is = vocabulary.classOf(part)
    const isWritten = /^\p{Lu}\p{Ll}+$/u.test(part) || (parts.length === 1 && /^[\p{Ll}\d._-]+$/u.test(part))
    return isWritten && (/[._\d]/.test(part) || is === 'given' || is === 'family' || is === 'odd')
  })
}

/** A number is the same however it is written. */
function sameOf({ kind, value }: Finding): string {
  const isNumber = kind === 'CPF' || kind === 'CNPJ' || kind === 'card' || kind === 'phone'
  return isNumber ? value.replace(/[^\dA-Z]/g, '') : value
}

/** What is in the place of a value: what it was called and its fingerprint, without a character of any syntax. */
function traceOf({ name, told }: Pick<Finding, 'name' | 'told'>, print: string): string {
  const token = tokenTraces[name]
  if (token !== undefined) return `${token}_REMOVED_${print}`
  const label = name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    // A name that was taken from a sentence may hold a number of somebody's.
    .replace(/\S*\d{4}\S*/g, '')
    .replace(/[^\w.]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  return `${told === undefined ? '' : `[${told}] `}[${label || 'value'}:${print}]`
}

/** Parts of a token: what is in their place leaves it one that can be read. */
const tokenTraces: Record<string, string> = {
  'signature of a token': 'SIGNATURE',
  'encrypted content': 'CONTENT',
  'payload of a token': 'PAYLOAD',
}
