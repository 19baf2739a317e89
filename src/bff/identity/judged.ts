import type { RefusedCheck } from '#knowledge/protocol/call.ts'

/** A check that failed, and the parameter, field or claim that failed it. */
export interface FailedCheck {
  check: RefusedCheck
  field?: string
  /** What else is known of it, in a sentence. */
  detail?: string
}

/** What a list of checks makes of an input: the value that passed all of them, or the first that failed. */
export type Judged<Value> = { ok: true; value: Value } | { ok: false; failed: FailedCheck }

export function failed(check: RefusedCheck, field?: string, detail?: string): Extract<Judged<never>, { ok: false }> {
  return { ok: false, failed: { check, field, detail } }
}
