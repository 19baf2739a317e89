import { useState } from 'react'
import { Link } from 'react-router'
import { describeScope } from '#knowledge/protocol/describe-scope.ts'
import { splitScopes } from '#knowledge/protocol/scopes.ts'
import { Panel } from '../../elements/panel.tsx'
import { ScopeName } from '../../elements/scope-name.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'
import table from '../../elements/table.module.css'
import viewChoice from '../../elements/view-choice.module.css'
import styles from './scopes-opened.module.css'

/** From so many on they can be searched. */
const many = 10

/** Scopes of a token: what each means, and which operations it opens. */
export function ScopesOpened({ scope }: { scope: unknown }) {
  const [wanted, setWanted] = useState('')
  const scopes = scopesOf(scope)
  if (scopes.length === 0) return null
  const found = scopes
    .filter((name) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
    .slice(0, 60)
    .map((name) => ({ name, ...describeScope(name) }))
  const opening = found.some(({ opens }) => opens.length > 0)
  return (
    <Panel
      title="Scopes"
      note={scopes.length === 1 ? 'One' : scopes.length.toLocaleString('en')}
      side={
        scopes.length >= many && (
          <input
            type="search"
            className={viewChoice.search}
            value={wanted}
            aria-label="Filter the scopes"
            placeholder="Filter"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setWanted(event.target.value)}
          />
        )
      }
      flush
    >
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            <th scope="col">What it means</th>
            {opening && <th scope="col">Opens</th>}
          </tr>
        </thead>
        <tbody>
          {found.map(({ name, meaning, basis, opens }) => (
            <tr key={name}>
              <th scope="row" className={`${table.name} ${styles.name}`}>
                <ScopeName scope={name} />
              </th>
              <td>
                {meaning} <SourceChip basis={basis} />
              </td>
              {opening && (
                <td data-label={opens.length > 0 ? 'Opens' : undefined}>
                  {opens.map(({ id, title }, at) => (
                    <span key={id}>
                      {at > 0 && ', '}
                      <Link to={`/calls/${id}`}>{title}</Link>
                    </span>
                  ))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className={styles.none}>
        {found.length === 0 && `No scope matches “${wanted.trim()}”.`}
      </p>
    </Panel>
  )
}

/** Scopes as the document has them, in one text (§2.4), or as a list, as other services do. */
export function scopesOf(scope: unknown): string[] {
  if (typeof scope === 'string') return [...new Set(splitScopes(scope))]
  return Array.isArray(scope) ? [...new Set(scope.filter((one) => typeof one === 'string'))] : []
}
