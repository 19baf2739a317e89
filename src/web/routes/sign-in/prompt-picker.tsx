import { useId } from 'react'
import styles from './prompt-picker.module.css'

/** `prompt=login` (§2.1, §4.1). */
export function PromptPicker({
  prompt,
  choose,
}: {
  prompt: 'login' | undefined
  choose: (prompt: 'login' | undefined) => void
}) {
  const id = useId()
  return (
    <div className={styles.prompt}>
      <input
        id={id}
        type="checkbox"
        checked={prompt === 'login'}
        aria-describedby={`${id}-more`}
        onChange={(event) => choose(event.target.checked ? 'login' : undefined)}
      />
      <label htmlFor={id}>
        Ask to sign in again <code>prompt=login</code>
      </label>
      <span id={`${id}-more`}>The identity service asks who you are, even where it still knows you from before.</span>
    </div>
  )
}
