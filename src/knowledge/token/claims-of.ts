import type { InspectedToken } from './take-apart.ts'

/** The claims of a token; of what is no JWT its members, where these are named like claims. Undefined where it has none that can be read. */
export function claimsOf(token: InspectedToken): Record<string, unknown> | undefined {
  if (token.form === 'jws') return token.payload.value
  const content = token.form === 'opaque' ? token.content : undefined
  return content && namesOfClaims.some((name) => Object.hasOwn(content, name)) ? content : undefined
}

const namesOfClaims = ['iss', 'sub', 'aud', 'scope', 'client_id', 'active']
