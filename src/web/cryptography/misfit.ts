import { signatureBytes } from '#knowledge/token/algorithm-lengths.ts'
import { fromDerSignature } from '#knowledge/token/key/der-signature.ts'
import { likeAlgorithms, type RawSignature, signatureFits, type VerifyingKey } from './signature-fits.ts'

/**
 * Why a signature does not fit a key, where that can be found out: it was written in another form, it was cut, or it was
 * made with another algorithm. The words take the name of the key. Undefined where another key, or other content, is all
 * that is left.
 */
export async function whyItDoesNotFit(
  alg: string,
  key: VerifyingKey,
  raw: RawSignature,
): Promise<((key: string) => string) | undefined> {
  const plain = fromDerSignature(raw.signature, alg)
  if (plain !== undefined) {
    const fit = await signatureFits(alg, key, { ...raw, signature: plain })
    return (words) =>
      `The signature is in DER, as produced by OpenSSL and Java; JOSE requires both numbers one after the other, ${plain.length} bytes (RFC 7518 §3.4). ${fit ? `Converted, it fits ${words}, so convert it where the token is created.` : `Converted, it does not fit ${words} either.`}`
  }
  for (const other of likeAlgorithms(alg))
    if (await signatureFits(other, key, raw))
      return (words) =>
        `The signature matches ${words} with ${other}, but the header names ${alg}. A recipient must reject it. Sign with ${alg}; name ${other} in the header instead only if the recipient accepts that.`
  const wanted = signatureBytes.get(alg)
  const { length } = raw.signature
  return wanted === undefined || length === wanted
    ? undefined
    : () =>
        `The signature has ${length} bytes, but ${alg} produces ${wanted}: ${length < wanted ? 'its end is missing' : 'it is too long'}, so it matches no key.`
}
