import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { EnvironmentConfig } from '#contract/config.ts'
import { apis } from '#knowledge/service/apis.ts'
import { checkScope, describeScope, parseScope } from '#knowledge/service/scopes.ts'
import button from '../../elements/button.module.css'
import styles from './scope-picker.module.css'

interface Props {
  environment: EnvironmentConfig
  chosen: string[]
  choose: (scopes: string[]) => void
}

/** The scopes to ask for: the documented ones, the business ones by API, and any other typed by hand. */
export function ScopePicker({ environment, chosen, choose }: Props) {
  const toggle = (scope: string) =>
    choose(chosen.includes(scope) ? chosen.filter((held) => held !== scope) : [...chosen, scope])
  const byHand = chosen.filter((scope) => !environment.scopes.includes(scope))
  return (
    <fieldset className={styles.picker}>
      <legend>Scopes</legend>
      <div className={styles.list}>
        {groupScopes(environment.scopes).map(({ title, note, scopes }) => (
          <fieldset key={title} className={styles.group}>
            <legend className={styles.groupTitle}>
              {title} <span>{note}</span>
            </legend>
            {scopes.map((scope) => (
              <ScopeRow key={scope} scope={scope} checked={chosen.includes(scope)} toggle={() => toggle(scope)} />
            ))}
          </fieldset>
        ))}
        {byHand.length > 0 && (
          <fieldset className={styles.group}>
            <legend className={styles.groupTitle}>Added by hand</legend>
            {byHand.map((scope) => (
              <div key={scope} className={styles.typed}>
                <code>{scope}</code>
                <button
                  type="button"
                  className={button.icon}
                  aria-label={`Remove ${scope}`}
                  onClick={() => toggle(scope)}
                >
                  <X size={15} aria-hidden />
                </button>
              </div>
            ))}
          </fieldset>
        )}
        <FreeEntry chosen={chosen} choose={choose} resourceDomain={environment.resourceDomain} />
      </div>
    </fieldset>
  )
}

function ScopeRow({ scope, checked, toggle }: { scope: string; checked: boolean; toggle: () => void }) {
  const id = useId()
  const parsed = parseScope(scope)
  return (
    <div className={styles.row}>
      <input id={id} type="checkbox" checked={checked} aria-describedby={`${id}-more`} onChange={toggle} />
      <label htmlFor={id}>
        {parsed.kind === 'plain' ? (
          <code>{scope}</code>
        ) : (
          <code>
            <span className={styles.domain}>{parsed.resourceDomain}/</span>
            {parsed.api}.<b>{parsed.level}</b>
          </code>
        )}
      </label>
      <span id={`${id}-more`} className={styles.meaning}>
        {describeScope(scope).meaning}
      </span>
    </div>
  )
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
    const wrong =
      wished.length === 0 ? 'Type a scope first.' : wished.map(checkScope).find((found) => found !== undefined)
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
function groupScopes(scopes: string[]): { title: string; note: string; scopes: string[] }[] {
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
    note: apis.find(({ id }) => id === api)?.summary ?? '',
    scopes: members.map(({ scope }) => scope),
  }))
  return plain.length === 0 ? groups : [{ title: 'Identity service', note: '', scopes: plain }, ...groups]
}
