import { Fragment } from 'react'
import styles from './scope-name.module.css'

/** A scope as it is sent. Where it is too long for its line it continues after a slash or a dot, and not within a name. */
export function ScopeName({ scope }: { scope: string }) {
  const pieces = scope.match(/[^/.]*[/.]+|[^/.]+$/g) ?? [scope]
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
