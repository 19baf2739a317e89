import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { pastedLimit } from '#knowledge/paste/pasted-limit.ts'
import type { TextPlace } from '#knowledge/paste/telling-places.ts'
import button from '../../elements/button.module.css'
import styles from './marked-text.module.css'

/** Characters of a long text that are laid out before the whole of it is asked for. */
const excerpt = 20_000
/** A text of no more lines than these is shown whole where there is room for it. */
const fewLines = 12

/**
 * The text as it was pasted, secrets masked, with what tells the cause marked in it: a few whole lines with the first
 * mark among them, until all of it is asked for.
 */
export function MarkedText({ text, places }: { text: string; places: TextPlace[] }) {
  const [whole, setWhole] = useState(false)
  const [first] = places
  const start = whole || text.length <= excerpt ? 0 : Math.max(0, (first?.start ?? 0) - excerpt / 2)
  const end = whole ? text.length : Math.min(text.length, start + excerpt)
  const { box, cut, short } = useLinesAroundMark(whole, first?.start)
  const isPart = cut || start > 0 || end < text.length
  return (
    <section className={styles.marked} aria-label="Text as pasted">
      {/* A long text scrolls within itself, so the keyboard must get there. */}
      <pre
        ref={box}
        className={whole ? styles.whole : short ? styles.short : styles.lines}
        tabIndex={whole ? 0 : undefined}
      >
        {start > 0 && '… '}
        {pieces(text, places, start, end).map(({ from, words, marked }) => (
          <Fragment key={from}>{marked ? <mark>{words}</mark> : words}</Fragment>
        ))}
        {end < text.length && ' …'}
      </pre>
      {(isPart || whole) && (
        <button type="button" className={button.link} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : `Show all ${sizeOf(text)}`}
        </button>
      )}
    </section>
  )
}

/** Scrolls to the line before the first mark, at whole lines; tells whether there are more lines than are seen. */
function useLinesAroundMark(whole: boolean, first: number | undefined) {
  const box = useRef<HTMLPreElement>(null)
  const [cut, setCut] = useState(false)
  const [short, setShort] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mark is another place to be at
  useLayoutEffect(() => {
    const pre = box.current
    if (!pre) return
    const place = () => {
      const line = Number.parseFloat(getComputedStyle(pre).lineHeight)
      const mark = pre.querySelector('mark')
      const above = mark ? Math.max(0, Math.floor(mark.offsetTop / line) - 1) : 0
      const most = Math.floor((pre.scrollHeight - pre.clientHeight) / line)
      pre.scrollTop = Math.min(above, most) * line
      setShort(pre.scrollHeight <= fewLines * line)
      setCut(pre.scrollHeight > pre.clientHeight + line / 2)
    }
    place()
    const seen = new ResizeObserver(place)
    seen.observe(pre)
    return () => seen.disconnect()
  }, [whole, first])
  return { box, cut, short }
}

function sizeOf(text: string): string {
  if (text.length > pastedLimit) return 'that was read'
  const lines = text.trimEnd().split('\n', 1_000).length
  return lines > 1 && lines < 1_000 ? `${lines} lines` : `${text.length.toLocaleString('en')} characters`
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
