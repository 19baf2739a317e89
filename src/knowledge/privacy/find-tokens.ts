import { textOfBase64 } from '../text/base64.ts'
import { parseObject } from '../text/json.ts'
import { createRun } from './char-runs.ts'
import type { Add, Finding } from './finding.ts'
import { isTrace } from './value-shapes.ts'

const base64UrlEnd = createRun('_-')
const dot = /\.|%2E|\s{1,4}\.\s{0,4}(?=[\w-]{8})|\.\s{1,4}(?=[\w-]{8})/iy
const padding = /={0,2}/y

/**
 * Finds tokens in the compact serialisation (RFC 7515 §7.1, RFC 7516 §7.1), wherever they begin in a word. Header and
 * claims stay readable: what is removed is the signature, or all that an encrypted one has behind its header.
 *
 * @param inPayload what is found in the text of a payload
 */
export function findTokens(text: string, inPayload: (payload: string) => Finding[], add: Add): void {
  for (let at = text.indexOf('e'); at >= 0; at = text.indexOf('e', at)) {
    const second = text.charCodeAt(at + 1)
    if (second !== 0x79 && second !== 0x77) {
      at += 1
      continue
    }
    const parts = partsFrom(text, at)
    const end = parts.at(-1)?.end ?? at + 1
    const found = parts.length > 1 ? tokenOf(text, at, parts, inPayload) : undefined
    if (found) {
      add(found)
      findDisclosures(text, found.end, add)
    }
    at = found || parts.length === 1 ? Math.max(end, at + 1) : nextStart(text, at, parts[0]?.end ?? end)
  }
}

/** Within a word that is no header the header may begin later: `tokeneyJ…`. */
function nextStart(text: string, at: number, end: number): number {
  const next = text.slice(at + 1, Math.min(end, at + 200)).search(/ey[A-DI-L]/)
  return next < 0 ? end : at + 1 + next
}

interface Part {
  start: number
  end: number
}

function partsFrom(text: string, at: number): Part[] {
  const parts: Part[] = []
  for (let start = at; parts.length < 5; ) {
    let end = base64UrlEnd(text, start)
    padding.lastIndex = end
    const padded = padding.exec(text)?.[0] ?? ''
    dot.lastIndex = end + padded.length
    const between = dot.exec(text)?.[0]
    // An equals sign with no dot behind it belongs to something else.
    if (between !== undefined) end += padded.length
    parts.push({ start, end })
    if (between === undefined) break
    start = end + between.length
  }
  return parts
}

function tokenOf(
  text: string,
  at: number,
  parts: Part[],
  inPayload: (payload: string) => Finding[],
): Finding | undefined {
  const written = (part: Part | undefined) => (part ? text.slice(part.start, part.end).replace(/=+$/, '') : '')
  const [first, second, third, ...others] = parts
  const header = headerOf(written(first))
  if (header === undefined || first === undefined || second === undefined) return undefined
  const last = parts.findLast(({ start, end }) => end > start) ?? first
  const value = text.slice(at, last.end)
  const token = { start: at, end: last.end, kind: 'token' as const, name: 'token', value }
  const removed = ({ start, end }: Part, name: string): Finding[] =>
    end > start && !isTrace(text.slice(start, end))
      ? [{ start, end, kind: 'token', name, value: text.slice(start, end) }]
      : []
  if (parts.length === 5 && (header.enc !== undefined || others.some(({ start, end }) => end > start)))
    return {
      ...token,
      parts: isTrace(written(second)) ? [] : removed({ start: second.start, end: last.end }, 'encrypted content'),
    }
  const payload = textOfBase64(written(second))
  const found = payload === undefined ? [] : inPayload(payload)
  const readable = payload !== undefined || written(second) === '' || written(second).length < 400
  // What cannot be read may not stay: nobody could tell what it gives away. Of a cut token the beginning can be.
  const inside: Finding[] = !readable
    ? removed(second, 'payload of a token')
    : payload === undefined
      ? cutPayload(written(second), second, inPayload)
      : found.length === 0
        ? []
        : [
            {
              ...second,
              kind: 'claim',
              name: 'claims',
              value: '',
              decoded: { as: 'base64url', text: payload, findings: found },
            },
          ]
  return {
    ...token,
    parts: [...inside, ...(third ? removed({ start: third.start, end: last.end }, 'signature of a token') : [])],
  }
}

/** A payload that was cut stays where nothing is found in what is left of it. */
function cutPayload(written: string, part: Part, inPayload: (payload: string) => Finding[]): Finding[] {
  for (let less = 1; less < 8 && written.length > less; less++) {
    const text = textOfBase64(written.slice(0, -less))
    if (text === undefined) continue
    return inPayload(text).length === 0 ? [] : [{ ...part, kind: 'token', name: 'payload of a token', value: written }]
  }
  return written.length > 8 ? [{ ...part, kind: 'token', name: 'payload of a token', value: written }] : []
}

/** The header's object; of one that was cut, an empty one. */
function headerOf(written: string): Record<string, unknown> | undefined {
  if (written.length < 8 || written.length > 20_000) return undefined
  const text = textOfBase64(written) ?? textOfBase64(written.slice(0, written.length - (written.length % 4)))
  if (text === undefined || !/^\s*\{\s*"/.test(text)) return undefined
  return parseObject(text) ?? {}
}

/** Disclosures behind a token (RFC 9901 §4.2), and the token that binds them to a key. */
function findDisclosures(text: string, end: number, add: Add): void {
  if (text.charAt(end) !== '~') return
  disclosures.lastIndex = end
  const found = disclosures.exec(text)?.[0] ?? ''
  for (const one of found.matchAll(/[\w-]{8,}/g))
    add({
      start: end + one.index,
      end: end + one.index + one[0].length,
      kind: 'claim',
      name: 'disclosure',
      value: one[0],
    })
}

const disclosures = /(?:~[\w-]{0,20000}){1,200}/y
