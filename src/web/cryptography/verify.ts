import { errors, flattenedVerify, type JWK } from 'jose'
import { base64UrlOfBytes, bytesOfBase64, textOfBase64 } from '#knowledge/text/base64.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import { parseObject } from '#knowledge/text/json.ts'
import { inList, listed, quoted } from '#knowledge/text/quote.ts'
import type { CheckOutcome, FaultReason } from '#knowledge/token/finding.ts'
import { judgeKey, judgeKeySet, type KeyRemark, thumbprintOf } from '#knowledge/token/key/judge-key.ts'
import type { ReadKey } from '#knowledge/token/key/read-key.ts'
import { type KeysRead, readKeys } from '#knowledge/token/key/read-keys.ts'
import { type SecretReading, secretReadings } from '#knowledge/token/key/secret-readings.ts'
import type { FlattenedJws } from '#knowledge/token/take-apart.ts'
import { publicKeyTexts } from './key-as-secret.ts'
import { whyItDoesNotFit } from './misfit.ts'
import { namedKey } from './named-key.ts'
import { bareKey, keyTypeFor, type RawSignature, signatureFits, type VerifyingKey } from './signature-fits.ts'
import { type Attached, attachContent, signedBytes } from './signed-content.ts'
import { wholeKey } from './whole-key.ts'

/** What a signature is verified with. */
export type KeyMaterial =
  | { from: 'environment'; name: string; keys: Record<string, unknown>[] }
  /** Keys or a shared secret, as pasted, in any form. */
  | {
      from: 'pasted'
      text: string
      /** What to call the key, where it was not pasted for this token. */
      called?: string
      /** True where it was not given for this token, and only is beside it. */
      beside?: true
    }
  /** The key that the header itself brings (`jwk`, `x5c`). */
  | { from: 'token' }

export interface SignatureOutcome {
  outcome: CheckOutcome
  why: string
  /** What is wrong where the signature itself is not what is. */
  because?: FaultReason
  /** True where the signature itself gives the reason: no other key can come to another outcome. */
  decisive?: boolean
}

interface Given {
  /** Epoch seconds. */
  now: number
  /** The content of a token that was sent without it (RFC 7515 App. F, RFC 7797). */
  content?: string | Uint8Array<ArrayBuffer>
}

/**
 * Verifies a signature in this browser (RFC 7515 §5.2). `header` is the protected and the open one together. Nothing is
 * fetched: not from `jku`, not from `x5u`. A key that must not be used for the token fails it, and so does every reason
 * that the signature itself gives; what cannot be told is `not-checked`. Never throws.
 */
export async function verifySignature(
  jws: FlattenedJws,
  header: Record<string, unknown>,
  material: KeyMaterial,
  given: Given,
): Promise<SignatureOutcome> {
  const { alg } = header
  if (typeof alg !== 'string') return unchecked('The header names no algorithm, so it is not known how to verify.')
  if (alg.toLowerCase() === 'none')
    return { ...fails('The token is not signed at all (alg none).'), because: 'not-signed' }
  if (jws.isCut)
    return unchecked('The signature in the text is incomplete, so it cannot be verified. Paste the whole token.')
  if (jws.signature === '') return { ...fails('The token has no signature.'), because: 'not-signed' }
  const attached = attachContent(jws, header, given.content)
  if ('problem' in attached) return unchecked(attached.problem)
  const found = await candidatesFor(alg, header, material)
  if (!Array.isArray(found)) return found
  let first: SignatureOutcome | undefined
  for (const candidate of found) {
    const outcome = await tryCandidate(attached.contents, header, alg, candidate, given.now)
    if (outcome.outcome === 'passed') return outcome
    // The reason of a key that fits and may not be used outweighs that of one that does not fit.
    if (first === undefined || outcome.decisive) first = outcome
    if (outcome.decisive) break
  }
  return first === undefined ? unchecked('No key is available to verify it.') : summed(first, found, alg, material)
}

interface Candidate {
  key: ReadKey
  /** The bytes of a shared secret. */
  bytes?: Uint8Array<ArrayBuffer>
  /** What to call the key in a sentence. */
  words: string
  /** What is to be known of its being chosen. */
  note?: string
  /** Where a fit proves something else than that the token is good. */
  proves?: SignatureOutcome
  /** True where the token names a key that is not among those that were given. */
  isElsewhere?: true
}

async function tryCandidate(
  contents: Attached[],
  header: Record<string, unknown>,
  alg: string,
  candidate: Candidate,
  now: number,
): Promise<SignatureOutcome> {
  const { key, bytes, words, note } = candidate
  const remarks = judgeKey(key, { alg, purpose: 'verify', now })
  const verifying: VerifyingKey = bytes ?? (bareKey(key.jwk, alg) as Record<string, unknown>)
  let why: string | undefined
  for (const content of contents) {
    const fit = await fits(content.jws, alg, verifying, remarks)
    if (fit === true) {
      const named = await namedKey(content.jws.payload, alg, verifying)
      if (named?.fits === false) return { ...fails(named.why), because: 'other-fingerprint', decisive: true }
      const outcome = judged(candidate, alg, remarks, content)
      const strange = strangeThumbprint(header, key)
      if (outcome.outcome === 'passed' && strange !== undefined)
        return { ...fails(strange), because: 'other-fingerprint', decisive: true }
      return named === undefined ? outcome : { ...outcome, why: `${outcome.why} ${named.why}` }
    }
    if (typeof fit === 'string') why ??= fit
  }
  if (why?.startsWith(demands)) return unchecked(`The signature matches ${words} (${alg}), but ${why}`)
  if (why !== undefined) return unchecked(`It could not be verified with ${words}: ${why}`)
  const raw = contents.map(({ jws }): RawSignature | undefined => signedBytes(jws)).find((one) => one !== undefined)
  const reason = raw && (await whyItDoesNotFit(alg, verifying, raw))
  if (reason !== undefined) return { ...fails(`${reason(words)}${after(note)}`), decisive: true }
  const other =
    contents.length > 1 || contents[0]?.words !== undefined ? ', or the content is not the one that was signed' : ''
  return fails(
    `The signature does not match ${words} (${alg}): it was signed with another key, or the token was changed${other}.${after(note)}`,
  )
}

/** That the header names another certificate than the one whose key made the signature. */
function strangeThumbprint(header: Record<string, unknown>, { certificate }: ReadKey): string | undefined {
  for (const name of ['x5t', 'x5t#S256'] as const) {
    const [written, right] = [header[name], certificate?.thumbprints[name]]
    const own = typeof written === 'string' ? written.replace(/=+$/, '') : undefined
    // What is no thumbprint at all is told by the rules of the format.
    if (own !== undefined && own.length === right?.length && own !== right)
      return `The signature itself matches the certificate of ${quoted(certificate?.subject)}, but ${name} of the header is ${quoted(own)}, and the thumbprint of that certificate is ${quoted(right)}. A recipient that looks up the certificate by its thumbprint does not find it. Use the thumbprint of the signing certificate.`
  }
  return undefined
}

function judged(candidate: Candidate, alg: string, remarks: KeyRemark[], { words: taken }: Attached): SignatureOutcome {
  const { words, note, proves, isElsewhere } = candidate
  const unfit = remarks.filter(({ isUnfit }) => isUnfit)
  const fitting = `The signature matches ${words} (${alg})${taken === undefined ? '' : `, with the content ${taken}`}`
  if (unfit.length > 0)
    return {
      ...fails(`${fitting}, but a recipient must reject it. ${sentences(remarks)}`),
      because: unfit.every(({ code }) => code.startsWith('secret-')) ? 'known-secret' : 'unfit-key',
      decisive: true,
    }
  if (proves) return { ...proves, why: `${fitting}. ${proves.why}`, decisive: true }
  return {
    outcome: 'passed',
    why: `${fitting}: ${candidate.bytes === undefined ? 'the holder of the matching private key' : 'a holder of that secret'} signed exactly this content. Times and audience are checked separately.${after(note)}${after(sentences(remarks))}`,
    ...(isElsewhere && { because: 'unknown-kid' }),
    ...(remarks.some(({ code }) => code === 'secret-too-short') && { because: 'weak-secret' }),
  }
}

/** Whether it fits; a sentence where that could not be found out. */
async function fits(
  jws: Attached['jws'],
  alg: string,
  key: VerifyingKey,
  remarks: KeyRemark[],
): Promise<boolean | string> {
  // What the library refuses for its size, or does not know, the platform is asked for directly: the judgement says it.
  const isRefused = remarks.some(({ code }) => code === 'rsa-key-too-short')
  // What was written in base64 was signed as it is, by programs that take the parts as they come.
  const isBase64 =
    typeof jws.payload === 'string' && /[+/=]/.test(`${jws.protected ?? ''}${jws.payload}${jws.signature}`)
  const isUnknown = alg === 'ES256K' || (!(key instanceof Uint8Array) && key.crv === 'Ed448')
  if (isRefused || isUnknown || isBase64) {
    const raw = signedBytes(jws)
    const demanded = demandedOf(jws)
    if (demanded.some((name) => name !== 'b64'))
      return `the header requires ${listed(demanded)} (crit), which Claimcheck does not support.`
    const fit = raw && (await signatureFits(alg, key, raw))
    return (
      fit ?? `this browser does not support ${quoted(isUnknown && !isRefused ? (key as { crv?: string }).crv : alg)}.`
    )
  }
  try {
    await flattenedVerify(jws, key as unknown as JWK | Uint8Array, { algorithms: [alg], crit: understood })
    return true
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return false
    const demanded = demandedOf(jws)
    if (error instanceof errors.JOSENotSupported && demanded.length > 0 && !(key instanceof Uint8Array)) {
      const raw = signedBytes(jws)
      const fit = raw && (await signatureFits(alg, key, raw))
      if (fit === false) return false
      if (fit === true)
        return `${demands} ${listed(demanded)} (crit), which Claimcheck does not know. A recipient that does not know it either must reject the token.`
    }
    if (error instanceof errors.JOSENotSupported) return `this browser does not support it. ${sentence(error.message)}`
    if (error instanceof DOMException && error.name === 'NotSupportedError')
      return `this browser does not support ${quoted(alg)}.`
    return sentence((error as Error).message)
  }
}

const demands = 'the header also requires'

/** What a header demands to be understood. */
function demandedOf(jws: Attached['jws']): unknown[] {
  const demanded = parseObject(textOfBase64(jws.protected ?? '') ?? '')?.crit
  return demanded === undefined ? [] : [demanded].flat()
}

/** What headers demand to be understood and says when and by what was signed, not which bytes (RFC 7515 §4.1.11). */
const understood = {
  'http://openbanking.org.uk/iat': true,
  'http://openbanking.org.uk/iss': true,
  'http://openbanking.org.uk/tan': true,
  sigT: true,
}

/** The words for several keys of which none fits. */
function summed(first: SignatureOutcome, tried: Candidate[], alg: string, material: KeyMaterial): SignatureOutcome {
  // What was pasted is no secret at all: that it does not fit as one says nothing of the token.
  if (!first.decisive && tried.every(({ proves }) => proves?.outcome === 'failed'))
    return material.from === 'environment' ? fails(tried[0]?.note ?? '') : unchecked(tried[0]?.note ?? '')
  if (first.outcome === 'failed' && !first.decisive && tried.every(({ isElsewhere }) => isElsewhere))
    return {
      ...unchecked(
        `${tried[0]?.note} ${tried.length === 1 ? 'That key did not create' : 'None of these keys created'} its signature, and other keys cannot verify it. Fetch the key set from the issuer’s URL again; if it does not contain the key, do not trust the token.`,
      ),
      because: 'unknown-key',
    }
  if (first.decisive || tried.length === 1 || first.outcome !== 'failed') return first
  if (tried.every(({ bytes }) => bytes !== undefined) && material.from === 'pasted')
    return fails(
      `The signature does not match the pasted secret in any encoding (${alg}): ${readingsOf(tried)}. It was signed with another secret, or the token was changed.`,
    )
  return fails(
    `The signature matches none of the ${tried.length} keys that could have signed it (${alg}): it was signed with another key, or the token was changed.${after(tried[0]?.note)}`,
  )
}

const readingsOf = (tried: Candidate[]): string => inList(tried.map(({ words }) => words.replace(/^.*\((.*)\)$/, '$1')))

async function candidatesFor(
  alg: string,
  header: Record<string, unknown>,
  material: KeyMaterial,
): Promise<Candidate[] | SignatureOutcome> {
  const wanted = keyTypeFor(alg)
  if (wanted === undefined) return unchecked(`${quoted(alg)} is not an algorithm that can be verified here.`)
  if (material.from === 'environment')
    return wanted.kty === 'oct' ? publishedAsSecrets(alg, material) : published(alg, header.kid, wanted, material)
  if (material.from === 'token') return brought(alg, header, wanted)
  if (material.text.trim() === '') return unchecked('No key was given.')
  const read = readKeys(material.text)
  const keys = await Promise.all(read.keys.map(wholeKey))
  return wanted.kty === 'oct'
    ? secrets(alg, header.kid, { ...read, keys }, material)
    : pasted(alg, header.kid, wanted, { ...read, keys }, material)
}

type KeyType = { kty: string; crv?: string }

const isOfType = ({ kty, crv }: KeyType, { jwk }: ReadKey): boolean =>
  jwk.kty === kty && (crv === undefined || jwk.crv === crv)

function published(
  alg: string,
  kid: unknown,
  wanted: KeyType,
  { keys, name }: { keys: Record<string, unknown>[]; name: string },
): Candidate[] | SignatureOutcome {
  const note = sentences(judgeKeySet(keys))
  const named = kid === undefined ? keys : keys.filter((key) => key.kid === kid)
  if (named.length === 0)
    return fails(`${name} publishes no key ${quoted(kid)}; it publishes ${listed(keys.map((key) => key.kid))}.`)
  const read = named.map((jwk): ReadKey => ({ jwk, form: 'public key (JWK)', isPrivate: false }))
  const fitting = read.filter((key) => isOfType(wanted, key))
  if (fitting.length === 0)
    return fails(
      kid === undefined
        ? `${name} publishes no key that can verify ${quoted(alg)}, which requires ${typeWords(wanted)}; it publishes ${typesOf(read)}.`
        : `The key ${quoted(kid)} that ${name} publishes is ${typesOf(read)}; ${quoted(alg)} requires ${typeWords(wanted)}.`,
    )
  return fitting.map((key) => ({ key, note, words: `the key ${quoted(key.jwk.kid)} that ${name} publishes` }))
}

/** No public key makes an HMAC; one whose text was taken for the secret lets anybody make it, which is told apart. */
async function publishedAsSecrets(
  alg: string,
  { keys, name }: { keys: Record<string, unknown>[]; name: string },
): Promise<Candidate[] | SignatureOutcome> {
  const note = `${quoted(alg)} uses a shared secret, but ${name} publishes public keys, so they cannot have created the signature.`
  const texts = await publicKeyTexts(keys.map((jwk) => ({ jwk, form: 'public key (JWK)', isPrivate: false })))
  return texts.length === 0
    ? fails(note)
    : texts.map((reading) => asSecret(reading, `the text of a key of ${name}`, note))
}

/** What the key inside a header proves: all for a proof of possession, nothing for any other token. */
function brought(alg: string, header: Record<string, unknown>, wanted: KeyType): Candidate[] | SignatureOutcome {
  const { keys } = readKeys(JSON.stringify(header.jwk ?? { x5c: header.x5c ?? [] }))
  if (keys.length === 0) return unchecked('The header contains no readable key.')
  const fitting = keys.filter((key) => isOfType(wanted, key))
  if (fitting.length === 0)
    return fails(`The key in the header is ${typesOf(keys)}; ${quoted(alg)} requires ${typeWords(wanted)}.`)
  const isProof = /^(?:application\/)?(?:dpop|openid4vci-proof|kb|key-attestation)\+jwt$/i.test(String(header.typ))
  const proves: SignatureOutcome = isProof
    ? {
        outcome: 'passed',
        why: 'The sender has the private key for this proof. Whether the access token is bound to this key is checked separately.',
      }
    : {
        outcome: 'not-checked',
        why: 'The sender of the token chose that key, so this proves nothing about who created the token (RFC 8725 §3.10).',
      }
  return fitting.map((key) => ({
    key,
    proves,
    words:
      header.jwk === undefined
        ? `the certificate${ofWhom(key)} in the token’s header (x5c)`
        : 'the key in the token’s header',
  }))
}

/** ` of “X”, issued by “Y” and valid until Z,`. */
function ofWhom({ certificate }: ReadKey): string {
  if (!certificate?.subject) return ''
  const until = certificate.notAfter === undefined ? '' : ` and valid until ${utcTime(certificate.notAfter)}`
  return ` of ${quoted(certificate.subject)}, issued by ${quoted(certificate.issuer)}${until},`
}

function pasted(
  alg: string,
  kid: unknown,
  wanted: KeyType,
  { keys, problem, isSet }: KeysRead,
  { called, beside }: Extract<KeyMaterial, { from: 'pasted' }>,
): Candidate[] | SignatureOutcome {
  if (keys.length === 0)
    return unchecked(
      problem ??
        `The pasted text is not a key. ${quoted(alg)} is verified with ${typeWords(wanted)}: PEM, JWK, JWKS, a certificate or an SSH key.`,
    )
  const fitting = keys.filter((key) => isOfType(wanted, key))
  const meant = keys.filter(({ jwk }) => kid !== undefined && jwk.kid === kid)
  if (meant.length > 0 && !meant.some((key) => isOfType(wanted, key)))
    return {
      ...unchecked(
        `The key ${quoted(kid)}, which the token names, is ${typesOf(meant)}, and ${quoted(alg)} requires ${typeWords(wanted)}: that key cannot have created the signature. Either the issuer replaced the key and kept its ID, or the header names the wrong algorithm.`,
      ),
      because: 'other-key',
    }
  if (fitting.length === 0)
    return unchecked(
      `The token uses ${quoted(alg)}, which requires ${typeWords(wanted)}; the pasted text is ${typesOf(keys)}.`,
    )
  const named = fitting.filter((key) => kid !== undefined && (key.jwk.kid === kid || thumbprintOf(key.jwk) === kid))
  const kids = keys.flatMap(({ jwk }) => jwk.kid ?? [])
  const isOther = typeof kid === 'string' && named.length === 0 && kids.length > 0
  const isElsewhere = isOther && kids.length === keys.length
  const note = [
    isOther &&
      (isSet
        ? `The set has no key ${quoted(kid)}, which the token names; it has ${listed(kids)}.`
        : `The token names the key ${quoted(kid)}, and the one here is ${listed(kids)}.`),
    sentences(judgeKeySet(keys.map(({ jwk }) => jwk))),
  ]
  return (named.length > 0 ? named : fitting).map((key) => ({
    key,
    words: called ?? keyWords(key, beside),
    note: note.filter(Boolean).join(' '),
    ...(isElsewhere && { isElsewhere }),
  }))
}

function keyWords({ jwk, form, isPrivate, certificate }: ReadKey, beside?: true): string {
  const words = beside ? ['', ' in the text'] : ['pasted ', '']
  const named = certificate?.subject || (typeof jwk.kid === 'string' ? jwk.kid : undefined)
  const is = certificate?.subject ? 'certificate of' : isPrivate ? form : 'key'
  return `the ${isPrivate ? 'public half of the ' : ''}${words[0]}${is}${named === undefined ? '' : ` ${quoted(named)}`}${words[1]}`
}

async function secrets(
  alg: string,
  kid: unknown,
  read: KeysRead,
  { text, called, beside }: Extract<KeyMaterial, { from: 'pasted' }>,
): Promise<Candidate[] | SignatureOutcome> {
  const secretWords = called ?? (beside ? 'the secret in the text' : 'the pasted secret')
  const shared = read.keys.filter(({ jwk }) => jwk.kty === 'oct')
  const named = shared.filter(({ jwk }) => kid !== undefined && jwk.kid === kid)
  const jwks = (named.length > 0 ? named : shared).flatMap((key): Candidate[] => {
    const bytes = bytesOfBase64(String(key.secret?.k))
    return bytes ? [{ key, bytes, words: secretWords }] : []
  })
  if (shared.length > 0) return jwks.length > 0 ? jwks : unchecked('The shared secret (k) is not base64url.')
  const readings = secretReadings(text).filter(({ bytes }) => bytes.length > 0)
  if (read.keys.length === 0 && read.problem === undefined)
    return readings.map(({ bytes, words }) => ({
      bytes,
      key: sharedSecret(bytes),
      words: `${secretWords} ${words}`,
    }))
  const note = `${quoted(alg)} requires a shared secret; the pasted text is ${read.keys.length > 0 ? typesOf(read.keys) : 'a key that cannot be used'}.`
  return [...readings, ...(await publicKeyTexts(read.keys))].map((reading) =>
    asSecret(
      reading,
      `the text of the ${beside ? '' : 'pasted '}${read.keys[0]?.form ?? 'key'}${beside ? ' in the text' : ''}`,
      note,
    ),
  )
}

function asSecret({ bytes, words }: SecretReading, key: string, note: string): Candidate {
  const proves: SignatureOutcome = {
    ...fails(
      'The text of a key was used as a shared secret. Anyone who knows a public key can create such a token, so a recipient must reject it (RFC 8725 §2.1).',
    ),
    because: 'known-secret',
  }
  return { bytes, key: sharedSecret(bytes), words: `${key} (${words})`, note, proves }
}

function sharedSecret(bytes: Uint8Array<ArrayBuffer>): ReadKey {
  return {
    jwk: { kty: 'oct' },
    form: 'shared secret',
    isPrivate: true,
    secret: { kty: 'oct', k: base64UrlOfBytes(bytes) },
  }
}

const typeNames: Record<string, string> = { RSA: 'an RSA key', oct: 'a shared secret', AKP: 'an ML-DSA key' }
const typeWords = ({ kty, crv }: KeyType): string =>
  typeNames[kty] ??
  (kty === 'EC' ? `an EC key${crv === undefined ? '' : ` on ${crv}`}` : `an ${crv ?? 'Ed25519 or Ed448'} key`)
const typesOf = (keys: readonly ReadKey[]): string =>
  inList(
    [...new Set(keys.map(({ jwk }) => typeWords({ kty: String(jwk.kty), crv: jwk.crv as string | undefined })))].slice(
      0,
      4,
    ),
  )

const fails = (why: string): SignatureOutcome => ({ outcome: 'failed', why })
const unchecked = (why: string): SignatureOutcome => ({ outcome: 'not-checked', why })
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
const sentences = (remarks: readonly KeyRemark[]): string => remarks.map(({ why }) => why).join(' ')
const after = (text: string | undefined): string => (text ? ` ${text}` : '')
