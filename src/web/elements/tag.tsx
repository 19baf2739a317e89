import type { ReactNode } from 'react'
import styles from './tag.module.css'

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'sandbox' | 'production'

export function Tag({ tone = 'plain', title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={styles[tone]} title={title}>
      {children}
    </span>
  )
}
