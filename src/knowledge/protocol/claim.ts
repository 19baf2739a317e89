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
  /** True when the value describes a person. */
  sensitive: boolean
  /** For a time from which on, or up to which, the token may be used: which of the two. */
  bound?: 'start' | 'end'
  /** False for a name that no table here has. */
  known: boolean
}

/** The token that a claim or a header parameter is in, as far as it changes what the name means. */
export interface ClaimContext {
  /** The kind of the token (`TokenKind`). */
  kind?: string
  /** The identity service or vendor, as it is called. */
  issuer?: string
  /** True in the header of an encrypted token (JWE). */
  encrypted?: boolean
  /** True where it represents a client alone, with no user behind it. */
  client?: boolean
}

/** What a registry or a vendor says of a name. */
export interface RegistryClaim extends ClaimDescription {
  /** Who uses the name so; left out where every token may. */
  by?: string
  /** The kinds of tokens that it is defined for. */
  kinds?: readonly string[]
}
