import { QueryClient, queryOptions } from '@tanstack/react-query'
import { type Check, checkPath } from '#contract/check.ts'
import { type Config, configPath } from '#contract/config.ts'
import { type Keys, keysPath } from '#contract/keys.ts'
import { type Messages, messagesPath } from '#contract/messages.ts'
import { type HeldSession, type HeldSessions, type Session, sessionPath, sessionsPath } from '#contract/session.ts'
import { loadCatalogue } from '#knowledge/diagnose/registries/load-catalogue.ts'
import { bff, noResponse, Refused } from './bff.ts'
import { inPage } from './in-page.ts'
import { isAway, unknownInstallation } from './offline.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: () => bff<Config>('GET', configPath).catch(orWithoutNetwork(unknownInstallation)),
  initialData: () => inPage()?.config,
})

/** Whether this page came from what the browser keeps of the app, because nothing answered. */
export const fromKeptFiles = () => inPage() === undefined && Boolean(navigator.serviceWorker?.controller)

/**
 * Loader of the screens that cannot be shown without the BFF.
 *
 * @throws Refused where nothing responds, and what the installation offers was never read
 */
export async function needServer(): Promise<null> {
  if (await isInstallationUnknown()) throw noResponse()
  return null
}

/** Whether this page stands on what the browser keeps of the app, and on nothing that the BFF said. */
export async function isInstallationUnknown(): Promise<boolean> {
  // Only who was asked has not responded.
  const { environments } = await queryClient.ensureQueryData(configQuery)
  return environments.length === 0 && fromKeptFiles() && isAway()
}

/** Lets a page that came so go on without what only the BFF tells. */
function orWithoutNetwork<Value>(value: () => Value): (error: unknown) => Value {
  return (error) => {
    if (fromKeptFiles() && error instanceof Refused && error.status === 0) return value()
    throw error
  }
}

/** What the BFF found wrong with the configuration; looked at again each time that the sign-in screen is opened. */
export const checkQuery = queryOptions({
  queryKey: ['check'],
  queryFn: () => bff<Check>('GET', checkPath),
  staleTime: 60_000,
})

/** The sessions that this browser holds side by side, by slot. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: (): Promise<HeldSession[]> =>
    bff<HeldSessions>('GET', sessionsPath).then(
      ({ sessions }) => sessions,
      orWithoutNetwork(() => []),
    ),
  initialData: () => inPage()?.sessions,
  gcTime: Number.POSITIVE_INFINITY,
})

/** One of them, by its name; without a name, nobody's. What is kept of a session is kept under its name. */
export const sessionQuery = (name: string | undefined) =>
  queryOptions({
    queryKey: ['session', name ?? ''],
    queryFn: () => readSession(name),
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Asks the BFF for a session; one that it does not take any more reads as signed out. */
async function readSession(session: string | undefined): Promise<Session> {
  if (session === undefined) return signedOut()
  try {
    return await bff<Session>('GET', sessionPath, undefined, { session })
  } catch (error) {
    if (error instanceof Refused && error.status === 401) return signedOut()
    return orWithoutNetwork(signedOut)(error)
  }
}

export const signedOut = (): Session => ({ state: 'signed-out', serverTime: Date.now() / 1000 })

queryClient.setQueryData(sessionQuery(undefined).queryKey, signedOut())

export const keysQuery = (environment: string) =>
  queryOptions({
    queryKey: ['keys', environment],
    queryFn: () => bff<Keys>('GET', keysPath(environment)),
    staleTime: 60_000,
  })

/** The errors of the registries: in chunks of their own, fetched where a response names one that no entry explains. */
export const catalogueQuery = queryOptions({ queryKey: ['catalogue'], queryFn: loadCatalogue })

/**
 * What was recorded for a session, or without a name for a browser that holds none; its screen reads it again each time
 * that it is opened.
 */
export const messagesQuery = (session: string | undefined) =>
  queryOptions({
    queryKey: ['messages', session ?? ''],
    queryFn: () => bff<Messages>('GET', messagesPath, undefined, { session }),
    initialData: () => (session === undefined ? inPage()?.messages : undefined),
    staleTime: 0,
    refetchOnMount: false,
  })
