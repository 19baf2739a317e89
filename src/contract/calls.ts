import { type Static, Type } from 'typebox'
import { Exchange } from './exchange.ts'

export const callsPath = '/bff/calls'

/** What a browser may say to a business API, in lower case; all else is left out, and the recorded request shows what was sent. */
export const forwardedHeaders: readonly string[] = [
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-unmodified-since',
  'prefer',
  'idempotency-key',
  'x-request-id',
  'x-correlation-id',
]

/**
 * `POST /bff/calls`: one call of a business API with the session's access token. Either `operation` with its
 * `parameters`, or `method` and `path` (below the environment's prefix, without it). The response is the recorded exchange.
 */
export const CallRequest = Type.Object(
  {
    /** Whose gateway to call; the session's own environment when left out. */
    environment: Type.Optional(Type.String({ maxLength: 100 })),
    operation: Type.Optional(Type.String({ maxLength: 100 })),
    /** Values of the operation's path parameters. */
    parameters: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 500 }))),
    method: Type.Optional(
      Type.Union([
        Type.Literal('GET'),
        Type.Literal('POST'),
        Type.Literal('PUT'),
        Type.Literal('PATCH'),
        Type.Literal('DELETE'),
      ]),
    ),
    path: Type.Optional(Type.String({ maxLength: 2_000 })),
    /** Names and values, in order; a name may come more than once. */
    query: Type.Optional(
      Type.Array(Type.Tuple([Type.String({ maxLength: 200 }), Type.String({ maxLength: 2_000 })]), { maxItems: 50 }),
    ),
    headers: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 2_000 }))),
    body: Type.Optional(Type.String()),
    /**
     * A test token to send in place of the session's access token; empty to send none. Only the built-in environments are
     * called so.
     */
    token: Type.Optional(Type.String({ maxLength: 16_000, pattern: '^[!-~]*$' })),
    /** What is wrong with the test token on purpose, by the id of its deliberate fault; recorded with the call. */
    fault: Type.Optional(Type.String({ maxLength: 40, pattern: '^[a-z-]+$' })),
  },
  { additionalProperties: false },
)
export type CallRequest = Static<typeof CallRequest>

export const CallAnswer = Exchange
export type CallAnswer = Exchange
