import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { PaintError } from '#contract/in-page.ts'
import type { SignedIn } from '#contract/session.ts'
import { PageHead } from './elements/page-head.tsx'
import { Skeleton } from './elements/skeleton.tsx'
import { configQuery, queryClient, sessionQuery, sessionsQuery, signedOut } from './queries.ts'
import { Component as ErrorPage } from './routes/errors/error-page.tsx'
import flow from './routes/flow/flow.module.css'
import { NothingYet } from './routes/flow/nothing-yet.tsx'
import { OpenFileButton } from './routes/flow/open-file-button.tsx'
import { Component as Guide } from './routes/guide/route.tsx'
import { heads, ScreenHead } from './routes/screen-head.tsx'
import { Shell } from './routes/shell/shell.tsx'
import { usedStyles } from './used-styles.ts'

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
  return painted(path, { ...noConfig, demonstrations: demonstrations ? [] : undefined }, signedIn, [
    { index: true, Component: Head },
    { path: '*', Component: Head },
  ])
}

/** The page of an error as the app shows it to somebody who is not signed in. */
export const paintError: PaintError = ({ path, config, named, styles }) => {
  const screen = { id: 'error', path: 'errors/:code', Component: ErrorPage, loader: () => named }
  const frame = painted(path, config, false, [screen], { error: named })
  return { frame, styles: usedStyles(styles, frame) }
}

function painted(
  path: string,
  config: Config,
  signedIn: boolean,
  children: RouteObject[],
  loaderData: Record<string, unknown> = {},
): string {
  queryClient.setQueryData(configQuery.queryKey, config)
  queryClient.setQueryData(sessionsQuery.queryKey, [])
  queryClient.setQueryData(sessionQuery(undefined).queryKey, signedIn ? noTokens : signedOut())
  const router = createMemoryRouter([{ path: '/', Component: Shell, children }], {
    initialEntries: [{ pathname: path, key: 'opened' }],
    hydrationData: { loaderData },
  })
  const markup = renderToString(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
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
