import { type Static, Type } from 'typebox'

const Headers = Type.Record(Type.String(), Type.String())

/**
 * One request that the BFF sent and what came back, as recorded. Secrets, codes and tokens in it stand as fingerprints
 * (`fp:` and eight characters, keyed, comparable within one installation). Header names are lower case.
 */
export const Exchange = Type.Object({
  id: Type.String(),
  step: Type.Union([Type.Literal('authorize'), Type.Literal('token'), Type.Literal('refresh'), Type.Literal('api')]),
  /** Id of the environment that it was sent to. */
  environment: Type.String(),
  /** Epoch seconds, with milliseconds as the fraction. */
  startedAt: Type.Number(),
  /** Epoch seconds by the BFF's clock when the answer, or the failure, was complete. */
  at: Type.Number(),
  /** Milliseconds from sending to the first byte of the answer; absent when none came. */
  firstByteMs: Type.Optional(Type.Number()),
  /** Milliseconds from sending to the end. */
  durationMs: Type.Number(),
  request: Type.Object({
    method: Type.String(),
    url: Type.String(),
    headers: Headers,
    form: Type.Optional(Type.Record(Type.String(), Type.String())),
    body: Type.Optional(Type.String()),
  }),
  response: Type.Optional(
    Type.Object({
      status: Type.Integer(),
      headers: Headers,
      /** The body as text when it is text; else `bodyBase64` holds it. */
      body: Type.Optional(Type.String()),
      bodyBase64: Type.Optional(Type.String()),
      /** Decoded bytes that were read. */
      size: Type.Integer(),
      /** True when the answer was longer than the limit and the rest was not read. */
      cut: Type.Boolean(),
    }),
  ),
  failure: Type.Optional(
    Type.Object({
      kind: Type.Union([
        Type.Literal('dns'),
        Type.Literal('refused'),
        Type.Literal('reset'),
        Type.Literal('timeout'),
        Type.Literal('tls'),
        Type.Literal('too-large'),
        Type.Literal('aborted'),
      ]),
      message: Type.Optional(Type.String()),
    }),
  ),
  /** Fingerprint of the bearer that was sent with an API call. */
  bearer: Type.Optional(Type.String()),
  /** What the BFF knows of the sign-in behind it, in the words of `Flow` in knowledge/service/call.ts. */
  flow: Type.Optional(
    Type.Object({
      /** The client identifier that the sign-in used. */
      clientId: Type.Optional(Type.String()),
      requestedScopes: Type.Optional(Type.Array(Type.String())),
      grantedScope: Type.Optional(Type.String()),
      redirectUri: Type.Optional(Type.String()),
      state: Type.Optional(Type.String()),
      nonce: Type.Optional(Type.String()),
      codeAgeSeconds: Type.Optional(Type.Number()),
      codeUsedBefore: Type.Optional(Type.Boolean()),
      signedOut: Type.Optional(Type.Boolean()),
      refused: Type.Optional(Type.Object({ check: Type.String(), field: Type.Optional(Type.String()) })),
    }),
  ),
})
export type Exchange = Static<typeof Exchange>
