import { useState } from 'react'
import button from '../../elements/button.module.css'
import { jsonText } from '../../elements/json-rows.ts'
import styles from './answer-table.module.css'
import type { ListInAnswer } from './list-in-answer.ts'

const shownAtOnce = 60
/** Characters of a cell that are laid out. */
const longestCell = 500

/** A list in an answer as a table; what is nested stands in its cell as JSON. */
export function AnswerTable({ list: { columns, moreColumns, rows } }: { list: ListInAnswer }) {
  const [shown, setShown] = useState(shownAtOnce)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard (axe: scrollable-region-focusable) */}
      <section className={styles.scroll} aria-label="The list as a table" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {jsonText(column, longestCell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer have no name of their own and never move
              <tr key={at}>
                {columns.map((column) => (
                  <td key={column} className={typeof row[column] === 'number' ? styles.number : undefined}>
                    {cell(Object.hasOwn(row, column) ? row[column] : undefined)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {moreColumns > 0 && (
        <p className={styles.note}>
          {columns.length} of the {(columns.length + moreColumns).toLocaleString('en')} columns are shown; the whole
          body has them all.
        </p>
      )}
      {rows.length > shown && (
        <button type="button" className={button.button} onClick={() => setShown(shown + shownAtOnce * 5)}>
          Show more of the {rows.length.toLocaleString('en')} rows
        </button>
      )}
    </>
  )
}

const cell = (value: unknown): string => (value === undefined ? '' : jsonText(value, longestCell))
