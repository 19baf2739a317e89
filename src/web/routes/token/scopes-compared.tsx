import { Check, Minus, X } from 'lucide-react'
import { Link } from 'react-router'
import type { SignedIn } from '#contract/session.ts'
import { compareScopes, describeScope } from '#knowledge/service/scopes.ts'
import { Panel } from '../../elements/panel.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'
import table from '../../elements/table.module.css'
import { Tag } from '../../elements/tag.tsx'
import styles from './scopes-compared.module.css'

/** Scopes granted beside scopes requested; what was refused stands out and comes first. */
export function ScopesCompared({ session }: { session: SignedIn }) {
  const scope = session.tokenResponse.scope
  const { granted, refused, unasked, impliedByAbsence } = compareScopes(
    session.requestedScopes,
    typeof scope === 'string' ? scope : undefined,
  )
  const rows = [...refused, ...granted]
  return (
    <Panel
      title="Scopes: asked for and granted"
      note={summary(session.requestedScopes.length, granted.length, refused.length)}
      flush
    >
      {impliedByAbsence && (
        <p className={styles.note}>
          The response holds no <code>scope</code>. By the standard that means: granted as requested (RFC 6749 §5.1).
        </p>
      )}
      <div className={table.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Scope</th>
              <th scope="col" className={styles.mark}>
                Asked
              </th>
              <th scope="col" className={styles.mark}>
                Granted
              </th>
              <th scope="col">What it means</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((name) => {
              const isRefused = refused.includes(name)
              const asked = !unasked.includes(name)
              const { meaning, basis, opens } = describeScope(name)
              return (
                <tr key={name} className={isRefused ? styles.refused : undefined}>
                  <th scope="row" className={table.name}>
                    {name}
                  </th>
                  <td className={styles.mark} data-label="Asked">
                    <Yes yes={asked} no="not asked for" />
                  </td>
                  <td className={styles.mark} data-label="Granted">
                    {isRefused ? (
                      <Tag tone="bad">
                        <X size={13} aria-hidden />
                        refused
                      </Tag>
                    ) : (
                      <Yes yes no="" />
                    )}
                  </td>
                  <td>
                    {meaning} <SourceChip basis={basis} />
                    {opens.length > 0 && (
                      <span className={styles.opens}>
                        {isRefused ? 'Would open: ' : 'Opens: '}
                        {opens.map(({ id, title }, at) => (
                          <span key={id}>
                            {at > 0 && ', '}
                            <Link to={`/calls/${id}`}>{title}</Link>
                          </span>
                        ))}
                      </span>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function Yes({ yes, no }: { yes: boolean; no: string }) {
  return yes ? (
    <>
      <Check size={16} className={styles.yes} aria-hidden />
      <span className="visually-hidden">yes</span>
    </>
  ) : (
    <Tag tone="warn">
      <Minus size={13} aria-hidden />
      {no}
    </Tag>
  )
}

function summary(asked: number, granted: number, refused: number): string {
  if (refused > 0) return `${refused} of the ${asked} that were asked for ${refused === 1 ? 'was' : 'were'} refused`
  return granted > asked ? `all ${asked} granted, and ${granted - asked} more` : `all ${asked} granted`
}
