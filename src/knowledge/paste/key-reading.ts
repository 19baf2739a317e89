import { listed } from '../text/quote.ts'
import type { ReadKey } from '../token/key/read-key.ts'
import { readKeys } from '../token/key/read-keys.ts'

type Json = Record<string, unknown> | undefined

/** Whether an object is a JWK or a set of them (RFC 7517 §4 and §5). */
export const isKey = (json: Json): boolean => typeof json?.kty === 'string' || Array.isArray(json?.keys)

/** Whether a text is a key in another form, or has a JWK or a set of them within other words. */
export function holdsKeys(text: string, json: Json): boolean {
  return (
    /^-----BEGIN [A-Z ]*(KEY|CERTIFICATE)-----/.test(text) ||
    // An object that is no key may have one in it, as the claims of a bound token do.
    ((beginsAsKey.test(text) || (json === undefined && namesJwk.test(text))) && readKeys(text).keys.length > 0)
  )
}

/** What such a text is and whether it gives a private key away, in a few sentences. */
export function keyWords(text: string, json: Json): string {
  const { keys } = readKeys(text)
  const form = isKey(json)
    ? 'It is a JSON Web Key or a set of them (RFC 7517).'
    : namesJwk.test(text)
      ? 'A JSON Web Key or a set of them (RFC 7517) is in it.'
      : `It begins with “${text.split('\n', 1)[0]?.slice(0, 60)}”.`
  const given = keys.filter(({ isPrivate }) => isPrivate)
  return given.length > 0
    ? `${form} It contains an unencrypted private key or shared secret${idsOf(given)}: anyone who has seen it can use it.`
    : keys.length === 0
      ? form
      : `${form} It contains nothing private, and no token.`
}

const namesJwk = /"kty\\?"\s{0,20}:/

/** Their IDs in parentheses, where they have any. */
function idsOf(keys: readonly ReadKey[]): string {
  const ids = keys.flatMap(({ jwk }) => (typeof jwk.kid === 'string' ? [jwk.kid] : []))
  return ids.length === 0 ? '' : ` (${listed(ids)})`
}

/** How keys begin beside PEM and JWK: SSH, what OpenSSL prints, DER in base64 alone or in a list, a map of kid to PEM. */
const beginsAsKey =
  /^(?:---- BEGIN SSH2|-----BEGIN |ssh-\w+ AAAA|ecdsa-sha2-|PuTTY-User-Key|Modulus=|Certificate:\s|[\w -]{0,20}(?:Public|Private)-Key:|<RSAKeyValue|\[\s*["{]|M[\w+/=-]{40}|\{\s*"[\w.-]{1,200}"\s*:\s*"-----BEGIN |\{\s*"p(?:ublic|rivate)Key"|B[\w-]{86}$)/
