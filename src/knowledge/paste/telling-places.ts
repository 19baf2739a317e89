import type { Diagnosis } from '../diagnose/diagnosis.ts'
import type { Call } from '../protocol/call.ts'
import { parseAddress } from '../text/address.ts'
import { isObject, parseJson } from '../text/json.ts'
import { resolvePointer } from '../text/pointer.ts'

/** A part of a text: offsets of its first character and of the one after its last. */
export interface TextPlace {
  start: number
  end: number
}

/**
 * Where the evidence of a diagnosis is in the text that was pasted: the code, the sentence, the status, the token.
 * Words are compared without the syntax around them, so that escapes and encodings do not hide them. The text may be
 * masked already. In order, without overlaps; none where the evidence is not in the text. Linear in its length.
 */
export function tellingPlaces(
  text: string,
  call: Call,
  { evidence, title, cause, telling }: Pick<Diagnosis, 'evidence' | 'title' | 'cause' | 'telling'>,
): TextPlace[] {
  const words = wordsOf(text)
  const quotes = [...`${title} ${cause}`.matchAll(/“([^“”]{3,400})”/g)].map((match) =>
    (match[1] ?? '').replace(/…$/, ''),
  )
  const heard = telling === undefined ? [] : findWords(words, telling)
  const found = evidence.flatMap((at) => placesOf(at, call, text, words, quotes))
  return merged([...heard, ...found]).slice(0, placeLimit)
}

/** The line of a text that a place is in, cut to what can be taken in at a glance. */
export function tellingLine(text: string, { start, end }: TextPlace): string {
  const begin = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - 120)
  const next = text.indexOf('\n', Math.max(start, end - 1))
  const stop = Math.min(next < 0 ? text.length : next, Math.max(end, begin + 240), start + 400)
  const cutBefore = begin > 0 && text.charAt(begin - 1) !== '\n'
  const cutAfter = stop < text.length && text.charAt(stop) !== '\n'
  return `${cutBefore ? '…' : ''}${text.slice(begin, stop).trim()}${cutAfter ? '…' : ''}`
}

const placeLimit = 8
/** Words of one value that are looked for; a sentence has fewer. */
const needleLimit = 60

interface Word extends TextPlace {
  word: string
}

// What an escape or an encoding represents parts words; letters with accents do too, as they are often encoded.
const wordOrEscape = /%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\[nrt]|&[a-z]{2,6};|[A-Za-z0-9]+/g

function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const { 0: word, index } of text.matchAll(wordOrEscape))
    if (/^[A-Za-z0-9]/.test(word)) words.push({ word: word.toLowerCase(), start: index, end: index + word.length })
  return words
}

function placesOf(at: string, call: Call, text: string, words: Word[], quotes: string[]): TextPlace[] {
  const [, part, , name = ''] = at.split('/').map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'))
  const value = resolvePointer(call, at)
  const written = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (at === '/response/status') return statusPlace(text, written)
  if (part === 'token') return firstOf([() => named(words, name, written), () => tokenPlace(text)])
  if (at === '/request/headers/authorization') return firstOf([() => tokenPlace(text), () => findWords(words, name)])
  if (at.startsWith('/response/body')) return bodyPlaces(call.response?.body ?? '', words, quotes)
  if (part === 'failure') return failurePlace(call.failure?.message ?? '', words)
  if (at === '/response/headers/location') return redirectPlaces(written, words)
  if (/^\/re(?:quest|sponse)\/(?:headers|form)\//.test(at))
    return firstOf([() => named(words, name, written), () => findWords(words, written), () => findWords(words, name)])
  return findWords(words, written)
}

function firstOf(ways: (() => TextPlace[])[]): TextPlace[] {
  for (const way of ways) {
    const found = way()
    if (found.length > 0) return found
  }
  return []
}

/** A name with its value right behind it, whatever is between the two. */
function named(words: Word[], name: string, value: string): TextPlace[] {
  return value === '' ? [] : findWords(words, `${name} ${value}`)
}

/** A status behind what names one, else the first number that is written like it. */
function statusPlace(text: string, status: string): TextPlace[] {
  if (!/^\d{3}$/.test(status)) return []
  const named = new RegExp(
    `(?:HTTP/\\d(?:\\.\\d)?"?[ \\t]{1,3}|(?:status|code|error|HTTP|response)[^\\w\\n]{1,6}(?:code[^\\w\\n]{1,6})?)${status}(?!\\d)`,
    'i',
  ).exec(text)
  if (named !== null) return [{ start: named.index, end: named.index + named[0].length }]
  const alone = new RegExp(`(?<![\\w.])${status}(?![\\w.])`).exec(text)
  return alone === null ? [] : [{ start: alone.index, end: alone.index + status.length }]
}

/** A token, or what is in place of one in a masked text. */
function tokenPlace(text: string): TextPlace[] {
  const found =
    /(?:Bearer|DPoP)[\s:]{1,4}(?:•{6} \([\d,]{1,9} characters\)|eyJ[\w.-]{1,20000})/i.exec(text) ??
    /(?<![\w-])eyJ[\w-]{4,20000}\.[\w.-]{0,20000}/.exec(text) ??
    /•{6} \([\d,]{1,9} characters\)/.exec(text)
  return found === null ? [] : [{ start: found.index, end: found.index + found[0].length }]
}

/** What a body says: its code and its sentences; of a body that is no JSON, what the diagnosis quotes of it. */
function bodyPlaces(body: string, words: Word[], quotes: string[]): TextPlace[] {
  const said = sentencesIn(parseJson(body), 5).slice(0, 6)
  const own = said.flatMap((one) => findWords(words, one))
  if (own.length > 0) return own
  const inBody = wordsOf(body.slice(0, 100_000))
  return quotes.filter((quote) => findWords(inBody, quote).length > 0).flatMap((quote) => findWords(words, quote))
}

const telling =
  /^(?:error|errors|code|error_?code|error_?name|fault|faultstring|faultcode|detail|details|message|messages|msg|mensagem|error_?description|error_?message|title|reason|type|description|cause)$/i

/** The values of members that name or describe an error, outer ones first. */
function sentencesIn(value: unknown, depth: number): string[] {
  if (depth === 0) return []
  if (Array.isArray(value))
    return value.slice(0, 10).flatMap((one) => (typeof one === 'string' ? [one] : sentencesIn(one, depth - 1)))
  if (!isObject(value)) return []
  const members = Object.entries(value).slice(0, 40)
  return [
    ...members.flatMap(([name, one]) => (typeof one === 'string' && telling.test(name) ? [one] : [])),
    ...members.flatMap(([, one]) => sentencesIn(one, depth - 1)),
  ].filter((one) => one.length > 2)
}

/** A message of a program, without the code that its reader put behind it. */
function failurePlace(message: string, words: Word[]): TextPlace[] {
  return firstOf([() => findWords(words, message), () => findWords(words, message.replace(/ \([\w-]+\)$/, ''))])
}

/** The error and its description in the parameters of a redirect. */
function redirectPlaces(location: string, words: Word[]): TextPlace[] {
  const { query } = parseAddress(location)
  const error = query.filter(([name]) => name.startsWith('error'))
  return (error.length > 0 ? error : query)
    .slice(0, 8)
    .flatMap(([name, value]) => firstOf([() => named(words, name, value), () => findWords(words, value)]))
}

/** Where words stand one after the other for the first time (Knuth, Morris and Pratt: no word is looked at again). */
function findWords(words: Word[], value: string): TextPlace[] {
  const needle = wordsOf(value.slice(0, 4_000))
    .slice(0, needleLimit)
    .map(({ word }) => word)
  if (needle.join('').length < 3) return []
  const back = fallbacks(needle)
  let matched = 0
  for (const [at, { word, end }] of words.entries()) {
    while (matched > 0 && needle[matched] !== word) matched = back[matched - 1] ?? 0
    if (needle[matched] === word) matched += 1
    if (matched === needle.length) return [{ start: words[at - needle.length + 1]?.start ?? 0, end }]
  }
  return []
}

/** For each beginning of a sequence, how much of it is met again at its end. */
function fallbacks(needle: string[]): number[] {
  const back = [0]
  for (let at = 1, length = 0; at < needle.length; at++) {
    while (length > 0 && needle[at] !== needle[length]) length = back[length - 1] ?? 0
    if (needle[at] === needle[length]) length += 1
    back.push(length)
  }
  return back
}

function merged(places: TextPlace[]): TextPlace[] {
  const sorted = places.toSorted((one, other) => one.start - other.start || other.end - one.end)
  const whole: TextPlace[] = []
  for (const place of sorted) {
    const last = whole.at(-1)
    if (last !== undefined && place.start <= last.end) last.end = Math.max(last.end, place.end)
    else whole.push({ ...place })
  }
  return whole
}
