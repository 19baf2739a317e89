import type { Basis } from '../protocol/basis.ts'
import type { Certainty } from './certainty.ts'
import type { Retry, Who } from './fault.ts'
import type { FaultCode } from './faults/catalogue.ts'
import type { NextStep } from './next-step.ts'
import type { RowCode } from './registries/row-words.ts'

/** One answer to "why did this call fail?". */
export interface Diagnosis {
  /** Permanent, kebab-case: it is also the page `/errors/<code>`. */
  code: DiagnosisCode
  /** What happened. */
  title: string
  /** Why, with this call's own values. */
  cause: string
  /** What to do. */
  fix: string
  /** The usual reasons, most common first, where the call does not show which of them it is. The title says so. */
  reasons?: readonly string[]
  who: Who
  certainty: Certainty
  /** Values were compared with each other or with a documented rule; otherwise a code, a status or words say it. */
  compared?: true
  basis: Basis
  /** JSON pointers (RFC 6901) into the call: what the screen underlines. */
  evidence: string[]
  /** The words by which it was recognised, as the call or the text has them, where no part of the call is all of them. */
  telling?: string
  retry: Retry
  /** What the app that sent the call can do of it. */
  next?: NextStep
}

/** The code of an entry, or that of a data row, which is made from the row's own. */
export type DiagnosisCode = FaultCode | RowCode
