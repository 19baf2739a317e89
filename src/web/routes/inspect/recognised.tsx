import { Link } from 'react-router'
import { type Inspection, type ReadingKind, readingNames } from '#knowledge/paste/inspect.ts'
import { Notice } from '../../elements/notice.tsx'
import styles from './recognised.module.css'

/** What a pasted text was taken for and why; the choice to take it for something else. */
export function Recognised({
  inspection,
  onCorrect,
  onExplain,
}: {
  inspection: Inspection
  onCorrect: (as: ReadingKind) => void
  onExplain: () => void
}) {
  const { as, why, others, explainable } = inspection
  return (
    <div className={styles.recognised} role="status">
      <p>
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
      {explainable && (
        <p>
          <Link to="/explain" onClick={onExplain}>
            Have it explained
          </Link>{' '}
          as an error or an answer: what happened, why, and what to do.
        </p>
      )}
      {as === 'key' && (
        <Notice title="A key is not inspected, it verifies">
          <p>Paste the token here, then give this key under “Signature” below it.</p>
        </Notice>
      )}
    </div>
  )
}
