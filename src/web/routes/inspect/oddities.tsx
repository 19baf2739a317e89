import { useDeferredValue } from 'react'
import { findOddities } from '#knowledge/inspected-oddities.ts'
import type { InspectedToken } from '#knowledge/inspected-token.ts'
import { BasisNote } from '../../elements/basis-note.tsx'
import { Notice } from '../../elements/notice.tsx'
import styles from './breaks.module.css'

/** What is unusual about a token. Looked for after the claims stand on the screen: it reads the token once more. */
export function Oddities({ token }: { token: InspectedToken }) {
  const shown = useDeferredValue<InspectedToken | undefined>(token, undefined)
  const oddities = shown ? findOddities(shown) : []
  if (oddities.length === 0) return null
  return (
    <Notice tone="warn" title="Worth knowing about this token">
      <ul className={styles.breaks}>
        {oddities.map(({ code, title, why, basis }) => (
          <li key={code}>
            <b>{title}.</b> {why} <BasisNote basis={basis} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
