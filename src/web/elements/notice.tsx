import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

const tones = {
  plain: { Icon: Info, className: styles.plain },
  good: { Icon: CircleCheck, className: styles.good },
  warn: { Icon: TriangleAlert, className: styles.warn },
  bad: { Icon: CircleAlert, className: styles.bad },
}

/** Something to know, in a box: what, why, and what can be done about it. `live` has it read out when it appears. */
export function Notice({
  tone = 'plain',
  title,
  children,
  actions,
  live = false,
}: {
  tone?: keyof typeof tones
  title?: string
  children?: ReactNode
  actions?: ReactNode
  live?: boolean
}) {
  const { Icon, className } = tones[tone]
  return (
    <div className={className} role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}>
      <Icon size={16} aria-hidden />
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}
