import { Download } from 'lucide-react'
import { useState } from 'react'
import { writeHar } from '#knowledge/har/write.ts'
import type { Redactor } from '#knowledge/privacy/redact.ts'
import { redactExchange } from '#knowledge/privacy/redact-exchange.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { flowReport } from '#knowledge/share/flow-report.ts'
import { type Receipt, receiptSection } from '#knowledge/share/ticket-report.ts'
import button from '../../elements/button.module.css'
import { CopyButton } from '../../elements/copy-button.tsx'
import { Panel } from '../../elements/panel.tsx'
import { madeSafe } from '../../privacy/fingerprints.ts'
import { saveFile } from '../../privacy/save-file.ts'
import { ReceiptView } from '../inspect/hand-on.tsx'
import styles from './hand-on-flow.module.css'

interface Made {
  text: string
  receipt: Receipt
}

const forms = {
  report: {
    label: 'Report for a ticket',
    file: 'flow.md',
    type: 'text/markdown',
    make: (messages: FlowMessage[], redactor: Redactor): Made => {
      const { markdown, receipt } = flowReport(messages, redactor)
      return { text: markdown, receipt }
    },
  },
  har: {
    label: 'HAR file',
    file: 'flow.har',
    type: 'application/json',
    make: (messages: FlowMessage[], redactor: Redactor): Made => {
      const safe = messages.map(({ exchange }) => redactExchange(exchange, redactor))
      const receipt = { removed: redactor.removed(), kept: ['every message in sight, less what is removed'] }
      return { text: JSON.stringify(writeHar(safe, receiptSection(receipt).join('\n')), null, 2), receipt }
    },
  },
}
type Form = keyof typeof forms

/** The messages in sight, made safe, shown in full with the receipt, and only then copied or saved. */
export function HandOnFlow({ messages }: { messages: FlowMessage[] }) {
  const [maskPersonal, setMaskPersonal] = useState(true)
  const [made, setMade] = useState<Made & { form: Form; of: FlowMessage[] }>()
  const make = async (form: Form, mask: boolean) =>
    setMade({ ...(await madeSafe(mask, (redactor) => forms[form].make(messages, redactor))), form, of: messages })
  const current = made?.of === messages ? made : undefined
  return (
    <Panel title="Take it away" note="The messages in sight, without anything that opens something">
      <div className={styles.handOn}>
        <div className={styles.choices}>
          {(Object.keys(forms) as Form[]).map((form) => (
            <button
              key={form}
              type="button"
              className={button.button}
              aria-pressed={current?.form === form}
              onClick={() => void make(form, maskPersonal)}
            >
              {forms[form].label}
            </button>
          ))}
          <label className={styles.wish}>
            <input
              type="checkbox"
              checked={maskPersonal}
              onChange={(event) => {
                setMaskPersonal(event.target.checked)
                if (current) void make(current.form, event.target.checked)
              }}
            />
            Mask what tells of a person, or may do so
          </label>
        </div>
        {current && <ReadyToGo made={current} />}
      </div>
    </Panel>
  )
}

function ReadyToGo({ made: { text, receipt, form } }: { made: Made & { form: Form } }) {
  const { label, file, type } = forms[form]
  return (
    <>
      <ReceiptView receipt={receipt} />
      <div className={styles.head}>
        <h3>{label}, as it will be handed on</h3>
        <CopyButton text={text} what={label} />
        <button type="button" className={button.quiet} onClick={() => saveFile(text, file, type)}>
          <Download size={15} aria-hidden />
          Save as {file}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre className={styles.text} tabIndex={0}>
        {text}
      </pre>
    </>
  )
}
