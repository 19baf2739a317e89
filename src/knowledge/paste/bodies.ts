import { bySureness, type Certainty } from '../diagnose/certainty.ts'
import type { Step } from '../protocol/call.ts'
import { parseJson } from '../text/json.ts'
import { member } from '../text/member.ts'
import { quoted } from '../text/quote.ts'
import { isSnakeCode, stepsOfCode } from './codes.ts'

/** What a JSON body was taken for. */
export interface BodyShape {
  what: string
  /** Where such a body comes from, most likely first. */
  steps: Step[]
  certainty: Certainty
  /** The status that the body names. */
  status?: number
  /** True for the claims of a token, which are no body of a response. */
  claims?: boolean
}

/** What an object is, when it has the form of an error body, a token response or the claims of a token. */
export function bodyShape(value: unknown): BodyShape | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  for (const shape of shapes) {
    const found = shape(value)
    if (found !== undefined) return { ...found, status: statusOf(value) }
  }
  return undefined
}

const shapes: ((value: object) => BodyShape | undefined)[] = [
  function gatewayFault(value) {
    const code = textAt(value, 'fault', 'detail', 'errorcode')
    if (code !== undefined)
      return { what: `a gateway fault (§7.2) with ${quoted(code)}`, steps: ['api'], certainty: 'certain' }
    return member(value, 'fault') === undefined
      ? undefined
      : { what: 'a gateway fault (§7.2) without its code', steps: ['api'], certainty: 'likely' }
  },
  function oauthError(value) {
    const code = textAt(value, 'error')
    if (code === undefined || (!isSnakeCode(code) && textAt(value, 'error_description') === undefined)) return undefined
    const [first = 'token', ...others] = stepsOfCode(code)
    // A redirect carries its error in the address, so a body with such a code comes from an endpoint.
    const steps: Step[] = first === 'authorize' ? ['token', first, ...others] : [first, ...others]
    return { what: `an OAuth error response (§7.1) with ${quoted(code)}`, steps, certainty: 'likely' }
  },
  function errorCode(value) {
    const code = textAt(value, 'ErrorCode') ?? textAt(value, 'errorCode') ?? textAt(value, 'error_code')
    if (code === undefined) return undefined
    const steps: Step[] = code.includes('.') ? ['api'] : [...new Set<Step>([...stepsOfCode(code), 'api', 'token'])]
    return { what: `an error response with ErrorCode ${quoted(code)}`, steps, certainty: 'likely' }
  },
  function tokenResponse(value) {
    return textAt(value, 'access_token') === undefined && textAt(value, 'id_token') === undefined
      ? undefined
      : { what: 'a token response (§2.4)', steps: ['token', 'refresh'], certainty: 'likely' }
  },
  function problem(value) {
    const members = ['type', 'title', 'status', 'detail', 'instance'].filter((name) => Object.hasOwn(value, name))
    return members.length >= 2 && (member(value, 'title') !== undefined || member(value, 'detail') !== undefined)
      ? { what: 'a problem document (RFC 9457)', steps: ['api', 'token'], certainty: 'likely' }
      : undefined
  },
  function claims(value) {
    const names = ['iss', 'sub', 'aud', 'exp', 'iat', 'scope'].filter((name) => Object.hasOwn(value, name))
    return names.length >= 3
      ? { what: 'decoded token claims', steps: ['api'], certainty: 'likely', claims: true }
      : undefined
  },
  function ownError(value) {
    const error =
      member(value, 'error') ?? member(value, 'errors') ?? member(value, 'message') ?? member(value, 'Message')
    return error === undefined
      ? undefined
      : { what: 'an error response in an unknown format', steps: ['api', 'token'], certainty: 'possible' }
  },
]

/** A JSON value that contains more than a body: a log line, an error that a program wrote, a recorded exchange. */
export interface JsonRecord {
  body?: string
  shape?: BodyShape
  status?: number
  url?: string
  method?: string
  requestHeaders?: Record<string, string>
  responseHeaders?: Record<string, string>
  /** Epoch seconds. */
  at?: number
  /** Other text in it that may hold a message of its own: an HTTP answer, a failed connection. */
  texts: string[]
}

const nodeLimit = 2_000
const logMarks = [
  'level',
  'lvl',
  'severity',
  'logger',
  'loglevel',
  'pid',
  'hostname',
  '@timestamp',
  'msg',
  'log',
  'stack',
]
const bodyNames = new Set(['body', 'data', 'response', 'responseBody', 'response_body', 'payload', 'text', 'content'])

/** Looks through a JSON value for what is known of a call: the error body deep in it, status, address, headers, time. */
export function readRecord(value: unknown, text: string): JsonRecord {
  const record: JsonRecord = { texts: [] }
  const ownShape = bodyShape(value)
  const isLog = typeof value === 'object' && value !== null && logMarks.some((name) => Object.hasOwn(value, name))
  let fallback: { shape: BodyShape; value: unknown; text?: string } | undefined
  if (ownShape !== undefined && !(isLog && ownShape.certainty === 'possible'))
    fallback = { shape: ownShape, value, text }
  if (fallback !== undefined && !isLog && ownShape?.certainty !== 'possible') return { ...record, ...asBody(fallback) }
  const waiting: { name: string; value: unknown }[] = [{ name: '', value }]
  let inner: typeof fallback
  for (let at = 0; at < waiting.length && at < nodeLimit; at++) {
    const { name, value: node } = waiting[at] ?? { name: '', value: undefined }
    if (typeof node === 'string') {
      const parsed = /^\s*[[{]/.test(node) ? parseJson(node) : undefined
      if (parsed !== undefined) waiting.push({ name, value: parsed })
      else if (node.length > 3) record.texts.push(node)
      const shape = bodyShape(parsed)
      if (shape !== undefined) inner = better(inner, { shape, value: parsed, text: node })
      noteField(record, name, node)
    } else if (typeof node === 'number') noteField(record, name, node)
    else if (typeof node === 'object' && node !== null) {
      const shape = at === 0 ? undefined : bodyShape(node)
      // An object of a form of its own counts as a body only where its name says that it is one.
      if (shape !== undefined && (shape.certainty !== 'possible' || bodyNames.has(name)))
        inner = better(inner, { shape, value: node })
      if (/headers$/i.test(name)) noteHeaders(record, name, node)
      else for (const key of Object.keys(node).slice(0, 500)) waiting.push({ name: key, value: member(node, key) })
    }
  }
  const chosen = inner ?? fallback
  return { ...record, ...(chosen && asBody(chosen)), status: record.status ?? chosen?.shape.status }
}

function better<Candidate extends { shape: BodyShape }>(one: Candidate | undefined, other: Candidate): Candidate {
  return one === undefined || bySureness(other.shape.certainty, one.shape.certainty) < 0 ? other : one
}

function asBody({ shape, value, text }: { shape: BodyShape; value: unknown; text?: string }): Partial<JsonRecord> {
  return { shape, status: shape.status, body: text ?? asJson(value) }
}

function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // Nested deeper than the engine goes.
    return undefined
  }
}

function noteField(record: JsonRecord, name: string, value: string | number): void {
  const field = name.toLowerCase().replace(/[^a-z@.]/g, '')
  if (/^(?:(?:http|response)?\.?status(?:code)?|code)$/.test(field) && record.status === undefined) {
    const status = Number(value)
    if (Number.isInteger(status) && status >= 100 && status < 600) record.status = status
  }
  if (typeof value === 'string') {
    if (/^(?:(?:request|http|target)?\.?ur[il](?:original|full)?|endpoint)$/.test(field) && /^[a-z]+:\/\//i.test(value))
      record.url ??= value
    if (/^(?:(?:request|http)?\.?method|verb)$/.test(field) && /^[a-z]{3,7}$/i.test(value))
      record.method ??= value.toUpperCase()
  }
  if (/^(?:@?timestamp|time|ts|date|startedat|starteddatetime)$/.test(field)) record.at ??= epochSeconds(value)
}

function noteHeaders(record: JsonRecord, name: string, headers: object): void {
  const kept: Record<string, string> = Object.create(null)
  const pairs: [string, unknown][] = Array.isArray(headers)
    ? headers.slice(0, 200).map((one) => [String(member(one, 'name')), member(one, 'value')])
    : Object.keys(headers)
        .slice(0, 200)
        .map((key) => [key, member(headers, key)])
  for (const [key, value] of pairs) if (typeof value === 'string') kept[key.toLowerCase()] = value
  const own = Object.keys(kept)
  const isAnswer = /res/i.test(name) || own.some((key) => /^(?:www-authenticate|server|set-cookie|date)$/.test(key))
  if (isAnswer) record.responseHeaders ??= kept
  else record.requestHeaders ??= kept
}

/** A moment in a record, as epoch seconds: a date in words, or a number of seconds or milliseconds of this century. */
function epochSeconds(value: string | number): number | undefined {
  const number = Number(value)
  if (Number.isFinite(number) && number > 946_684_800 && number < 4_102_444_800) return number
  if (Number.isFinite(number) && number > 946_684_800_000 && number < 4_102_444_800_000) return number / 1000
  // Without a zone nobody knows which moment is meant.
  if (typeof value !== 'string' || !/(?:Z|GMT|UTC|[+-]\d\d:?\d\d)$/.test(value.trim())) return undefined
  const parsed = Date.parse(value)
  return Number.isNaN(parsed) ? undefined : parsed / 1000
}

function statusOf(value: object): number | undefined {
  const candidates = [
    member(value, 'status'),
    member(value, 'statusCode'),
    member(value, 'code'),
    member(value, 'error', 'code'),
  ]
  return candidates
    .map((one) => (typeof one === 'string' && /^\d{3}$/.test(one) ? Number(one) : one))
    .find((one): one is number => typeof one === 'number' && Number.isInteger(one) && one >= 400 && one < 600)
}

function textAt(value: unknown, ...names: string[]): string | undefined {
  const found = member(value, ...names)
  return typeof found === 'string' && found !== '' ? found : undefined
}
