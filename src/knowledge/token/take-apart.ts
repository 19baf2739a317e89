import { bytesOfBase64, textOfBase64 } from '../text/base64.ts'
import { inflate } from '../text/inflate.ts'
import { isObject, parseObject } from '../text/json.ts'
import { textOfUtf8 } from '../text/utf8.ts'
import { signatureBytes } from './algorithm-lengths.ts'
import { type Disclosure, readDisclosures, splitSdJwt } from './disclosures.ts'
import { fromDerSignature } from './key/der-signature.ts'
import { type Defect, isBytesAlone, type PartRead, readPart } from './read-part.ts'

/** A token taken apart as far as it goes. Reading is not verifying. */
export type InspectedToken =
  /** Signed or made to look so: RFC 7515, in its compact or its JSON serialization. */
  | {
      form: 'jws'
      text: string
      header: PartRead
      payload: PartRead
      /** As it came, base64url; empty where there is none. */
      signature: string
      /** What a verifier takes: the parts of a flattened JWS (RFC 7515 §7.2.2). */
      jws: FlattenedJws
      defects: Defect[]
      /** What an SD-JWT has behind its tildes (RFC 9901 §4): claims that the holder disclosed. */
      disclosures?: Disclosure[]
      /** The token with which the holder of an SD-JWT shows that the key is theirs (RFC 9901 §4.3). */
      keyBinding?: string
      /** Which signature over the same content it is, of how many, in the JSON serialization (RFC 7515 §7.2). */
      json?: { at: number; of: number }
    }
  /** Encrypted (RFC 7516): only the header can be read without the key. */
  | { form: 'jwe'; text: string; header: PartRead; parts: EncryptedPart[]; defects: Defect[] }
  /** Without parts that can be read. */
  | {
      form: 'opaque'
      text: string
      defects: Defect[]
      /** What can be read of it all the same, as of a public PASETO or a signed cookie. */
      content?: Record<string, unknown>
      times?: TokenTimes
      /** Set where only a holder of a key can read what it says; `content` is then what is beside that. */
      encrypted?: true
      /** What to call it before all else, where its own format says so. */
      verdict?: { tone: 'bad' | 'plain'; title: string }
    }

/** When something that is no JWT was issued, begins and ends, in epoch seconds, by the names of the claims of a JWT. */
export interface TokenTimes extends Record<string, unknown> {
  iat?: number
  nbf?: number
  exp?: number
}

export interface FlattenedJws {
  /** True where the text does not have the whole of it, so that nothing can be verified. */
  isCut?: true
  /** What beside the token may be its content, where it was sent without it. */
  beside?: string[]
  protected?: string
  header?: Record<string, unknown>
  payload: string
  signature: string
}

export interface EncryptedPart {
  name: string
  /** Characters as it came. */
  length: number
  meaning: string
}

/** Takes one token apart: what it is, what can be read, and each place where it cannot be read on. Never throws. */
export function inspectToken(text: string): InspectedToken {
  const selective = isUnencoded(text) ? undefined : splitSdJwt(text)
  if (selective === undefined) return inspectCompact(text)
  const token = inspectCompact(selective.issued)
  if (token.form !== 'jws') return { ...token, text }
  const disclosures = readDisclosures(selective.disclosures, token.payload.value)
  const { rest } = selective
  const broken: Defect[] =
    rest === undefined
      ? []
      : [
          {
            part: 'token',
            at: text.length - rest.length,
            problem:
              'A disclosure breaks off here: behind the disclosures, an SD-JWT ends with a tilde or with a key binding JWT (RFC 9901 §4).',
          },
        ]
  return {
    ...token,
    text,
    disclosures,
    keyBinding: selective.keyBinding,
    defects: [...token.defects, ...broken],
  }
}

/** Whether a token's header says that its content is not encoded (b64 false, RFC 7797), so that it may have any characters. */
export function isUnencoded(text: string): boolean {
  const first = text.slice(0, text.indexOf('.'))
  return first.length < 4_000 && parseObject(textOfBase64(first) ?? '')?.b64 === false
}

/** The parts of a compact token. Content that is not encoded may have dots in it, and its signature has none. */
function partsOf(text: string): string[] {
  const [first, last] = [text.indexOf('.'), text.lastIndexOf('.')]
  return last > first && isUnencoded(text)
    ? [text.slice(0, first), text.slice(first + 1, last), text.slice(last + 1)]
    : text.split('.')
}

function inspectCompact(text: string): InspectedToken {
  const lost = lostStart(text)
  if (lost !== '') return withLostStart(text, lost)
  const cut = isUnencoded(text) ? null : (/\.{3,}|…/.exec(text) ?? placeholder.exec(text))
  const parts = partsOf(cut ? text.slice(0, cut.index) : text)
  const shortened: Defect[] = cut
    ? [
        {
          part: partAt(parts.length),
          at: cut.index,
          problem: `The token is truncated here: ${lostBehind(parts)} missing, so the signature cannot be verified. The original token may be valid.`,
          isLeftOut: true,
        },
      ]
    : []
  const [first = '', second, third = ''] = parts
  const header = readPart(first, 'header', 0)
  const isHeader =
    header.text?.trimStart().startsWith('{') ||
    (parts.length >= 3 && (/^e[wy]/.test(first) || isDamaged(first, second)))
  if (!isHeader) return { form: 'opaque', text, defects: shortened }
  if (header.value?.enc !== undefined || (parts.length === 5 && header.value?.alg === undefined))
    return {
      form: 'jwe',
      text,
      header,
      parts: encryptedParts(parts),
      defects: once([...shortened, ...header.defects, ...(cut ? [] : wrongCount(parts, 5))]),
    }
  const payload = readPayload(second, third, first.length + 1, header)
  const missing = cut ? [] : wrongCount(parts, 3)
  const defects = [...shortened, ...header.defects, ...payload.defects, ...missing]
  const signature = signatureDefects(third, first.length + (second?.length ?? 0) + 2, header.value ?? {})
  return {
    form: 'jws',
    text,
    header,
    payload,
    signature: third,
    jws: { ...flattened(parts), ...(cut && { isCut: true as const }) },
    // What was cut on the way is told once, not again as a signature that is too short.
    defects: defects.length > 0 ? once(defects) : signature,
  }
}

function readPayload(
  part: string | undefined,
  signature: string,
  offset: number,
  header: PartRead,
): PartRead & { defects: Defect[] } {
  if (part === undefined) return { defects: [] }
  const isPlain = mayBePlain(header)
  // Content that was sent apart (RFC 7515 App. F), or that is not encoded (RFC 7797 §5), is no defect.
  if (part === '' && isPlain && /^[\w-]{40,}$/.test(signature)) return { text: '', defects: [] }
  if (header.value?.b64 === false) return { text: part, defects: [] }
  // SMART Health Cards compress their claims (zip DEF), which no standard of JOSE does for what is only signed.
  const unpacked = header.value?.zip === 'DEF' ? unpack(part) : undefined
  if (unpacked !== undefined) return { text: unpacked, value: parseObject(unpacked), defects: [] }
  if (isPlain && signature !== '' && isBytesAlone(part)) return { isBytes: true, defects: [] }
  return readPart(part, 'payload', offset, isPlain)
}

function unpack(part: string): string | undefined {
  const bytes = inflate(bytesOfBase64(part) ?? new Uint8Array())
  return bytes && textOfUtf8(bytes)
}

/**
 * What a token lacks at its start, where somebody copied it without its first characters: the few that make its first
 * part a header again. Empty where it lacks nothing, or more than that.
 */
function lostStart(text: string): string {
  const dot = text.indexOf('.')
  const first = text.slice(0, dot)
  // `{"alg"`, `{"typ"` and `{"kid"` are what most headers begin with.
  if (dot < 8 || dot > 4_000 || /^e[wy]/.test(first) || !/^\.e[wy]/.test(text.slice(dot, dot + 3))) return ''
  const beginnings = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((length) =>
    ['eyJhbGciOi', 'eyJ0eXAiOi', 'eyJraWQiOi'].map((start) => start.slice(0, length)),
  )
  return (
    beginnings.find((start) => {
      const header = parseObject(textOfBase64(start + first) ?? '')
      // Without its first name, a header could have been that of anything; the algorithm tells which it was.
      return header !== undefined && (start.length < 6 || /^(?:[HREP]S\d{3}|Ed)/.test(String(header.alg)))
    }) ?? ''
  )
}

function withLostStart(text: string, lost: string): InspectedToken {
  const token = inspectCompact(lost + text)
  const [many, are] = lost.length === 1 ? ['first character', 'is'] : [`first ${lost.length} characters`, 'are']
  const missing: Defect = {
    part: 'header',
    at: 0,
    problem: `The ${many} ${are} missing: Claimcheck added “${lost}” to read the token.`,
  }
  const defects = token.defects.map((one) => ({ ...one, at: Math.max(0, one.at - lost.length) }))
  return { ...token, text, defects: [missing, ...defects] }
}

/** Whether claims are where they belong, behind a first part that cannot be read. */
function isDamaged(first: string, second = ''): boolean {
  return first.length >= 10 && /^e[wy]/.test(second) && parseObject(textOfBase64(second) ?? '')?.iss !== undefined
}

/** Takes a JWS or JWE in JSON serialization apart; one token for each signature. Undefined for any other object. */
export function inspectJsonToken(value: Record<string, unknown>): InspectedToken[] | undefined {
  const { payload, signatures, ciphertext } = value
  if (typeof ciphertext === 'string') return [inspectJsonJwe(value)]
  if (typeof payload !== 'string') return undefined
  const each = Array.isArray(signatures) ? signatures : typeof value.signature === 'string' ? [value] : []
  const whole = each.filter((one): one is Record<string, unknown> => typeof one?.signature === 'string')
  if (whole.length === 0) return undefined
  return whole.map((one, at) => {
    const guarded = typeof one.protected === 'string' ? one.protected : ''
    const read = inspectToken(`${guarded || 'e30'}.${payload}.${one.signature}`)
    const open = isObject(one.header) ? one.header : undefined
    if (read.form !== 'jws') return read
    return {
      ...read,
      header: {
        ...read.header,
        value: { ...open, ...read.header.value },
        guarded: Object.keys(read.header.value ?? {}),
      },
      jws: { protected: guarded || undefined, header: open, payload, signature: String(one.signature) },
      json: { at: at + 1, of: whole.length },
    }
  })
}

function inspectJsonJwe(value: Record<string, unknown>): InspectedToken {
  const of = (name: string) => (typeof value[name] === 'string' ? (value[name] as string) : '')
  const header = readPart(of('protected') || 'e30', 'header', 0)
  const [recipient] = Array.isArray(value.recipients) ? value.recipients : [value]
  const open = [value.unprotected, recipient?.header].filter(isObject)
  return {
    form: 'jwe',
    text: JSON.stringify(value),
    header: { ...header, value: Object.assign(Object.create(null), ...open, header.value) },
    parts: encryptedParts(['', recipient?.encrypted_key ?? '', of('iv'), of('ciphertext'), of('tag')]),
    defects: header.defects,
  }
}

const encrypted: [name: string, meaning: string][] = [
  [
    'Encrypted key',
    'The content encryption key, encrypted for the recipient. Empty if both sides already share the key.',
  ],
  ['Initialization vector', 'A random initial value, not a secret.'],
  ['Ciphertext', 'The content. Only the holder of the key can read it.'],
  ['Authentication tag', 'Lets the holder of the key check that nothing was changed.'],
]

function encryptedParts(parts: string[]): EncryptedPart[] {
  return encrypted.map(([name, meaning], at) => ({
    name,
    meaning,
    length: parts[at + 1]?.replace(/=+$/, '').length ?? 0,
  }))
}

function flattened([first, payload = '', signature = '']: string[]): FlattenedJws {
  return { protected: first, payload, signature }
}

/** A JWS that does not call itself a JWT may carry any content (RFC 7515 §3). */
function mayBePlain({ value }: PartRead): boolean {
  return value !== undefined && !/jwt$/i.test(String(value.typ ?? ''))
}

/** A word where the signature should be, as in documents and masked logs. */
const placeholder =
  /(?<=^[\w-]{10,4000}\.[\w-]{4,20000}\.)(?:x{3,}|redacted|masked|removed|hidden|omitted|stripped|signature|sig|signature[_-]?here)$/i

function lostBehind(parts: readonly string[]): string {
  return parts.length >= 3
    ? `${parts[2] === '' ? 'the signature' : 'the end of the signature'} is`
    : parts.length === 2
      ? 'the signature and what follows here are'
      : 'what follows is'
}

function partAt(count: number): Defect['part'] {
  return count <= 1 ? 'header' : count === 2 ? 'payload' : 'signature'
}

function isDer(signature: string, alg: string): boolean {
  const bytes = bytesOfBase64(signature)
  return bytes !== undefined && fromDerSignature(bytes, alg) !== undefined
}

function once(defects: Defect[]): Defect[] {
  return defects.filter(({ at }, index) => defects.findIndex((one) => one.at === at) === index)
}

function wrongCount(parts: string[], wanted: 3 | 5): Defect[] {
  if (parts.length === wanted) return []
  const end = parts.join('.').length
  const kind = wanted === 3 ? 'A signed token' : 'An encrypted token'
  if (parts.length < wanted)
    return [
      {
        part: parts.length === 1 ? 'payload' : 'signature',
        at: end,
        problem: `${kind} has ${wanted} parts joined by dots; this one ends after ${parts.length === 1 ? 'the first' : `${parts.length}`}.`,
      },
    ]
  const at = parts.slice(0, wanted).join('.').length
  return [{ part: 'token', at, problem: `${kind} has ${wanted} parts; an extra part begins here.` }]
}

function signatureDefects(signature: string, offset: number, { alg }: Record<string, unknown>): Defect[] {
  const odd = /[^\w+/=-]/.exec(signature)
  const at = odd?.index ?? signature.length
  const here = (problem: string): Defect[] => [{ part: 'signature', at: offset + at, problem }]
  if (odd) return here(`The signature contains “${odd[0]}”, which is not a base64url character (RFC 4648 §5).`)
  const wanted = signatureBytes.get(String(alg))
  const bytes = Math.floor((signature.replace(/=+$/, '').length * 3) / 4)
  // A signature by RSA is as long as its key, whose bits come in steps of 512.
  if (/^[RP]S\d{3}$/.test(String(alg)) && bytes > 64 && bytes % 64 !== 0)
    return here(
      `The signature has ${bytes} bytes; ${alg} produces 256 with a key of 2,048 bits, and 384 or 512 with a longer one. ${bytes < 512 ? 'Most likely, its end is missing' : 'Most likely, something was added to it'}.`,
    )
  if (signature === '' || wanted === undefined || bytes === wanted) return []
  if (isDer(signature, String(alg)))
    return [
      {
        part: 'signature',
        at: offset,
        fault: { title: 'Signature in the wrong encoding', phrase: 'with its signature in the wrong encoding (DER)' },
        problem: `The signature is in DER (${bytes} bytes), as written by most non-JOSE libraries; ${alg} joins its two numbers into ${wanted} bytes instead (RFC 7518 §3.4). Change the program to convert it before it writes the token.`,
      },
    ]
  return here(
    `The signature has ${bytes} bytes; ${alg} produces ${wanted}${bytes < wanted ? ', so its end is missing' : ''}.`,
  )
}
