import { useSyncExternalStore } from 'react'
import type { Config } from '#contract/config.ts'

/** Milliseconds after the load when the files for later are fetched: what is on the screen goes first. */
const later = 3_000

/** Whether the last request to the BFF got a response; a browser may take itself to be online where nothing responds. */
let isReached = true
const listeners = new Set<() => void>()

/** Takes down whether a request to the BFF got a response. */
export function noteReached(reached: boolean): void {
  if (reached === isReached) return
  isReached = reached
  for (const listener of listeners) listener()
}

/** Whether nothing responds at the moment, as far as is known. */
export const isAway = (): boolean => !navigator.onLine || !isReached

/** Milliseconds from one attempt to reach a BFF that does not respond to the next. */
const pause = 5_000

/** Continues to ask a BFF that does not respond, for as long as this page lives. */
export function askWhileAway(ask: () => Promise<unknown>): void {
  const next = () =>
    setTimeout(() => {
      const asked = navigator.onLine && !isReached ? ask().catch(() => undefined) : Promise.resolve()
      void asked.then(next)
    }, pause)
  next()
}

/** What the page can reach: nothing by the browser's own account, a network but not the BFF, or the BFF. */
export const useConnection = (): 'offline' | 'no-server' | 'connected' =>
  useSyncExternalStore(
    subscribe,
    () => (navigator.onLine ? (isReached ? 'connected' : 'no-server') : 'offline'),
    () => 'connected',
  )

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** What is known of an installation that does not respond: enough for the screens that work on what is pasted. */
export const unknownInstallation = (): Config => ({
  serverTime: Date.now() / 1000,
  builtIn: false,
  environments: [],
  operations: [],
  builtInOperations: true,
})

/**
 * Keeps the app's files for times without a network, and offers a new version when there is one.
 *
 * @param kept whether this page itself came from the files that are kept: there is nothing to fetch until the network is back
 */
export function keepForOffline(kept: boolean): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => {
    if (navigator.onLine)
      void import('./register-service-worker.ts').then(
        ({ registerServiceWorker }) => registerServiceWorker(import.meta.url),
        () => undefined,
      )
    else addEventListener('online', register, { once: true })
  }
  const begin = () => setTimeout(register, later)
  if (kept) addEventListener('online', register, { once: true })
  else if (document.readyState === 'complete') begin()
  else addEventListener('load', begin)
}
