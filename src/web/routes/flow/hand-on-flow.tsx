import { useMemo } from 'react'
import { writeHar } from '#knowledge/har/write.ts'
import { scrubExchange } from '#knowledge/privacy/scrub-exchange.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { asMarkdown } from '#knowledge/share/report-document.ts'
import { receiptBlocks } from '#knowledge/share/ticket-report.ts'
import { serverNow } from '../../clock.ts'
import { Panel } from '../../elements/panel.tsx'
import { type CopyForm, SafeCopy } from '../../elements/safe-copy.tsx'
import { reportForms } from '../../elements/ticket-copy.tsx'

/** The messages in sight, made safe, shown in full with the receipt, and only then copied or saved. */
export function HandOnFlow({ messages }: { messages: FlowMessage[] }) {
  const forms = useMemo(() => formsOf(messages), [messages])
  return (
    <Panel title="Export" note="Visible messages, recognized secrets and personal data removed">
      <SafeCopy forms={forms} of={messages} />
    </Panel>
  )
}

function formsOf(messages: FlowMessage[]): CopyForm[] {
  return [
    ...reportForms(() => ({ at: Math.floor(serverNow()), title: 'Flow of a sign-in and its calls', messages })),
    {
      label: 'HAR file',
      name: 'HAR',
      file: 'flow.har',
      type: 'application/json',
      make: (scrubber) => {
        const safe = messages.map(({ exchange }) => scrubExchange(exchange, scrubber))
        const receipt = { account: scrubber.account(), contains: ['every visible message'] }
        return { text: JSON.stringify(writeHar(safe, asMarkdown(receiptBlocks(receipt))), null, 2), receipt }
      },
    },
  ]
}
