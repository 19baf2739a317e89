import { base64UrlOfBytes } from '#knowledge/text/base64.ts'
import { readKeys } from '#knowledge/token/key/read-keys.ts'
import { type DocumentSignature, documentSignatures } from '#knowledge/token/opaque/document-signature.ts'
import { signatureFits } from './signature-fits.ts'
import type { SignatureOutcome } from './verify.ts'

/**
 * Verifies a mobile document: the issuer’s signature by the certificate that it brings, and the digest of each element that is
 * shown (ISO/IEC 18013-5 §9.1.2). Undefined for anything else, and where it brings no certificate. Whether the certificate’s
 * chain ends at an authority that is trusted is not judged.
 */
export async function verifyDocument(value: string): Promise<SignatureOutcome | undefined> {
  const documents = documentSignatures(value)
  if (documents.length === 0) return undefined
  const outcomes = await Promise.all(documents.map(verifyOne))
  return outcomes.find(({ outcome }) => outcome === 'failed') ?? outcomes[0]
}

async function verifyOne({
  algorithm,
  input,
  signature,
  certificate,
  elements,
}: DocumentSignature): Promise<SignatureOutcome> {
  const [key] = readKeys(JSON.stringify({ x5c: [base64Of(certificate)] })).keys
  const fit = key && (await signatureFits(algorithm, key.jwk as Record<string, unknown>, { input, signature }))
  if (fit === undefined)
    return { outcome: 'not-checked', why: `The key in its certificate cannot be used with ${algorithm} here.` }
  if (!fit)
    return {
      outcome: 'failed',
      why: `The issuer’s signature does not match the certificate in it (${algorithm}): the document was changed.`,
    }
  const digests = await Promise.all(
    elements.map(async ({ bytes, digest, hash }) => {
      const own = new Uint8Array(await crypto.subtle.digest(hash, bytes))
      return base64UrlOfBytes(own) === base64UrlOfBytes(digest)
    }),
  )
  const changed = elements.filter((_, at) => !digests[at]).map(({ name }) => name)
  if (changed.length > 0)
    return {
      outcome: 'failed',
      why: `The issuer’s signature fits, but the signed digest of ${changed.join(', ')} is another: the element was changed.`,
    }
  const subject = key?.certificate?.subject
  const shown =
    elements.length === 0
      ? ''
      : ` The signed digests match ${elements.length === 1 ? 'the element' : `all ${elements.length} elements`} shown.`
  return {
    outcome: 'passed',
    why: `The issuer’s signature matches the certificate in it${subject === undefined ? '' : ` (${subject})`}, by ${algorithm}.${shown} Whether that certificate’s chain ends at a trusted authority is not judged here.`,
  }
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
