import { useState } from 'react'
import button from './button.module.css'
import json from './json.module.css'
import { jsonLines, take } from './json-rows.ts'
import styles from './long-json.module.css'

/** Lines that are drawn at a time, and characters of one line. */
const page = 60
const longestLine = 2_000

/** JSON of any size and depth, a page of lines at a time. */
export function LongJson({ value, first = page, what }: { value: unknown; first?: number; what: string }) {
  const [count, setCount] = useState(first)
  const { items, more } = take(jsonLines(value), count)
  return (
    <div className={styles.json}>
      <pre className={json.json}>
        {items.map(({ indent, name, text, kind }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <span key={at} className={styles.line}>
            {'  '.repeat(Math.min(indent, 40))}
            {name !== undefined && <span className={json.key}>{name}: </span>}
            <span className={json[kind]}>{text.length > longestLine ? `${text.slice(0, longestLine)}…` : text}</span>
          </span>
        ))}
      </pre>
      {more && (
        <button type="button" className={button.quiet} onClick={() => setCount(count + page)}>
          Show {page} more lines<span className="visually-hidden"> of {what}</span>
        </button>
      )}
    </div>
  )
}
