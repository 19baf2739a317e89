import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import { PageHead } from './elements/page-head.tsx'
import { Skeleton } from './elements/skeleton.tsx'
import { configQuery, queryClient, sessionQuery, sessionsQuery, signedOut } from './queries.ts'
import { heads, ScreenHead } from './routes/screen-head.tsx'
import { Shell } from './routes/shell/shell.tsx'

/** What a frame depends on beside the path. */
export interface Circumstances {
  signedIn: boolean
  demonstrations: boolean
}

/** The paths whose screens always have the same heading. */
export const framedPaths = Object.keys(heads) as (keyof typeof heads)[]

/**
 * The frame as `Shell` paints it, with the heading of a path's screen where it always has the same, and, after a third of
 * a second, what is being waited for. The build puts it into the page, so that it is painted before any script has come.
 */
export function renderFrame(path: string, { signedIn, demonstrations }: Circumstances): string {
  queryClient.setQueryData(configQuery.queryKey, { ...noConfig, demonstrations: demonstrations ? [] : undefined })
  queryClient.setQueryData(sessionsQuery.queryKey, [])
  queryClient.setQueryData(sessionQuery(undefined).queryKey, signedIn ? noTokens : signedOut())
  const head = framedPaths.find((one) => one === path)
  const Head = () => (
    <>
      {head === '/demonstrations' && !demonstrations ? <PageHead title={heads[head].title} /> : screen}
      <Skeleton what={waits[path] ?? 'Loading the screen'} />
    </>
  )
  const screen = head === undefined ? null : <ScreenHead of={head} />
  const routes = [
    {
      path: '/',
      Component: Shell,
      children: [
        { index: true, Component: Head },
        { path: '*', Component: Head },
      ],
    },
  ]
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
    </QueryClientProvider>,
  )
  // React lifts the title out of the frame; in a page it is in the head already.
  return markup.replace(/<title>.*?<\/title>/, '')
}

/** What one waits for on the way to each screen. */
const waits: Record<string, string> = {
  '/': 'Reading the environments',
  '/token': 'Reading the tokens',
  '/calls': 'Reading your session',
  '/flow': 'Reading the messages',
  '/inspect': 'Loading Inspect',
  '/demonstrations': 'Reading the demonstrations',
  '/errors': 'Loading the errors',
  '/guide': 'Loading the API guide',
  '/callback': 'Exchanging the code for tokens',
}

const noConfig: Config = { serverTime: 0, builtIn: false, environments: [], operations: [], builtInOperations: true }

const noTokens: SignedIn = {
  state: 'signed-in',
  name: '',
  serverTime: 0,
  environment: '',
  client: '',
  signedInAt: 0,
  requestedScopes: [],
  tokenResponse: {},
  accessToken: '',
  accessTokenFingerprint: '',
  idTokenChecked: 'none',
  boundBy: 'state',
  receivedAt: 0,
  renewals: 0,
  idleEndsAt: 0,
  endsAt: 0,
}
