import button from '../../../elements/button.module.css'
import styles from './har.module.css'

/** How far something is, where that is known, and the way out of it. */
export function Progress({ what, part, onCancel }: { what: string; part?: number; onCancel: () => void }) {
  const percent = part === undefined ? undefined : Math.floor(part * 100)
  return (
    <div className={styles.progress}>
      <label>
        {what}
        {percent !== undefined && `, ${percent} %`}
        <progress value={percent} max={100} />
      </label>
      <button type="button" className={button.button} onClick={onCancel}>
        Cancel
      </button>
    </div>
  )
}
