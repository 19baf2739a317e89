import { useDeferredValue } from 'react'
import type { InspectedToken } from '#knowledge/token/take-apart.ts'
import { findWarnings } from '#knowledge/token/warnings.ts'
import { BasisNote } from '../../elements/basis-note.tsx'
import { Notice } from '../../elements/notice.tsx'
import styles from './defects.module.css'

/** What is unusual about a token. Looked for after the claims stand on the screen: it reads the token once more. */
export function Warnings({ token }: { token: InspectedToken }) {
  const shown = useDeferredValue<InspectedToken | undefined>(token, undefined)
  const warnings = shown ? findWarnings(shown) : []
  if (warnings.length === 0) return null
  return (
    <Notice tone="warn" title="Worth knowing about this token">
      <ul className={styles.defects}>
        {warnings.map(({ code, title, why, basis }) => (
          <li key={code}>
            <b>{title}.</b> {why} <BasisNote basis={basis} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
