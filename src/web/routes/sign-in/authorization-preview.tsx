import { lazy, Suspense, useState } from 'react'
import styles from './authorization-preview.module.css'
import { authorizationUrl } from './authorization-url.ts'
import type { Choice } from './choice.ts'

const load = () => import('./authorization-parameters.tsx')
const AuthorizationParameters = lazy(load)

/**
 * The exact authorization request as the choices change: in one line, and opened, each parameter explained.
 *
 * @param props.folded whether it is in one line at first, however much room there is beside the choices
 */
export function AuthorizationPreview({ choice, folded }: { choice: Choice; folded: boolean }) {
  const url = authorizationUrl(choice)
  const { pathname, searchParams } = new URL(url)
  const startsOpen = !folded && matchMedia('(min-width: 1280px)').matches
  const [wanted, setWanted] = useState(startsOpen)
  return (
    <details
      className={styles.preview}
      open={startsOpen}
      onPointerEnter={load}
      onFocus={load}
      onToggle={() => setWanted(true)}
    >
      <summary>
        <h2>Authorization request</h2>
        <span className={styles.short}>
          GET {pathname}, {searchParams.size} parameters
        </span>
      </summary>
      {(wanted || startsOpen) && (
        <Suspense>
          <AuthorizationParameters choice={choice} url={url} />
        </Suspense>
      )}
    </details>
  )
}
