import { ChevronDown, Copy, Share, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { kindNames } from '#knowledge/privacy/kinds.ts'
import { loadVocabulary } from '#knowledge/privacy/load-vocabulary.ts'
import type { Receipt, Reported } from '#knowledge/share/ticket-report.ts'
import { copyOut } from '../privacy/hand-over.ts'
import button from './button.module.css'
import type { CopyForm } from './safe-copy.tsx'
import { Skeleton } from './skeleton.tsx'
import styles from './ticket-copy.module.css'
import { showToast } from './toasts.tsx'

/**
 * A report for a ticket that a colleague can work with: one press copies it, without secrets and personal data, and says
 * what was removed. Its menu has the other forms, and the view of what is removed, where kinds can be kept.
 *
 * @param props.tall set among the buttons of a toolbar
 * @param props.first set where the copy is the first thing to do
 * @param props.team who alone can fix what failed: the copy names them
 */
export function TicketCopy({
  reported,
  tall = false,
  first = false,
  team,
  label = `Copy for ${team ?? 'ticket'}`,
}: {
  reported: () => Reported
  tall?: boolean
  first?: boolean
  team?: string | undefined
  /** Names what is copied, where another copy for a ticket is on the same screen. */
  label?: string
}) {
  const menu = useId()
  const forms = useMemo(
    () =>
      reportForms(() => {
        const report = reported()
        return team === undefined
          ? report
          : { ...report, facts: [{ label: 'For', text: team }, ...(report.facts ?? [])] }
      }),
    [reported, team],
  )
  const look = first ? button.primary : button.quiet
  const { copy, opened, open, trouble } = useHandOver(forms)
  const close = () => document.getElementById(menu)?.hidePopover()
  return (
    <span className={styles.ticket} data-tall={tall} data-first={first}>
      <button
        type="button"
        className={`${look} ${styles.copy}`}
        {...prepares(forms[0])}
        onClick={() => void copy(forms[0])}
      >
        <Copy size={15} aria-hidden />
        {label}
      </button>
      <button
        type="button"
        className={`${look} ${styles.arrow}`}
        popoverTarget={menu}
        aria-label="More ways to copy for a ticket"
      >
        <ChevronDown size={15} aria-hidden />
      </button>
      <span id={menu} popover="auto" className={styles.menu}>
        {forms.map((form) => (
          <button
            key={form.label}
            type="button"
            className={button.quiet}
            onClick={() => {
              close()
              void copy(form)
            }}
          >
            Copy as {form.name}
          </button>
        ))}
        <button
          type="button"
          className={button.quiet}
          onClick={() => {
            close()
            open(true)
          }}
        >
          Preview or save…
        </button>
      </span>
      <Trouble words={trouble} />
      {opened && <Whole title={forTicket} forms={forms} close={() => open(false)} />}
    </span>
  )
}

/** One press shows what is handed on in its first form, to be saved or copied; the other forms are beside it. */
export function Export({ forms }: { forms: CopyForm[] }) {
  const [opened, open] = useState(false)
  return (
    <>
      <button type="button" className={button.button} onClick={() => open(true)}>
        <Share size={15} aria-hidden />
        Export
      </button>
      {opened && <Whole title="Export" forms={forms} close={() => open(false)} />}
    </>
  )
}

const forTicket = 'Copy for a ticket'

/** Copies a form at once. One that may still hold a secret, or that the browser refuses to copy, is shown instead. */
function useHandOver(forms: CopyForm[]) {
  const [opened, open] = useState(false)
  const [trouble, setTrouble] = useState('')
  const copy = async (form = forms[0]) => {
    if (!form) return
    setTrouble('')
    const loaded = await loadFor(form).catch(() => undefined)
    if (!loaded)
      return setTrouble('Not copied: the check for secrets could not be loaded. Check the connection and try again.')
    const [{ makeSafe }, vocabulary, write] = loaded
    const { made, leaks } = await makeSafe(write, ({ text }) => [text], vocabulary)
    if (leaks.length > 0 || !(await copySafe(made.text, form.name, made.receipt))) open(true)
  }
  return { copy, opened, open, trouble }
}

/** What finds secrets and writes reports is large: it comes when somebody is about to copy. */
const loadFor = ({ writer }: CopyForm) => Promise.all([import('../privacy/make-safe.ts'), loadVocabulary(), writer()])

/** The same, once the pointer or the focus is on a way to copy; without a connection the press says so. */
function prepares(form: CopyForm | undefined) {
  const prepare = () => {
    if (form) void loadFor(form).catch(() => {})
  }
  return { onPointerEnter: prepare, onFocus: prepare }
}

const SafeCopy = lazy(() => import('./safe-copy.tsx'))

/**
 * Copies what was made safe, and says in which form and what was removed from it.
 *
 * @returns false where the browser refuses
 */
export async function copySafe(text: string, form: string, receipt: Receipt): Promise<boolean> {
  if ((await copyOut(text, 'safe')) !== 'copied') return false
  showToast({ title: `Copied as ${form}`, more: `${removedOf(receipt)} Read it before you send it.` })
  return true
}

function removedOf({ account }: Receipt): string {
  const kinds = account.flatMap(({ kind, removed, changed }) =>
    removed + changed > 0 ? `${kindNames[kind]} (${(removed + changed).toLocaleString('en')})` : [],
  )
  return kinds.length > 0 ? `Removed: ${kinds.join(', ')}.` : 'No secrets or personal data were recognized.'
}

function Trouble({ words }: { words: string }) {
  return <span role="alert">{words}</span>
}

/** The copy in full, with what was removed and what differs, to be copied or saved. */
function Whole({ title, forms, close }: { title: string; forms: CopyForm[]; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // What is looked at does not change under the eyes.
  const [kept] = useState(forms)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={styles.whole} aria-labelledby={id} onClose={close}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className={button.icon}
          aria-label="Close the copy"
          onClick={() => dialog.current?.close()}
        >
          <X size={16} aria-hidden />
        </button>
      </div>
      <Suspense fallback={<Skeleton what="Making the copy" />}>
        <SafeCopy forms={kept} />
      </Suspense>
    </dialog>
  )
}

/** The forms of a report. */
export function reportForms(reported: () => Reported): CopyForm[] {
  return [
    {
      label: 'Report for a ticket',
      name: 'Markdown',
      file: 'report.md',
      type: 'text/markdown',
      writer: async () => {
        const { ticketReport } = await import('#knowledge/share/ticket-report.ts')
        return (scrubber) => {
          const { markdown, receipt } = ticketReport(reported(), scrubber)
          return { text: markdown, receipt }
        }
      },
    },
    {
      label: 'Report as plain text',
      name: 'plain text',
      file: 'report.txt',
      type: 'text/plain',
      writer: async () => {
        const { ticketReport } = await import('#knowledge/share/ticket-report.ts')
        return (scrubber) => {
          const { plain, receipt } = ticketReport(reported(), scrubber)
          return { text: plain, receipt }
        }
      },
    },
  ]
}
