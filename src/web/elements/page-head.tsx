import type { ReactNode } from 'react'
import styles from './page-head.module.css'

/** The heading of a screen; sets the document's title too, which may say more than the heading. */
export function PageHead({
  title,
  documentTitle = title,
  children,
}: {
  title: string
  documentTitle?: string
  children?: ReactNode
}) {
  return (
    <header className={styles.head}>
      <title>{`${documentTitle} · Claimcheck`}</title>
      <h1>{title}</h1>
      {children && <p className={styles.lead}>{children}</p>}
    </header>
  )
}
