import type { Basis } from '../protocol/basis.ts'
import type { Call } from '../protocol/call.ts'
import type { CallView } from './call-view.ts'
import type { Certainty } from './certainty.ts'
import type { NextStep } from './next-step.ts'

/** Who can fix it. */
export type Who = 'caller' | 'end-user' | 'identity-team' | 'api-team' | 'operator' | 'nobody'

export type Retry = 'never' | 'after-fix' | 'with-backoff' | 'honour-retry-after'

/** What a fault's `when` found: where it is in the call, how sure that is, and the values that the words need. */
export interface Finding<Values = unknown> {
  at: string[]
  certainty: Certainty
  values: Values
}

/** The words for one call; what is given beside cause and fix takes the place of the entry's own. */
export interface Words {
  cause: string
  fix: string
  title?: string
  who?: Who
  retry?: Retry
  basis?: Basis
  next?: NextStep
}

/** One entry of the catalogue: its code, its words, how it is recognised, and a worked example. */
export interface Fault<Code extends string = string, Found extends Finding = Finding> {
  /** Permanent, kebab-case: it is also the page `/errors/<code>`. */
  code: Code
  title: string
  /** What the error means in general, for its page: one or two sentences without a call's own values. */
  meaning: string
  /** What usually causes it, most usual first. */
  causes: readonly string[]
  /** Where the lookup by other names leads here: gateway codes, OAuth codes, statuses. */
  aliases?: readonly string[]
  /** It says no more than the code of the response does, and is left out where another entry knows the cause. */
  general?: true
  /** Its code represents several causes, among which the other side's own words may tell; see `causes-in-messages.ts`. */
  coarse?: true
  when: (view: CallView) => Found | undefined
  explain(values: Found['values'], view: CallView): Words
  who: Who
  retry: Retry
  basis: Basis
  /** What an app can do of it; where nothing is said, what is worth trying again is sent again. */
  next?: NextStep
  /** A call that shows it. */
  example: Call
  /** What the example must answer, stated apart from what finds it. */
  expected: Expected
}

/** What a call must answer: how sure, who, whether to try again, and all evidence in its order. */
export interface Expected {
  certainty: Certainty
  who: Who
  retry: Retry
  evidence: readonly string[]
  /** The title, where it is another than the entry's own. */
  title?: string
}

export function answers(certainty: Certainty, who: Who, retry: Retry, ...evidence: string[]): Expected {
  return { certainty, who, retry, evidence }
}

/** Declares an entry: keeps its code as a type, and ties the values that `when` finds to those that `explain` uses. */
export function fault<const Code extends string, Found extends Finding>(entry: Fault<Code, Found>): Fault<Code> {
  return entry
}

/** Where nothing else helps, what is worth trying again is sent again. */
export function stepByRetry(retry: Retry): NextStep | undefined {
  return retry === 'with-backoff' || retry === 'honour-retry-after' ? { do: 'send-again' } : undefined
}
