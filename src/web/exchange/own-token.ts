import { jwtDecode } from 'jwt-decode'
import type { DecodedToken } from '#knowledge/protocol/call.ts'
import { isObject } from '#knowledge/text/json.ts'

/**
 * Header and claims of a token of this session; undefined for an opaque one (RFC 6749 §1.4). Texts of any other origin
 * are read by #knowledge/token/take-apart.ts, which says where they break.
 */
export function decodeOwnToken(token: string): DecodedToken | undefined {
  try {
    const [header, claims] = [jwtDecode<unknown>(token, { header: true }), jwtDecode<unknown>(token)]
    return isObject(header) && isObject(claims) ? { header, claims } : undefined
  } catch {
    return undefined
  }
}
