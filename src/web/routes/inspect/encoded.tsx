import { Check, Pencil, RotateCcw } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type InspectedToken, inspectToken } from '#knowledge/token/take-apart.ts'
import button from '../../elements/button.module.css'
import field from '../../elements/field.module.css'
import { LongJson } from '../../elements/long-json.tsx'
import { Secret } from '../../elements/secret.tsx'
import { rewritePasted, usePasted } from '../../exchange/pasted.ts'
import { useMasking } from '../../privacy/masking.ts'
import { usePresenting } from '../../privacy/privacy.ts'
import styles from './encoded.module.css'

/** Characters of a part that are laid out. */
const laidOut = 20_000

type Signed = Extract<InspectedToken, { form: 'jws' }>

/** Whether it is the three parts and nothing besides, with claims that can be read. */
export const isThreeParts = (token: InspectedToken): token is Signed =>
  token.form === 'jws' && token.payload.value !== undefined && !token.json && !token.disclosures

/**
 * A signed token as it is written, its three parts in three colours, beside what they say; it can be typed on. Without
 * its signature it opens nothing, so only that is masked; while presenting all of it is.
 */
export function Encoded({ token, owner }: { token: Signed; owner: string }) {
  const presenting = usePresenting()
  const masking = useMasking()
  const header = token.header.value
  const payload = token.payload.value
  const shown = useMemo(() => (payload && masking ? masking.claims(payload) : payload), [payload, masking])
  const { one } = usePasted()
  const isPasted = one !== undefined && 'text' in one && one.text.includes(token.text)
  const [editing, edit] = useState(false)
  const pen = useRef<HTMLButtonElement>(null)
  const open = editing && !presenting
  return (
    <div className={styles.encoded}>
      <section className={styles.written} aria-label="Encoded">
        <div className={styles.head}>
          <h2>Encoded</h2>
          {isPasted && !open && (
            <button
              ref={pen}
              type="button"
              className={button.quiet}
              disabled={presenting}
              title={presenting ? 'Everything stays masked while “Mask secrets” is on.' : undefined}
              onClick={() => edit(true)}
            >
              <Pencil size={15} aria-hidden />
              Edit
            </button>
          )}
        </div>
        {open ? (
          <Editor
            token={token.text}
            end={() => {
              flushSync(() => edit(false))
              pen.current?.focus()
            }}
          />
        ) : (
          <Secret
            id={`${owner}-token`}
            value={token.text}
            what="the token"
            safe={presenting ? undefined : <Parts token={token} />}
            shown={<Parts token={token} whole />}
          />
        )}
      </section>
      <section className={styles.read} aria-label="Decoded">
        {header && (
          <div className={styles.header}>
            <h2>
              Header <Size of={token.text.split('.')[0]} />
            </h2>
            <LongJson value={header} what="the header" />
          </div>
        )}
        {shown && (
          <div className={styles.payload}>
            <h2>
              Payload <Size of={token.text.split('.')[1]} />
            </h2>
            <LongJson value={shown} what="the payload" />
          </div>
        )}
        <div className={styles.signature}>
          <h2>
            Signature <Size of={token.signature} />
          </h2>
          <p>Verify it under “Checks”.</p>
        </div>
      </section>
    </div>
  )
}

/**
 * The token in a field. What can be read takes its place in the pasted text as one types, so that everything around is
 * judged again; what cannot be read waits for the last press.
 */
function Editor({ token, end }: { token: string; end: () => void }) {
  const [start] = useState(token)
  const [text, setText] = useState(start)
  const [written, setWritten] = useState(start)
  const box = useRef<HTMLTextAreaElement>(null)
  const typed = text.trim()
  const [defect] = useMemo(() => inspectToken(typed).defects, [typed])
  const write = (changed: string) => {
    rewritePasted(written, changed)
    setWritten(changed)
  }
  const type = (changed: string) => {
    setText(changed)
    if (isThreeParts(inspectToken(changed.trim()))) write(changed.trim())
  }
  // Who leaves the tab leaves nothing open to be read on the way back.
  const leave = useEffectEvent(() => document.hidden && end())
  useEffect(() => {
    box.current?.focus()
    const left = () => leave()
    document.addEventListener('visibilitychange', left)
    return () => document.removeEventListener('visibilitychange', left)
  }, [])
  return (
    <>
      <textarea
        ref={box}
        className={`${field.control} ${styles.editor}`}
        aria-label="Encoded token"
        value={text}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        onChange={({ target }) => type(target.value)}
      />
      <p role="status" className={typed === written ? styles.fits : styles.unread}>
        {typed === written
          ? (defect?.problem ?? 'Read as you type.')
          : 'This text is not a readable token. The result is still for the last one that was.'}
      </p>
      <div className={styles.buttons}>
        <button
          type="button"
          className={button.button}
          onClick={() => {
            if (typed !== '' && typed !== written) write(typed)
            end()
          }}
        >
          <Check size={15} aria-hidden />
          Done
        </button>
        <button type="button" className={button.quiet} disabled={text === start} onClick={() => type(start)}>
          <RotateCcw size={15} aria-hidden />
          Undo
        </button>
      </div>
    </>
  )
}

function Size({ of: { length } = '' }: { of: string | undefined }) {
  return (
    <span className={styles.size}>
      {length.toLocaleString('en')} characters, {Math.floor((length * 3) / 4).toLocaleString('en')} bytes
    </span>
  )
}

function Parts({ token, whole = false }: { token: Signed; whole?: boolean }) {
  const [header = '', payload = '', ...rest] = token.text.split('.')
  return (
    <code className={styles.parts}>
      <span className={styles.header}>{header.slice(0, laidOut)}</span>.
      <span className={styles.payload}>{payload.slice(0, laidOut)}</span>.
      <span className={styles.signature}>{whole ? rest.join('.').slice(0, laidOut) : '••••••'}</span>
    </code>
  )
}
