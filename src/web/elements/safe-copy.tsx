import { Download } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ChosenKind, isChosenKind, type Kind, keptByDefault, kindNames } from '#knowledge/privacy/kinds.ts'
import { loadVocabulary } from '#knowledge/privacy/load-vocabulary.ts'
import type { Leak } from '#knowledge/privacy/scan-again.ts'
import type { Change, Scrubber } from '#knowledge/privacy/scrub.ts'
import { isSecret } from '#knowledge/privacy/sensitivity.ts'
import type { Receipt } from '#knowledge/share/ticket-report.ts'
import { saveFile } from '../privacy/hand-over.ts'
import { makeSafe } from '../privacy/make-safe.ts'
import { usePresenting } from '../privacy/privacy.ts'
import button from './button.module.css'
import { CopyButton } from './copy-button.tsx'
import { Notice } from './notice.tsx'
import styles from './safe-copy.module.css'
import table from './table.module.css'

/** One form in which something can be handed on. */
export interface CopyForm {
  label: string
  /** The form alone, as after “Copy as”. */
  name: string
  file: string
  type: string
  make: (scrubber: Scrubber) => { text: string; receipt: Receipt }
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
export function SafeCopy({ forms }: { forms: CopyForm[] }) {
  const [keep, setKeep] = useState<ReadonlySet<Kind>>(keptByDefault)
  const [made, setMade] = useState<Made>()
  const make = async (form: CopyForm, kept: ReadonlySet<Kind>) => {
    const safe = await makeSafe(form.make, ({ text }) => [text], await loadVocabulary(), kept)
    setMade({ ...safe.made, changes: safe.changes, leaks: safe.leaks, form })
  }
  const begin = useEffectEvent(() => {
    if (forms[0]) void make(forms[0], keep)
  })
  useEffect(() => begin(), [])
  return (
    <div className={styles.handOn}>
      <div className={styles.head}>
        {forms.map((form) => (
          <button
            key={form.label}
            type="button"
            className={button.button}
            aria-pressed={made?.form.label === form.label}
            onClick={() => void make(form, keep)}
          >
            Show {form.label.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())}
          </button>
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
        <CopyButton text={text} what={form.label} leaving="safe" />
        <button type="button" className={button.quiet} onClick={() => saveFile(text, form.file, form.type)}>
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

/** What stops a copy: something in it looks like a secret all the same. */
export function LeaksFound({ leaks }: { leaks: Leak[] }) {
  return (
    <Notice tone="bad" title="This copy may still contain a secret" live>
      <ul>
        {leaks.slice(0, 10).map(({ what, line, column }) => (
          <li key={`${line}:${column}`}>
            Line {line.toLocaleString('en')}, column {column.toLocaleString('en')}: {what}
          </li>
        ))}
      </ul>
      <p>Remove it from the source, or remove the kind that you chose to keep, and try again.</p>
    </Notice>
  )
}

/** What was removed, changed and kept, kind by kind, with a choice where there is one; and what differs. */
export function ReceiptView({
  receipt: { account, contains },
  changes,
  keep,
  change,
}: {
  receipt: Receipt
  changes: Change[]
  keep: ReadonlySet<Kind>
  change: (keep: ReadonlySet<Kind>) => void
}) {
  return (
    <>
      {account.length === 0 ? (
        <p>No secrets or personal data were recognized.</p>
      ) : (
        <table className={table.table} aria-label="What was removed">
          <thead>
            <tr>
              <th scope="col">What was found</th>
              <th scope="col">Removed</th>
              <th scope="col">Changed</th>
              <th scope="col">Kept</th>
              <th scope="col">Keep it</th>
            </tr>
          </thead>
          <tbody>
            {account.map(({ kind, removed, changed, kept, names }) => (
              <tr key={kind}>
                <th scope="row" title={names.join(', ')}>
                  {kindNames[kind]}
                </th>
                <td data-label="Removed">{removed.toLocaleString('en')}</td>
                <td data-label="Changed">{changed.toLocaleString('en')}</td>
                <td data-label="Kept">{kept.toLocaleString('en')}</td>
                <td data-label="Keep it">
                  {isChosenKind(kind) ? <KeepKind kind={kind} keep={keep} change={change} /> : 'Never'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Changes changes={changes} />
      <p className={styles.contains}>
        It contains: {contains.length > 0 ? contains.join('; ') : 'everything else, unchanged'}. Read it before you send
        it: secrets that look like common words are not recognized.
      </p>
    </>
  )
}

function KeepKind({
  kind,
  keep,
  change,
}: {
  kind: ChosenKind
  keep: ReadonlySet<Kind>
  change: (keep: ReadonlySet<Kind>) => void
}) {
  return (
    <input
      type="checkbox"
      aria-label={`Keep: ${kindNames[kind]}`}
      checked={keep.has(kind)}
      onChange={({ target: { checked } }) => {
        const kept = new Set(keep)
        if (checked) kept.add(kind)
        else kept.delete(kind)
        change(kept)
      }}
    />
  )
}

/** The difference to what it was made from, value by value. Secrets are never shown here. */
function Changes({ changes }: { changes: Change[] }) {
  const presenting = usePresenting()
  if (changes.length === 0) return null
  return (
    <details className={styles.changes}>
      <summary>What differs ({changes.length.toLocaleString('en')})</summary>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ kind, before, after }) => (
            <tr key={after}>
              <td>
                {presenting || isSecret(kind) || kind === 'card'
                  ? `•••••• (${before.length.toLocaleString('en')} characters)`
                  : before}
              </td>
              <td>
                <code>{after}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
