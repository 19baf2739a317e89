import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import button from '../../elements/button.module.css'
import { Panel } from '../../elements/panel.tsx'
import table from '../../elements/table.module.css'
import { type ComparedPart, compareExchanges } from './compare.ts'
import styles from './compared.module.css'

/** Two messages side by side, part by part: what differs, and on request what does not. */
export function Compared({ one, other, close }: { one: FlowMessage; other: FlowMessage; close: string }) {
  const parts = useMemo(() => compareExchanges(one.exchange, other.exchange), [one, other])
  const [all, setAll] = useState(false)
  const differing = parts.filter(({ same }) => !same)
  return (
    <Panel
      title="Side by side"
      note={`${differing.length === 0 ? 'Nothing differs' : `${differing.length} parts differ`}, ${parts.length - differing.length} are the same`}
      side={
        <span className={styles.buttons}>
          <label className={styles.all}>
            <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
            Show what is the same
          </label>
          <Link to={close} replace preventScrollReset className={button.icon} aria-label="Close the comparison">
            <X size={16} aria-hidden />
          </Link>
        </span>
      }
      flush
    >
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">
              {one.title}, {utcTime(one.exchange.startedAt).slice(11, 19)}
            </th>
            <th scope="col">
              {other.title}, {utcTime(other.exchange.startedAt).slice(11, 19)}
            </th>
          </tr>
        </thead>
        <Side title="Request" parts={parts.filter((part) => part.side === 'request' && (all || !part.same))} />
        <Side title="Answer" parts={parts.filter((part) => part.side === 'answer' && (all || !part.same))} />
      </table>
    </Panel>
  )
}

function Side({ title, parts }: { title: string; parts: ComparedPart[] }) {
  if (parts.length === 0) return null
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3} className={styles.group}>
          {title}
        </th>
      </tr>
      {parts.map(({ name, values: [first, second], same }) => (
        <tr key={name} data-same={same}>
          <th scope="row" className={table.name}>
            {name}
          </th>
          <Value value={first} label="First" same={same} />
          <Value value={second} label="Second" same={same} />
        </tr>
      ))}
    </tbody>
  )
}

function Value({ value, label, same }: { value: string | undefined; label: string; same: boolean }) {
  return (
    <td className={styles.value} data-label={label}>
      {value === undefined ? <span className={styles.none}>not there</span> : same ? value : <mark>{value}</mark>}
    </td>
  )
}
