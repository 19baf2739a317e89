import type { DecodedToken } from '../service/call.ts'

/** A compact token taken apart: `state` says how far reading got. Reading is not verifying. */
export type ReadJwt =
  | { state: 'read'; header: Record<string, unknown>; claims: Record<string, unknown>; signature: string }
  /** Five parts (RFC 7516 §7.1): the content is encrypted and only the header can be read. */
  | { state: 'encrypted'; header: Record<string, unknown> }
  | { state: 'unreadable'; problem: string; header?: Record<string, unknown> }

/**
 * Reads a JWT (RFC 7519 §7.2) without verifying anything. Never throws. `problem` says in a sentence what is wrong and in
 * which part. Objects are returned as JSON.parse made them: look names up with `Object.hasOwn`.
 */
export function readJwt(text: string): ReadJwt {
  const parts = text.trim().split('.')
  if (parts.length === 5) {
    const header = readPart(parts[0] ?? '', 'header')
    return 'value' in header ? { state: 'encrypted', header: header.value } : { state: 'unreadable', ...header }
  }
  if (parts.length !== 3) {
    return { state: 'unreadable', problem: `A signed token has three parts joined by dots; this has ${parts.length}.` }
  }
  const header = readPart(parts[0] ?? '', 'header')
  if ('problem' in header) return { state: 'unreadable', ...header }
  const claims = readPart(parts[1] ?? '', 'payload')
  if ('problem' in claims) return { state: 'unreadable', ...claims, header: header.value }
  return { state: 'read', header: header.value, claims: claims.value, signature: parts[2] ?? '' }
}

/** The header and the claims of a JWT, or undefined when it cannot be read. */
export function decodeJwt(text: string): DecodedToken | undefined {
  const read = readJwt(text)
  return read.state === 'read' ? { header: read.header, claims: read.claims } : undefined
}

function readPart(part: string, name: string): { value: Record<string, unknown> } | { problem: string } {
  const bytes = decodeBase64Url(part)
  if (bytes === undefined)
    return { problem: `The ${name} is not base64url: it holds a character or a length that cannot be.` }
  const text = decodeUtf8(bytes)
  if (text === undefined) return { problem: `The ${name} is not UTF-8 text.` }
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: `The ${name} is not a JSON object.` }
  }
  return { value: value as Record<string, unknown> }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const digits = new Int8Array(128).fill(-1)
for (const [value, digit] of [...alphabet].entries()) digits[digit.charCodeAt(0)] = value
// Standard base64 is read as well: tools that print it are common, and the two alphabets do not collide.
digits['+'.charCodeAt(0)] = 62
digits['/'.charCodeAt(0)] = 63

/** Bytes of a base64url or base64 text, with or without padding; undefined when it is neither. */
export function decodeBase64Url(text: string): number[] | undefined {
  const body = text.replace(/={1,2}$/, '')
  if (body.length % 4 === 1) return undefined
  const bytes = new Array<number>(Math.floor((body.length * 3) / 4))
  let length = 0
  let bits = 0
  let held = 0
  for (let at = 0; at < body.length; at++) {
    const value = digits[body.charCodeAt(at)] ?? -1
    if (value < 0) return undefined
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[length++] = (held >> bits) & 0xff
    }
  }
  return bytes
}

/** Text of UTF-8 bytes, strictly (RFC 3629 §3): undefined for overlong forms, lone surrogates and cut sequences. */
export function decodeUtf8(bytes: number[]): string | undefined {
  let text = ''
  let units: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0
    const length = sequenceLength(first)
    if (length === 0 || at + length > bytes.length) return undefined
    let point = length === 1 ? first : first & (0xff >> (length + 1))
    for (let next = at + 1; next < at + length; next++) {
      const byte = bytes[next] ?? 0
      if ((byte & 0xc0) !== 0x80) return undefined
      point = (point << 6) | (byte & 0x3f)
    }
    const overlong = (length === 3 && point < 0x800) || (length === 4 && point < 0x10000)
    if (overlong || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined
    if (point < 0x10000) units.push(point)
    else units.push(0xd7c0 + (point >> 10), 0xdc00 | (point & 0x3ff))
    if (units.length >= 4096) {
      text += String.fromCharCode.apply(null, units)
      units = []
    }
    at += length
  }
  return text + String.fromCharCode.apply(null, units)
}

/** How many bytes a sequence has by its first one; 0 for a byte that cannot be first. */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}
