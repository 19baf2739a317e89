import { bytesOfBase64 } from '#knowledge/text/base64.ts'
import { keysInText } from '#knowledge/token/key/keys-in-text.ts'
import { signatureFits } from './signature-fits.ts'
import type { SignatureOutcome } from './verify.ts'

/**
 * Verifies a PASETO whose version signs with Ed25519 (v2 and v4, public) with the keys beside it: in the form of PASERK
 * (`k4.public.`), PEM or JWK. Undefined for any other token, and where no such key is in the text.
 */
export async function verifyPaseto(token: string, text: string): Promise<SignatureOutcome | undefined> {
  const [, version, body = '', footer = ''] = /^(v[24])\.public\.([\w-]+)(?:\.([\w-]+))?$/.exec(token) ?? []
  const bytes = bytesOfBase64(body)
  if (version === undefined || bytes === undefined || bytes.length < 64) return undefined
  const keys = ed25519KeysIn(text, version)
  if (keys.length === 0) return undefined
  const parts = [
    new TextEncoder().encode(`${version}.public.`),
    bytes.subarray(0, -64),
    bytesOfBase64(footer) ?? new Uint8Array(),
    // What both sides agree on without sending it; nothing, as most do.
    ...(version === 'v4' ? [new Uint8Array()] : []),
  ]
  const raw = { input: preAuthenticated(parts), signature: bytes.slice(-64) }
  for (const x of keys)
    if (await signatureFits('EdDSA', { kty: 'OKP', crv: 'Ed25519', x }, raw))
      return {
        outcome: 'passed',
        why: 'The signature matches the key in the text (Ed25519): the holder of the matching private key signed exactly this content. Times and audience are checked separately.',
      }
  return {
    outcome: 'not-checked',
    because: 'other-key',
    why: 'The key in the text did not create this signature: it is for something else, the token was changed, or additional data (an implicit assertion) was also signed.',
  }
}

/** The public keys of a text, as the member `x` of a JWK. */
function ed25519KeysIn(text: string, version: string): string[] {
  const written = [...text.matchAll(/(?<![\w.])k([24])\.public\.([\w-]{43})(?![\w-])/g)]
  const others = keysInText(text).flatMap(({ keys }) => keys.map(({ jwk }) => jwk))
  return [
    ...written.flatMap(([, own, x = '']) => (`v${own}` === version ? [x] : [])),
    ...others.flatMap(({ crv, x }) => (crv === 'Ed25519' && typeof x === 'string' ? [x] : [])),
  ].filter((x) => bytesOfBase64(x)?.length === 32)
}

/** What is signed: the number of the parts, and each part behind its length, in 64 bits, the least significant first. */
function preAuthenticated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const lengthOf = (count: number) => {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setUint32(0, count, true)
    return bytes
  }
  const pieces = [lengthOf(parts.length), ...parts.flatMap((part) => [lengthOf(part.length), part])]
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
