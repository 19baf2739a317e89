import { useId, useRef, useState } from 'react'
import { type TokenKind, tokenKinds } from '#knowledge/token/kinds.ts'
import button from '../../elements/button.module.css'
import field from '../../elements/field.module.css'
import chip from '../../elements/source-chip.module.css'
import styles from './kind-choice.module.css'

const kinds = (Object.keys(tokenKinds) as TokenKind[]).map((kind) => ({ kind, name: tokenKinds[kind].name }))

/** What kind of token it is, and the choice of another: there are too many to be looked through, so they are searched. */
export function KindChoice({ kind, choose }: { kind: TokenKind; choose: (kind: TokenKind) => void }) {
  const id = useId()
  const list = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const fitting = kinds.filter(({ name }) => name.toLowerCase().includes(wanted))
  const take = (chosen: TokenKind) => {
    list.current?.hidePopover()
    choose(chosen)
  }
  return (
    <span className={styles.kind}>
      <b>{tokenKinds[kind].name}</b>
      <button type="button" className={button.link} popoverTarget={id}>
        Change<span className="visually-hidden"> the kind of token</span>
      </button>
      <span
        ref={list}
        id={id}
        popover="auto"
        className={`${chip.more} ${styles.list}`}
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          setText('')
        }}
      >
        {open && (
          <>
            <input
              type="search"
              className={field.control}
              aria-label="Search the kinds of token"
              placeholder="Search"
              autoComplete="off"
              spellCheck={false}
              autoFocus
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={(event) => {
                const [best] = fitting
                if (event.key !== 'Enter' || !best) return
                // The button that gets the focus back would take the same key, and open the list again.
                event.preventDefault()
                take(best.kind)
              }}
            />
            <span role="status" className={styles.none}>
              {fitting.length === 0 && 'No kind of token has this name.'}
            </span>
            {fitting.map((one) => (
              <button
                key={one.kind}
                type="button"
                className={styles.option}
                aria-pressed={one.kind === kind}
                onClick={() => take(one.kind)}
              >
                {one.name}
              </button>
            ))}
          </>
        )}
      </span>
    </span>
  )
}
