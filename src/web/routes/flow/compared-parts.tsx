import { isObject, parseJson } from '#knowledge/text/json.ts'
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

/** What is in a list or an object that the other message does not have; the message itself has it whole. */
function inWords(value: string): string | undefined {
  if (!/^[[{]/.test(value)) return undefined
  const held = parseJson(value)
  if (Array.isArray(held)) return held.length === 1 ? 'a list of 1' : `a list of ${held.length}`
  const names = isObject(held) ? Object.keys(held) : []
  return names.length > 0 ? names.join(', ') : undefined
}

function Value({ value, label, same }: { value: string | undefined; label: string; same: boolean }) {
  const told = value === undefined ? undefined : (inWords(value) ?? value)
  const text = told !== undefined && told.length > longest ? `${told.slice(0, longest)}…` : told
  return (
    <td className={styles.value} data-label={label}>
      {text === undefined ? <span className={styles.none}>absent</span> : same ? text : <mark>{text}</mark>}
    </td>
  )
}
