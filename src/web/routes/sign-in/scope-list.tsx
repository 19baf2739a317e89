import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { EnvironmentConfig } from '#contract/config.ts'
import { describeScope } from '#knowledge/protocol/describe-scope.ts'
import { checkScope, parseScope } from '#knowledge/protocol/scopes.ts'
import button from '../../elements/button.module.css'
import styles from './scope-picker.module.css'

export interface ScopeGroup {
  title: string
  scopes: string[]
}

/** The scopes that can be asked for, by group, those added by hand, and a field for another one. */
export default function ScopeList({
  environment,
  groups,
  byHand,
  chosen,
  choose,
}: {
  environment: EnvironmentConfig
  groups: ScopeGroup[]
  byHand: string[]
  chosen: string[]
  choose: (scopes: string[]) => void
}) {
  const toggle = (scope: string) =>
    choose(chosen.includes(scope) ? chosen.filter((held) => held !== scope) : [...chosen, scope])
  return (
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
