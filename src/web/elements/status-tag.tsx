import { type Outcome, outcomeOf } from './outcome.ts'
import { Tag } from './tag.tsx'

/**
 * An HTTP status in the colour of its outcome: that of the verdict on it, where there is one. In the place of a redirect's
 * stands the error that it brings back.
 */
export function StatusTag({
  status,
  error,
  outcome = outcomeOf({ status }),
}: {
  status: number
  error?: string
  outcome?: Outcome
}) {
  return <Tag tone={outcome}>{error ?? status}</Tag>
}
