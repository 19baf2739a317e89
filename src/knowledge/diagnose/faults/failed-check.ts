import type { Basis } from '../../protocol/basis.ts'
import type { Call, RefusedCheck } from '../../protocol/call.ts'
import type { CallView } from '../call-view.ts'
import { ownCheckCertainty } from '../certainty.ts'
import { type Expected, type Fault, fault, type Retry, type Who } from '../fault.ts'
import type { NextStep } from '../next-step.ts'

/** A check that Claimcheck makes itself before it takes a sign-in for good. */
export interface FailedCheck<Code extends string = string> {
  check: RefusedCheck
  code: Code
  title: string
  meaning: string
  causes: string[]
  /** A title for this call, where it says more than the entry's own. */
  titled?: (view: CallView) => string | undefined
  cause: (view: CallView) => string
  fix: string | ((view: CallView) => string)
  who: Who
  retry?: Retry
  basis: Basis
  /** Whether what came says more of the cause than this check does. */
  behind?: (view: CallView) => boolean
  /** Finds the same in what came, where no refusal is recorded: pointers to it. */
  seen?: (view: CallView) => string[] | undefined
  next?: NextStep
  example: Call
  expected: Expected
}

/** The entry of such a check: found when it is recorded, or when the same shows in what came. */
export function failedCheck<const Code extends string>(failed: FailedCheck<Code>): Fault<Code> {
  return fault({
    code: failed.code,
    title: failed.title,
    meaning: failed.meaning,
    causes: failed.causes,
    when: (view) => {
      const seen = failed.seen?.(view)
      if (view.flow?.refused?.check === failed.check) {
        return {
          at: ['/flow/refused/check', ...(seen ?? [view.redirect?.at ?? '/response/body'])],
          certainty: failed.behind?.(view) ? 'possible' : ownCheckCertainty,
          values: null,
        }
      }
      // Another check stopped the sign-in before this one could be made.
      if (seen === undefined || view.flow?.refused !== undefined) return undefined
      return { at: seen, certainty: ownCheckCertainty, values: null }
    },
    explain: (_values, view) => ({
      title: failed.titled?.(view),
      cause: failed.cause(view),
      fix: typeof failed.fix === 'string' ? failed.fix : failed.fix(view),
    }),
    who: failed.who,
    retry: failed.retry ?? 'after-fix',
    basis: failed.basis,
    next: failed.next,
    example: failed.example,
    expected: failed.expected,
  })
}

/** What to do after most of them. */
export const startAgain = 'Start the sign-in again from the sign-in screen, in this same tab.'
