import type { Diagnosis } from '../diagnose/diagnosis.ts'
import { type EvidenceSpan, evidenceSpans } from '../diagnose/evidence-spans.ts'
import type { Call } from '../protocol/call.ts'

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
  diagnosis: Pick<Diagnosis, 'evidence' | 'title' | 'cause' | 'telling'>,
): TextPlace[] {
  const words = wordsOf(text)
  const spans = evidenceSpans(call, diagnosis)
  const { telling } = diagnosis
  // Words that are the values of several members with the syntax between them are marked value by value.
  const heard = telling === undefined || /["'{}[\]]\s*[:,]/.test(telling) ? [] : findIn(text, words, telling)
  return merged([...heard, ...spans.flatMap((span) => placesOf(span, text, words))]).slice(0, placeLimit)
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

function placesOf({ at, inside, parameter, words: written }: EvidenceSpan, text: string, words: Word[]): TextPlace[] {
  const [, part, , name = ''] = at.split('/').map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (at === '/response/status') return statusPlace(text, written)
  if (at === '/at') return []
  if (part === 'token') return firstOf([() => named(words, name, written), () => tokenPlace(text)])
  if (at === '/request/headers/authorization') return firstOf([() => tokenPlace(text), () => findWords(words, name)])
  if (part === 'failure') return failurePlace(written, words)
  if (inside !== undefined) return findIn(text, words, written)
  if (parameter !== undefined)
    return firstOf([() => named(words, parameter, written), () => findIn(text, words, written)])
  if (/^\/re(?:quest|sponse)\/(?:headers|form)\//.test(at))
    return firstOf([
      () => findIn(text, words, written),
      () => named(words, name, written),
      () => findWords(words, name),
    ])
  return findIn(text, words, written)
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

/** A message of a program, without the code that its reader put behind it. */
function failurePlace(message: string, words: Word[]): TextPlace[] {
  return firstOf([() => findWords(words, message), () => findWords(words, message.replace(/ \([\w-]+\)$/, ''))])
}

/** Words as they are written, of any script; else word by word, with whatever syntax is between them. */
function findIn(text: string, words: Word[], value: string): TextPlace[] {
  return firstOf([() => findAsWritten(text, value), () => findWords(words, value)])
}

function findAsWritten(text: string, value: string): TextPlace[] {
  const start = value.length < 3 ? -1 : text.indexOf(value)
  if (start < 0 || /\w\w/.test(text.slice(start - 1, start + 1))) return []
  const end = start + value.length
  return /\w\w/.test(text.slice(end - 1, end + 1)) ? [] : [{ start, end }]
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
