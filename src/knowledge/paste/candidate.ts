import type { Certainty } from '../diagnose/certainty.ts'
import type { MessageCause } from '../diagnose/error-code.ts'
import type { Call, Step } from '../protocol/call.ts'
import type { PastedRequest } from './http-in-text.ts'

/** What a text may be, before it is joined with what is known beside it. */
export interface Candidate {
  what: string
  certainty: Certainty
  /** The steps at which it can have come about, most likely first. */
  steps: Step[]
  request?: PastedRequest
  response?: NonNullable<Call['response']>
  failure?: NonNullable<Call['failure']>
  token?: Call['token']
  /** What the text shows of the sign-in, beside the request. */
  flow?: Call['flow']
  /** Epoch seconds, where the text tells the time. */
  at?: number
  notes: string[]
  /** The cause that a sentence of the text states. */
  stated?: MessageCause
  /** That sentence is only somewhat like a known message, so what follows from it is possible at most. */
  doubtful?: boolean
}

/** The steps of a response that does not tell where it comes from. */
export const anyStep: Step[] = ['api', 'token']
