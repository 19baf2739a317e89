import { type Static, Type } from 'typebox'

/** Why the BFF itself did not do what it was asked: the body of each of its own 4xx and 5xx answers. */
export const Refusal = Type.Object({
  code: Type.Union([
    Type.Literal('session-ended'),
    Type.Literal('too-many-sessions'),
    Type.Literal('not-same-origin'),
    Type.Literal('request-invalid'),
    Type.Literal('request-too-large'),
    Type.Literal('not-found'),
    Type.Literal('method-not-allowed'),
    Type.Literal('too-many-requests'),
    Type.Literal('store-unavailable'),
    Type.Literal('identity-service-unknown'),
    Type.Literal('overloaded'),
    Type.Literal('internal'),
  ]),
  /** What happened and why, in one or two sentences. */
  message: Type.String(),
  /** What to do. */
  fix: Type.String(),
  /** By which the request is in the log. */
  requestId: Type.Optional(Type.String()),
})
export type Refusal = Static<typeof Refusal>
