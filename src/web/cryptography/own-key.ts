import { isObject } from '#knowledge/text/json.ts'
import type { FoundToken } from '#knowledge/token/find.ts'
import { tokenKinds } from '#knowledge/token/kinds.ts'
import type { KeyMaterial } from './verify.ts'

/**
 * The key that a text itself brings for one of its tokens: in the header of a proof, in the keys of an entity that
 * speaks of itself (OpenID Federation §3.1), in `cnf` of the SD-JWT that a key binding stands behind (RFC 9901 §4.3).
 * Undefined where the key has to come from elsewhere.
 */
export function ownKeyOf(
  { token, recognised: { kind } }: FoundToken,
  all: readonly FoundToken[],
): KeyMaterial | undefined {
  if (token.form !== 'jws') return undefined
  const claims = token.payload.value ?? {}
  if (token.header.value?.jwk !== undefined && tokenKinds[kind].signedBy === 'holder') return { from: 'token' }
  if (kind === 'entity-statement' && claims.iss === claims.sub && isObject(claims.jwks))
    return { from: 'pasted', text: JSON.stringify(claims.jwks), called: 'its own key (jwks)' }
  const bound = all.find((one) => one.token.form === 'jws' && one.token.keyBinding === token.text)?.token
  const cnf = bound?.form === 'jws' ? bound.payload.value?.cnf : undefined
  return isObject(cnf) && isObject(cnf.jwk)
    ? { from: 'pasted', text: JSON.stringify(cnf.jwk), called: 'the key that the SD-JWT is bound to (cnf)' }
    : undefined
}
