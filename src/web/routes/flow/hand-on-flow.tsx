import { type ReactNode, useCallback, useMemo } from 'react'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import type { Reported } from '#knowledge/share/ticket-report.ts'
import { serverNow } from '../../clock.ts'
import type { CopyForm } from '../../elements/safe-copy.tsx'
import { Export, reportForms, TicketCopy } from '../../elements/ticket-copy.tsx'
import styles from './flow.module.css'

/**
 * The messages in sight, made safe: as a report for a ticket at once, or as a file that is shown in full before it is saved.
 *
 * @param props.folded set where there is room for the first only: the file and `children`, the other tools, are then
 * behind one button
 */
export function HandOnFlow({
  messages,
  folded,
  children,
}: {
  messages: FlowMessage[]
  folded: boolean
  children: ReactNode
}) {
  const reported = useCallback(() => reportOf(messages), [messages])
  const forms = useMemo(() => [harForm(messages), ...reportForms(reported)], [messages, reported])
  const others = (
    <>
      <Export forms={forms} />
      {children}
    </>
  )
  return (
    <>
      <TicketCopy reported={reported} tall label="Copy flow for ticket" />
      {folded ? (
        <details className={styles.more}>
          <summary>Export, compare</summary>
          <div className={styles.tools}>{others}</div>
        </details>
      ) : (
        others
      )}
    </>
  )
}

const reportOf = (messages: FlowMessage[]): Reported => ({
  at: Math.floor(serverNow()),
  title: 'Flow of a sign-in and its calls',
  messages,
})

const harForm = (messages: FlowMessage[]): CopyForm => ({
  label: 'HAR file',
  name: 'HAR',
  file: 'flow.har',
  type: 'application/json',
  writer: async () => {
    const { safeHar } = await import('#knowledge/share/safe-har.ts')
    return (scrubber) =>
      safeHar(
        messages.map(({ exchange }) => exchange),
        scrubber,
      )
  },
})
