import { useCallback, useMemo } from 'react'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import type { Reported } from '#knowledge/share/ticket-report.ts'
import { serverNow } from '../../clock.ts'
import type { CopyForm } from '../../elements/safe-copy.tsx'
import { Export, reportForms, TicketCopy } from '../../elements/ticket-copy.tsx'

/** The messages in sight, made safe: as a report for a ticket at once, or as a file that is shown in full before it is saved. */
export function HandOnFlow({ messages }: { messages: FlowMessage[] }) {
  const reported = useCallback(() => reportOf(messages), [messages])
  const forms = useMemo(() => [harForm(messages), ...reportForms(reported)], [messages, reported])
  return (
    <>
      <TicketCopy reported={reported} tall label="Copy flow for ticket" />
      <Export forms={forms} />
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
