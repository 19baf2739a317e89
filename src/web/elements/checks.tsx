import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TokenFinding } from '#knowledge/token/checks.ts'
import styles from './checks.module.css'
import { Panel } from './panel.tsx'
import { SourceChip } from './source-chip.tsx'

const outcomes = {
  passed: { Icon: CircleCheck, label: 'passed', className: styles.passed },
  failed: { Icon: CircleX, label: 'failed', className: styles.failed },
  'not-checked': { Icon: CircleHelp, label: 'not checked', className: styles.unchecked },
}

/** One list of checks, each with its own outcome: readable, signed and in time are three different things. */
export function Checks({ findings, children }: { findings: TokenFinding[]; children?: ReactNode }) {
  const count = (outcome: TokenFinding['outcome']) => findings.filter((finding) => finding.outcome === outcome).length
  return (
    <Panel
      title="Checks"
      note={`${count('passed')} passed, ${count('failed')} failed, ${count('not-checked')} not checked`}
      flush
    >
      {children}
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
    </Panel>
  )
}
