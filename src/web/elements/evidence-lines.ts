import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import { type EvidenceSpan, evidenceSpans } from '#knowledge/diagnose/evidence-spans.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import { utcTime } from '#knowledge/text/duration.ts'

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
export function evidenceLines(
  call: Call,
  diagnosis: Pick<Diagnosis, 'evidence' | 'telling' | 'title' | 'cause'>,
): EvidenceLine[] {
  const time = diagnosis.evidence.includes('/at') ? [{ where: 'Time of the response', value: utcTime(call.at) }] : []
  return [...evidenceSpans(call, diagnosis).flatMap(lineOf), ...time].slice(0, most)
}

function lineOf({ at, inside, parameter, words }: EvidenceSpan): EvidenceLine[] {
  const [, side = '', member = '', ...path] = at.split('/').map(unescaped)
  const name = path.length > 0 ? path.join('.') : member
  const value = short(words)
  if (parameter !== undefined)
    return side === 'request'
      ? [{ where: 'Request parameter', name: parameter, value, part: 'request' }]
      : [{ where: 'Redirect parameter', name: parameter, value, part: 'headers' }]
  switch (side) {
    case 'response':
      if (member === 'body')
        return [
          {
            where: 'Response body',
            ...(inside !== undefined && { name: inside.slice(1).split('/').map(unescaped).join('.') }),
            value,
            part: 'body',
          },
        ]
      return member === 'status'
        ? [{ where: 'Response', name: 'status', value, part: 'headers' }]
        : [{ where: 'Response header', name, value, part: 'headers' }]
    case 'request':
      return [
        member === 'url'
          ? { where: 'Request URL', value, part: 'request' }
          : { where: member === 'headers' ? 'Request header' : 'Request', name, value, part: 'request' },
      ]
    case 'token': {
      const time = timeClaims.has(name) && /^\d+$/.test(words) ? ` (${utcTime(Number(words))})` : ''
      const where = member === 'header' ? 'Token header' : 'Token claim'
      return path.length === 0 ? [] : [{ where, name, value: value + time, part: 'token' }]
    }
    case 'failure':
      return [{ where: 'Connection', value }]
    case 'environment':
      return path.length > 0 ? [] : [{ where: 'Environment', name, value }]
    case 'flow':
      return [{ where: 'Sign-in', name: inWords(name), value }]
    default:
      return []
  }
}

const timeClaims: ReadonlySet<string> = new Set(['exp', 'nbf', 'iat', 'auth_time'])

const short = (words: string): string => (words.length > longest ? `${words.slice(0, longest)}…` : words)

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** `codeAgeSeconds` as `code age seconds`. */
const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
