import { EyeOff, Monitor, Moon, Quote, Sun } from 'lucide-react'
import { setPresenting, usePresenting } from '../../privacy/privacy.ts'
import { showSources, useSourcesShown } from './sources-switch.ts'
import styles from './switches.module.css'
import { setTheme, type Theme, themeNames, themes, useTheme } from './theme.ts'

const icons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon }

/**
 * What holds on every screen: the presenter's switch that keeps every token masked, the sources, and the theme.
 *
 * @param props.named whether all of them stand one below the other with their names, however narrow the window is
 */
export function Switches({ named = false }: { named?: boolean }) {
  const presenting = usePresenting()
  const sources = useSourcesShown()
  const theme = useTheme()
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  const Icon = icons[theme]
  return (
    <div className={named ? styles.named : styles.switches}>
      <button
        type="button"
        className={styles.switch}
        aria-pressed={presenting}
        title="Masks tokens, secrets and personal data in every tab, for a shared screen."
        onClick={() => setPresenting(!presenting)}
      >
        <EyeOff size={16} aria-hidden />
        <span className={styles.label}>Mask secrets</span>
      </button>
      <button
        type="button"
        className={`${styles.switch} ${styles.lesser}`}
        aria-pressed={sources}
        title={`${sources ? 'Hide' : 'Show'} the source of each sentence: ● the API guide, ○ a standard, ◌ an inference`}
        onClick={() => showSources(!sources)}
      >
        <Quote size={16} aria-hidden />
        <span className={styles.label}>Sources</span>
      </button>
      <button
        type="button"
        className={`${styles.switch} ${styles.lesser}`}
        title={`${themeNames[theme]}. Press for: ${themeNames[next].toLowerCase()}`}
        onClick={() => setTheme(next)}
      >
        <Icon size={16} aria-hidden />
        <span className={styles.label}>Theme: {theme}</span>
      </button>
    </div>
  )
}
