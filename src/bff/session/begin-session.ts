import { randomBytes } from 'node:crypto'
import type { Exchange } from '#contract/exchange.ts'
import type { AppState } from '../app-state.ts'
import { keepMessage } from '../record/kept-messages.ts'
import { endSession, idleEnd } from './session.ts'
import type { SessionRecord } from './session-record.ts'

/**
 * Stores a session, with the messages that brought it, under a new secret, as the only one of its browser: an older one
 * ends.
 *
 * @param known.signOut the mark of the browser's last sign-out, as it was before the exchange began
 * @param known.older secret of the session that the request brought
 * @returns the secret; undefined when the browser was signed out since then, so that no session began
 */
export async function beginSession(
  appState: AppState,
  session: SessionRecord,
  messages: Exchange[],
  known: { browser: string; signOut?: string; older?: string },
): Promise<string | undefined> {
  const { sessions, singleSession, clock, configuration } = appState
  const secret = randomBytes(32).toString('base64url')
  await sessions.put(secret, session, idleEnd(session, clock(), configuration.limits.sessionIdleSeconds))
  for (const exchange of messages) await keepMessage(sessions, secret, exchange)
  const adopted = await singleSession
    .adopt(known.browser, secret, { signOut: known.signOut, expiresAt: session.endsAt })
    .catch(async (error) => {
      await sessions.delete(secret).catch(() => {})
      throw error
    })
  if (!adopted) {
    await sessions.delete(secret)
    return undefined
  }
  if (known.older !== undefined) await endSession(appState, known.older)
  return secret
}
