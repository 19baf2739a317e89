import { Download } from 'lucide-react'
import { useState } from 'react'
import { type Kind, keptByDefault } from '#knowledge/privacy/kinds.ts'
import { loadWordLists } from '#knowledge/privacy/load-vocabulary.ts'
import type { Leak } from '#knowledge/privacy/scan-again.ts'
import type { Change } from '#knowledge/privacy/scrub.ts'
import type { Receipt } from '#knowledge/share/ticket-report.ts'
import { serverNow } from '../../../clock.ts'
import button from '../../../elements/button.module.css'
import { CopyButton } from '../../../elements/copy-button.tsx'
import { Notice } from '../../../elements/notice.tsx'
import { LeaksFound, ReceiptView } from '../../../elements/receipt.tsx'
import copy from '../../../elements/safe-copy.module.css'
import { copySafe } from '../../../elements/ticket-copy.tsx'
import { askWorker } from '../../../exchange/har/ask-worker.ts'
import type { HarFile } from '../../../exchange/har/read-har-file.ts'
import { pageKey } from '../../../privacy/fingerprints.ts'
import { saveFile } from '../../../privacy/hand-over.ts'
import { Progress } from './progress.tsx'

interface Safe {
  form: Form
  file: Blob
  receipt: Receipt
  changes: Change[]
  leaks: Leak[]
  text: string
  shown: number
}

type Made =
  | { state: 'not-yet' }
  | { state: 'making'; part?: number; cancel: () => void }
  | ({ state: 'safe' } & Safe)
  | { state: 'failed'; problem: string }

/** Characters of the file that are laid out at a time. */
const page = 20_000

/** What can be handed on of a HAR file. */
const forms = {
  copy: {
    name: 'Save a masked HAR',
    making: 'Masking the HAR',
    save: 'Save the masked HAR',
    file: 'safe.har',
    type: 'application/json',
  },
  report: {
    name: 'Copy a report of the file',
    making: 'Writing the report',
    save: 'Save the report',
    file: 'report.md',
    type: 'text/markdown',
  },
} as const
type Form = keyof typeof forms

/**
 * The HAR file made safe to hand on, shown with its receipt before it is saved; or a ticket report of it, which one press
 * copies and shows.
 */
export function HarHandOn({ har, file }: { har: HarFile; file: Blob }) {
  const [keep, setKeep] = useState<ReadonlySet<Kind>>(keptByDefault)
  const [form, setForm] = useState<Form>('copy')
  const [made, setMade] = useState<Made>({ state: 'not-yet' })
  const makeCopy = async (kept: ReadonlySet<Kind>) => {
    const [key, words] = await Promise.all([pageKey(), loadWordLists()])
    const end = askWorker({ do: 'make-safe', file, keep: kept, key, words }, async (message) => {
      if (message.state === 'progress') setMade({ state: 'making', part: message.part, cancel })
      else if (message.state === 'safe')
        setMade({ ...message, form: 'copy', text: await message.file.slice(0, page).text(), shown: page })
      else if (message.state === 'failed') setMade(message)
    })
    const cancel = () => {
      end()
      setMade({ state: 'not-yet' })
    }
    setMade({ state: 'making', part: 0, cancel })
  }
  const makeReport = async (kept: ReadonlySet<Kind>, copied: boolean) => {
    let cancelled = false
    const cancel = () => {
      cancelled = true
      setMade({ state: 'not-yet' })
    }
    setMade({ state: 'making', cancel })
    const name = file instanceof File ? file.name : 'without a name'
    const [key, words] = await Promise.all([pageKey(), loadWordLists()])
    const asked = har.ask({ about: 'report', name, at: Math.floor(serverNow()), keep: kept, key, words })
    const report = await asked.catch((error: Error) => error.message)
    if (cancelled) return
    if (typeof report === 'string') return setMade({ state: 'failed', problem: report })
    const { markdown, ...rest } = report
    const blob = new Blob([markdown], { type: forms.report.type })
    setMade({ ...rest, state: 'safe', form: 'report', file: blob, text: markdown.slice(0, page), shown: page })
    // Where the browser refuses, the report is there to be copied by hand.
    if (copied && report.leaks.length === 0) await copySafe(markdown, 'Markdown', report.receipt)
  }
  const make = (wanted: Form, kept: ReadonlySet<Kind>, copied: boolean) => {
    setForm(wanted)
    void (wanted === 'copy' ? makeCopy(kept) : makeReport(kept, copied))
  }
  return (
    <section className={copy.handOn} aria-label="Share the file without secrets and personal data">
      {made.state !== 'making' && (
        <div className={copy.head}>
          {(Object.keys(forms) as Form[]).map((one) => (
            <button
              key={one}
              type="button"
              className={button.button}
              aria-pressed={made.state === 'safe' && made.form === one}
              onClick={() => make(one, keep, true)}
            >
              {forms[one].name}
            </button>
          ))}
        </div>
      )}
      {made.state === 'making' && <Progress what={forms[form].making} part={made.part} onCancel={made.cancel} />}
      {made.state === 'failed' && (
        <Notice tone="bad" title="The copy could not be made" live>
          <p>{made.problem}</p>
        </Notice>
      )}
      {made.state === 'safe' && (
        <Ready
          made={made}
          keep={keep}
          change={(kept) => {
            setKeep(kept)
            make(made.form, kept, false)
          }}
          more={async () => {
            const shown = made.shown + page
            setMade({ ...made, shown, text: await made.file.slice(0, shown).text() })
          }}
        />
      )}
    </section>
  )
}

function Ready({
  made,
  keep,
  change,
  more,
}: {
  made: Safe
  keep: ReadonlySet<Kind>
  change: (kept: ReadonlySet<Kind>) => void
  more: () => Promise<void>
}) {
  const { save, file: name, type } = forms[made.form]
  return (
    <>
      <ReceiptView receipt={made.receipt} changes={made.changes} keep={keep} change={change} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className={copy.report} tabIndex={0}>
        {made.text}
      </pre>
      {made.shown < made.file.size && (
        <button type="button" className={button.quiet} onClick={() => void more()}>
          Show more of its {Math.ceil(made.file.size / 1000).toLocaleString('en')} kB
        </button>
      )}
      {made.leaks.length > 0 ? (
        <LeaksFound leaks={made.leaks} />
      ) : (
        <div className={copy.head}>
          {made.form === 'report' && <CopyButton text={made.text} what="the report" leaving="safe" />}
          <button type="button" className={button.button} onClick={() => saveFile(made.file, name, type)}>
            <Download size={15} aria-hidden />
            {save}
          </button>
        </div>
      )}
    </>
  )
}
