import styles from './skeleton.module.css'

/** What is where something is being fetched: after a third of a second a shape with its name, before that nothing. */
export function Skeleton({ what }: { what: string }) {
  return (
    <div className={styles.skeleton} role="status">
      <p>{what}</p>
      <span />
      <span />
      <span />
    </div>
  )
}
