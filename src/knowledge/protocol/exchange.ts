import type { DecodedToken, FailureKind, Flow, Step } from './call.ts'

/**
 * One request to the outside world and what came back, as it was recorded or read from a file. In what Claimcheck
 * recorded, secrets, codes and tokens are fingerprints (`fp:` and eight characters, keyed, comparable within one
 * installation). Header names are lower case; a header that came more than once is joined by `, `, `set-cookie` by line.
 *
 * A new member is declared here alone; the compiler then asks for it where it is written, read, reported and judged.
 */
export interface Exchange {
  id: string
  step: Step
  /** Id of the environment that it was sent to; empty where none is known. */
  environment: string
  /** Epoch seconds, with milliseconds as the fraction. */
  startedAt: number
  /** Epoch seconds by the recording clock when the response, or the failure, was complete. */
  at: number
  /** Milliseconds from sending to the first byte of the response; absent when none was received. */
  firstByteMs?: number
  /** Milliseconds from sending to the end. */
  durationMs: number
  /** For `authorize`: the request that the browser was sent away with. */
  request: ExchangeRequest
  /** For `authorize`: the redirect that the browser returned, as status 302 and a `location`. */
  response?: ExchangeResponse
  /** Set when no complete response came. */
  failure?: { kind: FailureKind; message?: string }
  /** Fingerprint of the bearer that was sent with an API call. */
  bearer?: string
  /** Header and claims of that bearer, as far as they were kept with it; never its signature. */
  token?: DecodedToken
  /** What is known of the sign-in behind it. */
  flow?: Flow
  /** Whose body was longer than what is kept: text is cut there, anything else is left out. */
  shortened?: Side[]
}

export interface ExchangeRequest {
  method: string
  url: string
  headers: Record<string, string>
  /** Form fields, in place of a body. */
  form?: Record<string, string>
  body?: string
}

export interface ExchangeResponse {
  status: number
  headers: Record<string, string>
  /** The body as text when it is text; else `bodyBase64` contains it. */
  body?: string
  bodyBase64?: string
  /** Decoded bytes that were read. */
  size: number
  /** True when the response was longer than the limit and the rest was not read. */
  cut: boolean
}

export const sides = ['request', 'response'] as const
export type Side = (typeof sides)[number]

/** A value with each of its members named, so that leaving one out does not compile. */
export type Complete<Value> = { [Name in keyof Required<Value>]: Value[Name] }
