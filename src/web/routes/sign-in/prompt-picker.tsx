import { useId } from 'react'
import styles from './prompt-picker.module.css'

/** The values of `prompt` that the environment offers (§2.1, §4.1; OpenID Connect Core §3.1.2.1). */
export function PromptPicker({
  offered,
  prompt,
  choose,
}: {
  offered: string[]
  /** Values, joined by spaces. */
  prompt: string | undefined
  choose: (prompt: string | undefined) => void
}) {
  const chosen = prompt?.split(' ') ?? []
  const toggle = (value: string, on: boolean) =>
    choose(offered.filter((one) => (one === value ? on : chosen.includes(one))).join(' ') || undefined)
  return offered.map((value) => (
    <PromptValue key={value} value={value} checked={chosen.includes(value)} toggle={(on) => toggle(value, on)} />
  ))
}

function PromptValue({ value, checked, toggle }: { value: string; checked: boolean; toggle: (on: boolean) => void }) {
  const id = useId()
  const { label, more } = meanings[value] ?? {
    label: 'Send',
    more: 'Configured for this environment.',
  }
  return (
    <div className={styles.prompt} title={more}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={`${id}-more`}
        onChange={(event) => toggle(event.target.checked)}
      />
      <label htmlFor={id}>
        {label} <code>prompt={value}</code>
      </label>
      <span id={`${id}-more`} className="visually-hidden">
        {more}
      </span>
    </div>
  )
}

const meanings: Record<string, { label: string; more: string }> = Object.assign(Object.create(null), {
  login: {
    label: 'Always ask who I am',
    more: 'The identity service asks who you are, even if it still knows you.',
  },
  consent: {
    label: 'Always ask for consent',
    more: 'The identity service asks what you allow, even if you allowed it before. Some services then send a refresh token.',
  },
  select_account: {
    label: 'Always ask which account',
    more: 'The identity service lets you choose an account, even if you are signed in with one.',
  },
})
