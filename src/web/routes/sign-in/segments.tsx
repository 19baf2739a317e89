import { type ReactNode, useId } from 'react'
import styles from './segments.module.css'

export interface Segment {
  id: string
  title: string
  /** What tells it apart at a glance. */
  tag?: ReactNode
  detail: string
  description?: string
  /** Not one like the others: wrong on purpose. */
  apart?: boolean
}

/** One of a few, side by side; what there is to say of the chosen one stands below. */
export function Segments({
  legend,
  name,
  options,
  chosen,
  choose,
}: {
  legend: string
  name: string
  options: Segment[]
  chosen: string
  choose: (id: string) => void
}) {
  const prefix = useId()
  const open = options.find(({ id }) => id === chosen)
  return (
    <fieldset className={styles.segments}>
      <legend>{legend}</legend>
      <div className={styles.row}>
        {options.map(({ id, title, tag, apart }) => (
          <div key={id} className={styles.segment} data-apart={apart}>
            <input
              type="radio"
              id={`${prefix}${id}`}
              name={name}
              value={id}
              checked={chosen === id}
              aria-describedby={chosen === id ? `${prefix}more` : undefined}
              onChange={() => choose(id)}
            />
            <label htmlFor={`${prefix}${id}`}>{title}</label>
            {tag}
          </div>
        ))}
      </div>
      {open && (
        <p id={`${prefix}more`} className={styles.more}>
          <code>{open.detail}</code> {open.description}
        </p>
      )}
    </fieldset>
  )
}
