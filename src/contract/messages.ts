import { type Static, Type } from 'typebox'
import { Exchange } from './exchange.ts'

export const messagesPath = '/bff/messages'

/** A recorded exchange as it is kept. */
export const Message = Type.Object({
  exchange: Exchange,
  /** Whose body was longer than what is kept: text is cut there, anything else is left out. */
  shortened: Type.Array(Type.Union([Type.Literal('request'), Type.Literal('response')])),
  /** Header and claims of the bearer of an API call, without its signature; absent for a token that is no JWT. */
  token: Type.Optional(
    Type.Object({
      header: Type.Record(Type.String(), Type.Unknown()),
      claims: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
})
export type Message = Static<typeof Message>

/**
 * `GET /bff/messages`: what was recorded for this browser, in the order of sending. The sign-in that began the session
 * comes first, then its renewals and calls; the newest hundred are kept. Sign-ins that came to nothing since then stand
 * among them for as long as their outcome is known, also where there is no session.
 */
export const Messages = Type.Object({
  /** Epoch seconds by the BFF's clock, with milliseconds as the fraction. */
  serverTime: Type.Number(),
  messages: Type.Array(Message),
})
export type Messages = Static<typeof Messages>
