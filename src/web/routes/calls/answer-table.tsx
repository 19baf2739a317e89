import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import button from '../../elements/button.module.css'
import { jsonText } from '../../elements/json-rows.ts'
import { columnsOf, valueIn } from './answer-columns.ts'
import styles from './answer-table.module.css'
import type { ListInAnswer } from './list-in-answer.ts'
import type { Walk } from './walks.ts'

const shownAtOnce = 60
/** Characters of a cell that are laid out. */
const longestCell = 500

/** A list in a response as a table; what is nested deeper is in its cell as JSON, and an id leads to what goes by it. */
export function AnswerTable({
  list: { columns, moreColumns, rows },
  walks,
}: {
  list: ListInAnswer
  walks: Map<string, Walk[]>
}) {
  const [shown, setShown] = useState(shownAtOnce)
  const ordered = useMemo(() => columnsOf(columns, rows), [columns, rows])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (axe: scrollable-region-focusable) */}
      <section className={styles.scroll} aria-label="The list as a table" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {ordered.map((column) => (
                <th key={column.name} scope="col">
                  {jsonText(column.name, longestCell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a response have no name of their own and never move
              <tr key={at}>
                {ordered.map((column) => {
                  const value = valueIn(row, column)
                  return (
                    <td key={column.name} className={isAmount(value) ? styles.number : undefined}>
                      <Cell value={value} walks={walks} />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {moreColumns > 0 && (
        <p className={styles.note}>
          {columns.length} of {(columns.length + moreColumns).toLocaleString('en')} columns are shown. The body has them
          all.
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

function Cell({ value, walks }: { value: unknown; walks: Map<string, Walk[]> }) {
  if (value === undefined) return null
  const [walk] = typeof value === 'string' ? (walks.get(value) ?? []) : []
  const text = jsonText(value, longestCell)
  return walk ? (
    <Link to={walk.address} title={walk.title}>
      {text}
    </Link>
  ) : (
    text
  )
}

const isAmount = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+\.\d{2}$/.test(value))
