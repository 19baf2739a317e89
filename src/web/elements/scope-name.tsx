import { Fragment } from 'react'
import styles from './scope-name.module.css'

/**
 * A scope as it is sent. Where it is too long for its line it continues after a slash, in a long part after a dot, and
 * not within a name.
 */
export function ScopeName({ scope }: { scope: string }) {
  const parts = scope.match(/[^/]*\/+|[^/]+$/g) ?? [scope]
  const pieces = parts.flatMap((part) => (part.length > longest ? (part.match(/[^.]*\.+|[^.]+$/g) ?? part) : part))
  return (
    <code className={styles.scope}>
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no identity but its place
        <Fragment key={at}>
          {at > 0 && <wbr />}
          <span className={piece.length > longest ? undefined : styles.whole}>{piece}</span>
        </Fragment>
      ))}
    </code>
  )
}

/** Characters that fit on a line of the narrowest phone. */
const longest = 32
