import { FileUp, Pencil, TriangleAlert, X } from 'lucide-react'
import { type ClipboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { pastedLimit } from '#knowledge/paste/pasted-limit.ts'
import button from '../../elements/button.module.css'
import { Secret } from '../../elements/secret.tsx'
import { clearPasted, editPasted, type Pasted, takePasted, takePastedFile, typePasted } from '../../exchange/pasted.ts'
import { warmUp } from '../../exchange/reasons.ts'
import { usePresenting } from '../../privacy/privacy.ts'
import styles from './pasted-box.module.css'

/** Characters that can be typed on; laying out more takes too long. */
const editable = 100_000

/**
 * One box for whatever people have. What is typed is read as it is typed; a paste is taken by its handler and never laid
 * out, so that a megabyte costs nothing, and makes room for what was found in it.
 */
export function PastedBox({
  label,
  taken = label,
  box,
  pasted,
  safe,
  children,
}: {
  label: string
  /** Its name once something is in it. */
  taken?: string
  box: 'one' | 'other'
  pasted: Pasted | undefined
  /** The text as it may be read without being revealed, once it is understood. */
  safe?: ReactNode
  /** What was recognised. */
  children?: ReactNode
}) {
  const id = useId()
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const presenting = usePresenting()
  const typed = pasted === undefined || ('text' in pasted && pasted.typed)
  const text = pasted && 'text' in pasted ? pasted.text : ''
  useEffect(() => {
    // Who leaves the tab leaves nothing open to be read on the way back.
    const leave = () => document.hidden && editPasted(false, box)
    document.addEventListener('visibilitychange', leave)
    return () => document.removeEventListener('visibilitychange', leave)
  }, [box])
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
        if (file) void takePastedFile(file, box)
        else takePasted(event.dataTransfer.getData('text/plain'), box)
      }}
    >
      <div className={styles.head}>
        {typed ? <label htmlFor={id}>{label}</label> : <b>{taken}</b>}
        <span className={styles.actions}>
          <input
            ref={picker}
            type="file"
            hidden
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void takePastedFile(file, box)
              target.value = ''
            }}
          />
          <button type="button" className={button.quiet} onClick={() => picker.current?.click()}>
            <FileUp size={15} aria-hidden />
            <span className={styles.word}>Open a file</span>
          </button>
          {!typed && text !== '' && (
            <button
              type="button"
              className={button.quiet}
              disabled={text.length > editable}
              title={text.length > editable ? 'Too long to edit here' : undefined}
              onClick={() => editPasted(true, box)}
            >
              <Pencil size={15} aria-hidden />
              <span className={styles.word}>Edit</span>
            </button>
          )}
          {pasted && (
            <button
              type="button"
              className={button.quiet}
              onClick={() => {
                // The button goes with the text, so the focus must be given to what takes its place.
                flushSync(() => clearPasted(box))
                field.current?.focus()
              }}
            >
              <X size={15} aria-hidden />
              <span className={styles.word}>Clear</span>
            </button>
          )}
        </span>
      </div>
      {text.length > pastedLimit && (
        <p className={styles.cut}>
          <TriangleAlert size={16} aria-hidden />
          <span>
            Only the first {pastedLimit.toLocaleString('en')} of {text.length.toLocaleString('en')} characters were
            read. If the failure comes later, paste that part.
          </span>
        </p>
      )}
      {typed ? (
        <textarea
          ref={field}
          id={id}
          className={presenting ? styles.masked : styles.text}
          value={text}
          rows={pasted ? Math.min(14, Math.max(5, text.split('\n').length)) : 5}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          placeholder="A token, an error, a response, a curl command, a redirect URL, a log, a HAR file"
          onFocus={() => warmUp('text')}
          onPaste={(event) => takeFromClipboard(event, box)}
          onChange={(event) => typePasted(event.target.value, box)}
        />
      ) : (
        <div className={styles.taken}>
          {children}
          {text !== '' && <Secret id={`pasted-${id}`} value={text} what="what was pasted" safe={safe} />}
        </div>
      )}
    </div>
  )
}

/** Puts what the clipboard holds where the caret is, and takes the whole. */
function takeFromClipboard(event: ClipboardEvent<HTMLTextAreaElement>, box: 'one' | 'other'): void {
  event.preventDefault()
  const [file] = event.clipboardData.files
  if (file) return void takePastedFile(file, box)
  const { value, selectionStart, selectionEnd } = event.currentTarget
  takePasted(
    value.slice(0, selectionStart) + event.clipboardData.getData('text/plain') + value.slice(selectionEnd),
    box,
  )
}
