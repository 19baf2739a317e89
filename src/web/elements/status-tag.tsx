import { type Outcome, outcomeOf } from './outcome.ts'
import { Tag } from './tag.tsx'

/** An HTTP status in the colour of its outcome: that of the verdict on it, where there is one. */
export function StatusTag({ status, outcome = outcomeOf({ status }) }: { status: number; outcome?: Outcome }) {
  return <Tag tone={outcome}>{status}</Tag>
}
