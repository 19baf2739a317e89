import { type Static, Type } from 'typebox'
import { Exchange } from './exchange.ts'
import { SignedIn } from './session.ts'

export const signInPath = '/bff/sign-in'
export const returnPath = '/bff/sign-in/return'
export const outcomeRoute = '/bff/sign-in/:transaction'
export const outcomePath = (transaction: string) =>
  outcomeRoute.replace(':transaction', encodeURIComponent(transaction))

/** Characters of all scopes of a sign-in together; the BFF refuses more. */
export const scopesLength = 4_096

/** `POST /bff/sign-in`: opens a transaction. */
export const OpenSignIn = Type.Object(
  {
    environment: Type.String({ maxLength: 100 }),
    client: Type.String({ maxLength: 100 }),
    /** Each in the characters of RFC 6749 §3.3. */
    scopes: Type.Array(Type.String({ maxLength: 200, pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$' }), {
      minItems: 1,
      maxItems: 100,
    }),
    /** One or more values that the environment is configured with, joined by spaces. */
    prompt: Type.Optional(Type.String({ maxLength: 500, pattern: '^\\w+( \\w+)*$' })),
    /** Who is about to sign in (OpenID Connect Core §3.1.2.1); the page puts it into the authorization request. */
    loginHint: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    /** Id of the demonstration that is played; the page puts it into the request, and the built-in sandbox reads it. */
    demonstration: Type.Optional(Type.String({ maxLength: 100, pattern: '^[a-z-]+$' })),
    /** Name of the session that is ended for the new one where this browser holds as many as it may. */
    instead: Type.Optional(Type.String({ maxLength: 30 })),
  },
  { additionalProperties: false },
)
export type OpenSignIn = Static<typeof OpenSignIn>

export const Transaction = Type.Object({
  /** Public name of the transaction; the cookie holds what proves that it is this browser's. */
  transaction: Type.String(),
  /** Absent where the environment is configured without one. */
  nonce: Type.Optional(Type.String()),
  codeChallenge: Type.Optional(Type.String()),
  codeChallengeMethod: Type.Optional(Type.Literal('S256')),
  /** Epoch seconds after which its redirect is refused. */
  expiresAt: Type.Number(),
})
export type Transaction = Static<typeof Transaction>

/**
 * `POST /bff/sign-in/return`: the redirect as it came. The BFF checks it, exchanges its code and responds with the result.
 * `state` tells what the page made of it: `matched` (the value that this tab sent), `absent` (none was received, and the tab's
 * pending transaction is used), `unknown` (one came that this tab did not send; `transaction` is then left out).
 */
export const ReturnSignIn = Type.Object(
  {
    transaction: Type.Optional(Type.String({ maxLength: 100 })),
    state: Type.Union([Type.Literal('matched'), Type.Literal('absent'), Type.Literal('unknown')]),
    /** The query of the callback address, without the question mark. */
    query: Type.String({ maxLength: 8_000, pattern: '^[\\x20-\\x7e]*$' }),
  },
  { additionalProperties: false },
)
export type ReturnSignIn = Static<typeof ReturnSignIn>

/** A sign-in that brought no tokens. `exchange` is the recorded message that ended it. */
export const RefusedSignIn = Type.Object({
  state: Type.Literal('refused'),
  client: Type.Optional(Type.String()),
  exchange: Exchange,
})
export type RefusedSignIn = Static<typeof RefusedSignIn>

/** Nothing is known of it: it is over and forgotten, signed out of meanwhile, or another browser's. */
const UnknownSignIn = Type.Object({ state: Type.Literal('unknown') })

/** What a redirect came to. */
export const SignInResult = Type.Union([
  Type.Object({ state: Type.Literal('signed-in'), session: SignedIn }),
  RefusedSignIn,
  UnknownSignIn,
])
export type SignInResult = Static<typeof SignInResult>

/** What became of a transaction. */
export const Outcome = Type.Union([
  Type.Object({ state: Type.Literal('open') }),
  /** The redirect passed its checks, and its code is being exchanged. */
  Type.Object({ state: Type.Literal('exchanging') }),
  Type.Object({ state: Type.Literal('signed-in') }),
  RefusedSignIn,
  UnknownSignIn,
])
export type Outcome = Static<typeof Outcome>
