import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Exchange } from '#contract/exchange.ts'
import type { AppState } from '../app-state.ts'
import { keepMessage, moveMessages } from '../record/kept-messages.ts'
import type { Begun, KnownBrowser } from './browser-sessions.ts'
import { endSession } from './session.ts'
import type { SessionRecord } from './session-record.ts'
import { signOut } from './sign-out.ts'

/**
 * Stores a session under a new secret, with the messages that brought it, beside the others of its browser. One of the
 * same person with the same client and environment ends, and its messages go on with the new one.
 */
export async function beginSession(
  appState: AppState,
  session: Omit<SessionRecord, 'name'>,
  messages: Exchange[],
  known: KnownBrowser,
  log: FastifyBaseLogger,
): Promise<Begun> {
  const { sessions, successors, browserSessions, recording, clock, configuration } = appState
  const secret = randomBytes(32).toString('base64url')
  const begun = await browserSessions.begin(known, secret, session)
  if (begun.state !== 'begun') return begun
  const { before } = begun
  if (before?.why === 'same-holder') {
    // Calls that began before end somewhat later, and their messages go after the others.
    const { requestMilliseconds, apiMilliseconds, storeMilliseconds } = configuration.limits
    const until = clock() + requestMilliseconds + apiMilliseconds + 10 * storeMilliseconds
    await successors.put(before.secret, { secret }, until)
    await recording.settled()
    await moveMessages(sessions, before.secret, secret, messages.length)
  }
  for (const exchange of messages) await keepMessage(sessions, secret, exchange)
  if (before?.why === 'gave-way') await signOut(appState, before, log)
  else if (before) await endSession(appState, before.secret)
  return begun
}
