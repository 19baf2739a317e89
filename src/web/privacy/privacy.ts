import { useSyncExternalStore } from 'react'

/** Which masked values are shown. Nothing is shown after a reload, and nothing stays shown on leaving the tab. */
const revealed = new Set<string>()
const listeners = new Set<() => void>()
/**
 * The presenter's switch: while it is on, nothing can be revealed, in no tab of this browser. `1` where it was pressed,
 * `stage` where a presentation turned it on.
 */
const presentingKey = 'claimcheck.presenting'
let presenting = read()

export const usePresenting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => presenting,
    () => false,
  )

/** Whether the presenter's switch is on now. */
export const isPresenting = (): boolean => presenting

export const useRevealed = (id: string): boolean =>
  useSyncExternalStore(subscribe, () => !presenting && revealed.has(id))

export function setPresenting(on: boolean): void {
  localStorage.setItem(presentingKey, on ? '1' : '')
  takeInPresenting()
}

/** Turns the switch on for a presentation; one that is on already stays as it is. */
export function maskForStage(): void {
  if (presenting) return
  localStorage.setItem(presentingKey, 'stage')
  takeInPresenting()
}

/** Whether a presentation turned the switch on. */
export const isMaskedForStage = (): boolean => localStorage.getItem(presentingKey) === 'stage'

/** Turns the switch off again, if it was a presentation that turned it on. */
export function unmaskAfterStage(): void {
  if (isMaskedForStage()) setPresenting(false)
}

export function toggleRevealed(id: string): void {
  if (!revealed.delete(id)) revealed.add(id)
  tell()
}

export function maskAll(): void {
  if (revealed.size === 0) return
  revealed.clear()
  tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

function takeInPresenting(): void {
  presenting = read()
  revealed.clear()
  tell()
}

function read(): boolean {
  return Boolean(localStorage.getItem(presentingKey))
}

// Another tab has turned the switch, or has cleared the storage, which has no key then.
addEventListener('storage', ({ key }) => {
  if (key === presentingKey || key === null) takeInPresenting()
})

document.addEventListener('visibilitychange', () => {
  if (document.hidden) maskAll()
})
