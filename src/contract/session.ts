import { type Static, Type } from 'typebox'
import { Exchange } from './exchange.ts'

export const sessionPath = '/bff/session'
export const sessionsPath = '/bff/sessions'
export const refreshPath = '/bff/session/refresh'

/** Sessions that one browser may hold side by side, each in a slot of its own, from 0. */
export const mostSessions = 4

/**
 * The header in which a request names the session that it means; every route that acts on a session demands it. What
 * names no session, or one that the cookie of its slot does not open, is refused, whatever other cookies came along.
 */
export const sessionHeader = 'x-claimcheck-session'

/** A session as requests name it: its slot, and what tells it from the others that stood there. It opens nothing. */
export const sessionName = (slot: number, mark: string): string => `${slot}.${mark}`

/** The slot in a session's name; undefined for what is no such name. */
export function slotOf(name: string): number | undefined {
  const [, slot] = /^(\d)\.[\w-]{0,22}$/.exec(name) ?? []
  return slot !== undefined && Number(slot) < mostSessions ? Number(slot) : undefined
}

/** A refresh token as the page may know it: that there is one, its age, and a keyed fingerprint. */
export const RefreshTokenTrace = Type.Object({
  fingerprint: Type.String(),
  /** Epoch seconds. */
  receivedAt: Type.Number(),
})

export const SignedIn = Type.Object({
  state: Type.Literal('signed-in'),
  /** By which requests name it. A sign-in of the same person with the same client and environment continues under it. */
  name: Type.String(),
  /** Epoch seconds by the BFF's clock, with milliseconds as the fraction. */
  serverTime: Type.Number(),
  environment: Type.String(),
  client: Type.String(),
  /** Epoch seconds. */
  signedInAt: Type.Number(),
  requestedScopes: Type.Array(Type.String()),
  /** The last token response, every field as it came, less `refresh_token`. */
  tokenResponse: Type.Record(Type.String(), Type.Unknown()),
  accessToken: Type.String(),
  /** Fingerprint of the access token, as it is in recorded exchanges. */
  accessTokenFingerprint: Type.String(),
  /** The newest ID token; a renewal that brought none keeps the one before. */
  idToken: Type.Optional(Type.String()),
  /** What the BFF verified of the ID token. */
  idTokenChecked: Type.Union([Type.Literal('signature-and-claims'), Type.Literal('claims-only'), Type.Literal('none')]),
  /** The nonce that the sign-in sent; absent where none was. */
  nonce: Type.Optional(Type.String()),
  /** What tied the redirect to this browser. */
  boundBy: Type.Union([Type.Literal('state'), Type.Literal('nonce')]),
  /** Epoch seconds when the last token response came. */
  receivedAt: Type.Number(),
  refreshToken: Type.Optional(RefreshTokenTrace),
  /** How often the tokens were renewed since the sign-in. */
  renewals: Type.Integer(),
  /** Epoch seconds when the session ends without further use, and when it ends in any case. */
  idleEndsAt: Type.Number(),
  endsAt: Type.Number(),
})
export type SignedIn = Static<typeof SignedIn>

export const SignedOut = Type.Object({ state: Type.Literal('signed-out'), serverTime: Type.Number() })
export type SignedOut = Static<typeof SignedOut>

/** A session that this browser holds, as it is told beside the others. */
export const HeldSession = Type.Object({
  name: Type.String(),
  environment: Type.String(),
  client: Type.String(),
  /** Who signed in, as far as the ID token says. */
  person: Type.Optional(Type.String()),
  /** Epoch seconds. */
  signedInAt: Type.Number(),
})
export type HeldSession = Static<typeof HeldSession>

/** `GET /bff/sessions`: the sessions that this browser holds, by slot; asking lengthens none. `DELETE` ends them all. */
export const HeldSessions = Type.Object({ serverTime: Type.Number(), sessions: Type.Array(HeldSession) })
export type HeldSessions = Static<typeof HeldSessions>

/** `GET /bff/session`: without any session cookie `signed-out`; with a name that no cookie opens any more, 401. */
export const Session = Type.Union([SignedIn, SignedOut])
export type Session = Static<typeof Session>

/**
 * `POST /bff/session/refresh`. `kept`: the renewal failed and the session is unchanged. `ended`: the identity
 * service does not take the refresh token any more, so the session is over.
 */
export const Renewal = Type.Union([
  Type.Object({ state: Type.Literal('renewed'), session: SignedIn }),
  Type.Object({ state: Type.Literal('kept'), exchange: Exchange }),
  Type.Object({ state: Type.Literal('ended'), exchange: Exchange }),
  /** There is no refresh token to renew with. */
  Type.Object({ state: Type.Literal('no-refresh-token') }),
])
export type Renewal = Static<typeof Renewal>
