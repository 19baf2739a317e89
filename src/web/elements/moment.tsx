import { useId, useState } from 'react'
import { calmly, relativeTime, utcTime } from '#knowledge/text/duration.ts'
import { useNow } from '../clock.ts'
import styles from './moment.module.css'

/**
 * A time in one line, relative to now and in UTC; pressed, it is told in local time too. `at` is epoch seconds.
 *
 * @param props.dated set where how far away it is has been said already
 */
export function Moment({ at, dated = false }: { at: number; dated?: boolean }) {
  const now = useNow()
  const id = useId()
  const [opened, setOpened] = useState(false)
  const date = new Date(at * 1000)
  if (Number.isNaN(date.getTime())) return <span>{at}, which is outside the range that a calendar can show</span>
  return (
    <time className={styles.moment} dateTime={date.toISOString()}>
      {!dated && <span className={styles.relative}>{relativeTime(now + calmly(Math.floor(at) - now), now)}</span>}
      <button type="button" className={styles.absolute} popoverTarget={id}>
        {utcTime(at)}
      </button>
      <span
        id={id}
        popover="auto"
        className={styles.more}
        onBeforeToggle={({ newState }) => setOpened(newState === 'open')}
      >
        {opened && localTime(date)}
      </span>
    </time>
  )
}

/** A time relative to now, for places where nothing can be pressed, such as the head of a disclosure. `at` is epoch seconds. */
export function Ago({ at }: { at: number }) {
  const now = useNow()
  return (
    <time dateTime={new Date(at * 1000).toISOString()}>{relativeTime(now + calmly(Math.floor(at) - now), now)}</time>
  )
}

function localTime(date: Date): string {
  local ??= new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })
  return `${local.format(date)} ${local.resolvedOptions().timeZone}`
}

// Made when a time is first opened: browsers take long to load the words of a language, and an open time is drawn again
// each second.
let local: Intl.DateTimeFormat | undefined
