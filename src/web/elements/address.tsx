import { Fragment } from 'react'
import type { EvidenceSpan } from '#knowledge/diagnose/evidence-spans.ts'
import styles from './address.module.css'

/**
 * An address that can be read: where it leads, then each parameter of its query decoded, on a line of its own. What
 * decides is marked: a parameter, or where it leads.
 */
export function Address({ text, spans = [] }: { text: string; spans?: EvidenceSpan[] }) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const marked = new Set(spans.map(({ parameter }) => parameter))
  const isMarked = marked.has(undefined)
  if (!url || url.search === '') return <span className={styles.whole}>{isMarked ? <mark>{text}</mark> : text}</span>
  const leads = url.origin + url.pathname
  return (
    <span className={styles.whole}>
      {isMarked ? <mark>{leads}</mark> : leads}
      {[...url.searchParams].map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the list never changes its order
        <Fragment key={at}>
          {'\n'}
          <span className={styles.name}>
            {at === 0 ? '?' : '&'}
            {name}=
          </span>
          {marked.has(name) ? <mark>{value}</mark> : value}
        </Fragment>
      ))}
      {url.hash}
    </span>
  )
}
