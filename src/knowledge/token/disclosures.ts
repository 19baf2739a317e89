import { base64UrlOfBytes, textOfBase64 } from '../text/base64.ts'
import { isObject, parseJson } from '../text/json.ts'
import { sha256 } from '../text/sha256.ts'

/** A claim of an SD-JWT that its holder disclosed (RFC 9901 §4.2). */
export interface Disclosure {
  /** As it came, base64url. */
  text: string
  /** Absent for an element of a list. */
  name?: string
  value?: unknown
  /**
   * Whether its digest stands in the token, so that it belongs to it; `not-checked` where the token names another hash
   * than SHA-256.
   */
  belongs: 'yes' | 'no' | 'not-checked'
}

/** The token's own parts, its disclosures and the key binding JWT behind them; undefined for what is no SD-JWT. */
export function splitSdJwt(text: string): { issued: string; disclosures: string[]; keyBinding?: string } | undefined {
  const [issued = '', ...behind] = text.split('~')
  if (behind.length === 0 || issued.split('.').length !== 3) return undefined
  const last = behind.pop() ?? ''
  const isBound = /^e[wy][\w-]*\.[\w-]*\.[\w-]*$/.test(last)
  const whole = behind.every((one) => /^[\w-]+$/.test(one)) && (last === '' || isBound)
  return whole ? { issued, disclosures: behind, keyBinding: isBound ? last : undefined } : undefined
}

/** Reads disclosures and holds each against the digests in the claims. */
export function readDisclosures(texts: string[], claims: Record<string, unknown> | undefined): Disclosure[] {
  const read = texts.map((text) => ({ text, parts: parseJson(textOfBase64(text) ?? '') }))
  const digests = new Set<string>()
  gather(claims, digests)
  for (const { parts } of read) if (Array.isArray(parts)) gather(parts.at(-1), digests)
  const algorithm = claims?._sd_alg ?? 'sha-256'
  return read.map(({ text, parts }): Disclosure => {
    const belongs = algorithm !== 'sha-256' ? 'not-checked' : digests.has(base64UrlOfBytes(sha256(text))) ? 'yes' : 'no'
    if (!Array.isArray(parts)) return { text, belongs }
    return parts.length === 2
      ? { text, value: parts[1], belongs }
      : { text, name: String(parts[1]), value: parts[2], belongs }
  })
}

/** Digests in `_sd` and in the elements `{"...": digest}` of lists (RFC 9901 §4.2.4), at any depth. */
function gather(value: unknown, digests: Set<string>, depth = 0): void {
  if (depth > 60) return
  if (Array.isArray(value)) for (const one of value) gather(one, digests, depth + 1)
  if (!isObject(value)) return
  for (const [name, one] of Object.entries(value)) {
    if (name === '_sd' && Array.isArray(one)) for (const digest of one) digests.add(String(digest))
    else if (name === '...' && typeof one === 'string') digests.add(one)
    else gather(one, digests, depth + 1)
  }
}
