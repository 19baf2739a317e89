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

/** An HTTP status with its tone: 2xx good, 3xx plain, what passes by itself amber, the rest bad; or the tone given. */
export function StatusTag({ status, tone }: { status: number; tone?: Tone }) {
  return <Tag tone={tone ?? toneOf(status)}>{status}</Tag>
}

/** Statuses by which a server says that it passes (RFC 9110 §15.6, RFC 6585 §4, RFC 8470 §5.2). */
const passing: ReadonlySet<number> = new Set([425, 429, 502, 503, 504])

function toneOf(status: number): Tone {
  if (status < 300) return 'good'
  if (status < 400) return 'plain'
  return passing.has(status) ? 'warn' : 'bad'
}
