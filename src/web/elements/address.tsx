import { Fragment } from 'react'
import styles from './address.module.css'

/** An address that can be read: where it leads, then each parameter of its query decoded, on a line of its own. */
export function Address({ text }: { text: string }) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.search === '') return <span className={styles.whole}>{text}</span>
  return (
    <span className={styles.whole}>
      {url.origin}
      {url.pathname}
      {[...url.searchParams].map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the list never changes its order
        <Fragment key={at}>
          {'\n'}
          <span className={styles.name}>
            {at === 0 ? '?' : '&'}
            {name}=
          </span>
          {value}
        </Fragment>
      ))}
      {url.hash}
    </span>
  )
}
