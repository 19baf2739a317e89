import { CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import { retryWords, whoWords } from '#knowledge/diagnose/diagnosis-words.ts'
import { BasisNote } from './basis-note.tsx'
import styles from './verdict.module.css'

/**
 * Why a call failed: what happened, why, what to do, who can. The other causes follow, in the order to mend them.
 * `level` is that of its heading, one below the heading that it stands under.
 */
export function Verdict({
  diagnoses,
  actions,
  level = 3,
}: {
  diagnoses: Diagnosis[]
  actions?: ReactNode
  level?: 2 | 3
}) {
  const [first, ...others] = diagnoses
  const Heading = headings[level]
  if (!first) return null
  return (
    <article className={styles.verdict} aria-label="Why it failed">
      <header className={styles.head}>
        <CircleX size={18} aria-hidden />
        <Heading className={styles.title}>{first.title}</Heading>
        <p className={styles.sure}>{certainties[first.certainty]}</p>
      </header>
      <dl className={styles.points}>
        <dt>Why</dt>
        <dd>{first.cause}</dd>
        <dt>What to do</dt>
        <dd>{first.fix}</dd>
        <dt>Who can mend it</dt>
        <dd>
          {whoWords[first.who]} {retryWords[first.retry]}
        </dd>
      </dl>
      {actions && <div className={styles.actions}>{actions}</div>}
      {others.length > 0 && <Others diagnoses={others} level={level === 2 ? 3 : 4} />}
      <footer className={styles.foot}>
        <BasisNote basis={first.basis} />
        <Link to={`/errors/${first.code}`}>{first.code}</Link>
      </footer>
    </article>
  )
}

const headings = { 2: 'h2', 3: 'h3', 4: 'h4' } as const

function Others({ diagnoses, level }: { diagnoses: Diagnosis[]; level: 3 | 4 }) {
  const Heading = headings[level]
  return (
    <details className={styles.others}>
      <summary>{diagnoses.length === 1 ? 'One more thing to know' : `${diagnoses.length} more things to know`}</summary>
      <ol>
        {diagnoses.map((diagnosis) => (
          <li key={diagnosis.code}>
            <Heading>
              <Link to={`/errors/${diagnosis.code}`}>{diagnosis.title}</Link>
            </Heading>
            <p>{diagnosis.cause}</p>
            <p>{diagnosis.fix}</p>
            <p className={styles.sure}>{certainties[diagnosis.certainty]}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}

const certainties: Record<Diagnosis['certainty'], string> = {
  certain: 'This is certain: the evidence marked below shows it.',
  likely: 'This is likely; the evidence marked below points to it.',
  possible: 'This is possible; the evidence does not settle it.',
}
