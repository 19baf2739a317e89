import type { ReactNode } from 'react'
import { type Outcome, outcomeOf } from './outcome.ts'
import styles from './tag.module.css'

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'sandbox' | 'production'

export function Tag({ tone = 'plain', title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={styles[tone]} title={title}>
      {children}
    </span>
  )
}

/** An HTTP status in the colour of its outcome: that of the verdict on it, where there is one. */
export function StatusTag({ status, outcome = outcomeOf({ status }) }: { status: number; outcome?: Outcome }) {
  return <Tag tone={outcome}>{status}</Tag>
}
