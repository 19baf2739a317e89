import { useSyncExternalStore } from 'react'
import type { Config } from '#contract/config.ts'
import { showToast } from './elements/toasts.tsx'
import { trustedWorkerUrl } from './trusted-worker.ts'

/** Milliseconds after the load when the files for later are fetched: what is on the screen goes first. */
const later = 3_000
const hour = 3_600_000

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
  const begin = () => setTimeout(() => void register(), later)
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin)
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register(trustedWorkerUrl('/service-worker.js')).catch(() => undefined)
  const registration = await navigator.serviceWorker.ready
  setInterval(() => void registration.update().catch(() => undefined), hour)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void offerUpdate()
    })
  })
}

/** Offers to load the page again where the installation has another version than this page. */
async function offerUpdate(): Promise<void> {
  const page = await fetch('/?', { headers: { accept: 'text/html' } }).then(
    (response) => response.text(),
    () => '',
  )
  if (page === '' || page.includes(new URL(import.meta.url).pathname)) return
  showToast({
    title: 'A new version of Claimcheck is ready',
    more: 'Reload when it suits you. What you pasted is lost by it.',
    action: { label: 'Reload', do: () => location.reload() },
  })
}
