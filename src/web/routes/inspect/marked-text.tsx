import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { pastedLimit } from '#knowledge/paste/read-pasted.ts'
import type { TextPlace } from '#knowledge/paste/telling-places.ts'
import button from '../../elements/button.module.css'
import styles from './marked-text.module.css'

/** Characters of a long text that are laid out before the whole of it is asked for. */
const excerpt = 20_000

/** The text as it was pasted, secrets masked, with what tells the cause marked in it and in view. */
export function MarkedText({ text, places }: { text: string; places: TextPlace[] }) {
  const [whole, setWhole] = useState(false)
  const box = useRef<HTMLPreElement>(null)
  const [first] = places
  const start = whole || text.length <= excerpt ? 0 : Math.max(0, (first?.start ?? 0) - excerpt / 2)
  const end = whole ? text.length : Math.min(text.length, start + excerpt)
  useLayoutEffect(() => {
    const mark = box.current?.querySelector('mark')
    // A line of what is before it stays in view.
    if (box.current && mark) box.current.scrollTop = mark.offsetTop - mark.offsetHeight * 2
  }, [])
  return (
    <section className={styles.marked} aria-label="Text as pasted">
      {/* A long text scrolls within itself, so the keyboard must get there. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus. */}
      <pre ref={box} tabIndex={0}>
        {start > 0 && '… '}
        {pieces(text, places, start, end).map(({ from, words, marked }) => (
          <Fragment key={from}>{marked ? <mark>{words}</mark> : words}</Fragment>
        ))}
        {end < text.length && ' …'}
      </pre>
      {(start > 0 || end < text.length) && (
        <button type="button" className={button.link} onClick={() => setWhole(true)}>
          {text.length > pastedLimit
            ? 'Show all that was read'
            : `Show all ${text.length.toLocaleString('en')} characters`}
        </button>
      )}
    </section>
  )
}

function pieces(text: string, places: TextPlace[], start: number, end: number) {
  const found: { from: number; words: string; marked: boolean }[] = []
  let at = start
  const add = (to: number, marked: boolean) => {
    if (to > at) found.push({ from: at, words: text.slice(at, to), marked })
    at = Math.max(at, to)
  }
  for (const place of places) {
    add(Math.min(place.start, end), false)
    add(Math.min(place.end, end), true)
  }
  add(end, false)
  return found
}
