import { type Static, Type } from 'typebox'
import { Exchange } from './exchange.ts'

export const signInPath = '/bff/sign-in'
export const returnPath = '/bff/sign-in/return'
export const outcomeRoute = '/bff/sign-in/:transaction'
export const outcomePath = (transaction: string) =>
  outcomeRoute.replace(':transaction', encodeURIComponent(transaction))
/** OAuth 2.0 token endpoint for oidc-client-ts: form fields in, token response less the refresh token out. */
export const tokenPath = '/bff/token'

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
    prompt: Type.Optional(Type.Literal('login')),
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
 * `POST /bff/sign-in/return`: the redirect as it came, judged before any code is sent. `state` tells what the page made
 * of it: `matched` (the value that this tab sent), `absent` (none came, and the tab's pending transaction is used),
 * `unknown` (one came that this tab did not send; `transaction` is then left out).
 */
export const ReturnSignIn = Type.Object(
  {
    transaction: Type.Optional(Type.String({ maxLength: 100 })),
    state: Type.Union([Type.Literal('matched'), Type.Literal('absent'), Type.Literal('unknown')]),
    /** The query of the callback address, without the question mark. */
    query: Type.String({ maxLength: 12_000 }),
  },
  { additionalProperties: false },
)
export type ReturnSignIn = Static<typeof ReturnSignIn>

/** What became of a transaction. `exchange` is the recorded message that ended it. */
export const Outcome = Type.Union([
  Type.Object({ state: Type.Literal('open') }),
  /** The redirect holds; its code may be sent to the token endpoint. */
  Type.Object({ state: Type.Literal('returned') }),
  Type.Object({ state: Type.Literal('signed-in') }),
  Type.Object({ state: Type.Literal('refused'), client: Type.Optional(Type.String()), exchange: Exchange }),
  /** Nothing is known of it: it is over and forgotten, or another browser's. */
  Type.Object({ state: Type.Literal('unknown') }),
])
export type Outcome = Static<typeof Outcome>

/**
 * Error body of `POST /bff/token`, in the shape of RFC 6749 §5.2, with status 200 where the exchange was made and did not
 * bring tokens; the whole story is the transaction's outcome.
 */
export const TokenError = Type.Object({ error: Type.String(), error_description: Type.String() })
export type TokenError = Static<typeof TokenError>
