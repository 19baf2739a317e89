import type { ReactNode } from 'react'
import styles from './page-head.module.css'

/** The heading of a screen; sets the document's title too, which may say more than the heading. */
export function PageHead({
  title,
  documentTitle = title,
  small = false,
  children,
}: {
  title: string
  documentTitle?: string
  /** Set where the screen has a result, which is more than its name. */
  small?: boolean
  children?: ReactNode
}) {
  return (
    <header className={small ? styles.small : styles.head}>
      <title>{`${documentTitle} · Claimcheck`}</title>
      <h1>{title}</h1>
      {children && !small && <p className={styles.lead}>{children}</p>}
    </header>
  )
}
