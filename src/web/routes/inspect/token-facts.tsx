import type { ReactNode } from 'react'
import type { FoundToken } from '#knowledge/token/find.ts'
import { factsOf } from '#knowledge/token/what-it-says.ts'
import { useNow } from '../../clock.ts'
import { QuotedValues } from '../../elements/quoted-values.tsx'
import { usePresenting } from '../../privacy/privacy.ts'
import styles from './token-facts.module.css'

/**
 * What a person wants to know of a token: its issuer, its recipient, its subject, what it permits, how it was obtained.
 *
 * @param props.more the way to all that it permits, where that is more than is told here
 */
export function TokenFacts({ found, more }: { found: FoundToken; more: ReactNode }) {
  const now = useNow()
  const presenting = usePresenting()
  const facts = factsOf(found, now)
  // What is masked in the table of claims must not be open here.
  if (presenting || facts.length === 0) return null
  return (
    <dl className={styles.facts} aria-label="What it says">
      {facts.map(({ name, says }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <QuotedValues text={says} /> {name === 'Permissions' && more}
          </dd>
        </div>
      ))}
    </dl>
  )
}
