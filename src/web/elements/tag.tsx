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

/** An HTTP status with its tone: 2xx good, 3xx plain, the rest bad. */
export function StatusTag({ status }: { status: number }) {
  return <Tag tone={status < 300 ? 'good' : status < 400 ? 'plain' : 'bad'}>{status}</Tag>
}
