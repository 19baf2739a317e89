import type { ReactNode } from 'react'
import styles from './page-head.module.css'

/** The heading of a screen; sets the document's title too, which may say more than the heading. */
export function PageHead({
  title,
  documentTitle = title,
  brief = false,
  children,
}: {
  title: string
  documentTitle?: string
  /** Set where the screen has a result, which takes the place of what is said of the screen. */
  brief?: boolean
  children?: ReactNode
}) {
  return (
    <header className={styles.head}>
      <title>{`${documentTitle} · Claimcheck`}</title>
      <h1>{title}</h1>
      {children && !brief && <p className={styles.lead}>{children}</p>}
    </header>
  )
}
