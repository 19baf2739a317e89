import { Download } from 'lucide-react'
import { useState } from 'react'
import { type Receipt, type Reported, removedWords, ticketReport } from '#knowledge/share/ticket-report.ts'
import button from '../../elements/button.module.css'
import { CopyButton } from '../../elements/copy-button.tsx'
import { Panel } from '../../elements/panel.tsx'
import { madeSafe } from '../../privacy/fingerprints.ts'
import { saveFile } from '../../privacy/save-file.ts'
import styles from './hand-on.module.css'

/** A report for a ticket: made safe, shown in full with its receipt, and only then copied or saved. */
export function HandOn({ report }: { report: () => Reported }) {
  const [maskPersonal, setMaskPersonal] = useState(true)
  const [made, setMade] = useState<{ markdown: string; receipt: Receipt }>()
  const make = async (mask: boolean) => setMade(await madeSafe(mask, (redactor) => ticketReport(report(), redactor)))
  return (
    <Panel title="Hand on" note="A report for a ticket, without anything that opens something">
      <div className={styles.handOn}>
        <label className={styles.wish}>
          <input
            type="checkbox"
            checked={maskPersonal}
            onChange={(event) => {
              setMaskPersonal(event.target.checked)
              if (made) void make(event.target.checked)
            }}
          />
          Mask claims that tell of a person, or may do so
        </label>
        {made === undefined ? (
          <button type="button" className={button.button} onClick={() => void make(maskPersonal)}>
            Make the report
          </button>
        ) : (
          <>
            <ReceiptView receipt={made.receipt} />
            <div className={styles.head}>
              <h3>The report, as it will be handed on</h3>
              <CopyButton text={made.markdown} what="the report" />
              <button
                type="button"
                className={button.quiet}
                onClick={() => saveFile(made.markdown, 'inspected.md', 'text/markdown')}
              >
                <Download size={15} aria-hidden />
                Save
              </button>
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
            <pre className={styles.report} tabIndex={0}>
              {made.markdown}
            </pre>
          </>
        )}
      </div>
    </Panel>
  )
}

/** What was removed and what was kept. */
export function ReceiptView({ receipt: { removed, kept } }: { receipt: Receipt }) {
  return (
    <dl className={styles.receipt}>
      <div>
        <dt>Removed</dt>
        <dd>
          {removed.length === 0 ? (
            'Nothing had to be.'
          ) : (
            <ul>
              {removed.slice(0, 60).map((line) => (
                <li key={`${line.what} ${line.name}`}>{removedWords(line)}</li>
              ))}
            </ul>
          )}
        </dd>
      </div>
      <div>
        <dt>Kept</dt>
        <dd>
          <ul>
            {kept.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </dd>
      </div>
    </dl>
  )
}
