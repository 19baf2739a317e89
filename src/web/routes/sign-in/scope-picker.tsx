import { lazy, Suspense, useState } from 'react'
import type { EnvironmentConfig } from '#contract/config.ts'
import { apis } from '#knowledge/protocol/business-apis.ts'
import { parseScope } from '#knowledge/protocol/scopes.ts'
import type { ScopeGroup } from './scope-list.tsx'
import styles from './scope-picker.module.css'

const load = () => import('./scope-list.tsx')
const ScopeList = lazy(load)

interface Props {
  environment: EnvironmentConfig
  chosen: string[]
  choose: (scopes: string[]) => void
}

/** The scopes to ask for in one line; opened, the plain ones, the business ones by API, and any other typed by hand. */
export function ScopePicker({ environment, chosen, choose }: Props) {
  const [wanted, setWanted] = useState(chosen.length === 0)
  const byHand = chosen.filter((scope) => !environment.scopes.includes(scope))
  const groups = groupScopes(environment.scopes)
  return (
    <details
      className={styles.picker}
      open={chosen.length === 0 || undefined}
      onPointerEnter={load}
      onFocus={load}
      onToggle={() => setWanted(true)}
    >
      <summary>
        <b className={styles.count}>{chosen.length === 1 ? '1 scope' : `${chosen.length} scopes`}</b>{' '}
        <span className={styles.short}>{inShort(groups, chosen, byHand)}</span>{' '}
        <span className={styles.change}>Change</span>
      </summary>
      {wanted && (
        <Suspense>
          <ScopeList environment={environment} groups={groups} byHand={byHand} chosen={chosen} choose={choose} />
        </Suspense>
      )}
    </details>
  )
}

/** `Identity service (5), bank slips (1)` */
function inShort(groups: ScopeGroup[], chosen: string[], byHand: string[]): string {
  const counted = groups.flatMap(({ title, scopes }) => {
    const count = scopes.filter((scope) => chosen.includes(scope)).length
    return count > 0 ? [`${title.toLowerCase()} (${count})`] : []
  })
  const all = [...counted, ...(byHand.length > 0 ? [`${byHand.length} added by hand`] : [])].join(', ')
  return all.charAt(0).toUpperCase() + all.slice(1)
}

/** Documented scopes first (§2.5), then the business ones by API. */
function groupScopes(scopes: string[]): ScopeGroup[] {
  const plain = scopes.filter((scope) => parseScope(scope).kind === 'plain')
  const business = Map.groupBy(
    scopes.flatMap((scope) => {
      const parsed = parseScope(scope)
      return parsed.kind === 'business' ? [parsed] : []
    }),
    ({ api }) => api,
  )
  const groups = [...business].map(([api, members]) => ({
    title: apis.find(({ id }) => id === api)?.name ?? api,
    scopes: members.map(({ scope }) => scope),
  }))
  return plain.length === 0 ? groups : [{ title: 'Identity', scopes: plain }, ...groups]
}
