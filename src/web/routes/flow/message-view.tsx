import { useMemo } from 'react'
import { useActionData, useNavigate } from 'react-router'
import type { Refusal } from '#contract/refusal.ts'
import type { Session } from '#contract/session.ts'
import { explainMessage } from '#knowledge/service/message-parts.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import CodePanel from '../../elements/code-panel.tsx'
import { ExchangeView } from '../../elements/exchange-view.tsx'
import field from '../../elements/field.module.css'
import { Notice } from '../../elements/notice.tsx'
import { Verdict } from '../../elements/verdict.tsx'
import { Again } from './again.tsx'
import { type FlowChoice, flowAddress } from './choice.ts'
import { Compared } from './compared.tsx'
import styles from './message-view.module.css'
import { PartsTable } from './parts-table.tsx'

interface Props {
  message: FlowMessage
  all: FlowMessage[]
  /** The same without masks, to be sent again. */
  originals: FlowMessage[]
  choice: FlowChoice
  session: Session
}

/** One message: why it failed, if it did, what was sent beside what came back, and each part held against the document. */
export function MessageView({ message, all, originals, choice, session }: Props) {
  const { diagnoses } = message
  const parts = useMemo(() => explainMessage(message.call), [message.call])
  const other = all.find(({ id }) => id === choice.beside)
  const refusal = useActionData<Refusal>()
  const shortened = message.exchange.shortened ?? []
  return (
    <div className={styles.message}>
      <h2 className="visually-hidden">
        {message.title}: {message.line}
      </h2>
      <Verdict diagnoses={diagnoses} call={message.call} at={message.exchange.at} />
      <div className={styles.actions}>
        <Again message={originals.find(({ id }) => id === message.id) ?? message} session={session} />
        <CompareWith message={message} all={all} choice={choice} />
      </div>
      {refusal && (
        <Notice tone="bad" title={refusal.message} live>
          <p>{refusal.fix}</p>
        </Notice>
      )}
      {other && <Compared one={message} other={other} close={flowAddress({ ...choice, beside: undefined })} />}
      <ExchangeView call={message.call} evidence={diagnoses[0]?.evidence} timing={message.exchange} />
      {shortened.length > 0 && (
        <p className={styles.note}>
          The body of the {shortened.join(' and the ')} was longer than what is kept with a message, so the rest of it
          is not here.
        </p>
      )}
      <PartsTable parts={parts} />
      {message.exchange.step !== 'authorize' && (
        <CodePanel exchange={(originals.find(({ id }) => id === message.id) ?? message).exchange} session={session} />
      )}
    </div>
  )
}

function CompareWith({ message, all, choice }: Pick<Props, 'message' | 'all' | 'choice'>) {
  const navigate = useNavigate()
  const others = all.filter(({ id }) => id !== message.id)
  if (others.length === 0) return null
  return (
    <label className={styles.compare}>
      <span>Compare with</span>
      <select
        className={field.control}
        value={choice.beside ?? ''}
        onChange={(event) =>
          void navigate(flowAddress({ ...choice, beside: event.target.value }), {
            replace: true,
            preventScrollReset: true,
          })
        }
      >
        <option value="">no other message</option>
        {others.map((one) => (
          <option key={one.id} value={one.id}>
            {utcTime(one.exchange.startedAt).slice(11, 19)} {one.title}, {one.answer}
          </option>
        ))}
      </select>
    </label>
  )
}
