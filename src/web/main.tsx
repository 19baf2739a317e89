import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { configPath } from '#contract/config.ts'
import './trusted-worker.ts'
import './styles/base.css'
import { bff } from './bff.ts'
import { takeTypedBack } from './exchange/calls.ts'
import { inPage } from './in-page.ts'
import { askWhileAway, keepForOffline } from './offline.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { fromKeptFiles, queryClient } from './queries.ts'
import { router } from './router.tsx'
import { followOtherTabs } from './session/session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')

takeTypedBack()
followOtherTabs(() => void router.revalidate())
prefetchOnIntent(router)
keepForOffline(fromKeptFiles())
// What could not be asked for without a network is asked for now.
if (fromKeptFiles()) {
  const readAgain = () => queryClient.invalidateQueries().then(() => router.revalidate())
  addEventListener('online', () => void readAgain())
  askWhileAway(() => bff('GET', configPath).then(readAgain))
}

// The frame that index.html painted stays until the first screen has all that it shows, its typeface included, so that
// nothing moves when that arrives. It is on its way since the page began; one that does not come is not waited for long.
const typeface = Promise.race([
  document.fonts.load('1rem Inter').catch(() => undefined),
  new Promise((over) => setTimeout(over, 1_000)),
])
const begun = router.subscribe(({ initialized }) => initialized && begin(root))
if (router.state.initialized) begin(root)

function begin(container: HTMLElement): void {
  begun()
  void typeface.then(() => render(container))
}

/**
 * As a transition, which React renders in small pieces: the page reacts between them. What the page shows as a whole
 * stays as it is; where it differs from what this browser would show, React replaces it.
 */
function render(container: HTMLElement): void {
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
  startTransition(() => {
    if (inPage()?.painted) hydrateRoot(container, app, { onRecoverableError: () => undefined })
    else createRoot(container).render(app)
  })
}

// A page that comes back out of the browser's back-forward cache still shows the sign-in as leaving.
addEventListener('pageshow', (event) => event.persisted && location.reload())
