import { useCallback, useMemo } from 'react'
import { writeHar } from '#knowledge/har/write.ts'
import { scrubExchange } from '#knowledge/privacy/scrub-exchange.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { asMarkdown } from '#knowledge/share/report-document.ts'
import { type Reported, receiptBlocks } from '#knowledge/share/ticket-report.ts'
import { serverNow } from '../../clock.ts'
import type { CopyForm } from '../../elements/safe-copy.tsx'
import { Export, reportForms, TicketCopy } from '../../elements/ticket-copy.tsx'

/** The messages in sight, made safe: as a report for a ticket at once, or as a file that is shown in full before it is saved. */
export function HandOnFlow({ messages }: { messages: FlowMessage[] }) {
  const reported = useCallback(() => reportOf(messages), [messages])
  const forms = useMemo(() => [harForm(messages), ...reportForms(reported)], [messages, reported])
  return (
    <>
      <TicketCopy reported={reported} tall />
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
  make: (scrubber) => {
    const safe = messages.map(({ exchange }) => scrubExchange(exchange, scrubber))
    const receipt = { account: scrubber.account(), contains: ['every visible message'] }
    return { text: JSON.stringify(writeHar(safe, asMarkdown(receiptBlocks(receipt))), null, 2), receipt }
  },
})
