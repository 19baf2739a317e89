import type { SignedIn } from '#contract/session.ts'
import { decodeOwnToken } from '../exchange/own-token.ts'

/** When the access token ends, in epoch seconds, and what says so; undefined when nothing does. */
export function accessTokenExpiry(session: SignedIn): { at: number; from: 'exp' | 'expires_in' } | undefined {
  const exp = decodeOwnToken(session.accessToken)?.claims.exp
  if (typeof exp === 'number') return { at: exp, from: 'exp' }
  // An access token may be opaque (RFC 6749 §1.4); expires_in then serves.
  const expiresIn = session.tokenResponse.expires_in
  if (typeof expiresIn === 'number') return { at: session.receivedAt + expiresIn, from: 'expires_in' }
  return undefined
}
