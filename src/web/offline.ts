import { useSyncExternalStore } from 'react'
import type { Config } from '#contract/config.ts'

/** Milliseconds after the load when the files for later are fetched: what is on the screen goes first. */
const later = 3_000

/** Whether the browser has a network. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
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

/** Keeps the app's files for times without a network, and offers a new version when there is one. */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const begin = () =>
    setTimeout(
      () =>
        void import('./register-service-worker.ts').then(
          ({ registerServiceWorker }) => registerServiceWorker(import.meta.url),
          () => undefined,
        ),
      later,
    )
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin)
}
