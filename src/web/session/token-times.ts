import { jwtDecode } from 'jwt-decode'
import type { SignedIn } from '#contract/session.ts'

/** When the access token ends, in epoch seconds, and what says so; undefined when nothing does. */
export function accessTokenExpiry(session: SignedIn): { at: number; from: 'exp' | 'expires_in' } | undefined {
  const exp = readExp(session.accessToken)
  if (exp !== undefined) return { at: exp, from: 'exp' }
  const expiresIn = session.tokenResponse.expires_in
  if (typeof expiresIn === 'number') return { at: session.receivedAt + expiresIn, from: 'expires_in' }
  return undefined
}

function readExp(token: string): number | undefined {
  try {
    const { exp } = jwtDecode(token)
    return typeof exp === 'number' ? exp : undefined
  } catch {
    // An access token may be opaque (RFC 6749 §1.4); expires_in then serves.
    return undefined
  }
}
