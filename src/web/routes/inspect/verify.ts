import { errors, flattenedVerify, importSPKI, importX509, type JWK } from 'jose'
import { bytesOfBase64 } from '#knowledge/text/base64.ts'
import { parseObject } from '#knowledge/text/json.ts'
import { listed, quoted } from '#knowledge/text/quote.ts'
import type { CheckOutcome } from '#knowledge/token/checks.ts'
import type { FlattenedJws } from '#knowledge/token/take-apart.ts'

/** What a signature is verified with. */
export type KeyMaterial =
  | { from: 'environment'; name: string; keys: Record<string, unknown>[] }
  /** A JWK, a JWKS, a PEM or a shared secret, as pasted; `secretIn` says how a secret is written. */
  | { from: 'pasted'; text: string; secretIn: 'text' | 'base64url' }

export interface SignatureOutcome {
  outcome: CheckOutcome
  why: string
}

/**
 * Verifies a signature in this browser (RFC 7515 §5.2). `header` is the protected and the open one together. Nothing is
 * fetched: not from `jku`, not from `x5u`, and no key inside the token counts. Never throws.
 */
export async function verifySignature(
  jws: FlattenedJws,
  header: Record<string, unknown>,
  material: KeyMaterial,
): Promise<SignatureOutcome> {
  const { alg, kid } = header
  if (typeof alg !== 'string') return unchecked('The header names no algorithm, so it is not known how to verify.')
  if (alg.toLowerCase() === 'none') return fails('The token is not signed at all (alg none).')
  if (jws.signature === '') return fails('The token has no signature.')
  const found = await keysFor(alg, kid, material)
  if (!Array.isArray(found)) return found
  let last: SignatureOutcome = unchecked('There is no key to verify with.')
  for (const { key, words } of found) {
    last = await verifyWith(jws, alg, key, words)
    if (last.outcome === 'passed') return last
  }
  return found.length > 1 && last.outcome === 'failed'
    ? fails(`The signature fits none of the ${found.length} keys that could have made it.`)
    : last
}

type Key = Awaited<ReturnType<typeof importSPKI>> | JWK | Uint8Array
interface Candidate {
  key: Key
  /** What to call the key in a sentence. */
  words: string
}

async function verifyWith(jws: FlattenedJws, alg: string, key: Key, words: string): Promise<SignatureOutcome> {
  try {
    await flattenedVerify(jws, key, { algorithms: [alg] })
    return {
      outcome: 'passed',
      why: `The signature fits ${words} (${alg}): whoever holds its counterpart signed exactly this content. Whether the token is in time and meant for this use are checks of their own.`,
    }
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed)
      return fails(`The signature does not fit ${words} (${alg}): another key made it, or the token was changed.`)
    if (error instanceof errors.JOSENotSupported)
      return unchecked(`This browser cannot verify it: ${sentence(error.message)}`)
    return unchecked(`It could not be verified with ${words}: ${sentence((error as Error).message)}`)
  }
}

/** Key types by the beginning of an algorithm's name (RFC 7518 §3.1, RFC 8037 §3.1). */
const keyTypes: [algorithm: RegExp, kty: string][] = [
  [/^HS\d/, 'oct'],
  [/^[RP]S\d/, 'RSA'],
  [/^ES\d/, 'EC'],
  [/^Ed/, 'OKP'],
  [/^ML-DSA/, 'AKP'],
]

async function keysFor(alg: string, kid: unknown, material: KeyMaterial): Promise<Candidate[] | SignatureOutcome> {
  const kty = keyTypes.find(([algorithm]) => algorithm.test(alg))?.[1]
  if (kty === undefined) return unchecked(`${quoted(alg)} is no algorithm that can be verified here.`)
  if (material.from === 'environment') return publishedKeys(alg, kid, kty, material)
  const text = material.text.trim()
  if (text === '') return unchecked('No key was given.')
  if (text.startsWith('{')) return pastedKeys(text, kid, kty, alg)
  if (text.startsWith('-----BEGIN')) return pemKey(text, kty, alg)
  if (kty !== 'oct')
    return unchecked(
      `What was pasted is no key that ${quoted(alg)} can be verified with: that takes a public key as PEM, JWK or JWKS.`,
    )
  const secret = secretBytes(text, material.secretIn)
  if (secret === undefined)
    return unchecked('The shared secret is not base64url. Choose “as text” if it is meant as it stands.')
  return [{ key: secret, words: 'the pasted secret' }]
}

function publishedKeys(
  alg: string,
  kid: unknown,
  kty: string,
  { keys, name }: { keys: Record<string, unknown>[]; name: string },
): Candidate[] | SignatureOutcome {
  // A public key taken for a shared secret would let anybody sign (RFC 8725 §3.1).
  if (kty === 'oct')
    return fails(
      `${quoted(alg)} is made with a shared secret, and ${name} publishes public keys: they cannot have made it.`,
    )
  const named = kid === undefined ? keys : keys.filter((key) => key.kid === kid)
  if (named.length === 0)
    return fails(`${name} publishes no key ${quoted(kid)}; it publishes ${listed(keys.map((key) => key.kid))}.`)
  const fitting = named.filter((key) => key.kty === kty && (key.use ?? 'sig') === 'sig')
  if (fitting.length === 0)
    return fails(
      `${kid === undefined ? 'No published key' : `The key ${quoted(kid)}`} is of a kind that ${quoted(alg)} needs (${kty}).`,
    )
  return fitting.map((key) => ({
    key: key as unknown as JWK,
    words: `the key ${quoted(key.kid)} that ${name} publishes`,
  }))
}

function pastedKeys(text: string, kid: unknown, kty: string, alg: string): Candidate[] | SignatureOutcome {
  const parsed = parseObject(text)
  const all = (Array.isArray(parsed?.keys) ? parsed.keys : [parsed]).filter(
    (key): key is Record<string, unknown> => typeof key?.kty === 'string',
  )
  if (all.length === 0) return unchecked('What was pasted is no JWK and no set of them (RFC 7517).')
  const fitting = all.filter((key) => key.kty === kty)
  if (fitting.length === 0)
    return unchecked(`${quoted(alg)} needs a key of the kind ${kty}; pasted was ${listed(all.map((key) => key.kty))}.`)
  const named = fitting.filter((key) => kid !== undefined && key.kid === kid)
  return (named.length > 0 ? named : fitting).map((key) => ({
    key: publicPart(key),
    words: key.kid === undefined ? 'the pasted key' : `the pasted key ${quoted(key.kid)}`,
  }))
}

/** Only the members that verifying needs: a private key that was pasted is not used as one. */
function publicPart({ kty, crv, x, y, n, e, k, pub, alg }: Record<string, unknown>): JWK {
  const part = { kty, crv, x, y, n, e, k, pub, alg: kty === 'AKP' ? alg : undefined }
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as unknown as JWK
}

async function pemKey(text: string, kty: string, alg: string): Promise<Candidate[] | SignatureOutcome> {
  if (kty === 'oct') return unchecked(`${quoted(alg)} is made with a shared secret; a public key cannot verify it.`)
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    return unchecked(
      'This is a private key. Verifying needs the public one alone; a private key should never leave where it signs.',
    )
  try {
    const key = /-----BEGIN CERTIFICATE-----/.test(text) ? await importX509(text, alg) : await importSPKI(text, alg)
    return [{ key, words: 'the pasted key' }]
  } catch {
    return unchecked(
      `The pasted PEM could not be read as a public key for ${quoted(alg)}. It has to begin with “BEGIN PUBLIC KEY” or “BEGIN CERTIFICATE” and be of the right kind.`,
    )
  }
}

function secretBytes(text: string, secretIn: 'text' | 'base64url'): Uint8Array | undefined {
  if (secretIn === 'text') return new TextEncoder().encode(text)
  return bytesOfBase64(text.replace(/\s+/g, ''))
}

const fails = (why: string): SignatureOutcome => ({ outcome: 'failed', why })
const unchecked = (why: string): SignatureOutcome => ({ outcome: 'not-checked', why })
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
