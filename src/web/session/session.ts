import { isCancelledError } from '@tanstack/react-query'
import { replace } from 'react-router'
import type { Exchange } from '#contract/exchange.ts'
import { type Renewal, refreshPath, type Session, sessionPath } from '#contract/session.ts'
import { bff, Refused } from '../bff.ts'
import { forgetAnswers } from '../exchange/calls.ts'
import { forgetHandOff } from '../exchange/hand-off.ts'
import { forgetPasted } from '../exchange/pasted.ts'
import { messagesQuery, queryClient, readSession, sessionQuery } from '../queries.ts'

const channel = new BroadcastChannel('claimcheck.session')

/** Route middleware: whoever is not signed in is taken to the sign-in screen, and back after it. */
export async function demandSession({ request }: { request: Request }): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery)
  if (session.state === 'signed-in') return
  const { pathname, search } = new URL(request.url)
  throw replace(`/?${new URLSearchParams({ return: pathname + search })}`)
}

/** Takes a session as the truth in this tab and tells the other tabs to read it again. */
export function adoptSession(session: Session): void {
  takeIn(session)
  channel.postMessage('changed')
}

/** Puts a session in the place of the one before; the answers and messages of another sign-in go with it. */
function takeIn(session: Session): void {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  const same =
    before?.state === 'signed-in' && session.state === 'signed-in' && before.signedInAt === session.signedInAt
  if (!same) {
    forgetAnswers()
    // What is still on its way belongs to the session before.
    void queryClient.cancelQueries({ queryKey: messagesQuery.queryKey })
    queryClient.setQueryData(messagesQuery.queryKey, [])
  }
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

/** Forgets all that this tab holds of the session; the BFF has ended it already. */
export function forgetSession(): void {
  adoptSession(signedOut())
}

let leaving: Promise<void> | undefined

/** Signs out at once, here and in every other tab. */
export function signOut(): Promise<void> {
  leaving ??= endSession().finally(() => {
    leaving = undefined
  })
  return leaving
}

/**
 * What was recorded for this browser, read anew. It waits for a sign-out that is under way, so that nothing is asked for
 * with a session that ends meanwhile; where the BFF does not know the session any more, what this tab holds of it goes.
 */
export async function readMessages(): Promise<Exchange[]> {
  await leaving?.catch(() => undefined)
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  try {
    return await queryClient.fetchQuery(messagesQuery)
  } catch (error) {
    if (isCancelledError(error)) return []
    if (!(error instanceof Refused) || error.status !== 401) throw error
    // The refusal may be meant for a session that another has taken the place of meanwhile.
    if (queryClient.getQueryData(sessionQuery.queryKey) === before) forgetSession()
    return []
  }
}

async function endSession(): Promise<void> {
  try {
    await bff('DELETE', sessionPath)
  } catch (error) {
    if (!(error instanceof Refused && error.status === 401)) throw error
  }
  forgetHandOff()
  forgetPasted()
  forgetSession()
}

/** Asks the BFF to renew the tokens and takes in what came of it. */
export async function renew(): Promise<Renewal> {
  try {
    const renewal = await bff<Renewal>('POST', refreshPath)
    if (renewal.state === 'renewed') adoptSession(renewal.session)
    if (renewal.state === 'ended') forgetSession()
    return renewal
  } catch (error) {
    if (error instanceof Refused && error.status === 401) forgetSession()
    throw error
  }
}

/** Keeps this tab in step with the others; `changed` is called after the session was read again. */
export function followOtherTabs(changed: () => void): void {
  channel.addEventListener('message', async () => {
    takeIn(await readSession().catch(() => signedOut()))
    changed()
  })
}

const signedOut = (): Session => ({ state: 'signed-out', serverTime: Date.now() / 1000 })
