import { type ChosenKind, isChosenKind, type Kind, kindNames } from '#knowledge/privacy/kinds.ts'
import type { Leak } from '#knowledge/privacy/scan-again.ts'
import type { Change } from '#knowledge/privacy/scrub.ts'
import { isSecret } from '#knowledge/privacy/sensitivity.ts'
import type { Receipt } from '#knowledge/share/ticket-report.ts'
import { usePresenting } from '../privacy/privacy.ts'
import { Notice } from './notice.tsx'
import styles from './safe-copy.module.css'
import table from './table.module.css'

/** What stops a copy: something in it looks like a secret all the same. */
export function LeaksFound({ leaks }: { leaks: Leak[] }) {
  return (
    <Notice tone="bad" title="This copy may still contain a secret" live>
      <ul>
        {leaks.slice(0, 10).map(({ what, line, column }) => (
          <li key={`${line}:${column}`}>
            Line {line.toLocaleString('en')}, column {column.toLocaleString('en')}: {what}
          </li>
        ))}
      </ul>
      <p>Remove it from the source, or remove the kind that you chose to keep, and try again.</p>
    </Notice>
  )
}

/** What was removed, changed and kept, kind by kind, with a choice where there is one; and what differs. */
export function ReceiptView({
  receipt: { account, contains },
  changes,
  keep,
  change,
}: {
  receipt: Receipt
  changes: Change[]
  keep: ReadonlySet<Kind>
  change: (keep: ReadonlySet<Kind>) => void
}) {
  return (
    <>
      {account.length === 0 ? (
        <p>No secrets or personal data were recognized.</p>
      ) : (
        <table className={table.table} aria-label="What was removed">
          <thead>
            <tr>
              <th scope="col">What was found</th>
              <th scope="col">Removed</th>
              <th scope="col">Changed</th>
              <th scope="col">Kept</th>
              <th scope="col">Include</th>
            </tr>
          </thead>
          <tbody>
            {account.map(({ kind, removed, changed, kept, names }) => (
              <tr key={kind}>
                <th scope="row" title={names.join(', ')}>
                  {kindNames[kind]}
                </th>
                <td data-label="Removed">{removed.toLocaleString('en')}</td>
                <td data-label="Changed">{changed.toLocaleString('en')}</td>
                <td data-label="Kept">{kept.toLocaleString('en')}</td>
                <td data-label="Include">
                  {isChosenKind(kind) ? <KeepKind kind={kind} keep={keep} change={change} /> : 'Never'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Changes changes={changes} />
      <p className={styles.contains}>
        Contains {contains.length > 0 ? contains.join('; ') : 'everything else, unchanged'}. Check it before you share
        it: secrets that look like ordinary words are not detected.
      </p>
    </>
  )
}

function KeepKind({
  kind,
  keep,
  change,
}: {
  kind: ChosenKind
  keep: ReadonlySet<Kind>
  change: (keep: ReadonlySet<Kind>) => void
}) {
  return (
    <input
      type="checkbox"
      aria-label={`Include: ${kindNames[kind]}`}
      checked={keep.has(kind)}
      onChange={({ target: { checked } }) => {
        const kept = new Set(keep)
        if (checked) kept.add(kind)
        else kept.delete(kind)
        change(kept)
      }}
    />
  )
}

/** The difference to what it was made from, value by value. Secrets are never shown here. */
function Changes({ changes }: { changes: Change[] }) {
  const presenting = usePresenting()
  if (changes.length === 0) return null
  return (
    <details className={styles.changes}>
      <summary>Show changes ({changes.length.toLocaleString('en')})</summary>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ kind, before, after }) => (
            <tr key={after}>
              <td>
                {presenting || isSecret(kind) || kind === 'card'
                  ? `•••••• (${before.length.toLocaleString('en')} characters)`
                  : before}
              </td>
              <td>
                <code>{after}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
