import type { explainMessage, MessagePart } from '#knowledge/protocol/message-parts.ts'
import { Panel } from '../../elements/panel.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'
import table from '../../elements/table.module.css'
import { Tag, type Tone } from '../../elements/tag.tsx'
import styles from './parts-table.module.css'

const standings: Record<MessagePart['standing'], { tone: Tone; label: string }> = {
  'as-documented': { tone: 'good', label: 'as documented' },
  'not-shown': { tone: 'plain', label: 'not described' },
  differs: { tone: 'bad', label: 'differs' },
  missing: { tone: 'warn', label: 'missing' },
}

/** The parts of a message, what each means, and how it compares with the API guide. */
export function PartsTable({ parts }: { parts: ReturnType<typeof explainMessage> }) {
  const all = [...parts.request, ...parts.answer]
  if (all.length === 0) return null
  const unlike = all.filter(({ standing }) => standing === 'differs' || standing === 'missing').length
  return (
    <Panel
      title="Compared with the API guide"
      note={unlike === 0 ? 'no differences' : unlike === 1 ? '1 difference' : `${unlike} differences`}
      flush
    >
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Value</th>
            <th scope="col">API guide</th>
            <th scope="col">What it means</th>
          </tr>
        </thead>
        <Group title="Request" parts={parts.request} />
        <Group title="Answer" parts={parts.answer} />
      </table>
    </Panel>
  )
}

function Group({ title, parts }: { title: string; parts: MessagePart[] }) {
  if (parts.length === 0) return null
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} className={styles.group}>
          {title}
        </th>
      </tr>
      {parts.map(({ place, name, value, meaning, standing, basis }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the list never changes its order
        <tr key={at}>
          <th scope="row" className={table.name}>
            {name} {name !== place && <span className={styles.place}>{place}</span>}
          </th>
          <td className={styles.value}>{value ?? 'absent'}</td>
          <td>
            <Tag tone={standings[standing].tone}>{standings[standing].label}</Tag>
          </td>
          <td>
            {meaning} <SourceChip basis={basis} />
          </td>
        </tr>
      ))}
    </tbody>
  )
}
