import { X } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { headline } from '#knowledge/diagnose/diagnosis-words.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import button from '../../elements/button.module.css'
import { outcomeOfMessage } from '../../elements/outcome.ts'
import { Panel } from '../../elements/panel.tsx'
import { compareExchanges } from './compare.ts'
import styles from './compared.module.css'
import { type Heads, Parts } from './compared-parts.tsx'

/** Two messages side by side: how each ended, then what differs; what always does and what is the same is folded. */
export function Compared({
  one,
  other,
  close,
  whose,
}: {
  one: FlowMessage
  other: FlowMessage
  close: string
  /** In whose session a message was sent, where there are several. */
  whose: (message: FlowMessage) => string | undefined
}) {
  const parts = useMemo(() => compareExchanges(one.exchange, other.exchange), [one, other])
  const telling = parts.filter(({ same, passing }) => !same && !passing)
  const passing = parts.filter((part) => !part.same && part.passing)
  const same = parts.filter((part) => part.same)
  const people = [whose(one), whose(other)]
  const heads: Heads = people[0] !== people[1] ? [people[0] ?? 'First', people[1] ?? 'Second'] : ['First', 'Second']
  const box = useRef<HTMLDivElement>(null)
  // It was just asked for, so the eye goes there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pair is another comparison
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' })
  }, [one.id, other.id])
  return (
    <div ref={box} tabIndex={-1} className={styles.compared}>
      <Panel
        title="Side by side"
        note={
          telling.length === 0
            ? 'no difference that matters'
            : telling.length === 1
              ? '1 difference'
              : `${telling.length} differences`
        }
        side={
          <Link to={close} replace preventScrollReset className={button.icon} aria-label="Close the comparison">
            <X size={16} aria-hidden />
          </Link>
        }
        flush
      >
        <div className={styles.ends}>
          <Ending message={one} who={people[0]} />
          <Ending message={other} who={people[1]} />
        </div>
        {telling.length > 0 && <Parts parts={telling} heads={heads} label="What differs" />}
        {passing.length > 0 && (
          <details className={styles.folded}>
            <summary>{passing.length} more differ in every message, such as times and IDs</summary>
            <Parts parts={passing} heads={heads} label="What differs in every message" />
          </details>
        )}
        {same.length > 0 && (
          <details className={styles.folded}>
            <summary>{same.length === 1 ? '1 part is the same' : `${same.length} parts are the same`}</summary>
            <Parts parts={same} heads={heads} label="What is the same" />
          </details>
        )}
      </Panel>
    </div>
  )
}

function Ending({ message, who }: { message: FlowMessage; who: string | undefined }) {
  const { title, exchange, answer, diagnoses } = message
  return (
    <p data-outcome={outcomeOfMessage(message)}>
      <span>
        {who !== undefined && `${who}: `}
        {title}, {utcTime(exchange.startedAt).slice(11, 19)}
      </span>
      <b>
        {answer}
        {diagnoses[0] && `: ${headline(diagnoses[0])}`}
      </b>
    </p>
  )
}
