import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const themeNames: Record<Theme, string> = { system: 'System theme', light: 'Light theme', dark: 'Dark theme' }

const listeners = new Set<() => void>()

export const useTheme = (): Theme =>
  useSyncExternalStore<Theme>(
    subscribe,
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
    () => 'system',
  )

export function setTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme
    localStorage.removeItem('claimcheck.theme')
  } else {
    document.documentElement.dataset.theme = theme
    localStorage.setItem('claimcheck.theme', theme)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
