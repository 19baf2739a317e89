import { lazy, Suspense, useId, useState } from 'react'
import { type Basis, citedSections } from '#knowledge/protocol/basis.ts'
import styles from './source-chip.module.css'
import { sourceLabel, sourceLinks } from './source-links.ts'

const kinds: Record<Basis['kind'], { name: string; meaning: string }> = {
  documented: { name: 'Documented', meaning: 'From the API guide of the identity service.' },
  standard: { name: 'Standard', meaning: 'From a standard.' },
  inferred: { name: 'Inferred', meaning: 'Inferred from the evidence, not stated in any document.' },
}

const Passage = lazy(() => import('./passage.tsx'))

/** What a sentence rests on, as a chip; pressed, it says what kind of source that is, shows its passage and leads to it. */
export function SourceChip({ basis }: { basis: Basis }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const { name, meaning } = kinds[basis.kind]
  const links = sourceLinks(basis)
  return (
    <span className={styles.source}>
      <button type="button" className={styles[basis.kind]} popoverTarget={id}>
        <span className="visually-hidden">Source: </span>
        {sourceLabel(basis)}
      </button>
      <span id={id} popover="auto" className={styles.more} onToggle={({ newState }) => setOpen(newState === 'open')}>
        <b>{name}</b>
        <span>{meaning}</span>
        <span className={styles.reference}>{basis.reference}</span>
        {open && (
          <Suspense>
            {citedSections(basis.reference).map((cited) => (
              <Passage key={cited} cited={cited} />
            ))}
          </Suspense>
        )}
        {links.map(({ text, href }) => (
          <a key={text} href={href} target="_blank" rel="noreferrer">
            Read {text}
          </a>
        ))}
      </span>
    </span>
  )
}
