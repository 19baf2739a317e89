import { type ReactNode, useMemo } from 'react'
import { useActionData, useNavigate } from 'react-router'
import type { Refusal } from '#contract/refusal.ts'
import type { Session } from '#contract/session.ts'
import { explainMessage } from '#knowledge/protocol/message-parts.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import { CodePanel } from '../../elements/code-panel.tsx'
import { ExchangeView } from '../../elements/exchange-view.tsx'
import field from '../../elements/field.module.css'
import { Notice } from '../../elements/notice.tsx'
import { RefusalText } from '../../elements/refusal-text.tsx'
import { TabbedParts } from '../../elements/tabbed-parts.tsx'
import { TicketCopy } from '../../elements/ticket-copy.tsx'
import { reportOf } from '../../exchange/shown.ts'
import type { Owners } from '../../session/all-messages.ts'
import { remedyOf } from '../verdict/remedy.ts'
import { Verdict } from '../verdict/verdict.tsx'
import { Again } from './again.tsx'
import { type FlowChoice, flowAddress, oneMessage } from './choice.ts'
import { sameOperation } from './compare.ts'
import styles from './message-view.module.css'
import { PartsTable } from './parts-table.tsx'
import { useSituation } from './use-situation.ts'

interface Props {
  message: FlowMessage
  all: FlowMessage[]
  /** The same message beside another, where that stands here. */
  compared: ReactNode
  /** The same without masks, to be sent again. */
  originals: FlowMessage[]
  choice: FlowChoice
  session: Session
  owners: Owners
  /** In whose session a message was sent, where there are several. */
  whose: (message: FlowMessage) => string | undefined
}

/** One message: why it failed and what to do, then what was sent beside what came back, its parts, and the code for it. */
export function MessageView({ message, all, compared, originals, choice, session, owners, whose }: Props) {
  const { diagnoses } = message
  const parts = useMemo(() => explainMessage(message.call), [message.call])
  const refusal = useActionData<Refusal>()
  const shortened = message.exchange.shortened ?? []
  const original = originals.find(({ id }) => id === message.id) ?? message
  const situation = useSituation(original, session)
  const [first] = original.diagnoses
  const offered = first !== undefined && remedyOf(first, original.call, situation).do === 'send-again'
  const reported = () => reportOf(original.title, original.exchange, original.call, original.diagnoses)
  return (
    <div className={styles.message}>
      <h2 className={styles.title}>
        {message.title} <span>{message.line}</span> {message.sentWith && <span>{message.sentWith}</span>}
      </h2>
      {message.diagnoses.length === 0 && whose(message) !== undefined && (
        <p className={styles.note}>Sent as {whose(message)}</p>
      )}
      {choice.repeated !== undefined && compared}
      <Verdict
        diagnoses={diagnoses}
        call={message.call}
        at={message.exchange.at}
        situation={situation}
        as={whose(message)}
        reported={reported}
      />
      <div className={styles.actions}>
        {diagnoses.length === 0 && <TicketCopy reported={reported} />}
        <Again message={original} session={session} owner={owners.get(message.id)} offered={offered} />
        <CompareWith message={message} all={all} choice={choice} owners={owners} whose={whose} />
      </div>
      {refusal && (
        <Notice tone="bad" title={refusal.message} live>
          <RefusalText refusal={refusal} />
        </Notice>
      )}
      {choice.repeated === undefined && compared}
      {shortened.length > 0 && (
        <p className={styles.note}>The body of the {shortened.join(' and the ')} was too long to keep in full.</p>
      )}
      <TabbedParts
        label="Parts of the message"
        parts={[
          {
            id: 'exchange',
            name: 'Exchange',
            content: <ExchangeView call={message.call} diagnosis={diagnoses[0]} timing={message.exchange} />,
          },
          ...(parts.request.length + parts.answer.length > 0
            ? [{ id: 'parts', name: 'Explained', content: <PartsTable parts={parts} /> }]
            : []),
          ...(message.exchange.step === 'authorize'
            ? []
            : [{ id: 'code', name: 'Code', content: <CodePanel exchange={original.exchange} session={session} /> }]),
        ]}
      />
    </div>
  )
}

function CompareWith({
  message,
  all,
  choice,
  owners,
  whose,
}: Pick<Props, 'message' | 'all' | 'choice' | 'owners' | 'whose'>) {
  const navigate = useNavigate()
  const others = all.filter(({ id }) => id !== message.id)
  if (others.length === 0) return null
  const owner = owners.get(message.id)
  /** The same call in another session: what this one is most likely wanted beside. */
  const isTwin = ({ id, title, line }: FlowMessage) =>
    title === message.title && line === message.line && owners.has(id) && owners.get(id) !== owner
  const twins = owner === undefined ? [] : others.filter(isTwin)
  const alike = others.filter((one) => sameOperation(one, message) && !twins.includes(one))
  const groups = (
    [
      ['The same call in another session', twins],
      ['The same operation', alike],
      ['Other messages', others.filter((one) => !twins.includes(one) && !alike.includes(one))],
    ] as const
  ).filter(([, those]) => those.length > 0)
  const options = (those: FlowMessage[]) =>
    those.map((one) => (
      <option key={one.id} value={one.id}>
        {utcTime(one.exchange.startedAt).slice(11, 19)} {whose(one) !== undefined && `${whose(one)}: `}
        {one.title}, {one.sentWith && `${one.sentWith}, `}
        {one.answer}
      </option>
    ))
  return (
    <label className={styles.compare}>
      <span>Compare with</span>
      <select
        className={field.control}
        value={choice.beside ?? ''}
        onChange={(event) =>
          void navigate(flowAddress({ ...choice, ...oneMessage, beside: event.target.value, runs: undefined }), {
            replace: true,
            preventScrollReset: true,
          })
        }
      >
        <option value="">Choose a message</option>
        {groups.map(([label, those]) => (
          <optgroup key={label} label={label}>
            {options(those)}
          </optgroup>
        ))}
      </select>
    </label>
  )
}
