import type { Call } from '#knowledge/protocol/call.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import { resolvePointer } from '#knowledge/text/pointer.ts'
import { answerKind } from './answer-kind.ts'

/** The parts of an exchange that the whole of it is shown in. */
export type Part = 'body' | 'headers' | 'request' | 'token'

/** One fact that a diagnosis rests on: where it stands, and its words. */
export interface EvidenceLine {
  where: string
  name?: string
  value: string
  /** The part of the exchange in which it can be seen whole. */
  part?: Part
}

/** Facts that are shown with a verdict; the exchange itself marks them all. */
const most = 5
/** Characters of one fact. */
const longest = 240

/** What a diagnosis points to in its call, a line each, the words of the response first. */
export function evidenceLines(call: Call, evidence: string[], telling?: string): EvidenceLine[] {
  const lines = evidence.flatMap((pointer) => linesAt(call, pointer, telling))
  const known = new Set<string>()
  return lines
    .filter(({ where, name, value }) => {
      const id = `${where} ${name} ${value}`
      return !known.has(id) && known.add(id)
    })
    .slice(0, most)
}

function linesAt(call: Call, pointer: string, telling: string | undefined): EvidenceLine[] {
  const [, side = '', member = '', ...path] = pointer.split('/').map(unescaped)
  if (side === 'at') return [{ where: 'Time of the response', value: utcTime(call.at) }]
  if (side === 'response' && member === 'body') return bodyLines(call.response?.body ?? '', pointer, telling)
  const value = resolvePointer(call, pointer)
  if (value === undefined || value === null || typeof value === 'boolean') return []
  if (typeof value === 'object' && Object.keys(value).length === 0) return []
  const name = path.length > 0 ? path.join('.') : member
  switch (side) {
    case 'response':
      return member === 'status'
        ? [{ where: 'Response', name: 'status', value: text(value), part: 'headers' }]
        : whole('Response header', name, value, path, 'headers')
    case 'request':
      return whole(member === 'headers' ? 'Request header' : 'Request', name, value, path, 'request')
    case 'token': {
      const where = member === 'header' ? 'Token header' : 'Token claim'
      const time = timeClaims.has(name) && typeof value === 'number' ? ` (${utcTime(value)})` : ''
      return path.length === 0 ? [] : [{ where, name, value: text(value) + time, part: 'token' }]
    }
    case 'failure':
      return [{ where: 'Connection', value: text(call.failure?.message ?? value) }]
    case 'environment':
      return path.length > 0 || typeof value === 'object' ? [] : [{ where: 'Environment', name, value: text(value) }]
    case 'flow':
      return [{ where: 'Sign-in', name: inWords(name), value: text(value) }]
    default:
      return []
  }
}

const timeClaims: ReadonlySet<string> = new Set(['exp', 'nbf', 'iat', 'auth_time'])

/** All headers at once say no more than that they are there. */
function whole(where: string, name: string, value: unknown, path: string[], part: Part): EvidenceLine[] {
  return typeof value === 'object' && path.length === 0 ? [] : [{ where, name, value: text(value), part }]
}

/** The error members of a JSON body; else the words by which it was recognised, or the first line. */
function bodyLines(body: string, pointer: string, telling: string | undefined): EvidenceLine[] {
  const kind = answerKind(body)
  const inside = pointer.slice('/response/body'.length)
  if (kind.as === 'json') {
    const fields = inside !== '' && resolvePointer(kind.value, inside) !== undefined ? [inside] : kind.errorFields
    const lines = fields.slice(0, 2).map((field) => ({
      where: 'Response body',
      name: field.slice(1).split('/').map(unescaped).join('.'),
      value: text(resolvePointer(kind.value, field)),
      part: 'body' as const,
    }))
    if (lines.length > 0) return lines
  }
  const words = telling !== undefined && body.includes(telling) ? lineAround(body, telling) : body.trim().split('\n')[0]
  return words ? [{ where: 'Response body', value: text(words), part: 'body' }] : []
}

function lineAround(body: string, words: string): string {
  const at = body.indexOf(words)
  const start = body.lastIndexOf('\n', at) + 1
  const end = body.indexOf('\n', at + words.length)
  return body.slice(Math.max(start, at - longest / 2), end < 0 ? undefined : end).trim()
}

function text(value: unknown): string {
  const all = typeof value === 'string' ? value : JSON.stringify(value)
  return all.length > longest ? `${all.slice(0, longest)}…` : all
}

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** `codeAgeSeconds` as `code age seconds`. */
const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
