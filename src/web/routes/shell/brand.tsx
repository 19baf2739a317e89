import { Link } from 'react-router'
import styles from './shell.module.css'

/** The name of the app with its mark, which leads to the first screen. */
export function Brand() {
  return (
    <Link to="/" className={styles.brand}>
      <Mark />
      <span className={styles.name}>Claimcheck</span>
    </Link>
  )
}

function Mark() {
  return (
    <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden>
      <path
        fill="var(--accent)"
        d="M5 6h22a2 2 0 0 1 2 2v5a3 3 0 0 0 0 6v5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-5a3 3 0 0 0 0-6V8a2 2 0 0 1 2-2z"
      />
      <path
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m10 16.3 4.2 4.2L22.5 12"
      />
    </svg>
  )
}
