import type { FoundToken } from '#knowledge/token/find.ts'
import { factsOf } from '#knowledge/token/what-it-says.ts'
import { useNow } from '../../clock.ts'
import { usePresenting } from '../../privacy/privacy.ts'
import styles from './token-facts.module.css'

/** What a person wants to know of a token: its issuer, its recipient, its subject, what it permits, how it was obtained. */
export function TokenFacts({ found }: { found: FoundToken }) {
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
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  )
}
