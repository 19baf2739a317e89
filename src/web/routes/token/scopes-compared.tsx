import { Link } from 'react-router'
import type { EnvironmentConfig } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import { describeScope } from '#knowledge/protocol/describe-scope.ts'
import { scopeTitle } from '#knowledge/protocol/scope-words.ts'
import { compareScopes } from '#knowledge/protocol/scopes.ts'
import { Panel } from '../../elements/panel.tsx'
import { ScopeName } from '../../elements/scope-name.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'
import table from '../../elements/table.module.css'
import { Tag } from '../../elements/tag.tsx'
import styles from './scopes-compared.module.css'

/** Scopes granted beside scopes requested; what was refused comes first. */
export function ScopesCompared({ session, environment }: { session: SignedIn; environment?: EnvironmentConfig }) {
  const scope = session.tokenResponse.scope
  const { granted, refused, unasked, impliedByAbsence } = compareScopes(
    session.requestedScopes,
    typeof scope === 'string' ? scope : undefined,
    environment?.foreign && session.refreshToken !== undefined,
  )
  return (
    <Panel title="Scopes" note={summary(session.requestedScopes.length, granted.length, refused.length)} flush>
      {impliedByAbsence && (
        <p className={styles.note}>
          The response contains no <code>scope</code>, so all scopes were granted as requested (RFC 6749 §5.1).
        </p>
      )}
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            <th scope="col">Granted</th>
            <th scope="col">What it allows</th>
          </tr>
        </thead>
        <tbody>
          {[...refused, ...granted].map((name) => {
            const isRefused = refused.includes(name)
            const { meaning, basis, opens } = describeScope(name, environment?.foreign)
            return (
              <tr key={name} className={isRefused ? styles.refused : undefined}>
                <th scope="row" className={styles.name}>
                  {inWords(name)}
                </th>
                <td>
                  {isRefused ? (
                    <Tag tone="bad">refused</Tag>
                  ) : unasked.includes(name) ? (
                    <Tag tone="warn">granted, not requested</Tag>
                  ) : (
                    <Tag tone="good">granted</Tag>
                  )}
                </td>
                <td>
                  {opens.length === 0 && meaning}
                  {opens.map(({ id, title }, at) => (
                    <span key={id}>
                      {at > 0 && ', '}
                      <Link to={`/calls/${id}`}>{title}</Link>
                    </span>
                  ))}{' '}
                  <SourceChip basis={basis} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Panel>
  )
}

/** `Bank slips: read` over the scope itself; a plain scope is its own name. */
function inWords(scope: string) {
  const title = scopeTitle(scope)
  if (title === undefined) return scope
  return (
    <>
      {title}
      <ScopeName scope={scope} />
    </>
  )
}

function summary(requested: number, granted: number, refused: number): string {
  if (refused > 0) return `${requested - refused} of ${requested} granted, ${refused} refused`
  return granted > requested ? `all ${requested} granted, and ${granted - requested} more` : `all ${requested} granted`
}
