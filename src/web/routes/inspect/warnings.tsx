import { useDeferredValue } from 'react'
import type { InspectedToken } from '#knowledge/token/take-apart.ts'
import { findWarnings } from '#knowledge/token/warnings.ts'
import { Notice } from '../../elements/notice.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'
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
            <b>{title}.</b> {why} <SourceChip basis={basis} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
