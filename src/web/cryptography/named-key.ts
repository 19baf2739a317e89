import { textOfBase64 } from '#knowledge/text/base64.ts'
import { parseObject } from '#knowledge/text/json.ts'
import { quoted } from '#knowledge/text/quote.ts'
import { bareKey, type VerifyingKey } from './signature-fits.ts'

/**
 * Whether a token names the key that made its signature, where its claims name one by a fingerprint, as those of Snowflake do: `iss`
 * ends in `SHA256:` and the hash of the public key in DER. With a sentence; undefined where it names none.
 */
export async function namedKey(
  payload: string | Uint8Array,
  alg: string,
  key: VerifyingKey,
): Promise<{ fits: boolean; why: string } | undefined> {
  const claims = typeof payload === 'string' ? parseObject(textOfBase64(payload) ?? '') : undefined
  const named = /\.(SHA256:[\w+/]{43}=?)$/.exec(String(claims?.iss))?.[1]
  if (named === undefined || key instanceof Uint8Array || key.kty !== 'RSA') return undefined
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('jwk', bareKey(key, alg), algorithm, true, ['verify'])
  const der = await crypto.subtle.exportKey('spki', imported)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', der))
  const own = `SHA256:${btoa(Array.from(digest, (byte) => String.fromCharCode(byte)).join(''))}`
  return own.replace(/=$/, '') === named.replace(/=$/, '')
    ? { fits: true, why: `Its fingerprint is the one that iss names (${quoted(named)}).` }
    : {
        fits: false,
        why: `The signature matches the pasted key, but iss contains the fingerprint of a different key: iss ends in ${quoted(named)}, and the fingerprint of the key that signed is ${quoted(own)}. The vendor looks the key up by that fingerprint and rejects the token. Write the fingerprint of the key that signs (RSA_PUBLIC_KEY_FP in DESCRIBE USER).`,
      }
}
