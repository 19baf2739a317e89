import { useSyncExternalStore } from 'react'

const key = 'claimcheck.sources'
const listeners = new Set<() => void>()

/** Whether the chips that say what a sentence rests on are shown. */
export const useSourcesShown = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.sources !== 'hidden',
    () => true,
  )

export function showSources(on: boolean): void {
  if (on) localStorage.removeItem(key)
  else localStorage.setItem(key, 'hidden')
  applySources()
}

/** Takes in what was chosen before, in this tab or another. */
export function applySources(): void {
  if (localStorage.getItem(key) === 'hidden') document.documentElement.dataset.sources = 'hidden'
  else delete document.documentElement.dataset.sources
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

addEventListener('storage', (event) => (event.key === key || event.key === null) && applySources())
applySources()
