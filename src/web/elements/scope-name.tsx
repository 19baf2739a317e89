import styles from './scope-name.module.css'

/** A scope as it is sent. Where it is too long for its line it goes on after a slash, and not within a name. */
export function ScopeName({ scope }: { scope: string }) {
  const pieces = scope.match(/[^/]*\/|[^/]+$/g) ?? [scope]
  return (
    <code className={styles.scope}>
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no identity but its place
        <span key={at}>{piece}</span>
      ))}
    </code>
  )
}
