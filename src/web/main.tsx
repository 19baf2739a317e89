import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import './trusted-worker.ts'
import './styles/base.css'
import { queryClient } from './queries.ts'
import { router } from './router.tsx'
import { followOtherTabs } from './session/session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')

followOtherTabs(() => void router.revalidate())

// The frame that index.html painted stays until the first screen has all that it shows.
const begun = router.subscribe(({ initialized }) => initialized && render(root))
if (router.state.initialized) render(root)

function render(container: HTMLElement): void {
  begun()
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

// A page that comes back out of the browser's back-forward cache still shows the sign-in as leaving.
addEventListener('pageshow', (event) => event.persisted && location.reload())
