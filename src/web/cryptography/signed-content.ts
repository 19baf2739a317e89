import { base64UrlOfBytes, bytesOfBase64 } from '#knowledge/text/base64.ts'
import { utf8Of } from '#knowledge/text/utf8.ts'
import { isDetached } from '#knowledge/token/detached.ts'
import type { FlattenedJws } from '#knowledge/token/take-apart.ts'
import type { RawSignature } from './signature-fits.ts'

/** A JWS as a verifier takes it: content that is not encoded is bytes (RFC 7797 §3). */
export interface Attached {
  jws: Omit<FlattenedJws, 'payload'> & { payload: string | Uint8Array<ArrayBuffer> }
  /** How the content that was given was taken; undefined for the token's own. */
  words?: string
}

/**
 * The token with its content: its own, or the one that was given, in each way that copying may have changed line breaks.
 * An empty payload may be meant, so it is tried as it is.
 */
export function attachContent(
  jws: FlattenedJws,
  header: Record<string, unknown>,
  content: string | Uint8Array<ArrayBuffer> | undefined,
): { contents: Attached[] } | { problem: string } {
  const isPlain = header.b64 === false
  // RFC 7797 §6: without crit, a receiver that does not know b64 would take other bytes for the signed ones.
  if (isPlain && !(Array.isArray(header.crit) && header.crit.includes('b64')))
    return {
      problem:
        'The header says b64: false without naming it in crit, so recipients disagree on what is signed (RFC 7797 §6).',
    }
  const own: Attached = { jws: isPlain ? { ...jws, payload: bytesOf(jws.payload) } : jws }
  if (!isDetached(jws, header)) return { contents: [own] }
  const given = content === undefined || content.length === 0 ? besides(jws) : readings(content)
  if (given.length === 0)
    return jws.payload === ''
      ? {
          problem:
            'The token was sent without its content (detached, RFC 7515 App. F). Enter the content in the field to verify it.',
        }
      : { contents: [own] }
  const attached = given.map(
    ([words, bytes]): Attached => ({ words, jws: { ...jws, payload: isPlain ? bytes : base64UrlOfBytes(bytes) } }),
  )
  return { contents: jws.payload === '' ? attached : [own, ...attached] }
}

/** The bytes that are signed, and the signature; undefined where that is no base64url. */
export function signedBytes({
  protected: guarded = '',
  payload,
  signature,
}: Attached['jws']): RawSignature | undefined {
  const bytes = bytesOfBase64(signature)
  if (bytes === undefined) return undefined
  const parts = [utf8Of(`${guarded}.`), typeof payload === 'string' ? utf8Of(payload) : payload]
  return { signature: bytes, input: Uint8Array.from(parts.flatMap((part) => [...part])) }
}

/** What the text beside a token has, which may be its content. */
function besides({ beside = [] }: FlattenedJws): [words: string, bytes: Uint8Array<ArrayBuffer>][] {
  return beside.flatMap((one) =>
    readings(one).map(([words, bytes], at): [string, Uint8Array<ArrayBuffer>] => [
      at === 0 ? 'from the text beside it' : `from the text beside it, ${words}`,
      bytes,
    ]),
  )
}

function readings(content: string | Uint8Array<ArrayBuffer>): [words: string, bytes: Uint8Array<ArrayBuffer>][] {
  if (typeof content !== 'string') return [['of the file', content]]
  const unix = content.replace(/\r\n/g, '\n')
  const ways: [string, string][] = [
    ['as it was given', content],
    ['without the whitespace around it', content.trim()],
    ['with a line break at its end', `${unix.trimEnd()}\n`],
    ['with Windows line breaks', unix.replace(/\n/g, '\r\n')],
  ]
  return ways
    .filter(([, text], at) => ways.findIndex(([, other]) => other === text) === at)
    .map(([words, text]) => [words, bytesOf(text)])
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(utf8Of(text))
