import { useNavigate } from 'react-router'
import type { Config } from '#contract/config.ts'
import { type FlowMessage, stepNames } from '#knowledge/share/flow-messages.ts'
import field from '../../elements/field.module.css'
import { useWide } from '../../elements/use-wide.ts'
import type { SessionLabel } from '../../session/session-labels.ts'
import { type FlowChoice, flowAddress, outcomes } from './choice.ts'
import styles from './filters.module.css'

/** Which messages are in sight. Each choice is in the address at once. */
export function Filters({
  messages,
  shown,
  choice,
  config,
  sessions,
}: {
  messages: FlowMessage[]
  shown: number
  choice: FlowChoice
  config: Config
  sessions: SessionLabel[]
}) {
  const navigate = useNavigate()
  const choose = (changed: FlowChoice) =>
    void navigate(flowAddress({ ...choice, ...changed }), { replace: true, preventScrollReset: true })
  const environments = config.environments.filter(({ id }) => messages.some(({ call }) => call.environment?.id === id))
  const wide = useWide(640)
  const chosen = [choice.step, choice.outcome, choice.environment, choice.session].filter(Boolean).length
  const choices = (
    <>
      <Choice
        label="Step"
        value={choice.step}
        options={Object.entries(stepNames)}
        choose={(step) => choose({ step })}
      />
      <Choice
        label="Outcome"
        value={choice.outcome}
        options={Object.entries(outcomes)}
        choose={(outcome) => choose({ outcome })}
      />
      {sessions.length > 1 && (
        <Choice
          label="Session"
          value={choice.session}
          options={sessions.map(({ name, title }) => [name, title])}
          choose={(session) => choose({ session })}
        />
      )}
      {environments.length > 1 && (
        <Choice
          label="Environment"
          value={choice.environment}
          options={environments.map(({ id, name }) => [id, name])}
          choose={(environment) => choose({ environment })}
        />
      )}
    </>
  )
  const filtered = choice.step || choice.outcome || choice.environment || choice.session || choice.text
  return (
    <search className={styles.filters}>
      <label className={styles.search}>
        <span className="visually-hidden">Search the messages</span>
        <input
          type="search"
          className={field.control}
          placeholder="Search messages"
          defaultValue={choice.text}
          onChange={(event) => choose({ text: event.target.value })}
        />
      </label>
      {wide ? (
        choices
      ) : (
        <details className={styles.folded}>
          <summary>{chosen === 0 ? 'Filter' : `Filter (${chosen})`}</summary>
          <div className={styles.choices}>{choices}</div>
        </details>
      )}
      <p className={filtered ? styles.count : 'visually-hidden'} role="status">
        {filtered
          ? `${shown} of ${messages.length} messages`
          : messages.length === 1
            ? 'One message'
            : `${messages.length} messages`}
      </p>
    </search>
  )
}

function Choice({
  label,
  value,
  options,
  choose,
}: {
  label: string
  value: string | undefined
  options: [string, string][]
  choose: (value: string) => void
}) {
  return (
    <label className={styles.choice}>
      <span className="visually-hidden">{label}</span>
      <select className={field.control} value={value ?? ''} onChange={(event) => choose(event.target.value)}>
        <option value="">{label}: all</option>
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
