import { bytesOfBase64 } from '../../text/base64.ts'
import { isObject, parseJson } from '../../text/json.ts'
import { findJson } from '../../text/json-in-text.ts'
import { quoted } from '../../text/quote.ts'
import { type DerRead, ecPublic, encryptedWords, keyOfDer, publicHalf } from './key-of-der.ts'
import { bytesOfHex, keyOfPrint } from './printed-key.ts'
import type { ReadKey } from './read-key.ts'
import { keyOfOpenSsh, keyOfSsh } from './ssh-key.ts'

/** What reading keys from a text came to. */
export interface KeysRead {
  /** In the order of the text; of a chain of certificates, the first one is the signer's (RFC 7515 §4.1.6). */
  keys: ReadKey[]
  /** Why something in it that is a key cannot be used, in a sentence. */
  problem?: string
  /** True where the keys are the members of a set or a map, so that `kid` tells which is meant. */
  isSet: boolean
}

/** More than these in one text are not read. */
const mostKeys = 200
const longest = 2_000_000

/**
 * Reads every public and private key of a text, in any form that people have them in: PEM of any structure, with line
 * breaks, `\n` escapes or none; base64 or hex of DER; certificates, chains and `x5c`; JWK, JWKS, arrays and maps of keys;
 * SSH; what `openssl -text` prints; keys of web push; a JWK or a set of them within other words. Shared secrets only as JWK: any text can be one. Never throws.
 */
export function readKeys(text: string): KeysRead {
  const written = text
    .slice(0, longest)
    .replace(/^\ufeff/, '')
    .trim()
  const json = parseJson(written) ?? jsonLines(written) ?? jwkWithin(written)
  if (typeof json === 'object' && json !== null) {
    const read = collect(json, 0)
    return { ...sorted(read.map(({ found }) => found)), isSet: !isJwk(json) && !isChain(json) }
  }
  return { ...sorted(keysOfText(plainly(typeof json === 'string' ? json : written))), isSet: false }
}

function sorted(found: DerRead[]): Pick<KeysRead, 'keys' | 'problem'> {
  const keys = found.filter((one): one is ReadKey => !('problem' in one)).slice(0, mostKeys)
  const problem = found.find((one) => 'problem' in one)
  return { keys, ...(problem && { problem: problem.problem }) }
}

/** The text of a key less what programs and people put around it: quotes, escapes, percent signs. */
function plainly(text: string): string {
  const decoded = /-BEGIN(?:%20|\+)/.test(text) ? percentDecoded(text) : text
  const unescaped = /-BEGIN[^\n]{0,60}\\/.test(decoded) ? decoded.replace(/\\{1,4}[rn]/g, '\n') : decoded
  return /^["'`][^"'`]*["'`][,;]?$/.test(unescaped) ? unescaped.replace(/^["'`]|["'`][,;]?$/g, '').trim() : unescaped
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/(?<=BEGIN[A-Z +]{0,30})\+/g, '%20'))
  } catch {
    return text
  }
}

/** JSON texts, one to a line, as a list. */
function jsonLines(text: string): unknown[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2 || !lines.every((line) => /^\s*\{/.test(line))) return undefined
  const values = lines.map(parseJson)
  return values.every(isObject) ? values : undefined
}

/** The first JWK or set of them in a text that has other words too, such as the command that fetched it. */
function jwkWithin(text: string): Record<string, unknown> | undefined {
  if (!/"kty\\?"\s{0,20}:/.test(text)) return undefined
  return findJson(text)
    .map(({ value }) => value)
    .filter(isObject)
    .find((value) => (Array.isArray(value.keys) && value.keys.some(isJwk)) || isJwk(value))
}

interface Collected {
  found: DerRead
}

/** Keys inside a JSON value: a JWK, lists and sets of them, and texts that are keys by the name that they stand under. */
function collect(value: unknown, depth: number, name?: string, beside: Record<string, unknown> = {}): Collected[] {
  if (depth > 6) return []
  if (typeof value === 'string') return textMember(value, name, beside)
  if (Array.isArray(value)) return value.slice(0, mostKeys).flatMap((one) => collect(one, depth + 1))
  if (!isObject(value)) return []
  if (isJwk(value)) return [{ found: keyOfJwk(value, name) }]
  const push = pushKey(value)
  if (push !== undefined) return [{ found: push }]
  const members = Object.entries(value).slice(0, mostKeys)
  // A map of keys has nothing but keys in it, so its names are theirs; other objects have names for what a key is for.
  const isMap = members.every(([, one]) => isObject(one) || (typeof one === 'string' && looksLikeKey(one)))
  return members.flatMap(([own, one]) => collect(one, depth + 1, isMap ? own : undefined, value))
}

function textMember(text: string, name: string | undefined, beside: Record<string, unknown>): Collected[] {
  if (!looksLikeKey(text)) return []
  const kid = name ?? (typeof beside.kid === 'string' ? beside.kid : undefined)
  return keysOfText(plainly(text)).map((found) => ({
    found: 'problem' in found || kid === undefined ? found : { ...found, jwk: { ...found.jwk, kid } },
  }))
}

const looksLikeKey = (text: string): boolean => /-----BEGIN /.test(text) || /^M[\w+/=\s-]{50,}$/.test(text)
const isJwk = (value: unknown): value is Record<string, unknown> => isObject(value) && typeof value.kty === 'string'
const isChain = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string')

function keyOfJwk(written: Record<string, unknown>, name: string | undefined): ReadKey {
  const chain = Array.isArray(written.x5c) ? written.x5c[0] : undefined
  const certified = typeof chain === 'string' ? keyOfBase64(chain) : undefined
  const known = certified && !('problem' in certified) ? certified : undefined
  const jwk: Record<string, unknown> =
    name !== undefined && written.kid === undefined ? { ...written, kid: name } : written
  const publicJwk = publicHalf(jwk)
  const isBare = ['n', 'x', 'pub'].every((member) => publicJwk[member] === undefined) && jwk.kty !== 'oct'
  const isPrivate = ['d', 'priv', 'k'].some((member) => typeof jwk[member] === 'string')
  return {
    // A JWK with a certificate and no numbers of its own is not allowed (RFC 7517 §4.7), and is met all the same.
    jwk: isBare && known ? { ...known.jwk, ...publicJwk } : publicJwk,
    form: isPrivate ? (jwk.kty === 'oct' ? 'shared secret (JWK)' : 'private key (JWK)') : 'public key (JWK)',
    isPrivate,
    ...(isPrivate && { secret: jwk }),
    ...(known?.certificate && { certificate: known.certificate }),
  }
}

/** A pair of keys for web push, as its tools print it: an uncompressed point of P-256, and the private number (RFC 8292 §3.2). */
function pushKey({ publicKey, privateKey }: Record<string, unknown>): ReadKey | undefined {
  const key = typeof publicKey === 'string' ? keyOfPoint(publicKey) : undefined
  if (key === undefined || typeof privateKey !== 'string' || !/^[\w+/-]{43}=?$/.test(privateKey)) return key
  const isPrivate = { form: 'private key (VAPID)', isPrivate: true } as const
  return { ...key, ...isPrivate, secret: { ...key.jwk, d: privateKey.replace(/=$/, '') } }
}

function keyOfPoint(text: string): ReadKey | undefined {
  const bytes = /^B[\w+/-]{86}=?$/.test(text) ? bytesOfBase64(text) : undefined
  const jwk = bytes && ecPublic('P-256', bytes)
  return jwk && { jwk, form: 'public key (VAPID)', isPrivate: false }
}

function keysOfText(text: string): DerRead[] {
  const point = keyOfPoint(text)
  if (point) return [point]
  const blocks = pemBlocks(text)
  if (blocks.length > 0) return blocks.slice(0, mostKeys).flatMap(keyOfBlock)
  const ssh = [
    ...text.matchAll(/(?<![\w-])(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{3})\s+(AAAA[\w+/=]{20,20000})/g),
  ]
  if (ssh.length > 0) return ssh.slice(0, mostKeys).flatMap(([, base64 = '']) => keyOfSsh(base64) ?? [])
  const [, count, lines] = /^Public-Lines: *(\d{1,3})\r?\n([\w+/=\s]{1,20000})/m.exec(text) ?? []
  if (lines !== undefined) {
    const read = keyOfSsh(lines.split(/\s+/).slice(0, Number(count)).join(''))
    const isPrivate = /^Private-Lines:/m.test(text)
    return read ? ['problem' in read ? read : { ...read, form: 'key (PuTTY)', isPrivate }] : []
  }
  const certificates = [...text.matchAll(/<(?:\w{1,20}:)?X509Certificate>([\w+/=\s]{100,20000})</g)]
  if (certificates.length > 0)
    return certificates.slice(0, mostKeys).flatMap(([, base64 = '']) => keyOfBase64(base64) ?? [])
  const printed = keyOfPrint(text)
  return printed ? [printed] : bareKeys(text)
}

/** DER without anything around it: base64, base64url or hex, one key or several, with commas or empty lines between. */
function bareKeys(text: string): DerRead[] {
  const hex = text.replace(/^0x/i, '').replace(/[\s:]/g, '')
  if (/^30[\da-f]{40,}$/i.test(hex)) {
    const read = keyOfDer(bytesOfHex(hex))
    if (read) return [read]
  }
  const whole = keyOfBase64(text)
  if (whole) return [whole]
  return text
    .split(/[,;]\s*|\s*\n\s*\n\s*|\n(?=M)/)
    .slice(0, mostKeys)
    .flatMap((part) => keyOfBase64(part) ?? [])
}

function keyOfBase64(text: string): DerRead | undefined {
  const digits = text.replace(/["'`\s]/g, '')
  const bytes = /^[\w+/=-]{40,}$/.test(digits) ? bytesOfBase64(digits) : undefined
  if (bytes === undefined) return undefined
  if (bytes[0] === 0xfe && bytes[1] === 0xed && bytes[2] === 0xfe && bytes[3] === 0xed)
    return { problem: javaStoreWords }
  return keyOfDer(bytes) ?? keyOfOpenSsh(bytes)
}

const javaStoreWords =
  'It is a Java key store (.jks). Export its certificate with “keytool -exportcert -rfc -alias NAME -keystore store.jks” and paste that.'

interface Block {
  label: string
  body: string
  isWhole: boolean
}

const firstLine = /-{4,5} ?BEGIN ([A-Z\d ]{1,40}?) ?-{4,5}/g

/** PEM blocks (RFC 7468), and those of SSH (RFC 4716), wherever they are in a text. Linear. */
function pemBlocks(text: string): Block[] {
  const starts = [...text.matchAll(firstLine)]
  return starts.map(({ 0: line, 1: label = '', index }, at) => {
    const body = text.slice(index + line.length, starts[at + 1]?.index ?? text.length)
    const end = body.search(/-{4,5} ?END /)
    return { label, body: end < 0 ? body : body.slice(0, end), isWhole: end >= 0 }
  })
}

/** What a block is worth by its label; the content decides what is read, as labels are often wrong. */
function keyOfBlock({ label, body, isWhole }: Block): DerRead[] {
  if (/^(?:EC|DH|DSA) PARAMETERS$|^X509 CRL$/.test(label)) return []
  if (/PGP/.test(label)) return [{ problem: 'It is an OpenPGP key, which is not used to sign tokens.' }]
  if (/ENCRYPTED/.test(label) || /Proc-Type:[^\n]*ENCRYPTED/.test(body)) return [{ problem: encryptedWords }]
  const base64 = body
    // Headers inside the block (RFC 1421 §4.4, RFC 4716 §3.3), and what joins the lines of a string in a program.
    .replace(/^[ \t]*[\w-]{1,60}:[^\n]{0,1000}(?<=\\)\n[^\n]{0,1000}$|^[ \t]*[\w-]{1,60}:[^\n]*$/gm, '')
    .replace(/\\+[rn]?|["'`]\s*[+.]?\s*["'`]?/g, '')
    .replace(/[^\w+/=-]/g, '')
  const bytes = bytesOfBase64(base64) ?? bytesOfBase64(base64.replace(/=/g, ''))
  const read =
    (bytes && (keyOfDer(bytes) ?? keyOfOpenSsh(bytes))) ?? (/SSH2/.test(label) ? keyOfSsh(base64) : undefined)
  if (read) return [read]
  return [
    {
      problem: isWhole
        ? `The block ${quoted(`BEGIN ${label}`)} cannot be read: it is not a DER-encoded key, or it is damaged.`
        : `The block ${quoted(`BEGIN ${label}`)} has no end. Paste all of it, including the last line.`,
    },
  ]
}
