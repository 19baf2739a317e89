import { Eye, EyeOff, X } from 'lucide-react'
import { useId } from 'react'
import { serverNow } from '../../clock.ts'
import button from '../../elements/button.module.css'
import field from '../../elements/field.module.css'
import { toggleRevealed, usePresenting, useRevealed } from '../../privacy/privacy.ts'
import styles from './explain.module.css'

/** What stands in the two boxes, and when it came there, in epoch seconds. */
export interface Pasted {
  text: string
  token: string
  at: number
}

export const nothingPasted: Pasted = { text: '', token: '', at: 0 }

/** The two boxes: for what came back, and for the token that was sent. */
export function PasteForm({ pasted, change }: { pasted: Pasted; change: (next: Pasted) => void }) {
  const id = useId()
  const presenting = usePresenting()
  const shown = useRevealed('explain-token')
  const put = (changed: Partial<Pasted>) => change({ ...pasted, ...changed, at: serverNow() })
  return (
    <div className={styles.boxes}>
      <div className={field.field}>
        <div className={styles.labels}>
          <label htmlFor={`${id}-text`} className={field.label}>
            What came back
          </label>
          {(pasted.text !== '' || pasted.token !== '') && (
            <button type="button" className={button.quiet} onClick={() => change(nothingPasted)}>
              <X size={14} aria-hidden />
              Clear both
            </button>
          )}
        </div>
        <textarea
          id={`${id}-text`}
          className={`${field.control} ${styles.text} ${presenting ? styles.masked : ''}`}
          value={pasted.text}
          rows={12}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          placeholder={example}
          aria-describedby={`${id}-hint`}
          onChange={(event) => put({ text: event.target.value })}
        />
        <p id={`${id}-hint`} className={field.hint}>
          With the request, if you have it: more can be told then. Secrets in it are masked in what is shown back.
        </p>
      </div>
      <div className={field.field}>
        <div className={styles.labels}>
          <label htmlFor={`${id}-token`} className={field.label}>
            Token that was sent <span>optional</span>
          </label>
          <button
            type="button"
            className={button.icon}
            aria-label={`${shown ? 'Mask' : 'Reveal'} the token`}
            aria-pressed={shown}
            disabled={presenting}
            title={presenting ? 'Everything stays masked while the presenter’s switch is on.' : undefined}
            onClick={() => toggleRevealed('explain-token')}
          >
            {shown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
          </button>
        </div>
        <textarea
          id={`${id}-token`}
          className={`${field.control} ${shown ? '' : styles.masked}`}
          value={pasted.token}
          rows={2}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-describedby={`${id}-token-hint`}
          onChange={(event) => put({ token: event.target.value })}
        />
        <p id={`${id}-token-hint`} className={field.hint}>
          Its times, issuer, audience and scopes are held against the answer. It is not sent anywhere.
        </p>
      </div>
    </div>
  )
}

const example = `HTTP/1.1 401 Unauthorized
Date: Mon, 04 May 2026 09:30:00 GMT
Content-Type: application/json

{"fault":{"detail":{"errorcode":"steps.jwt.TokenExpired"}}}`
