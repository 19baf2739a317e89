import type { Refusal } from '#contract/refusal.ts'
import type { Outcome } from '#contract/sign-in.ts'

/** A redirect that could not be taken in, and why. */
export interface Unfinished {
  state: 'unfinished'
  refusal: Refusal
  /** The query of the redirect, with its code: kept here in memory and nowhere else. */
  query: string
}

let kept: { transaction: string | undefined; outcome: Outcome | Unfinished } | undefined

/** Keeps the outcome of a redirect in memory for the screen that explains it; a reload asks the BFF instead. */
export function keepRefusal(transaction: string | undefined, outcome: Outcome | Unfinished): void {
  kept = { transaction, outcome }
}

export const keptRefusal = (transaction: string | undefined): Outcome | Unfinished | undefined =>
  kept?.transaction === transaction ? kept?.outcome : undefined

/** The query of a redirect that could not be taken in, for another try; it is forgotten with this. */
export function takeUnfinishedQuery(): string | undefined {
  if (kept?.outcome.state !== 'unfinished') return undefined
  const { query } = kept.outcome
  kept = undefined
  return query
}
