import { textOfBase64 } from '../text/base64.ts'
import { findSensitive } from './find-sensitive.ts'
import type { Finding } from './finding.ts'
import { lockedKinds } from './kinds.ts'
import type { KnownValues } from './known-values.ts'
import type { Met } from './met.ts'

/** Something in a finished copy that must not leave. */
export interface Leak {
  /** What it looks like. */
  what: string
  /** Line and column, counted from 1. */
  line: number
  column: number
}

/**
 * Looks once more through what is about to be handed over: by rules of its own for the forms of secrets that nobody may
 * keep, for the values that were removed elsewhere, and by all that the first look knew. The first twenty finds; a copy
 * with one is not handed over. Linear.
 *
 * @param met what was read before of other parts of the same copy
 * @param earlier what the first look read
 */
export function scanAgain(written: string, removed: KnownValues, met?: Met, earlier?: Met): Leak[] {
  // As a reader sees it: Markdown puts a backslash before some signs.
  const text = written.replace(/\\(?=[_*[\]<>|#`])/g, '')
  const places: { at: number; what: string }[] = []
  for (const { what, form, but } of forms)
    for (const found of text.matchAll(form))
      if (places.length < 20 && !but?.test(found[0])) places.push({ at: found.index, what })
  removed.findIn(text, ({ start, name }) => {
    if (places.length < 20) places.push({ at: start, what: `${name}, removed elsewhere` })
  })
  for (const { start, name } of places.length < 20 ? secretsIn(findSensitive(text, { met, earlier })).slice(0, 20) : [])
    places.push({ at: start, what: name })
  return places.sort((one, other) => one.at - other.at).map(({ at, what }) => ({ what, ...lineOf(text, at) }))
}

/** What opens something and is no trace of what was removed, also within tokens and what is encoded. */
function secretsIn(findings: readonly Finding[]): Finding[] {
  return findings.flatMap((finding) => {
    const inner = finding.parts ?? finding.decoded?.findings
    if (inner !== undefined) return secretsIn(inner).map(({ name, value }) => ({ ...finding, name, value }))
    const isLocked = lockedKinds.some((kind) => kind === finding.kind)
    return isLocked && !remains.test(finding.value) && !isEncodedRemains(finding.value) ? [finding] : []
  })
}

/** A text in base64 in which something was removed, alone or behind a name: `sess=eyJ…`. */
function isEncodedRemains(value: string): boolean {
  return remains.test(textOfBase64(value.replace(/^[\w.-]{1,60}=(?=[\w+/-]{8})/, '')) ?? '')
}

/**
 * What is in the place of something removed, whole or as much of it as was found, its brackets as they are or encoded
 * for an address; signs alone open nothing.
 */
const remains = /(?:\[|%5B)[\w.@$ -]{1,80}:[\da-z]{8}(?:\]|%5D)|_REMOVED_|^(?:[\da-z]{8})$|•{2,}|^[^\p{L}\d]+$/u

const forms: { what: string; form: RegExp; but?: RegExp }[] = [
  {
    what: 'a signed token',
    form: /eyJ[\w-]{10,4000}\.[\w-]{4,20000}\.(?!SIGNATURE_REMOVED|CONTENT_REMOVED)[\w-]{20,4000}/g,
  },
  { what: 'a private key', form: /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/g },
  { what: 'an AWS access key ID', form: /(?<![A-Z\d])(?:AKIA|ASIA)[A-Z\d]{16}(?![A-Z\d])/g },
  { what: 'a GitHub token', form: /gh[pousr]_[A-Za-z\d]{36}/g },
  { what: 'a GitLab token', form: /glpat-[\w-]{20}/g },
  { what: 'a Slack token', form: /xox[abceoprs]-[\w-]{10}/g },
  { what: 'a Stripe key', form: /[sr]k_live_[A-Za-z\d]{10}/g },
  { what: 'a Google key', form: /AIza[\w-]{35}|ya29\.[\w-]{20}/g },
  { what: 'credentials', form: /\bBearer [A-Za-z\d][\w.~+/%-]{19,}/g, but: /_REMOVED_|^Bearer [a-z-]+$/ },
  {
    what: 'a password in an address',
    form: /:\/\/[^\s/:@"'<>[\]]{1,80}:[^\s/@"'<>[\]]{3,80}@[\w.-]/g,
    but: /:\/\/[^:]*:(?:\*+|x+|\$\{?\w+\}?|<[^>]*>|••)/,
  },
]

function lineOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return { line, column: at - before.lastIndexOf('\n') }
}
