import type { Basis } from '../protocol/basis.ts'
import type { LifeLimits } from './life-limit.ts'

/** What is to be known of a kind of token, and what its standard says of its claims. */
export interface KindRow {
  name: string
  purpose: string
  /** Who signs it: the identity service, a client, anyone who has a key, or a service of another sort. */
  signedBy: 'issuer' | 'client' | 'holder' | 'other'
  /** Claims without which it is none of this kind. */
  must?: readonly string[]
  /** Claims that its standard lists and that many issuers leave out. */
  usual?: readonly string[]
  /**
   * What a type in its header promises beyond the kind: `must` are the claims that its standard demands, `vital` those of them
   * without which a recipient cannot check what it must.
   */
  profile?: { type: string; must: readonly string[]; vital: readonly string[]; basis: Basis }
  /** Claims that it must not have. */
  mustNot?: readonly string[]
  /** How long its standard lets it live. */
  limits?: LifeLimits
  /** Where the rules for its claims stand. */
  basis: Basis
}
