import { scanJson, wholeMembers } from '../text/json-scan.ts'
import { decodeBase64Url, decodeUtf8, type ReadJwt } from './jwt.ts'

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
    }
  /** Encrypted (RFC 7516): only the header can be read without the key. */
  | { form: 'jwe'; text: string; header: PartRead; parts: EncryptedPart[]; defects: Defect[] }
  /** Without parts that can be read. */
  | { form: 'opaque'; text: string; defects: Defect[] }

export interface FlattenedJws {
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

export interface PartRead {
  /** The text, as far as it could be decoded. */
  text?: string
  /** The JSON object; the members that stand whole where it breaks off. */
  value?: Record<string, unknown>
}

/** Where a token cannot be read on, and why. */
export interface Defect {
  part: 'header' | 'payload' | 'signature' | 'token'
  /** Characters of the token before it. */
  at: number
  problem: string
  /** Where it is in the decoded text of its part, where it lies there. */
  inText?: number
}

/** Decodes base64url to UTF-8 text, strictly; undefined when it cannot. A platform's own is many times quicker. */
export type Decode = (part: string) => string | undefined

export const plainDecode: Decode = (part) => {
  const bytes = decodeBase64Url(part)
  return bytes === undefined ? undefined : decodeUtf8(bytes)
}

/** Takes one token apart: what it is, what can be read, and each place where it breaks. Never throws. */
export function inspectToken(text: string, decode: Decode = plainDecode): InspectedToken {
  const cut = /\.{3,}|…/.exec(text)
  const parts = (cut ? text.slice(0, cut.index) : text).split('.')
  const shortened: Defect[] = cut
    ? [
        {
          part: partAt(parts.length),
          at: cut.index,
          problem: 'Somebody shortened the token here: what follows is lost.',
        },
      ]
    : []
  const [first = '', second, third = ''] = parts
  const header = readPart(first, 'header', 0, decode)
  const isHeader = header.text?.trimStart().startsWith('{') || (parts.length >= 3 && /^e[wy]/.test(first))
  if (!isHeader) return { form: 'opaque', text, defects: shortened }
  if (header.value?.enc !== undefined || parts.length === 5)
    return {
      form: 'jwe',
      text,
      header,
      parts: encryptedParts(parts),
      defects: once([...shortened, ...header.defects, ...(cut ? [] : wrongCount(parts, 5))]),
    }
  const payload =
    second === undefined ? { defects: [] } : readPart(second, 'payload', first.length + 1, decode, mayBePlain(header))
  const missing = cut ? [] : wrongCount(parts, 3)
  const defects = [...shortened, ...header.defects, ...payload.defects, ...missing]
  const signature = signatureBreaks(third, first.length + (second?.length ?? 0) + 2, header.value ?? {})
  return {
    form: 'jws',
    text,
    header,
    payload,
    signature: third,
    jws: flattened(parts),
    // What was cut on the way is told once, not again as a signature that is too short.
    defects: defects.length > 0 ? once(defects) : signature,
  }
}

/** Takes a JWS or JWE in JSON serialization apart; one token for each signature. Undefined for any other object. */
export function inspectJsonToken(
  value: Record<string, unknown>,
  decode: Decode = plainDecode,
): InspectedToken[] | undefined {
  const { payload, signatures, ciphertext } = value
  if (typeof ciphertext === 'string') return [inspectJsonJwe(value, decode)]
  if (typeof payload !== 'string') return undefined
  const each = Array.isArray(signatures) ? signatures : typeof value.signature === 'string' ? [value] : []
  const whole = each.filter((one): one is Record<string, unknown> => typeof one?.signature === 'string')
  if (whole.length === 0) return undefined
  return whole.map((one) => {
    const guarded = typeof one.protected === 'string' ? one.protected : ''
    const read = inspectToken(`${guarded || 'e30'}.${payload}.${one.signature}`, decode)
    const open = isObject(one.header) ? one.header : undefined
    if (read.form !== 'jws') return read
    return {
      ...read,
      header: { ...read.header, value: { ...open, ...read.header.value } },
      jws: { protected: guarded || undefined, header: open, payload, signature: String(one.signature) },
    }
  })
}

/** The token as the checks take it. */
export function asReadJwt(token: InspectedToken): ReadJwt {
  if (token.form === 'opaque')
    return { state: 'unreadable', problem: 'It has no parts that can be read: it is opaque (RFC 6749 §1.4).' }
  const header = token.header.value ?? {}
  if (token.form === 'jwe') return { state: 'encrypted', header }
  const [first] = token.defects
  const claims = token.payload.value
  if (first !== undefined && !(first.part === 'signature' && claims))
    return {
      state: 'unreadable',
      problem: `${first.problem} That is at character ${first.at + 1} of the token.`,
      header,
    }
  if (claims === undefined)
    return { state: 'unreadable', problem: 'The payload is no JSON object, so the token holds no claims.', header }
  return { state: 'read', header, claims, signature: token.signature }
}

type PartWithBreaks = PartRead & { defects: Defect[] }

function inspectJsonJwe(value: Record<string, unknown>, decode: Decode): InspectedToken {
  const of = (name: string) => (typeof value[name] === 'string' ? (value[name] as string) : '')
  const header = readPart(of('protected') || 'e30', 'header', 0, decode)
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
  ['Encrypted key', 'The key of the content, encrypted for the receiver; empty where both sides already share it.'],
  ['Initialization vector', 'A random start value; no secret.'],
  ['Ciphertext', 'The content. Only who holds the key can read it.'],
  ['Authentication tag', 'Shows to who holds the key that nothing was changed.'],
]

function encryptedParts(parts: string[]): EncryptedPart[] {
  return encrypted.map(([name, meaning], at) => ({ name, meaning, length: parts[at + 1]?.length ?? 0 }))
}

function flattened([first, payload = '', signature = '']: string[]): FlattenedJws {
  return { protected: first, payload, signature }
}

/** A JWS that does not call itself a JWT may carry any content (RFC 7515 §3). */
function mayBePlain({ value }: PartRead): boolean {
  return value !== undefined && !/jwt$/i.test(String(value.typ ?? ''))
}

function partAt(count: number): Defect['part'] {
  return count <= 1 ? 'header' : count === 2 ? 'payload' : 'signature'
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
  return [{ part: 'token', at, problem: `${kind} has ${wanted} parts; a part too many begins here.` }]
}

function readPart(
  part: string,
  name: 'header' | 'payload',
  offset: number,
  decode: Decode,
  plain = false,
): PartWithBreaks {
  const whole = decode(part)
  const read = whole === undefined ? readAsFarAsPossible(part, name, offset, decode) : { text: whole, defects: [] }
  const { text, defects } = read
  if (part === '' && defects.length === 0)
    return {
      text,
      defects: [
        { part: name, at: offset, problem: `The ${name} is empty; it may have been sent apart from the token.` },
      ],
    }
  if (!text.trimStart().startsWith('{'))
    return plain || defects.length > 0
      ? { text, defects }
      : { text, defects: [{ part: name, at: offset, inText: 0, problem: `The ${name} is not a JSON object.` }] }
  const value = parse(text)
  if (value !== undefined) return { text, value, defects }
  const scan = scanJson(text)
  const { at, problem } = scan.break ?? { at: text.length, problem: '' }
  const here: Defect = {
    part: name,
    at: offset + Math.floor((byteLength(text.slice(0, at)) * 4) / 3),
    inText: at,
    problem: `The ${name} defects off as JSON: ${problem}`,
  }
  // Undecodable characters come after all that could be decoded, so the JSON that they cut is no second fault.
  return { text, value: wholeMembers(text, scan), defects: defects.length > 0 ? defects : [here] }
}

const outside = /[^\w+/=-]/

function readAsFarAsPossible(
  part: string,
  name: 'header' | 'payload',
  offset: number,
  decode: Decode,
): { text: string; defects: Defect[] } {
  const body = part.replace(/={1,2}$/, '')
  const odd = outside.exec(body)?.index ?? body.indexOf('=')
  const until = odd >= 0 ? odd : body.length
  const { text, bytes, whole } = textUntil(body.slice(0, until - (until % 4 === 1 ? 1 : 0)), decode)
  const here = (at: number, problem: string) => ({
    text,
    defects: [{ part: name, at: offset + at, inText: text.length, problem }],
  })
  if (!whole) return here(Math.floor((bytes * 4) / 3), `The ${name} is not UTF-8 text from byte ${bytes + 1} on.`)
  if (odd >= 0)
    return here(
      until,
      `The ${name} holds “${String.fromCodePoint(body.codePointAt(odd) ?? 0)}”, which base64url does not have (RFC 4648 §5).`,
    )
  if (body.length % 4 === 1)
    return here(
      until,
      `The ${name} is cut: base64url never has a length of ${body.length.toLocaleString('en')} characters.`,
    )
  return { text, defects: [] }
}

/** The text at the start of base64url digits, the bytes that it takes, and whether nothing but a cut character is left. */
function textUntil(body: string, decode: Decode): { text: string; bytes: number; whole: boolean } {
  const quads = Math.ceil(body.length / 4)
  const texts: string[] = []
  let good = 0
  for (let step = quads; step > 0 && good < quads; ) {
    const end = Math.min(quads, good + step)
    // A character takes up to four bytes and four digits are three, so an end may lie inside one.
    const fits = [end, end - 1, end - 2, end - 3].find((to) => {
      const text = to > good ? decode(body.slice(good * 4, to * 4)) : undefined
      if (text !== undefined) texts.push(text)
      return text !== undefined
    })
    if (fits !== undefined) good = fits
    else step = step > 4 ? Math.max(4, Math.floor(step / 2)) : 0
  }
  const near = decodeBase64Url(body.slice(good * 4, good * 4 + 256)) ?? []
  const inNear = characterBytes(near)
  const rest = inNear + 4 <= near.length ? near : (decodeBase64Url(body.slice(good * 4)) ?? [])
  const inRest = rest === near ? inNear : characterBytes(rest)
  texts.push(decodeUtf8(rest.slice(0, inRest)) ?? '')
  return { text: texts.join(''), bytes: good * 3 + inRest, whole: good * 4 >= body.length || inRest === rest.length }
}

/** How many bytes from the start are whole UTF-8 characters. */
function characterBytes(bytes: number[]): number {
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((length) => decodeUtf8(bytes.slice(at, at + length)) !== undefined)
    if (length === undefined || at + length > bytes.length) return at
    at += length
  }
  return bytes.length
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

function byteLength(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}

/** Bytes of a signature whose length the algorithm settles (RFC 7518 §3, RFC 8037 §3.1). */
const signatureBytes = new Map([
  ['HS256', 32],
  ['HS384', 48],
  ['HS512', 64],
  ['ES256', 64],
  ['ES384', 96],
  ['ES512', 132],
  ['Ed25519', 64],
])

function signatureBreaks(signature: string, offset: number, { alg }: Record<string, unknown>): Defect[] {
  const odd = outside.exec(signature)
  const at = odd?.index ?? signature.length
  const here = (problem: string): Defect[] => [{ part: 'signature', at: offset + at, problem }]
  if (odd) return here(`The signature holds “${odd[0]}”, which base64url does not have (RFC 4648 §5).`)
  const wanted = signatureBytes.get(String(alg))
  const bytes = Math.floor((signature.replace(/=+$/, '').length * 3) / 4)
  if (signature === '' || wanted === undefined || bytes === wanted) return []
  return here(
    `The signature has ${bytes} bytes; ${alg} makes ${wanted}${bytes < wanted ? ', so its end is missing' : ''}.`,
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
