import { isCancelledError, useSuspenseQuery } from '@tanstack/react-query'
import { replace } from 'react-router'
import type { Exchange } from '#contract/exchange.ts'
import {
  type HeldSession,
  type Renewal,
  refreshPath,
  type Session,
  type SignedIn,
  sessionPath,
  sessionsPath,
} from '#contract/session.ts'
import { bff, Refused } from '../bff.ts'
import { serverNow } from '../clock.ts'
import { forgetAnswers } from '../exchange/calls.ts'
import { forgetHandOff } from '../exchange/hand-off.ts'
import { forgetPasted } from '../exchange/pasted.ts'
import {
  fromKeptFiles,
  isInstallationUnknown,
  messagesQuery,
  queryClient,
  sessionQuery,
  sessionsQuery,
  signedOut,
} from '../queries.ts'
import { chooseName, currentName, hasChosen, lastChosenName, useCurrentName } from './current-session.ts'

const channel = new BroadcastChannel('claimcheck.session')

/** The session that this tab is in. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery(useCurrentName())).data

/** All sessions that this browser holds, by slot. */
export const useHeldSessions = (): HeldSession[] => useSuspenseQuery(sessionsQuery).data

/**
 * The session that this tab is in, for a loader. A new tab comes into the one that was chosen last in this browser, or
 * the newest; a tab whose session has ended is in none, whichever others there are.
 */
export async function currentSession(): Promise<Session> {
  if (!hasChosen()) {
    const held = await queryClient.ensureQueryData(sessionsQuery)
    const newest = held.toSorted((one, other) => other.signedInAt - one.signedInAt)[0]
    const first = held.find(({ name }) => name === lastChosenName()) ?? newest
    if (first) chooseName(first.name)
  }
  const name = currentName()
  const session = await queryClient.ensureQueryData(sessionQuery(name))
  // Where nothing responds it is not known to have ended, and is there again once something does.
  const hasEnded = session.state === 'signed-out' && !fromKeptFiles()
  if (hasEnded && name !== undefined && name === currentName()) chooseName(undefined)
  return session
}

/**
 * Route middleware: anyone who is not signed in is taken to the sign-in screen, and back after it. Where nothing responds
 * that knows whether somebody is, the screen says so at its own address.
 */
export async function demandSession({ request }: { request: Request }): Promise<void> {
  if ((await currentSession()).state === 'signed-in') return
  if (await isInstallationUnknown()) return
  const { pathname, search } = new URL(request.url)
  throw replace(`/?${new URLSearchParams({ return: pathname + search })}`)
}

/** Brings this tab into the session that a sign-in brought. The others of this browser go on beside it. */
export async function enterSession(session: SignedIn): Promise<void> {
  keep(session)
  await queryClient.fetchQuery({ ...sessionsQuery, staleTime: 0 }).catch(() => undefined)
  chooseName(session.name)
}

/** Brings this tab into another session that this browser holds; answers whether there is such a session still. */
export async function switchSession(name: string): Promise<boolean> {
  const session = await queryClient.ensureQueryData(sessionQuery(name))
  if (session.state === 'signed-out') {
    forgetSession(name)
    return false
  }
  forgetHandOff()
  chooseName(name)
  return true
}

/** Reads again which sessions this browser holds; a tab that is in none comes into the only one. */
export async function findSessions(): Promise<void> {
  const held = await queryClient.fetchQuery({ ...sessionsQuery, staleTime: 0 })
  const [only, ...more] = held
  if (only && more.length === 0 && currentName() === undefined) await switchSession(only.name)
}

/** Takes a session as the truth in this tab and tells the other tabs to read it again. */
function keep(session: SignedIn): void {
  queryClient.setQueryData(sessionQuery(session.name).queryKey, session)
  channel.postMessage('changed')
}

/** Forgets all that this tab holds of a session; the BFF has ended it already. */
export function forgetSession(name: string): void {
  drop(name)
  channel.postMessage('changed')
}

function drop(name: string): void {
  forgetAnswers(name)
  // What is still on its way belongs to a session that is over.
  void queryClient.cancelQueries({ queryKey: messagesQuery(name).queryKey })
  queryClient.setQueryData(messagesQuery(name).queryKey, { serverTime: serverNow(), messages: [], refused: [] })
  queryClient.setQueryData(sessionQuery(name).queryKey, signedOut())
  queryClient.setQueryData(sessionsQuery.queryKey, (held) => held?.filter((one) => one.name !== name))
  if (currentName() === name) chooseName(undefined)
}

let leaving: Promise<void> | undefined

/** Waits for a sign-out that is in progress, whatever comes of it. */
export async function afterSignOut(): Promise<void> {
  await leaving?.catch(() => undefined)
}

/** Signs out of a session, or without a name of all, at once, here and in every other tab. */
export function signOut(name?: string): Promise<void> {
  leaving ??= endSession(name).finally(() => {
    leaving = undefined
  })
  return leaving
}

/**
 * What was recorded for a session, read again. It waits for a sign-out that is in progress, so that nothing is asked for
 * with a session that ends meanwhile; where the BFF does not know the session any more, what this tab holds of it goes.
 */
export async function readMessages(of?: string): Promise<Exchange[]> {
  await afterSignOut()
  const name = of ?? currentName()
  if (of !== undefined && queryClient.getQueryData(sessionQuery(of).queryKey)?.state === 'signed-out') return []
  try {
    return (await queryClient.fetchQuery(messagesQuery(name))).messages
  } catch (error) {
    if (isCancelledError(error)) return []
    if (!(error instanceof Refused) || error.status !== 401) throw error
    if (name !== undefined) forgetSession(name)
    return []
  }
}

async function endSession(name: string | undefined): Promise<void> {
  const held = queryClient.getQueryData(sessionsQuery.queryKey) ?? []
  const left = name === undefined ? held.map((one) => one.name) : [name]
  try {
    if (name === undefined) await bff('DELETE', sessionsPath)
    else await bff('DELETE', sessionPath, undefined, { session: name })
  } catch (error) {
    if (!(error instanceof Refused && error.status === 401)) throw error
  }
  forgetHandOff()
  forgetPasted()
  for (const one of left) drop(one)
  channel.postMessage('changed')
}

/** Asks the BFF to renew a session's tokens and takes in what came of it. */
export async function renew(name: string): Promise<Renewal> {
  try {
    const renewal = await bff<Renewal>('POST', refreshPath, undefined, { session: name })
    if (renewal.state === 'renewed') keep(renewal.session)
    if (renewal.state === 'ended') forgetSession(name)
    return renewal
  } catch (error) {
    if (error instanceof Refused && error.status === 401) forgetSession(name)
    throw error
  }
}

/**
 * Keeps this tab in step with the others; `changed` is called after the sessions were read again. What another tab did
 * never brings this one from one session into another: it may only end the one that it is in, or begin the first.
 */
export function followOtherTabs(changed: () => void): void {
  channel.addEventListener('message', async () => {
    const before = queryClient.getQueryData(sessionsQuery.queryKey) ?? []
    const held = await queryClient.fetchQuery({ ...sessionsQuery, staleTime: 0 }).catch(() => before)
    for (const { name } of before) if (!held.some((one) => one.name === name)) drop(name)
    const name = currentName()
    if (name !== undefined) await queryClient.fetchQuery({ ...sessionQuery(name), staleTime: 0 }).catch(() => undefined)
    const [only, ...more] = held
    if (name === undefined && before.length === 0 && only && more.length === 0) await switchSession(only.name)
    changed()
  })
}
