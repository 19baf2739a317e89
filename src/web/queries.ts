import { QueryClient, queryOptions } from '@tanstack/react-query'
import { type Check, checkPath } from '#contract/check.ts'
import { type Config, configPath } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import { type Keys, keysPath } from '#contract/keys.ts'
import { type Messages, messagesPath } from '#contract/messages.ts'
import { type Session, sessionPath } from '#contract/session.ts'
import { loadCatalogue } from '#knowledge/diagnose/registries/load-catalogue.ts'
import { bff, Refused } from './bff.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

export const configQuery = queryOptions({ queryKey: ['config'], queryFn: () => bff<Config>('GET', configPath) })

/** What the BFF found wrong with the configuration; looked at anew each time that the sign-in screen is opened. */
export const checkQuery = queryOptions({
  queryKey: ['check'],
  queryFn: () => bff<Check>('GET', checkPath),
  staleTime: 60_000,
})

export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: readSession })

/** Asks the BFF for the session; one that it does not take any more reads as signed out. */
export async function readSession(): Promise<Session> {
  try {
    return await bff<Session>('GET', sessionPath)
  } catch (error) {
    if (error instanceof Refused && error.status === 401) return { state: 'signed-out', serverTime: Date.now() / 1000 }
    throw error
  }
}

export const keysQuery = (environment: string) =>
  queryOptions({
    queryKey: ['keys', environment],
    queryFn: () => bff<Keys>('GET', keysPath(environment)),
    staleTime: 60_000,
  })

/** The errors of the registries: in chunks of their own, fetched where an answer names one that no entry explains. */
export const catalogueQuery = queryOptions({ queryKey: ['catalogue'], queryFn: loadCatalogue })

/** What was recorded for this browser; its screen reads it anew each time that it is opened. */
export const messagesQuery = queryOptions({
  queryKey: ['messages'],
  queryFn: async (): Promise<Exchange[]> => (await bff<Messages>('GET', messagesPath)).messages,
  staleTime: 0,
  refetchOnMount: false,
})
