import { Download } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { type Kind, keptByDefault } from '#knowledge/privacy/kinds.ts'
import { loadVocabulary } from '#knowledge/privacy/load-vocabulary.ts'
import type { Leak } from '#knowledge/privacy/scan-again.ts'
import type { Change, Scrubber } from '#knowledge/privacy/scrub.ts'
import type { Receipt } from '#knowledge/share/ticket-report.ts'
import { saveFile } from '../privacy/hand-over.ts'
import { makeSafe } from '../privacy/make-safe.ts'
import button from './button.module.css'
import { CopyButton } from './copy-button.tsx'
import { LeaksFound, ReceiptView } from './receipt.tsx'
import styles from './safe-copy.module.css'
import choice from './view-choice.module.css'

/** One form in which something can be handed on. */
export interface CopyForm {
  label: string
  /** The form alone, as after “Copy as”. */
  name: string
  file: string
  type: string
  /** What writes it, which is loaded when it is wanted. */
  writer: () => Promise<(scrubber: Scrubber) => { text: string; receipt: Receipt }>
}

interface Made {
  form: CopyForm
  text: string
  receipt: Receipt
  changes: Change[]
  leaks: Leak[]
}

/**
 * Something made safe to hand on, shown in full in its first form, with what was removed and what differs, to be copied
 * or saved; in its other forms at a press.
 */
export default function SafeCopy({ forms }: { forms: CopyForm[] }) {
  const [keep, setKeep] = useState<ReadonlySet<Kind>>(keptByDefault)
  const [wanted, setWanted] = useState(forms[0])
  const [made, setMade] = useState<Made>()
  const format = useId()
  const make = async (form: CopyForm, kept: ReadonlySet<Kind>) => {
    const safe = await makeSafe(await form.writer(), ({ text }) => [text], await loadVocabulary(), kept)
    setMade({ ...safe.made, changes: safe.changes, leaks: safe.leaks, form })
  }
  const begin = useEffectEvent(() => {
    if (forms[0]) void make(forms[0], keep)
  })
  useEffect(() => begin(), [])
  return (
    <div className={styles.handOn}>
      <div className={choice.views} role="radiogroup" aria-label="Format">
        {forms.map((form) => (
          <label key={form.label}>
            <input
              type="radio"
              name={format}
              checked={wanted?.label === form.label}
              onChange={() => {
                setWanted(form)
                void make(form, keep)
              }}
            />
            {form.name.replace(/^[a-z]/, (first) => first.toUpperCase())}
          </label>
        ))}
      </div>
      {made && (
        <>
          <ReceiptView
            receipt={made.receipt}
            changes={made.changes}
            keep={keep}
            change={(kept) => {
              setKeep(kept)
              void make(made.form, kept)
            }}
          />
          {made.leaks.length > 0 ? <LeaksFound leaks={made.leaks} /> : <Ready made={made} />}
        </>
      )}
    </div>
  )
}

function Ready({ made: { form, text } }: { made: Made }) {
  return (
    <>
      <div className={styles.head}>
        <h3>{form.label}, as it will be shared</h3>
        <CopyButton text={text} what={form.label} leaving="safe" words="Copy" />
        <button type="button" className={button.button} onClick={() => saveFile(text, form.file, form.type)}>
          <Download size={15} aria-hidden />
          Save as {form.file}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className={styles.report} tabIndex={0}>
        <Traced text={text} />
      </pre>
    </>
  )
}

/** Characters of which the replaced places are marked; a longer text is shown as it is. */
const marked = 200_000
const trace = /(\[[\w.@$ -]{1,80}:[\da-z]{8}\]|(?:SIGNATURE|CONTENT|PAYLOAD)_REMOVED_[\da-z]{8})/

/** A text with each place marked where something was removed. */
function Traced({ text }: { text: string }) {
  if (text.length > marked) return text
  return text.split(trace).map((piece, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order
      <mark key={at} title="Removed">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
