import table from '../../elements/table.module.css'
import type { ComparedPart } from './compare.ts'
import styles from './compared.module.css'

/** What the two sides are called. */
export type Heads = [string, string]

/** The parts of two messages, first and second. */
export function Parts({
  parts,
  heads = ['First', 'Second'],
  label,
}: {
  parts: ComparedPart[]
  heads?: Heads
  label: string
}) {
  return (
    <table className={table.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ side, name, values: [first, second], same }) => (
          <tr key={side + name}>
            <th scope="row" className={table.name}>
              <span className={styles.side}>{sides[side]} </span>
              {name}
            </th>
            <Value value={first} label={heads[0]} same={same} />
            <Value value={second} label={heads[1]} same={same} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sides: Record<ComparedPart['side'], string> = { request: 'Request', answer: 'Response' }

/** Characters of a value; the message itself has the whole. */
const longest = 240

function Value({ value, label, same }: { value: string | undefined; label: string; same: boolean }) {
  const text = value !== undefined && value.length > longest ? `${value.slice(0, longest)}…` : value
  return (
    <td className={styles.value} data-label={label}>
      {text === undefined ? <span className={styles.none}>absent</span> : same ? text : <mark>{text}</mark>}
    </td>
  )
}
