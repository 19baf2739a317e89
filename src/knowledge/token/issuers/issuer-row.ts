import type { Basis } from '../../protocol/basis.ts'
import { always, any, both, has, issuer, lacks, type Sign } from '../claim-signs.ts'
import type { TokenKind } from '../kinds.ts'
import type { LifeLimits } from '../life-limit.ts'

/** An identity service, vendor or product whose tokens can be told by what its documents show. */
export interface IssuerRow {
  /** As it is called before the name of a kind: `Entra ID v2`. */
  name: string
  shows: Sign
  /** Who issued it, where the name is that of what has the token: Google, whose instances fetch it. */
  issuedBy?: string
  /** Set where the name is that of a format or a library, which many issuers follow: it did not issue the token. */
  isFormat?: true
  /** Set where others use the same claims: it is told as a likeness, and no rule of the vendor is applied. */
  isLike?: true
  /** What its tokens are; the first that fits. */
  kinds: readonly IssuedKind[]
}

export interface IssuedKind {
  kind: TokenKind
  when: Sign
  /** The sign in words, as the end of “its vendor documents: …”. */
  sign: string
  /** What the vendor calls it, where that is another name than the vendor’s before the kind’s. */
  name?: string
  /** What is by the vendor's design in such a token, in one or two sentences. */
  note?: string
  /** Who signs it, where that is not who signs others of its kind: a customer's own server with the vendor's key. */
  signedBy?: 'issuer' | 'client'
  /** How long the vendor takes such a token. */
  limits?: LifeLimits
  /** The standard by which the sign alone settles the kind; what the vendor documents where left out. */
  basis?: Basis
}

export const id = (sign: string, when: Sign, note?: string): IssuedKind => ({ kind: 'id', when, sign, note })
export const access = (sign: string, when: Sign, note?: string): IssuedKind => ({ kind: 'access', when, sign, note })
export const workload = (sign: string, note?: string): readonly IssuedKind[] => [
  { kind: 'workload', when: always, sign, note },
]

/** ID and access tokens by what most identity services put into them. */
export const oidcKinds: readonly IssuedKind[] = [
  id(
    'it is bound to a sign-in (nonce, at_hash, c_hash)',
    both(any(has('nonce'), has('at_hash'), has('c_hash')), lacks('scope', 'scp')),
  ),
  access('it has permissions (scope, scp, permissions)', any(has('scope'), has('scp'), has('permissions'))),
]

/** A service that is told by its address, and whose tokens are those of most. */
export const service = (name: string, address: RegExp): IssuerRow => ({
  name,
  shows: issuer(address),
  kinds: oidcKinds,
})

/** A service that is told by its address, and all of whose JWTs are ID tokens. */
export const signInService = (name: string, address: RegExp, note?: string): IssuerRow => ({
  name,
  shows: issuer(address),
  kinds: [id('its issuer issues ID tokens as JWTs', always, note)],
})
