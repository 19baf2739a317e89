import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

/** A titled part of a screen. `flush` lets a table reach the edges. */
export function Panel({
  title,
  note,
  side,
  flush = false,
  children,
}: {
  title: string
  note?: ReactNode
  side?: ReactNode
  flush?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {note && <span className={styles.note}>{note}</span>}
        </div>
        {side}
      </div>
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  )
}
