import { useState } from 'react'
import button from './button.module.css'
import { CopyButton } from './copy-button.tsx'
import styles from './json-paths.module.css'
import { type JsonLeaf, jsonLeaves, jsonText, take } from './json-rows.ts'
import table from './table.module.css'

/** Rows that are drawn at a time. */
const page = 60

/** Every single value of some JSON with its path, both to be copied; `wanted` is what is searched for, in lower case. */
export function JsonPaths({ values, wanted }: { values: unknown; wanted: string }) {
  const [count, setCount] = useState(page)
  const { items, more } = take(matching(jsonLeaves(values), wanted), count)
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Path</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ path, value }) => (
            <tr key={path}>
              <th scope="row" className={table.name}>
                <span className={styles.copied}>
                  {path} <CopyButton text={path} what={`the path ${path}`} leaving="own" />
                </span>
              </th>
              <td>
                <span className={styles.copied}>
                  <code className={styles.text}>{jsonText(value)}</code>
                  <CopyButton
                    text={() => (typeof value === 'string' ? value : asJson(value))}
                    what={`the value of ${path}`}
                    leaving="message"
                    field={path}
                  />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more && <More shown={count} onMore={() => setCount(count + page)} />}
    </>
  )
}

/** How many rows are shown, and the way to more of them. */
export function More({ shown, all, onMore }: { shown: number; all?: number; onMore: () => void }) {
  if (all === 0) return <p className={styles.more}>No matches.</p>
  if (all !== undefined && shown >= all) return null
  return (
    <p className={styles.more}>
      {shown.toLocaleString('en')} {all !== undefined && `of ${all.toLocaleString('en')} `}shown
      <button type="button" className={button.quiet} onClick={onMore}>
        Show {page} more
      </button>
    </p>
  )
}

function* matching(leaves: Iterable<JsonLeaf>, wanted: string): Generator<JsonLeaf> {
  for (const leaf of leaves)
    if (
      wanted === '' ||
      leaf.path.toLowerCase().includes(wanted) ||
      jsonText(leaf.value).toLowerCase().includes(wanted)
    )
      yield leaf
}

/** JSON with indentation; without any where it is nested too deep for that. */
export function asJson(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return jsonText(value, Number.POSITIVE_INFINITY)
  }
}
