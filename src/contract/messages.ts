import { type Static, Type } from 'typebox'
import { Exchange } from './exchange.ts'

export const messagesPath = '/bff/messages'

/**
 * `GET /bff/messages`: what was recorded for a session, in the order of sending. The sign-in that began it comes first,
 * then its renewals and calls; the newest hundred are kept. Sign-ins of this browser that came to nothing since then
 * stand among them for as long as their outcome is known. Where no session is named there are these alone, as far as no
 * session of this browser began after them.
 */
export const Messages = Type.Object({
  /** Epoch seconds by the BFF's clock, with milliseconds as the fraction. */
  serverTime: Type.Number(),
  /** Long bodies are shortened for keeping. */
  messages: Type.Array(Exchange),
  /** Ids of those among them that belong to sign-ins that came to nothing, and so to no session. */
  refused: Type.Array(Type.String()),
})
export type Messages = Static<typeof Messages>
