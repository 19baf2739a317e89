import type { Step } from '../../protocol/call.ts'
import type { Retry, Who } from '../fault.ts'
import type { FaultCode } from '../faults/catalogue.ts'

/** A failure that products are known for: the wording by which it shows, the clues that tell it from others, and its cause. */
export interface KnownError {
  /** The general entry that it is a case of. */
  of: FaultCode
  title: string
  /** Sentences in which `{name}` represents a value of the text; one without its value is left out. */
  cause: string
  fix: string
  who: Who
  /** That of the entry, where it is not given. */
  retry?: Retry
  /** Where it is met. */
  steps: readonly Step[]
  /** Sentences as products print them, compared by likeness; `{name}` represents a value that changes. */
  says?: readonly string[]
  /** Codes that are in the text as a word. */
  codes?: readonly string[]
  /** Each group must have one of its phrases in the text; `word*` represents the word with any ending, `@fact` for a fact. */
  clues?: readonly (readonly string[])[]
  /** None of these may be in the text. */
  not?: readonly string[]
  /** A document of the vendor, a section of a standard, or a public thread. */
  source?: string
}
