import type { Call } from '../protocol/call.ts'
import { parseAddress } from '../text/address.ts'
import { isObject, parseJson } from '../text/json.ts'
import { pointer, resolvePointer } from '../text/pointer.ts'
import type { Diagnosis } from './diagnosis.ts'

/** The exact words of a call that a diagnosis rests on: what a screen marks and quotes, and nothing around them. */
export interface EvidenceSpan {
  /** JSON pointer (RFC 6901) into the call. */
  at: string
  /** JSON pointer to the value, where a JSON body is at `at`. */
  inside?: string
  /** Name of the parameter whose value decides, where an address is at `at`. */
  parameter?: string
  /** The words, decoded. */
  words: string
  /** True where there is more at `at` than these words. */
  part: boolean
}

type Told = Pick<Diagnosis, 'evidence' | 'telling' | 'title' | 'cause'>

/**
 * What decides, in the order of the evidence: of a body the code and the sentence that the diagnosis rests on, of an
 * address the parameter, of anything else its whole value. What the call does not show has no span. Where the evidence
 * has the status and no words of the response, the error code in the body precedes it: both say the same thing, and the
 * code says it in words.
 */
export function evidenceSpans(call: Call, diagnosis: Told): EvidenceSpan[] {
  const known = new Set<string>()
  const quotes = quotesIn(diagnosis)
  return [...codeBesideStatus(call, diagnosis.evidence), ...diagnosis.evidence]
    .flatMap((at) => spansAt(call, at, diagnosis, quotes))
    .filter(({ at, inside, parameter, words }) => {
      const id = JSON.stringify([at, inside, parameter, words])
      return !known.has(id) && known.add(id)
    })
}

function codeBesideStatus({ response }: Call, evidence: readonly string[]): string[] {
  const saysMore = evidence.some((at) => /^\/response\/(?:body|headers)\b/.test(at))
  if (saysMore || !evidence.includes('/response/status') || response?.body === undefined) return []
  const path = codePath(parsedBody(response.body))
  return path === undefined ? [] : [`/response/body${path}`]
}

/** What a diagnosis quotes of the other side's words. */
function quotesIn({ title, cause }: Pick<Told, 'title' | 'cause'>): string[] {
  return [...`${title} ${cause}`.matchAll(/“([^“”]{3,400})”/g)].map(([, words = '']) => words.replace(/…$/, ''))
}

function spansAt(call: Call, at: string, diagnosis: Told, quotes: string[]): EvidenceSpan[] {
  if (at.startsWith('/response/body'))
    return bodySpans(call.response?.body ?? '', at.slice('/response/body'.length), diagnosis.telling, quotes)
  const value = resolvePointer(call, at)
  if (typeof value !== 'string' && typeof value !== 'number') return []
  const words = String(at.startsWith('/failure/') ? (call.failure?.message ?? value) : value)
  if (at === '/response/headers/location' || at === '/request/url') {
    const named = diagnosis.evidence.flatMap((one) => /^\/flow\/(\w+)$/.exec(one)?.[1] ?? [])
    return addressSpans(at, words, diagnosis.telling, named, quotes)
  }
  if (/^\/response\/headers\/www-authenticate$/i.test(at)) {
    const [error] = /\berror="[^"]{1,200}"/.exec(words) ?? []
    const found = [error, ...quotes.filter((quote) => words.includes(`"${quote}"`) && !error?.includes(quote))]
    const spans = found.flatMap((one) => (one === undefined ? [] : [{ at, words: one, part: true }]))
    if (spans.length > 0) return spans
  }
  return words === '' ? [] : [{ at, words, part: false }]
}

/** The parameters that decide: the error of a redirect, else what is told, named or quoted; else the address alone. */
function addressSpans(
  at: string,
  address: string,
  telling: string | undefined,
  named: string[],
  quotes: string[],
): EvidenceSpan[] {
  const { origin, path, query } = parseAddress(address)
  const span = ([parameter, words]: [string, string]) => ({ at, parameter, words, part: true })
  const error = query.filter(([name]) => name === 'error')
  const said = query.filter(([, value]) => quotes.some((quote) => alike(value, quote)))
  const isTold = ([name, value]: [string, string]) => value === telling || name === telling || named.includes(name)
  const deciding = [...new Set([...error, ...query.filter(isTold), ...said])].filter(([, value]) => value !== '')
  if (deciding.length > 0) return deciding.slice(0, 4).map(span)
  return origin + path === '' ? [] : [{ at, words: origin + path, part: query.length > 0 }]
}

/** Of JSON the values by which it was recognised, its code, and what is quoted of it; of other text the words themselves. */
function bodySpans(body: string, inside: string, telling: string | undefined, quotes: string[]): EvidenceSpan[] {
  const at = '/response/body'
  const value = parsedBody(body)
  if (value === undefined) return textSpans(at, body, telling, quotes)
  const whole = (path: string) => ({ at, inside: path, words: plain(resolvePointer(value, path)), part: true })
  if (inside !== '' && resolvePointer(value, inside) !== undefined) return [whole(inside)]
  const said = sentencesIn(value, '', 5)
  const code = codePath(value)
  const told = telling === undefined ? [] : said.filter(({ words }) => alike(words, telling) || alike(telling, words))
  const quoted = said.filter(({ words }) => quotes.some((quote) => alike(words, quote)))
  const found = [...(code === undefined ? [] : [code]), ...[...told, ...quoted].map(({ path }) => path)]
  const deciding = found.length > 0 ? [...new Set(found)] : said.slice(0, 1).map(({ path }) => path)
  if (deciding.length > 0) return deciding.slice(0, 4).map(whole)
  return textSpans(at, body, telling, quotes)
}

function textSpans(at: string, text: string, telling: string | undefined, quotes: string[]): EvidenceSpan[] {
  const words = [...(telling === undefined ? [] : [telling]), ...quotes].filter((one) => text.includes(one))
  return words.slice(0, 3).map((one) => ({ at, words: one, part: one !== text }))
}

/** Where the error bodies in use have their code: RFC 6749 §5.2, §7.2 of the API guide, RFC 9457, and others. */
const codes = ['/error', '/fault/detail/errorcode', '/ErrorCode', '/type', '/code']

const codePath = (value: unknown): string | undefined =>
  codes.find((path) => typeof resolvePointer(value, path) === 'string')

const parsedBody = (body: string): unknown => (/^\s*[[{]/.test(body) ? parseJson(body) : undefined)

const saying =
  /^(?:error|errors|code|error_?code|error_?name|fault|faultstring|faultcode|detail|details|message|messages|msg|mensagem|error_?description|error_?message|title|reason|type|description|cause)$/i

/** The values of members that name or describe an error, outer ones first. */
function sentencesIn(value: unknown, path: string, depth: number): { path: string; words: string }[] {
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  const members = Object.entries(value).slice(0, 40)
  return [
    ...members.flatMap(([name, one]) =>
      typeof one === 'string' && one.length > 2 && (isList || saying.test(name))
        ? [{ path: path + pointer(name), words: one }]
        : [],
    ),
    ...members.flatMap(([name, one]) =>
      isObject(one) || Array.isArray(one) ? sentencesIn(one, path + pointer(name), depth - 1) : [],
    ),
  ]
}

/** Whether a text has the words of another within it, whatever signs are between them. */
function alike(text: string, words: string): boolean {
  const wanted = wordsAlone(words)
  return wanted.length > 2 && wordsAlone(text).includes(wanted)
}

const wordsAlone = (text: string): string =>
  text
    .slice(0, 4_000)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
