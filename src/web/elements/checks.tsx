import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TokenFinding } from '#knowledge/token/finding.ts'
import styles from './checks.module.css'
import { Panel } from './panel.tsx'
import { SourceChip } from './source-chip.tsx'

/** A check of a token, or of two tokens against each other. */
type Finding = Omit<TokenFinding, 'check'> & { check: string }

const outcomes = {
  passed: { Icon: CircleCheck, label: 'passed', className: styles.passed },
  failed: { Icon: CircleX, label: 'failed', className: styles.failed },
  'not-checked': { Icon: CircleHelp, label: 'not checked', className: styles.unchecked },
}

/** One list of checks, each with its own outcome: readable, signed and in time are three different things. What passed is folded. */
export function Checks({
  title = 'Checks',
  findings,
  children,
}: {
  title?: string
  findings: Finding[]
  children?: ReactNode
}) {
  const of = (wanted: TokenFinding['outcome']) => findings.filter(({ outcome }) => outcome === wanted)
  const [passed, failed, unchecked] = [of('passed'), of('failed'), of('not-checked')]
  return (
    <Panel
      title={title}
      note={`${passed.length} passed, ${failed.length} failed, ${unchecked.length} not checked`}
      flush
    >
      {children}
      {failed.length + unchecked.length > 0 && <List findings={[...failed, ...unchecked]} />}
      {passed.length > 0 && (
        <details className={styles.passedOnes} open={failed.length + unchecked.length === 0}>
          <summary>Passed checks</summary>
          <List findings={passed} />
        </details>
      )}
    </Panel>
  )
}

function List({ findings }: { findings: Finding[] }) {
  return (
    <ul className={styles.list}>
      {findings.map(({ check, title, outcome, why, basis }) => {
        const { Icon, label, className } = outcomes[outcome]
        return (
          <li key={check} className={className}>
            <Icon size={16} aria-hidden />
            <h3>
              {title} <span>{label}</span>
            </h3>
            <p>
              {why} <SourceChip basis={basis} />
            </p>
          </li>
        )
      })}
    </ul>
  )
}
