import { useSyncExternalStore } from 'react'

/** Name of the session that this tab is in; empty after it left one, absent as long as it was in none. */
const currentKey = 'claimcheck.session'
/** The session that a person chose last in any tab: a new tab begins with it. */
const lastKey = 'claimcheck.session.last'
const listeners = new Set<() => void>()
let current = sessionStorage.getItem(currentKey) ?? undefined

/** Name of the session that this tab is in; undefined where it is in none. */
export const currentName = (): string | undefined => current || undefined

export const useCurrentName = (): string | undefined => useSyncExternalStore(subscribe, currentName, currentName)

/** Whether this tab was in a session, or is: only then it must not come into another by itself. */
export const hasChosen = (): boolean => current !== undefined

export const lastChosenName = (): string | undefined => localStorage.getItem(lastKey) ?? undefined

/** Brings this tab into a session, or with nothing out of the one that it is in. It outlives a reload. */
export function chooseName(name: string | undefined): void {
  current = name ?? ''
  sessionStorage.setItem(currentKey, current)
  if (name !== undefined) localStorage.setItem(lastKey, name)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
