import { createBrowserRouter, replace } from 'react-router'
import { inSlices, pause } from './in-slices.ts'
import { needServer } from './queries.ts'
import { BrokenApp, BrokenScreen } from './routes/shell/broken-screen.tsx'
import { Shell, shellLoader } from './routes/shell/shell.tsx'
import { action as leave, Component as SignIn } from './routes/sign-in/route.tsx'
import { demandSession } from './session/session.ts'

// An entry of the history that came with a page load has no key yet, and all such entries would share the place to which
// their screens are scrolled. With a key of its own each opens at its top, and comes back to where it was left.
if (history.state?.key === undefined)
  history.replaceState({ ...history.state, key: crypto.randomUUID().slice(0, 8) }, '')

// The app is evaluated in two tasks: with the router its first screen begins to load.
await pause()

/** What the screens that know most stand on, in slices that are quickly evaluated. */
const errors = [() => import('#knowledge/diagnose/error-code.ts'), () => import('#knowledge/diagnose/error-index.ts')]
const inspecting = [
  () => import('#knowledge/privacy/sensitivity.ts'),
  () => import('#knowledge/token/find.ts'),
  () => import('#knowledge/paste/inspect.ts'),
  () => import('./routes/inspect/use-checked-tokens.ts'),
]

/**
 * The screens. The first comes with the app, the others when they are asked for; those under `demandSession` only for
 * somebody who is signed in.
 */
export const router = createBrowserRouter([
  {
    path: '/',
    loader: shellLoader,
    Component: Shell,
    ErrorBoundary: BrokenApp,
    children: [
      {
        ErrorBoundary: BrokenScreen,
        children: [
          { index: true, action: leave, loader: needServer, Component: SignIn },
          { path: 'callback', lazy: () => import('./routes/callback.tsx') },
          { path: 'session', lazy: () => import('./routes/session-action.ts') },
          { path: 'refused/:transaction?', lazy: () => import('./routes/refused/route.tsx') },
          // Where the screen was that explained what had been pasted.
          { path: 'explain', loader: ({ request }) => replace(`/inspect${new URL(request.url).search}`) },
          { path: 'inspect', lazy: () => inSlices('/inspect', inspecting, () => import('./routes/inspect/route.tsx')) },
          { path: 'flow', lazy: () => import('./routes/flow/route.tsx') },
          { path: 'demonstrations/:id?', lazy: () => import('./routes/demonstrations/route.tsx') },
          { path: 'demonstrations/:id/run', lazy: () => import('./routes/demonstrations/run.ts') },
          { path: 'guide', lazy: () => import('./routes/guide/route.tsx') },
          { path: 'errors', lazy: () => inSlices('/errors', errors, () => import('./routes/errors/route.tsx')) },
          { path: 'errors/:code', lazy: () => import('./routes/errors/error-page.tsx') },
          {
            middleware: [demandSession],
            loader: needServer,
            children: [
              { path: 'token', lazy: () => import('./routes/token/route.tsx') },
              { path: 'calls/:operation?', lazy: () => import('./routes/calls/route.tsx') },
            ],
          },
          { path: '*', lazy: () => import('./routes/not-found.tsx') },
        ],
      },
    ],
  },
])
