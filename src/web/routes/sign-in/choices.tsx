import { type ReactNode, useId } from 'react'
import styles from './choices.module.css'

interface Option {
  id: string
  title: string
  detail: string
  tag?: ReactNode
  description?: string
}

/** One of several, all of them in sight with what sets them apart. */
export function Choices({
  legend,
  name,
  options,
  chosen,
  choose,
}: {
  legend: string
  name: string
  options: Option[]
  chosen: string
  choose: (id: string) => void
}) {
  const prefix = useId()
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      <div className={styles.list}>
        {options.map(({ id, title, detail, tag, description }) => (
          <div key={id} className={styles.option}>
            <input
              type="radio"
              id={`${prefix}${id}`}
              name={name}
              value={id}
              checked={chosen === id}
              aria-describedby={`${prefix}${id}-more`}
              onChange={() => choose(id)}
            />
            <label htmlFor={`${prefix}${id}`}>{title}</label>
            <span className={styles.side}>
              <code>{detail}</code>
              {tag}
            </span>
            <span id={`${prefix}${id}-more`} className={styles.description}>
              {description}
            </span>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
