import type { Basis } from './basis.ts'

export type ClaimKind =
  | 'time'
  | 'identifier'
  | 'scope'
  | 'audience'
  | 'personal'
  | 'company'
  | 'security'
  | 'address'
  | 'other'

/** What is known of a claim or a header parameter. */
export interface ClaimDescription {
  /** What people call it. */
  name: string
  /** One sentence. */
  meaning: string
  kind: ClaimKind
  basis: Basis
  /** True when the value tells of a person. */
  sensitive: boolean
  /** For a time from which on, or up to which, the token may be used: which of the two. */
  bound?: 'start' | 'end'
  /** False for a name that no table here has. */
  known: boolean
}
