import type { Basis } from '../protocol/basis.ts'

export type CheckOutcome = 'passed' | 'failed' | 'not-checked'

/** What one check of a token came to. */
export interface TokenFinding {
  check: TokenCheck
  /** Name of the check for people. */
  title: string
  outcome: CheckOutcome
  /** One or two sentences with the token's own values. */
  why: string
  basis: Basis
  /** What exactly is wrong, where the name of the check alone does not say it. */
  because?: FaultReason
  /** What to call it before all else, where its check has no name for it. */
  fault?: FaultName
  /** What it says of an error beside the token, in a sentence; it is the end of `why` too. */
  beside?: string
}

export interface FaultName {
  /** In up to eight words, as a heading. */
  title: string
  /** As the last part of a line that names the token. */
  phrase: string
  /** `warn` where some recipients take it all the same. */
  tone?: 'warn'
}

/**
 * A time that is never reached or is in another unit; a token that is not signed, or signed with a key that is not fit, is
 * known to all or can be guessed; one that a key beside it did not sign, that names a key which was not given, that none of the
 * keys in itself signed although one must have, or that names another key than the one that signed.
 */
export type FaultReason =
  | 'never-valid'
  | 'other-unit'
  | 'not-signed'
  | 'unfit-key'
  | 'known-secret'
  | 'weak-secret'
  | 'other-key'
  | 'unknown-key'
  | 'unknown-kid'
  | 'not-own-key'
  | 'other-fingerprint'
  | 'too-old'

export type TokenCheck =
  | 'structure'
  | 'algorithm'
  | 'type'
  | 'claims'
  | 'form'
  | 'inner-keys'
  | 'disclosures'
  | 'expiry'
  | 'not-before'
  | 'issued-at'
  | 'lifetime'
  | 'issuer'
  | 'audience'
  | 'scope'
  | 'company'
  | 'nonce'
  | 'key'
  | 'signature'
  | 'together'
