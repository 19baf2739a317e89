import { base64UrlOf, base64UrlOfBytes, textOfBase64 } from '../text/base64.ts'
import { isObject, parseJson, parseObject } from '../text/json.ts'
import { sha256 } from '../text/sha256.ts'

/** A claim of an SD-JWT that its holder disclosed (RFC 9901 §4.2). */
export interface Disclosure {
  /** As it came, base64url. */
  text: string
  /** Absent for an element of a list. */
  name?: string
  value?: unknown
  /** Its SHA-256 digest, as it must be in the token. */
  digest: string
  /** Set where it would belong if its JSON were written with other blanks: somebody rewrote it. */
  isRewritten?: true
  /**
   * Whether its digest is in the token, so that it belongs to it; `not-checked` where the token names another hash
   * than SHA-256.
   */
  belongs: 'yes' | 'no' | 'not-checked'
}

interface SplitSdJwt {
  issued: string
  disclosures: string[]
  keyBinding?: string
  /** What is behind the last disclosure that is whole, and is no key binding. */
  rest?: string
}

/** The token's own parts, its disclosures and the key binding JWT behind them; undefined for what is no SD-JWT. */
export function splitSdJwt(text: string): SplitSdJwt | undefined {
  const [issued = '', ...behind] = text.split('~')
  if (behind.length === 0 || issued.split('.').length !== 3) return undefined
  const last = behind.pop() ?? ''
  const isBound = /^e[wy][\w-]*\.[\w-]*\.[\w-]*$/.test(last)
  if (!behind.every((one) => /^[\w-]+$/.test(one))) return undefined
  if (last === '' || isBound) return { issued, disclosures: behind, keyBinding: isBound ? last : undefined }
  return /^W[\w-]*…?$/.test(last) ? { issued, disclosures: behind, rest: last } : undefined
}

/** Reads disclosures and holds each against the digests in the claims. */
export function readDisclosures(texts: string[], claims: Record<string, unknown> | undefined): Disclosure[] {
  const read = texts.map((text) => ({ text, parts: parseJson(textOfBase64(text) ?? '') }))
  const digests = new Set<string>()
  gather(claims, digests)
  for (const { parts } of read) if (Array.isArray(parts)) gather(parts.at(-1), digests)
  const isChecked = hashOf(claims) === 'sha-256'
  return read.map(({ text, parts }): Disclosure => {
    const digest = digestOf(text)
    const belongs: Disclosure['belongs'] = !isChecked ? 'not-checked' : digests.has(digest) ? 'yes' : 'no'
    if (!Array.isArray(parts)) return { text, digest, belongs }
    const isRewritten = belongs === 'no' && spellings(parts).some((one) => digests.has(digestOf(base64UrlOf(one))))
    const said = { text, digest, belongs, ...(isRewritten && { isRewritten: true as const }) }
    return parts.length === 2 ? { ...said, value: parts[1] } : { ...said, name: String(parts[1]), value: parts[2] }
  })
}

/** The JSON of a disclosure as the usual programs write it: without blanks, or with one behind each comma and colon. */
function spellings(parts: unknown[]): string[] {
  const spaced = (value: unknown): string =>
    Array.isArray(value)
      ? `[${value.map(spaced).join(', ')}]`
      : isObject(value)
        ? `{${Object.entries(value)
            .map(([name, one]) => `${JSON.stringify(name)}: ${spaced(one)}`)
            .join(', ')}}`
        : JSON.stringify(value)
  return [JSON.stringify(parts), spaced(parts)]
}

/** What a verifier makes of an SD-JWT (RFC 9901 §7.1). */
export interface Disclosed {
  /** The claims with those that were disclosed in their places, without digests. */
  claims: Record<string, unknown>
  /** Digests for which there is no disclosure: kept back by the holder, or decoys. */
  withheld: number
  /** Why a verifier must refuse it, in sentences. */
  problems: string[]
}

/** Puts the disclosures of an SD-JWT into their places. */
export function applyDisclosures(claims: Record<string, unknown>, disclosures: readonly Disclosure[]): Disclosed {
  const byDigest = new Map(disclosures.map((one) => [one.digest, one]))
  const seen = new Set<string>()
  const problems = new Set<string>()
  let withheld = 0
  const take = (digest: string): Disclosure | undefined => {
    if (seen.has(digest)) {
      problems.add('It contains a digest more than once (RFC 9901 §7.1).')
      return undefined
    }
    seen.add(digest)
    const found = byDigest.get(digest)
    if (found === undefined) withheld += 1
    return found
  }
  const put = (value: unknown, depth: number): unknown => {
    if (depth > 60) return value
    if (Array.isArray(value))
      return value.flatMap((one) => {
        if (!isObject(one) || typeof one['...'] !== 'string') return [put(one, depth + 1)]
        const found = take(one['...'])
        return found === undefined ? [] : [put(found.value, depth + 1)]
      })
    if (!isObject(value)) return value
    const kept = Object.entries(value).filter(([name]) => name !== '_sd' && name !== '_sd_alg')
    const whole: Record<string, unknown> = Object.assign(
      Object.create(null),
      Object.fromEntries(kept.map(([name, one]) => [name, put(one, depth + 1)])),
    )
    for (const digest of Array.isArray(value._sd) ? value._sd : []) {
      const found = take(String(digest))
      if (found?.name === undefined) continue
      if (found.name === '_sd' || found.name === '...' || Object.hasOwn(whole, found.name))
        problems.add(`A disclosure names the claim “${found.name}”, which it must not replace (RFC 9901 §7.1).`)
      else whole[found.name] = put(found.value, depth + 1)
    }
    return whole
  }
  const shown = put(claims, 0) as Record<string, unknown>
  for (const { name, belongs, isRewritten } of disclosures)
    if (belongs === 'no')
      problems.add(
        `The disclosure${name === undefined ? '' : ` of “${name}”`} has no matching digest in the token: ${
          isRewritten
            ? 'its JSON was rewritten with other blanks, which changes the digest. It must be handed on as it came (RFC 9901 §4.2.3 and §7.1).'
            : 'it was changed or belongs to another token (RFC 9901 §7.1).'
        }`,
      )
  return { claims: shown, withheld, problems: [...problems] }
}

/** The hash that an SD-JWT names for its digests (RFC 9901 §4.1.1). */
export function hashOf(claims: Record<string, unknown> | undefined): string {
  return typeof claims?._sd_alg === 'string' ? claims._sd_alg : 'sha-256'
}

/** Whether a key binding is for exactly these disclosures of this SD-JWT (RFC 9901 §4.3.1); undefined where it does not say. */
export function keyBindingFits(text: string, keyBinding: string): boolean | undefined {
  const read = readSdHash(text, keyBinding)
  return read && read.said === read.right
}

/** What `sd_hash` of a key binding is and must be (RFC 9901 §4.3.1). */
export interface SdHash {
  said: string
  right: string
  /** What it is the hash of, where that is another part of the same token. */
  of?: string
}

/** Undefined where the key binding has none. Linear in the token. */
export function readSdHash(text: string, keyBinding: string): SdHash | undefined {
  const said = parseObject(textOfBase64(keyBinding.split('.')[1] ?? '') ?? '')?.sd_hash
  if (typeof said !== 'string') return undefined
  const presented = text.slice(0, -keyBinding.length)
  const right = digestOf(presented)
  const [jwt = '', ...disclosures] = presented.replace(/~$/, '').split('~')
  const of = [
    { part: presented.replace(/~$/, ''), is: 'everything before the last tilde, without that tilde' },
    { part: jwt, is: 'the issuer-signed JWT alone' },
    { part: `${jwt}~`, is: 'the issuer-signed JWT with a tilde, without the disclosures' },
    { part: disclosures.join('~'), is: 'the disclosures alone' },
    { part: text, is: 'the whole presentation, with the key binding' },
  ].find(({ part }) => said !== right && digestOf(part) === said)?.is
  return { said, right, ...(of && { of }) }
}

const digestOf = (text: string): string => base64UrlOfBytes(sha256(text))

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
