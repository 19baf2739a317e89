import { useMemo } from 'react'
import { type Reported, ticketReport } from '#knowledge/share/ticket-report.ts'
import { Panel } from './panel.tsx'
import { type CopyForm, SafeCopy } from './safe-copy.tsx'

/** A report for a ticket that a colleague can work with, one press away. `of` is what it reports. */
export function Report({ of, reported }: { of: unknown; reported: () => Reported }) {
  const forms = useMemo(() => reportForms(reported), [reported])
  return (
    <Panel title="Ticket report" note="Recognised secrets and personal data removed">
      <SafeCopy forms={forms} of={of} />
    </Panel>
  )
}

/** The forms of a report. */
export function reportForms(reported: () => Reported): CopyForm[] {
  return [
    {
      label: 'Report for a ticket',
      file: 'report.md',
      type: 'text/markdown',
      make: (scrubber) => {
        const { markdown, receipt } = ticketReport(reported(), scrubber)
        return { text: markdown, receipt }
      },
    },
    {
      label: 'Report as plain text',
      file: 'report.txt',
      type: 'text/plain',
      make: (scrubber) => {
        const { plain, receipt } = ticketReport(reported(), scrubber)
        return { text: plain, receipt }
      },
    },
  ]
}
