import { Monitor, Moon, Presentation, Sun } from 'lucide-react'
import { useState } from 'react'
import { setPresenting, usePresenting } from '../../privacy/privacy.ts'
import styles from './switches.module.css'

const themes = [
  { theme: 'system', label: 'System theme', Icon: Monitor },
  { theme: 'light', label: 'Light theme', Icon: Sun },
  { theme: 'dark', label: 'Dark theme', Icon: Moon },
] as const
type Theme = (typeof themes)[number]['theme']

/** What holds on every screen: the theme, and the presenter's switch that keeps every token masked. */
export function Switches() {
  const [theme, setTheme] = useState<Theme>(
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
  )
  const presenting = usePresenting()
  const at = themes.findIndex((choice) => choice.theme === theme)
  const { label, Icon } = themes[at] ?? themes[0]
  const next = themes[(at + 1) % themes.length] ?? themes[0]
  return (
    <div className={styles.switches}>
      <button
        type="button"
        className={styles.switch}
        aria-pressed={presenting}
        title="Keeps tokens and personal claims masked in every tab, for a shared screen. What the APIs answer stays readable."
        onClick={() => setPresenting(!presenting)}
      >
        <Presentation size={16} aria-hidden />
        <span className={styles.label}>Presenting</span>
      </button>
      <button
        type="button"
        className={styles.switch}
        title={`${label}. Press for: ${next.label.toLowerCase()}`}
        onClick={() => {
          setTheme(next.theme)
          applyTheme(next.theme)
        }}
      >
        <Icon size={16} aria-hidden />
        <span className={styles.label}>{label}</span>
      </button>
    </div>
  )
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme
    localStorage.removeItem('claimcheck.theme')
  } else {
    document.documentElement.dataset.theme = theme
    localStorage.setItem('claimcheck.theme', theme)
  }
}
