import { type Inspection, type ReadingKind, readingNames } from '#knowledge/paste/inspect.ts'
import styles from './recognised.module.css'

/** What a pasted text was taken for and why; the choice to take it for something else. */
export function Recognised({
  inspection: { as, why, others },
  onCorrect,
}: {
  inspection: Inspection
  onCorrect: (as: ReadingKind) => void
}) {
  if (as === 'nothing' || as === 'error') return null
  return (
    <p className={styles.recognised}>
      {others.length === 0 ? (
        <b>{readingNames[as]}.</b>
      ) : (
        <label className={styles.as}>
          Read as{' '}
          <select value={as} onChange={(event) => onCorrect(event.target.value as ReadingKind)}>
            {[as, ...others].map((kind) => (
              <option key={kind} value={kind}>
                {readingNames[kind]}
              </option>
            ))}
          </select>
        </label>
      )}{' '}
      {why}
    </p>
  )
}
