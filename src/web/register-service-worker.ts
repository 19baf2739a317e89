import { RefreshCw } from 'lucide-react'
import { showToast } from './elements/toasts.tsx'
import { trustedWorkerUrl } from './trusted-worker.ts'

const hour = 3_600_000

/**
 * Registers what keeps the app's files, and looks for a new version every hour from then on.
 *
 * @param app the address of the script that this page runs
 */
export async function registerServiceWorker(app: string): Promise<void> {
  await navigator.serviceWorker.register(trustedWorkerUrl('/service-worker.js')).catch(() => undefined)
  const registration = await navigator.serviceWorker.ready
  setInterval(() => void registration.update().catch(() => undefined), hour)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void offerUpdate(app)
    })
  })
}

/** Offers to load the page again where the installation has another version than this page. */
async function offerUpdate(app: string): Promise<void> {
  const page = await fetch('/?', { headers: { accept: 'text/html' } }).then(
    (response) => response.text(),
    () => '',
  )
  if (page === '' || page.includes(new URL(app).pathname)) return
  showToast({
    title: 'A new version of Claimcheck is ready',
    more: 'Reload when it suits you. Pasted text will be lost.',
    action: { label: 'Reload', Icon: RefreshCw, do: () => location.reload() },
  })
}
