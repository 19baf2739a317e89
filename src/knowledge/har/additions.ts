import { parseFailure, parseFlow, parseToken } from '../diagnose/parse-call.ts'
import { steps } from '../protocol/call.ts'
import { type Exchange, sides } from '../protocol/exchange.ts'
import { member } from '../text/member.ts'

/**
 * The members of an exchange that HAR 1.2 has no place for, each with how it is read back. They are in an entry under
 * their own names after an underscore, as the format demands of additions.
 */
const additions: { [Name in Addition]: (written: unknown) => Exchange[Name] | undefined } = {
  id: text,
  step: (written) => steps.find((step) => step === written),
  environment: text,
  at: number,
  failure: parseFailure,
  bearer: text,
  token: parseToken,
  flow: parseFlow,
  shortened: (written) => (Array.isArray(written) ? sides.filter((side) => written.includes(side)) : undefined),
}

type Addition = Exclude<keyof Exchange, 'startedAt' | 'durationMs' | 'firstByteMs' | 'request' | 'response'>

/** The additions of an entry that is written. */
export function writeAdditions(exchange: Exchange): Record<string, unknown> {
  const names = Object.keys(additions) as Addition[]
  return Object.fromEntries(names.map((name) => [`_${name}`, exchange[name]]))
}

/** One addition of an entry that is read; undefined where it is not there, or not what it must be. */
export function readAddition<Name extends Addition>(entry: unknown, name: Name): Exchange[Name] | undefined {
  const written = member(entry, `_${name}`)
  return written === undefined ? undefined : additions[name](written)
}

function text(written: unknown): string | undefined {
  return typeof written === 'string' ? written : undefined
}

function number(written: unknown): number | undefined {
  return typeof written === 'number' && Number.isFinite(written) ? written : undefined
}
