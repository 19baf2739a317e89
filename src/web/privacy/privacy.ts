import { useSyncExternalStore } from 'react'

/** Which masked values are shown. Nothing is shown after a reload, and nothing stays shown on leaving the tab. */
const revealed = new Set<string>()
const listeners = new Set<() => void>()
/**
 * The presenter's switch: while it is on, nothing can be revealed, in no tab of this browser. `1` where it was pressed,
 * `stage` where a presentation turned it on.
 */
const presentingKey = 'claimcheck.presenting'
/** Whether a presentation is on in this tab, also while the tab is at the identity service. */
const stageKey = 'claimcheck.stage'
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

/**
 * Turns the switch on for the presentation that begins in this tab. One that is on already stays as it is, and so does
 * one that was turned off during the presentation.
 */
export function maskForStage(): void {
  if (sessionStorage.getItem(stageKey)) return
  sessionStorage.setItem(stageKey, '1')
  if (presenting) return
  localStorage.setItem(presentingKey, 'stage')
  takeInPresenting()
}

/** Turns the switch off again when the presentation of this tab ends, if it was that which turned it on. */
export function unmaskAfterStage(): void {
  if (!sessionStorage.getItem(stageKey)) return
  sessionStorage.removeItem(stageKey)
  if (localStorage.getItem(presentingKey) === 'stage') setPresenting(false)
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
