import { FileUp, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import button from '../../elements/button.module.css'
import { Secret } from '../../elements/secret.tsx'
import styles from './pasted-box.module.css'

/** What was put into a box: a text, or a HAR file, which may be too large to be one. */
export type Pasted = { text: string } | { file: Blob }

/** Files up to this many bytes are read as text; larger ones are left to the reader of HAR files. */
const largestText = 4_000_000

/**
 * One box for whatever people have. A paste is taken by its handler and never laid out, so that a megabyte costs
 * nothing; what was taken is masked, as it may be a secret.
 */
export function PastedBox({
  label,
  pasted,
  onTake,
  onClear,
  children,
}: {
  label: string
  pasted: Pasted | undefined
  onTake: (pasted: Pasted) => void
  onClear: () => void
  /** What was recognised. */
  children?: ReactNode
}) {
  const id = useId()
  const [draft, setDraft] = useState('')
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const take = (text: string) => {
    setDraft('')
    if (text.trim() !== '') onTake(isHar(text) ? { file: new Blob([text]) } : { text })
  }
  const takeFile = async (file: File | undefined) => {
    if (!file) return
    if (file.size > largestText || /\.har$/i.test(file.name)) onTake({ file })
    else take(await file.text())
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to the button that opens a file
    <div
      className={over ? styles.over : styles.box}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file) void takeFile(file)
        else take(event.dataTransfer.getData('text/plain'))
      }}
    >
      <div className={styles.head}>
        <label htmlFor={pasted ? undefined : id}>{label}</label>
        <span className={styles.actions}>
          <input
            ref={picker}
            type="file"
            hidden
            onChange={(event) => {
              void takeFile(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <button type="button" className={button.quiet} onClick={() => picker.current?.click()}>
            <FileUp size={15} aria-hidden />
            Open a file
          </button>
          {pasted && (
            <button type="button" className={button.quiet} onClick={onClear}>
              <X size={15} aria-hidden />
              Clear
            </button>
          )}
        </span>
      </div>
      {pasted === undefined ? (
        <>
          <textarea
            id={id}
            className={styles.text}
            value={draft}
            rows={4}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            placeholder="A token, a token response, a header, a curl command, a redirect address, a HAR file …"
            onPaste={(event) => {
              event.preventDefault()
              const [file] = event.clipboardData.files
              if (file) void takeFile(file)
              else take(draft + event.clipboardData.getData('text/plain'))
            }}
            onChange={(event) => setDraft(event.target.value)}
            // Leaving the box or the tab takes what was typed, so that it does not stay open to be read.
            onBlur={() => take(draft)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) take(draft)
            }}
          />
          {draft !== '' && <p className={styles.hint}>Press Ctrl+Enter, or leave the box, to have it read.</p>}
        </>
      ) : (
        <div className={styles.taken}>
          {children}
          {'text' in pasted && <Secret id={`pasted-${id}`} value={pasted.text} what="what was pasted" />}
        </div>
      )}
    </div>
  )
}

/** HAR 1.2: an object whose only member is `log`. */
function isHar(text: string): boolean {
  return /^\s*\{\s*"log"\s*:\s*\{/.test(text.slice(0, 1_000)) && text.includes('"entries"')
}
