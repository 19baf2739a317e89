import { Link } from 'react-router'
import { describeScope, splitScopes } from '#knowledge/protocol/scopes.ts'
import { Panel } from '../../elements/panel.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'
import table from '../../elements/table.module.css'

/** Scopes of a token: what each means, and which operations it opens. */
export function ScopesOpened({ scope }: { scope: unknown }) {
  const scopes = scopesOf(scope)
  if (scopes.length === 0) return null
  return (
    <Panel title="Scopes" note={scopes.length === 1 ? 'One' : scopes.length.toLocaleString('en')} flush>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            <th scope="col">What it means</th>
            <th scope="col">Opens</th>
          </tr>
        </thead>
        <tbody>
          {scopes.slice(0, 60).map((name) => {
            const { meaning, basis, opens } = describeScope(name)
            return (
              <tr key={name}>
                <th scope="row" className={table.name}>
                  {name}
                </th>
                <td>
                  {meaning} <SourceChip basis={basis} />
                </td>
                <td data-label="Opens">
                  {opens.length === 0
                    ? 'no known operation'
                    : opens.map(({ id, title }, at) => (
                        <span key={id}>
                          {at > 0 && ', '}
                          <Link to={`/calls/${id}`}>{title}</Link>
                        </span>
                      ))}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Panel>
  )
}

/** Scopes as the document has them, in one text (§2.4), or as a list, as other services do. */
export function scopesOf(scope: unknown): string[] {
  if (typeof scope === 'string') return [...new Set(splitScopes(scope))]
  return Array.isArray(scope) ? [...new Set(scope.filter((one) => typeof one === 'string'))] : []
}
