import type { Basis } from '#knowledge/service/basis.ts'
import styles from './basis-note.module.css'

const kinds: Record<Basis['kind'], { label: string; meaning: string }> = {
  documented: { label: 'Documented', meaning: 'The identity service’s own document says so.' },
  standard: { label: 'Standard', meaning: 'A standard says so; the identity service’s document does not show it.' },
  inferred: { label: 'Inferred', meaning: 'Reasoned from evidence, not stated by the service.' },
}

/** What a sentence rests on: the service's document, a standard, or reasoning. */
export function BasisNote({ basis }: { basis: Basis }) {
  const { label, meaning } = kinds[basis.kind]
  return (
    <span className={styles[basis.kind]} title={meaning}>
      <b>{label}</b> {basis.reference}
    </span>
  )
}
