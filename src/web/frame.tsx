import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import { PageHead } from './elements/page-head.tsx'
import { Skeleton } from './elements/skeleton.tsx'
import { configQuery, queryClient, sessionQuery, sessionsQuery, signedOut } from './queries.ts'
import flow from './routes/flow/flow.module.css'
import { NothingYet } from './routes/flow/nothing-yet.tsx'
import { OpenFileButton } from './routes/flow/open-file-button.tsx'
import { Component as Guide } from './routes/guide/route.tsx'
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
 *
 * @param whole whether it has the content of the screen too: of the guide, and of Flow as long as nothing is recorded
 */
export function renderFrame(path: string, { signedIn, demonstrations }: Circumstances, whole: boolean): string {
  queryClient.setQueryData(configQuery.queryKey, { ...noConfig, demonstrations: demonstrations ? [] : undefined })
  queryClient.setQueryData(sessionsQuery.queryKey, [])
  queryClient.setQueryData(sessionQuery(undefined).queryKey, signedIn ? noTokens : signedOut())
  const head = framedPaths.find((one) => one === path)
  const Content = whole ? contents[path] : undefined
  const Head = () =>
    Content ? (
      <Content signedIn={signedIn} demonstrations={demonstrations} />
    ) : (
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
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [{ pathname: path, key: 'opened' }] })} />
    </QueryClientProvider>,
  )
  // React lifts the title out of the frame; in a page it is in the head already.
  return markup.replace(/<title>.*?<\/title>/, '')
}

/** What comes with the page itself. */
const contents: Record<string, ComponentType<Circumstances>> = {
  '/guide': Guide,
  '/flow': (circumstances) => (
    <>
      <div className={flow.head}>
        <ScreenHead of="/flow" />
        <div>
          <OpenFileButton />
        </div>
      </div>
      <NothingYet {...circumstances} />
    </>
  ),
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
