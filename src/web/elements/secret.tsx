import { Eye, EyeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { toggleRevealed, usePresenting, useRevealed } from '../privacy/privacy.ts'
import button from './button.module.css'
import { CopyButton } from './copy-button.tsx'
import styles from './secret.module.css'

/** Characters that are laid out of a revealed value; copying takes the whole. */
const laidOut = 20_000

/**
 * A secret value: masked until asked for, copied without being shown. `id` tells it from the others on the screen;
 * `safe` is what may be read of it while it is masked, where that is more than its length; `shown` is how it is drawn
 * when it is not, where that is more than its text.
 */
export function Secret({
  id,
  value,
  what,
  safe,
  shown: drawn,
}: {
  id: string
  value: string
  what: string
  safe?: ReactNode
  shown?: ReactNode
}) {
  const shown = useRevealed(id)
  const presenting = usePresenting()
  return (
    <div className={styles.secret}>
      {shown
        ? (drawn ?? (
            <span className={styles.value}>{value.length > laidOut ? `${value.slice(0, laidOut)}…` : value}</span>
          ))
        : (safe ?? (
            <span className={styles.masked}>
              <span aria-hidden>{'•'.repeat(16)}</span>
              <span className="visually-hidden">{what} is masked,</span> {value.length.toLocaleString('en')} characters
            </span>
          ))}
      <span className={styles.buttons}>
        <button
          type="button"
          className={button.icon}
          aria-label={`${shown ? 'Mask' : 'Reveal'} ${what}`}
          aria-pressed={shown}
          disabled={presenting}
          title={presenting ? 'Everything stays masked while “Mask secrets” is on.' : shown ? 'Mask' : 'Reveal'}
          onClick={() => toggleRevealed(id)}
        >
          {shown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
        </button>
        <CopyButton text={value} what={what} leaving="secret" />
      </span>
    </div>
  )
}
