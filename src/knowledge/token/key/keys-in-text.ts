import { textOfBase64 } from '../../text/base64.ts'
import { isObject, parseJson } from '../../text/json.ts'
import { findJson } from '../../text/json-in-text.ts'
import type { ReadKey } from './read-key.ts'
import { readKeys } from './read-keys.ts'

/** A key, a set of them or a shared secret that is beside other things in a text. */
export interface KeyInText {
  /** Characters of the text before it. */
  start: number
  /** The name of its field or variable, where it has one. */
  from?: string
  /** As it is given to what verifies: PEM, JSON, or the secret. Never shown unmasked where `isSecret`. */
  material: string
  /** The part of a secret that signs, where it is written as `id:secret`. */
  part?: string
  /** What could be read of it; empty for a shared secret, which any text can be. */
  keys: ReadKey[]
  /** Whether it gives a private key or a shared secret away. */
  isSecret: boolean
}

/** More than these of one text are not looked at. */
const most = 12
const longest = 300_000

/**
 * Finds the keys of a text that has other things too: PEM, also in JSON, in base64 or with `\n` for its line breaks; keys and
 * sets in JSON; SSH keys; shared secrets by the names that they have, also inside JSON of a variable and behind the colon of `id:secret`. In the order of the text; never throws.
 */
export function keysInText(whole: string): KeyInText[] {
  const text = whole.slice(0, longest)
  const found: KeyInText[] = []
  for (const one of [...pemIn(text), ...jsonKeysIn(text), ...sshKeysIn(text), ...secretsIn(text)])
    if (found.length < most && !found.some(({ material }) => isPartOf(one, material))) found.push(one)
  return found.sort((one, other) => one.start - other.start)
}

/** A key that was read in its set, or PEM that was read in its JSON, is not read again. */
function isPartOf({ material }: KeyInText, whole: string): boolean {
  return plainly(whole).includes(plainly(material))
}

const plainly = (text: string): string => text.replaceAll('\\n', '\n').trim()

const pemBlock =
  /-----BEGIN [A-Z\d ]{0,30}(?:KEY|CERTIFICATE)-----(?:[\w+/=\s\\,:;.]|-(?!----)){60,14000}?-----END [A-Z\d ]{0,40}-----/g
/** Of certificates that a proxy hands on in a header or a log, with percent signs. */
const pemInPercent =
  /-----BEGIN(?:%20|\+)[A-Z%\d+]{3,40}-----(?:[\w%+/=]|-(?!----)){60,20000}?-----END(?:%20|\+)[A-Z%\d+]{3,40}-----/g
/** `-----BEGIN` in base64. */
const pemInBase64 = /(?<![\w+/])LS0tLS1CRUdJTi[\w+/]{60,20000}={0,2}/g

function pemIn(text: string): KeyInText[] {
  const blocks: { material: string; start: number }[] = []
  let last = -1
  for (const { 0: block, index } of text.matchAll(pemBlock)) {
    const before = blocks.at(-1)
    // Certificates one behind the other are a chain, whose first one is the signer's.
    if (before && index - last < 4 && /^-----BEGIN CERT/.test(block) && /^-----BEGIN CERT/.test(before.material))
      before.material += `\n${block}`
    else blocks.push({ material: block, start: index })
    last = index + block.length
  }
  const encoded = [...text.matchAll(pemInBase64)].flatMap(({ 0: base64, index }) => {
    const material = textOfBase64(base64)
    return material === undefined ? [] : [{ material, start: index }]
  })
  const inPercent = [...text.matchAll(pemInPercent)].map(({ 0: material, index }) => ({ material, start: index }))
  return [...blocks, ...inPercent, ...encoded].flatMap(({ material, start }) =>
    readHere(material, start, nameBefore(text, start)),
  )
}

function sshKeysIn(text: string): KeyInText[] {
  const key = /(?<![\w-])(?:ssh-(?:rsa|ed25519)|ecdsa-sha2-nistp\d{3}) AAAA[\w+/]{40,4000}={0,2}/g
  return [...text.matchAll(key)].flatMap(({ 0: material, index }) => readHere(material, index))
}

function readHere(material: string, start: number, from?: string): KeyInText[] {
  const { keys } = readKeys(material)
  return keys.length === 0 ? [] : [{ start, from, material, keys, isSecret: keys.some(({ isPrivate }) => isPrivate) }]
}

/** Keys and sets inside JSON, and the secret of a setting such as `{"type":"HS256","key":"…"}`. */
function jsonKeysIn(text: string): KeyInText[] {
  if (!/"(?:kty|keys|key|secret|private_key|public_?key|x5c)\\?"/i.test(text)) return []
  return findJson(text).flatMap(({ value, start }) => inJson(value, start, nameBefore(text, start), 0))
}

function inJson(value: unknown, start: number, from: string | undefined, depth: number): KeyInText[] {
  if (depth > 5) return []
  if (typeof value === 'string')
    return value.includes('-----BEGIN ') || (/public_?key$/i.test(from ?? '') && bareKey.test(value))
      ? readHere(value, start, from)
      : []
  if (Array.isArray(value)) return value.slice(0, 50).flatMap((one) => inJson(one, start, from, depth + 1))
  if (!isObject(value)) return []
  if (Array.isArray(value.keys) || typeof value.kty === 'string') return readHere(JSON.stringify(value), start, from)
  if (isSharedSetting(value)) return [secret(String(value.key), start, from)]
  return Object.entries(value).flatMap(([name, one]) => inJson(one, start, name, depth + 1))
}

/** DER in base64 without the lines of PEM, as Keycloak names the key of a realm. */
const bareKey = /^M[\w+/]{80,4000}={0,2}$/

function isSharedSetting({ type, alg, key }: Record<string, unknown>): boolean {
  return /^HS\d{3}$/.test(String(type ?? alg)) && typeof key === 'string' && key !== ''
}

/** Names under which people keep what signs; a remark in parentheses may follow. */
const named =
  /(?<![\w-])(?<from>[\w.-]{0,40}(?:secret|hmac|sign(?:ing|ature)?[_ -]?key|jwt[_-]?key|api[_ -]?key|shared[_ -]?key)[\w.-]{0,30}(?: key| secret)?)(?: ?\([^()\n]{1,40}\))?["']?\s{0,4}(?:[:=]|=>)\s{0,4}(?<value>"(?:[^"\\\n]|\\.){4,800}"|'[^'\n]{4,800}'|`[^`\n]{4,800}`|[^\s"'`,;]{6,800})/gi

/** Read before, left out, a variable, or a word about a secret. */
const leftOut =
  /-----BEGIN|^[<$[{%]|\*{3}|…|\.{3}|^(?:required|missing|invalid|undefined|null|true|false|redacted|hidden|expired|revoked|rejected|not[ _-]?(?:found|set|valid)|process\.env.*|x{4,})$/i

/** `$key = "…"` of a program that makes a token with it. */
const variable =
  /(?<![\w$-])(?<from>\$?key)\s{0,4}(?::=|=)\s{0,4}(?<value>"[\w+/=.!@#%^&*-]{16,400}"|'[\w+/=.!@#%^&*-]{16,400}')/gi

function secretsIn(text: string): KeyInText[] {
  const signs = /hmac|\bjwt|HS(?:256|384|512)|secret/i.test(text)
  return [...text.matchAll(named), ...(signs ? text.matchAll(variable) : [])].flatMap((match) => {
    const { from = '', value = '' } = match.groups ?? {}
    // What follows in a query or a form is another parameter.
    const written = unquoted(value).replace(/&[\w.-]{1,40}=.*$/s, '')
    const start = match.index + match[0].length - value.length
    // A token under such a name is no key; neither is what somebody left out, and PEM and JSON were read before.
    if (/^e[wy][\w-]+\./.test(written) || leftOut.test(written) || isNoSecret(from, written)) return []
    const [, part] = /^[\w-]{6,60}:([\w+/=-]{16,200})$/.exec(written) ?? []
    return [{ ...secret(written, start, from), ...(part && { part }) }]
  })
}

/** A signature of a query, what is meant to be public, and the first half of a pair of an ID and a secret. */
function isNoSecret(from: string, value: string): boolean {
  return (
    (/^hmac$/i.test(from) && /^[\da-f]{64}$/i.test(value)) ||
    /^(?:sb_(?:publishable|secret)_|pk_(?:live|test)_|anon$)/.test(value) ||
    /^(?:\w{0,30}_)?(?:shopify|livekit|twilio|zoom|vonage|nexmo|stream|getstream|cloudinary|liveblocks_public|pusher)_(?:app_)?(?:api_)?key$/i.test(
      from,
    )
  )
}

function unquoted(value: string): string {
  if (!/^["'`]/.test(value)) return value
  const read = value.startsWith('"') ? parseJson(value) : undefined
  return typeof read === 'string' ? read : value.slice(1, -1)
}

function secret(material: string, start: number, from: string | undefined): KeyInText {
  return { start, ...(from && { from }), material, keys: [], isSecret: true }
}

/** The name of the field, setting or variable right before a place. */
function nameBefore(text: string, at: number): string | undefined {
  return /([A-Za-z_][\w.-]{0,60})["']?\s{0,4}(?:[:=]|=>)\s{0,4}["'`|]?\s{0,12}$/.exec(
    text.slice(Math.max(0, at - 120), at),
  )?.[1]
}
