import { useSyncExternalStore } from 'react'

/** Milliseconds that this tab's clock is behind the BFF's; negative when it is ahead. */
let behind = 0
let now = Math.floor(Date.now() / 1000)
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Learns the BFF's time from a response that carries `serverTime` (epoch seconds), taking half the journey off. */
export function noteServerTime(answer: unknown, sentAt: number, receivedAt: number): void {
  const serverTime = (answer as { serverTime?: unknown } | null)?.serverTime
  if (typeof serverTime === 'number') behind = serverTime * 1000 - (sentAt + receivedAt) / 2
}

/** Epoch seconds by the BFF's clock, as far as it is known. */
export const serverNow = (): number => (Date.now() + behind) / 1000

/** This tab's clock less the BFF's, in seconds. */
export const tabClockSkewSeconds = (): number => Math.round(-behind / 1000)

/** Whole epoch seconds by the BFF's clock; renders again each second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  now = Math.floor(serverNow())
  timer ??= setInterval(tick, 250)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  const second = Math.floor(serverNow())
  if (second === now) return
  now = second
  for (const listener of listeners) listener()
}
