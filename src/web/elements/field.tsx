import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

interface Attributes {
  id: string
  className: string | undefined
  'aria-invalid': boolean
  'aria-describedby': string
}

/** A labelled field with its hint and, when there is one, what is wrong with it. */
export function Field({
  label,
  hint,
  problem,
  optional = false,
  mono = false,
  children,
}: {
  label: string
  hint?: ReactNode
  problem?: string
  optional?: boolean
  mono?: boolean
  children: (attributes: Attributes) => ReactNode
}) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {mono ? <code>{label}</code> : label} {optional && <span>optional</span>}
      </label>
      {children({
        id,
        className: styles.control,
        'aria-invalid': problem !== undefined,
        'aria-describedby': `${id}-problem ${id}-hint`,
      })}
      <p id={`${id}-problem`} className={styles.problem} role="alert">
        {problem}
      </p>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
    </div>
  )
}
