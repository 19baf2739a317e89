import { type Basis, inferred } from '../../protocol/basis.ts'
import { parseObject } from '../../text/json.ts'
import type { TokenKind } from '../kinds.ts'
import type { TokenTimes } from '../take-apart.ts'

/** A form by which something is told that opens something, or describes somebody, and is no JWT. */
export interface Form {
  kind: TokenKind
  name: string
  /** The value in the group `value`; the name of its place in the group `from`. Linear in the length of the text. */
  pattern: RegExp
  why: string
  basis: Basis
  /** What is by design in such a value: how it is guarded, who can read it, how it ends. */
  note?: string
  /** Set where only a holder of a key can read what it says. */
  encrypted?: true
  /**
   * Undefined where the value turns out to be something else. `from` is the name of its place, `rest` the text from the
   * value on, `before` what is before it.
   */
  read?: (value: string, from: string | undefined, rest: string, before: string) => FormRead | undefined
}

/** What can be read of a value without a key. */
export interface FormRead {
  content?: Record<string, unknown>
  times?: TokenTimes
  /** A name that says more than that of the form. */
  name?: string
  note?: string
  /** A reason that says more than that of the form. */
  why?: string
}

export const writtenBy = (name: string): Basis => inferred(`the format in which ${name} writes it`)

/** Epoch seconds of a date in the form of ISO 8601; undefined for anything else. */
export function secondsOf(date: unknown): number | undefined {
  const at = typeof date === 'string' && /^\d{4}-\d\d-\d\d/.test(date) ? Date.parse(date) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.floor(at / 1000)
}

/** Only the times that are known. */
export function timesOf(times: TokenTimes): TokenTimes | undefined {
  const known = Object.entries(times).filter(([, at]) => at !== undefined)
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

/** Only the members that are known. */
export function contentOf(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** Without the percent-encoding of base64. */
export function unescapedBase64(value: string): string {
  return value
    .replace(/%3D/gi, '=')
    .replace(/%2B/gi, '+')
    .replace(/%2F/gi, '/')
    .replace(/%0[AD]/gi, '')
}

export function objectIn(text: string | undefined): Record<string, unknown> | undefined {
  return text === undefined ? undefined : parseObject(text)
}
