import type { Basis } from '../protocol/basis.ts'
import type { Environment } from '../protocol/call.ts'
import type { CheckOutcome, FaultName, FaultReason } from './finding.ts'
import type { ReadJwt } from './jwt.ts'
import type { TokenKind } from './kinds.ts'
import type { Relation } from './together.ts'

/** How one check of a token is made. */
export interface Check {
  title: string
  basis: Basis
  /** When it is made; always where left out. */
  when?: (context: TokenCheckContext, read: ReadJwt) => boolean
  judge: (read: ReadJwt, context: TokenCheckContext) => Judgement
}

export type Judgement = [outcome: CheckOutcome, why: string, because?: FaultReason, fault?: FaultName]

/** What a token is held against. */
export interface TokenCheckContext {
  /** Epoch seconds. */
  now: number
  /** What the token is for. */
  kind: TokenKind
  /** False where the kind is only a guess: what such a token lacks is then no failure. */
  certain?: boolean
  /** The environment that it is held against: the one that was chosen, or the one that issued it. Its rules hold for no other token. */
  environment?: Environment
  others?: Environment[]
  /** The public keys that the environment publishes; left out when they are not known. */
  keys?: { kid?: string; alg?: string; kty?: string }[]
  /** The client ID, for an ID token's audience. */
  clientId?: string
  /** The nonce that was sent, for an ID token. */
  nonce?: string
  /** Seconds by which clocks may differ; 0 when left out. */
  skewSeconds?: number
  /** What verifying the signature came to, where it was verified elsewhere. */
  signature?: { outcome: CheckOutcome; why: string; because?: FaultReason }
  /** What it came to where it was held against the other tokens of its text. */
  relations?: readonly Relation[]
  /** Words of errors that are beside it. */
  errors?: readonly string[]
}

/** Judges by the header, where it can be read. */
export function withHeader(
  judge: (header: Record<string, unknown>, context: TokenCheckContext) => Judgement,
): Check['judge'] {
  return (read, context) =>
    read.header === undefined ? ['not-checked', 'The header cannot be read.'] : judge(read.header, context)
}

/** Judges by the claims, and where there are none by the times that are known all the same. */
export function withClaims(
  judge: (claims: Record<string, unknown>, context: TokenCheckContext, header: Record<string, unknown>) => Judgement,
): Check['judge'] {
  return (read, context) => {
    if (read.state === 'read') return judge(read.claims, context, read.header)
    const times = read.state === 'unreadable' ? read.times : undefined
    return times === undefined
      ? ['not-checked', 'The token is broken, so the readable claims are not checked.']
      : judge(times, context, {})
  }
}
