import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TokenFinding } from '#knowledge/token/checks.ts'
import { BasisNote } from './basis-note.tsx'
import styles from './checks.module.css'
import { Panel } from './panel.tsx'

const verdicts = {
  holds: { Icon: CircleCheck, label: 'holds', className: styles.holds },
  fails: { Icon: CircleX, label: 'fails', className: styles.fails },
  'could-not-check': { Icon: CircleHelp, label: 'could not check', className: styles.unchecked },
}

/** One list of checks, each with its own verdict: readable, signed and in time are three different things. */
export function Checks({ findings, children }: { findings: TokenFinding[]; children?: ReactNode }) {
  const count = (verdict: TokenFinding['verdict']) => findings.filter((finding) => finding.verdict === verdict).length
  return (
    <Panel
      title="Checks"
      note={`${count('holds')} hold, ${count('fails')} fail, ${count('could-not-check')} could not be checked`}
      flush
    >
      {children}
      <ul className={styles.list}>
        {findings.map(({ check, title, verdict, why, basis }) => {
          const { Icon, label, className } = verdicts[verdict]
          return (
            <li key={check} className={className}>
              <Icon size={16} aria-hidden />
              <h3>
                {title} <span>{label}</span>
              </h3>
              <p>
                {why} <BasisNote basis={basis} />
              </p>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
