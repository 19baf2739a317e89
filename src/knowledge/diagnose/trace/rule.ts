import type { Basis } from '../../protocol/basis.ts'
import type { Certainty } from '../certainty.ts'
import type { Retry, Who } from '../fault.ts'
import type { FaultCode } from '../faults/catalogue.ts'
import type { Answer, Message, Trace } from './message.ts'

/** A message that a rule of the service or of the standards does not allow, with what to say of it. */
export interface Breach {
  /** The entry that it is a case of. */
  of: FaultCode
  title: string
  cause: string
  fix: string
  who: Who
  retry: Retry
  basis: Basis
  certainty: Certainty
  /** Something is missing that the service asks for; what came back may be about something else. */
  absent?: true
  /** It is said that this failed, though no message shows it. */
  told?: true
  /** The value that decides, as it is in the text; nothing that opens anything. */
  telling?: string
}

/** What a rule says where it is not kept; what is left out is usual: the caller fixes it and sends again, likely. */
export type Said = Pick<Breach, 'of' | 'title' | 'cause' | 'fix'> & Partial<Breach>

/** A rule for messages of a kind: what it looks at, and the responses that its breach explains. */
export interface Rule {
  kind: Message['kind']
  /** Only where the service is the one that the document describes; other services have other rules. */
  own?: true
  basis: Basis
  /** Whether a response is one that a breach leads to. */
  explains: (answer: Answer | undefined) => boolean
  find: (message: Message, trace: Trace, flow: Flow) => Said | undefined
}

/** The messages that belong together with the one that is looked at. */
export interface Flow {
  authorization?: Message
  callback?: Message
  token?: Message
  /** Other messages of the same kind. */
  siblings: Message[]
}

/** Whether a response has one of these codes, or none and one of these statuses; a response that is not shown fits. */
export function answeredBy(codes: readonly string[], statuses: readonly number[]): Rule['explains'] {
  return (answer) => {
    if (answer === undefined) return true
    const code = answer.code ?? answer.means
    if (code !== undefined) return codes.includes(code)
    return answer.status === undefined || statuses.includes(answer.status)
  }
}
