import type { ReactNode } from 'react'
import styles from './page-head.module.css'

/** The heading of a screen; sets the document's title too. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <title>{`${title} · Claimcheck`}</title>
      <h1>{title}</h1>
      {children && <p className={styles.lead}>{children}</p>}
    </header>
  )
}
