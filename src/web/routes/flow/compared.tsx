import { X } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { headline } from '#knowledge/diagnose/diagnosis-words.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import button from '../../elements/button.module.css'
import { outcomeOfMessage } from '../../elements/outcome.ts'
import { Panel } from '../../elements/panel.tsx'
import { StatusTag } from '../../elements/status-tag.tsx'
import { VerdictCard } from '../../elements/verdict-card.tsx'
import { broughtBy } from '../calls/brought-by.ts'
import { type ComparedPart, changedInRequest, compareExchanges, sameOperation } from './compare.ts'
import styles from './compared.module.css'
import { type Heads, Parts } from './compared-parts.tsx'

/**
 * Two messages side by side, the earlier one first: how each ended, then what differs; what always does and what is the
 * same is folded. Where a call was sent again and works now, that is said before all else.
 */
export function Compared({
  open,
  beside,
  repeated,
  close,
  whose,
}: {
  open: FlowMessage
  beside: FlowMessage
  /** True where the open message repeats the other. */
  repeated: boolean
  close: string
  /** In whose session a message was sent, where there are several. */
  whose: (message: FlowMessage) => string | undefined
}) {
  const [one, other] = beside.exchange.startedAt <= open.exchange.startedAt ? [beside, open] : [open, beside]
  const parts = useMemo(() => compareExchanges(one.exchange, other.exchange), [one, other])
  const telling = parts.filter(({ same, passing }) => !same && !passing)
  const people = [whose(one), whose(other)]
  const heads: Heads = people[0] !== people[1] ? [people[0] ?? 'First', people[1] ?? 'Second'] : ['First', 'Second']
  const box = useRef<HTMLDivElement>(null)
  const worksNow = repeated && one.failed && !other.failed
  // It was just asked for, so the eye goes there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pair is another comparison
  useEffect(() => {
    if (worksNow) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' })
  }, [one.id, other.id])
  const closing = (
    <Link to={close} replace preventScrollReset className={button.icon} aria-label="Close the comparison">
      <X size={16} aria-hidden />
    </Link>
  )
  const tables = <Tables parts={parts} telling={telling} heads={heads} />
  if (worksNow)
    return (
      <WorksNow message={other} who={people[1]}>
        <p className={styles.changed}>{changeWords(one, other, parts, people)}</p>
        <details className={styles.folded}>
          <summary>Compare with the failed call, {utcTime(one.exchange.startedAt).slice(11, 19)}</summary>
          <Ends one={one} other={other} people={people} />
          {tables}
        </details>
      </WorksNow>
    )
  return (
    <div ref={box} tabIndex={-1} className={styles.compared}>
      <Panel title="Side by side" note={countWords(telling.length)} side={closing} flush>
        <Ends one={one} other={other} people={people} />
        {!sameOperation(one, other) && (
          <p className={styles.changed}>These are different operations, so many parts are in one of them only.</p>
        )}
        {tables}
      </Panel>
    </div>
  )
}

/** The success of a call that failed before. */
function WorksNow({
  message: { id, exchange, call },
  who,
  children,
}: {
  message: FlowMessage
  who: string | undefined
  children: ReactNode
}) {
  const { response } = exchange
  return (
    <VerdictCard
      tone="good"
      label="The call worked"
      level={2}
      title={response ? `It worked: ${broughtBy(response)}` : 'It worked'}
      at={exchange.at}
      fresh={id}
      facts={
        <>
          {response && <StatusTag status={response.status} />}
          {call.environment && <span>API gateway, {call.environment.name}</span>}
          {who !== undefined && <span>as {who}</span>}
        </>
      }
    >
      <div className={styles.compared}>{children}</div>
    </VerdictCard>
  )
}

function countWords(differences: number): string {
  if (differences === 0) return 'no difference that matters'
  return differences === 1 ? '1 difference' : `${differences} differences`
}

/** `Changed: gateway Production → Sandbox` */
function changeWords(
  one: FlowMessage,
  other: FlowMessage,
  parts: ComparedPart[],
  [before, after]: (string | undefined)[],
): string {
  const gateways = [one, other].map(({ call }) => call.environment?.name)
  const changes = [
    ...(gateways[0] === gateways[1] ? [] : [`gateway ${gateways[0] ?? 'unknown'} → ${gateways[1] ?? 'unknown'}`]),
    ...(before === after ? [] : [`session ${before ?? 'unknown'} → ${after ?? 'unknown'}`]),
    ...changedInRequest(parts),
  ]
  return changes.length === 0
    ? 'The same request was sent again; nothing in it changed.'
    : `Changed: ${changes.join(', ')}`
}

function Tables({ parts, telling, heads }: { parts: ComparedPart[]; telling: ComparedPart[]; heads: Heads }) {
  const passing = parts.filter((part) => !part.same && part.passing)
  const same = parts.filter((part) => part.same)
  return (
    <>
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
    </>
  )
}

function Ends({ one, other, people }: { one: FlowMessage; other: FlowMessage; people: (string | undefined)[] }) {
  return (
    <div className={styles.ends}>
      <Ending message={one} who={people[0]} />
      <Ending message={other} who={people[1]} />
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
