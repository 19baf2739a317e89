import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { EnvironmentConfig } from '#contract/config.ts'
import { apis } from '#knowledge/protocol/apis.ts'
import { checkScope, describeScope, parseScope } from '#knowledge/protocol/scopes.ts'
import button from '../../elements/button.module.css'
import styles from './scope-picker.module.css'

interface Props {
  environment: EnvironmentConfig
  chosen: string[]
  choose: (scopes: string[]) => void
}

/** The scopes to ask for in one line; opened, the plain ones, the business ones by API, and any other typed by hand. */
export function ScopePicker({ environment, chosen, choose }: Props) {
  const toggle = (scope: string) =>
    choose(chosen.includes(scope) ? chosen.filter((held) => held !== scope) : [...chosen, scope])
  const byHand = chosen.filter((scope) => !environment.scopes.includes(scope))
  const groups = groupScopes(environment.scopes)
  return (
    <details className={styles.picker} open={chosen.length === 0 || undefined}>
      <summary>
        <b className={styles.count}>{chosen.length === 1 ? '1 scope' : `${chosen.length} scopes`}</b>{' '}
        <span className={styles.short}>{inShort(groups, chosen, byHand)}</span>
      </summary>
      <div className={styles.list}>
        {groups.map(({ title, scopes }) => (
          <fieldset key={title} className={styles.group}>
            <legend>{title}</legend>
            <div className={styles.scopes}>
              {scopes.map((scope) => (
                <ScopeBox
                  foreign={environment.foreign}
                  key={scope}
                  scope={scope}
                  checked={chosen.includes(scope)}
                  toggle={() => toggle(scope)}
                />
              ))}
            </div>
          </fieldset>
        ))}
        {byHand.length > 0 && (
          <fieldset className={styles.group}>
            <legend>Added by hand</legend>
            <div className={styles.scopes}>
              {byHand.map((scope) => (
                <span key={scope} className={styles.typed}>
                  <code>{scope}</code>
                  <button
                    type="button"
                    className={button.icon}
                    aria-label={`Remove ${scope}`}
                    onClick={() => toggle(scope)}
                  >
                    <X size={15} aria-hidden />
                  </button>
                </span>
              ))}
            </div>
          </fieldset>
        )}
        <FreeEntry chosen={chosen} choose={choose} resourceDomain={environment.resourceDomain} />
      </div>
    </details>
  )
}

/** A scope as a box: a plain one by its name, one of an API by its level, the whole of it for anyone who asks. */
function ScopeBox({
  scope,
  foreign,
  checked,
  toggle,
}: {
  scope: string
  foreign: boolean
  checked: boolean
  toggle: () => void
}) {
  const id = useId()
  const parsed = parseScope(scope)
  const { meaning } = describeScope(scope, foreign)
  return (
    <span className={styles.scope} title={`${scope}: ${meaning}`}>
      <input
        id={id}
        type="checkbox"
        aria-label={scope}
        checked={checked}
        aria-describedby={`${id}-more`}
        onChange={toggle}
      />
      <label htmlFor={id}>{parsed.kind === 'plain' ? scope : parsed.level}</label>
      <span id={`${id}-more`} className="visually-hidden">
        {meaning}
      </span>
    </span>
  )
}

interface ScopeGroup {
  title: string
  scopes: string[]
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

function FreeEntry({
  chosen,
  choose,
  resourceDomain,
}: {
  chosen: string[]
  choose: (scopes: string[]) => void
  resourceDomain?: string
}) {
  const id = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = () => {
    const wished = text.split(/\s+/).filter(Boolean)
    const wrong = wished.length === 0 ? 'Enter a scope.' : wished.map(checkScope).find((found) => found !== undefined)
    setProblem(wrong)
    if (wrong !== undefined) return
    choose([...new Set([...chosen, ...wished])])
    setText('')
  }
  return (
    <div className={styles.free}>
      <label htmlFor={id}>Another scope</label>
      <div className={styles.entry}>
        <input
          id={id}
          value={text}
          placeholder={`${resourceDomain ?? '<resource_domain>'}/<api_name>.<access_level>`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <button type="button" className={button.button} onClick={add}>
          <Plus size={15} aria-hidden />
          Add
        </button>
      </div>
      <p id={`${id}-problem`} className={styles.problem} role="alert">
        {problem}
      </p>
    </div>
  )
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
