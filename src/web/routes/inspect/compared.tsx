import { type Comparison, compareInspections, type Difference } from '#knowledge/paste/compare.ts'
import type { Inspection } from '#knowledge/paste/inspect.ts'
import { useNow } from '../../clock.ts'
import { Notice } from '../../elements/notice.tsx'
import { Panel } from '../../elements/panel.tsx'
import { ScopeName } from '../../elements/scope-name.tsx'
import { Secret } from '../../elements/secret.tsx'
import table from '../../elements/table.module.css'
import { VerdictCard } from '../../elements/verdict-card.tsx'
import { usePresenting } from '../../privacy/privacy.ts'
import styles from './compared.module.css'

/** Two pasted texts held against each other by meaning: for “it works for me and not for them”. */
export function Compared({ left, right }: { left: Inspection; right: Inspection }) {
  const comparison = compareInspections(left, right, useNow())
  const count = all(comparison).length + comparison.alone.length
  const deciding = all(comparison).filter(({ matters }) => matters).length
  const faults = all(comparison).filter(({ fault }) => fault)
  const first = all(comparison).find(({ fault }) => fault?.title === comparison.headline)
  return (
    <>
      <p role="status" className="visually-hidden">
        {comparison.headline}
      </p>
      <VerdictCard
        tone={faults.length > 0 ? 'bad' : deciding > 0 ? 'wait' : 'plain'}
        label="Comparison"
        level={2}
        open={faults.length > 0 && !faults.some(({ fault }) => fault?.certain)}
        title={comparison.headline}
        under={count > 0 && counted(count, deciding)}
      >
        {first && (
          <p className={styles.first}>
            <code>{first.name}</code> {first.says}
          </p>
        )}
      </VerdictCard>
      {comparison.alone.length > 0 && (
        <Notice tone="warn" title="In only one of them">
          {comparison.alone.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {comparison.pairs.map(({ title, differences, same }, at) => (
        <Panel
          // biome-ignore lint/suspicious/noArrayIndexKey: pairs never change their order
          key={at}
          title={title}
          note={differences.length === 0 ? 'no difference' : `${differences.length} different, ${same.length} alike`}
          flush
        >
          {differences.length > 0 && <Differences differences={differences} owner={`pair-${at}`} />}
          {same.length > 0 && <p className={styles.same}>Same in both: {same.slice(0, 60).join(', ')}</p>}
        </Panel>
      ))}
      {comparison.fields.length > 0 && (
        <Panel title="Other fields" flush>
          <Differences differences={comparison.fields} owner="fields" />
        </Panel>
      )}
    </>
  )
}

function counted(count: number, deciding: number): string {
  const all = `${count} ${count === 1 ? 'difference' : 'differences'}`
  return deciding === 0 ? all : `${all}, ${deciding} can decide whether a call works`
}

function all({ pairs, fields }: Comparison): Difference[] {
  return [...pairs.flatMap(({ differences }) => differences), ...fields]
}

function Differences({ differences, owner }: { differences: Difference[]; owner: string }) {
  return (
    <table className={`${table.table} ${styles.compared}`}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Working</th>
          <th scope="col">Failing</th>
          <th scope="col">What it means</th>
        </tr>
      </thead>
      <tbody>
        {differences.slice(0, 60).map(({ name, left, right, says, matters, sensitive }) => (
          <tr key={name}>
            <th scope="row" className={table.name}>
              {name}
            </th>
            <td className={styles.value} data-label="Working">
              <Side
                id={`${owner}-${name}-left`}
                name={name}
                value={left}
                sensitive={sensitive}
                absent={absentWord(left, right)}
              />
            </td>
            <td className={styles.value} data-label="Failing">
              <Side
                id={`${owner}-${name}-right`}
                name={name}
                value={right}
                sensitive={sensitive}
                absent={absentWord(left, right)}
              />
            </td>
            <td>
              {says} {matters && <b className={styles.matters}>Can cause a rejection.</b>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A value that neither side tells is left out on purpose; one that only the other has is not there. */
const absentWord = (left: string | undefined, right: string | undefined): string =>
  left === undefined && right === undefined ? 'not shown' : 'none'

function Side({
  id,
  name,
  value,
  sensitive,
  absent,
}: {
  id: string
  name: string
  value?: string
  sensitive: boolean
  absent: string
}) {
  const presenting = usePresenting()
  if (value === undefined) return <span className={styles.none}>{absent}</span>
  return presenting && sensitive ? <Secret id={id} value={value} what={name} /> : <ScopeName scope={value} />
}
