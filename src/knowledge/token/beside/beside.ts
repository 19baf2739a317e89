import { type Basis, inferred, standard } from '../../protocol/basis.ts'
import { durationInWords } from '../../text/duration.ts'
import { isObject } from '../../text/json.ts'
import { listed, quoted } from '../../text/quote.ts'
import type { FoundToken } from '../find.ts'
import type { FaultName } from '../finding.ts'
import { readTime } from '../times.ts'
import type { Relation } from '../together.ts'
import { relationsToAnswers } from './answers-beside.ts'
import { relationsToBodies } from './bodies-beside.ts'
import { relationsToCertificates } from './certificate-beside.ts'
import { relationsToConditions } from './conditions-beside.ts'
import { exchangeRelations } from './exchange-relation.ts'
import { relationsToExpectations } from './expectations.ts'
import { isLike } from './like-pattern.ts'
import { relationsToNames } from './name-beside.ts'
import { relationsToRefusals } from './refused-claim.ts'
import { relationsToRequest } from './request-beside.ts'
import { relationsToSurroundings } from './surroundings.ts'
import { relationsToValues } from './values-beside.ts'

/**
 * Compares tokens with the other words of their text: the subject that a trust policy asks for, the action that was denied,
 * the room that a call names, what settings and errors expect, the request that it is sent with, and an older token of the same
 * user.
 */
export function relationsBeside(tokens: readonly FoundToken[], text: string): Relation[] {
  if (tokens.length === 0) return []
  const words = wordsAround(text, tokens)
  const exchanged = exchangeRelations(tokens, words)
  const relations = [
    ...tokens.flatMap((found) =>
      rules.flatMap(({ title, from, says, fault }) => {
        const said = says(claimsOf(found), words)
        return said.map((why) => ({
          title,
          basis: from,
          why,
          outcome: 'failed' as const,
          of: [found.token.text],
          fault,
        }))
      }),
    ),
    ...tokens.flatMap((found) => [...refusedExtension(found, words), ...shiftedFromLog(found, words)]),
    ...relationsToExpectations(tokens, words),
    ...relationsToRequest(tokens, words),
    ...relationsToAnswers(tokens, words),
    ...relationsToCertificates(tokens, words),
    ...relationsToBodies(tokens, words),
    ...relationsToConditions(tokens, words),
    ...relationsToNames(tokens, words),
    ...exchanged,
    ...(exchanged.length > 0 ? [] : oldAndNew(tokens)),
    ...relationsToSurroundings(tokens, words),
    ...relationsToValues(tokens, words),
  ]
  return [...relationsToRefusals(tokens, words, relations), ...relations]
    .slice(0, most)
    .map((one, at) => ({ ...one, check: `beside-${at}` }))
}

const most = 12

function claimsOf({ token }: FoundToken): Record<string, unknown> {
  return (token.form === 'jws' && token.payload.value) || {}
}

/** The text, as far as it is looked at, with spaces where its tokens are. */
export function wordsAround(text: string, tokens: readonly FoundToken[]): string {
  return tokens
    .flatMap(({ place, again = [] }) => [...(place ? [place] : []), ...again])
    .reduce(
      (open, { start, end }) =>
        start >= open.length
          ? open
          : `${open.slice(0, start)}${' '.repeat(Math.min(end, open.length) - start)}${open.slice(end)}`,
      text.slice(0, 200_000),
    )
}

/** A library that refused a token for what its header demands to be understood names it in its message. */
function refusedExtension({ token }: FoundToken, words: string): Omit<Relation, 'check'>[] {
  const { crit } = (token.form === 'jws' && token.header.value) || {}
  const demanded = (Array.isArray(crit) ? crit : []).filter((one): one is string => typeof one === 'string')
  const saidSo = /\bcritical header|\bcrit(?:ical)? (?:header )?(?:parameter|extension)/i.test(words)
  const refused = demanded.filter((name) => (name.length > 1 && words.includes(name)) || saidSo)
  const isRefusal =
    /not (?:been )?(?:recogni[sz]ed|supported|understood|known)|un(?:recogni[sz]ed|supported|known)|\bcrit\b/i.test(
      words,
    )
  if (refused.length === 0 || !isRefusal) return []
  return [
    {
      title: 'Critical header parameters and the error in the text',
      outcome: 'failed',
      why: `The error in the text says that the recipient does not support ${listed(refused)}, which the header makes critical (crit), so it must reject the token whatever its signature. Add support for that parameter to the recipient, or have the issuer remove it from crit.`,
      basis: standard('RFC 7515 §4.1.11'),
      of: [token.text],
      fault: {
        title: 'Critical parameter is not supported',
        phrase: 'with a critical header parameter that the recipient does not support',
        tone: 'warn',
      },
    },
  ]
}

/**
 * A token that its log says was made at that moment, and whose `iat` is apart from that by exactly the offset of the log's time
 * zone: local time was taken for UTC.
 */
function shiftedFromLog(found: FoundToken, words: string): Omit<Relation, 'check'>[] {
  const issued = readTime(claimsOf(found).iat)?.at
  const start = found.place?.start
  if (issued === undefined || start === undefined) return []
  const line = words.slice(words.lastIndexOf('\n', start) + 1, start)
  const [stamp, sign, hours, minutes] = stampOfLine.exec(line) ?? []
  if (stamp === undefined) return []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60)
  const apart = issued - Date.parse(stamp.replace(' ', 'T').replace(',', '.')) / 1000
  if (offset === 0 || Number.isNaN(apart) || Math.abs(Math.abs(apart) - Math.abs(offset)) > 5) return []
  return [
    {
      title: 'Time of the log and of the token',
      outcome: 'failed',
      why: `The log line is dated ${stamp}, and iat of the token is ${durationInWords(Math.abs(Math.round(apart)))} ${apart < 0 ? 'before' : 'after'} that: exactly the offset of the time zone of the log (${sign}${hours}:${minutes}). The program that created it probably used local time as UTC. Write seconds since 1970, which do not depend on a time zone.`,
      basis: inferred('the time of the log line, iat and the offset between them'),
      of: [found.token.text],
      fault: { title: 'Its times are in local time', phrase: 'with local time in place of UTC' },
    },
  ]
}

const stampOfLine = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?([+-])(\d\d):?(\d\d)\b/

interface Rule {
  title: string
  from: Basis
  /** What to call it before all else: the token is sound, and still not the one that is wanted. */
  fault: FaultName
  /** What of the words does not fit the claims, in sentences. */
  says: (claims: Record<string, unknown>, words: string) => string[]
}

const rules: readonly Rule[] = [
  {
    title: 'Subject and the policy in the text',
    from: inferred('the parts of sub and the same names in the text'),
    fault: {
      title: 'Subject differs from the policy',
      phrase: 'with a different subject from the policy in the text',
      tone: 'warn',
    },
    says: ({ sub }, words) =>
      partsOf(sub).flatMap(([name, value]) => {
        const wanted = [...words.matchAll(new RegExp(`(?<![\\w-])${name}:([\\w./*-]{1,120})`, 'g'))].map(
          ([, one = '']) => one.replace(/\.+$/, ''),
        )
        return wanted.length === 0 || wanted.some((one) => isLike(value, one))
          ? []
          : [
              `The text requires ${listed([...new Set(wanted)].map((one) => `${name}:${one}`))}, and sub of the token says ${quoted(`${name}:${value}`)}: a policy that requires the former rejects it.`,
            ]
      }),
  },
  {
    title: 'Access and what was denied',
    from: inferred('the claim access and the action in the text'),
    fault: { title: 'Does not grant the denied action', phrase: 'does not grant the denied action', tone: 'warn' },
    says: ({ access }, words) => {
      if (!/denied|unauthorized|insufficient|forbidden/i.test(words)) return []
      const granted = (Array.isArray(access) ? access : []).filter(isObject)
      return granted.flatMap(({ name, actions }) => {
        const has = [actions].flat().map(String)
        const wanted =
          typeof name === 'string' && words.includes(name)
            ? [...words.matchAll(/\b(push|pull|delete)\b/g)].map(([one]) => one)
            : []
        const lacks = [...new Set(wanted)].filter((one) => !has.includes(one) && !has.includes('*'))
        return lacks.length === 0
          ? []
          : [
              `For ${quoted(name)} it allows ${listed(has)}, and the text is about ${listed(lacks)}: the token does not grant that.`,
            ]
      })
    },
  },
  {
    title: 'Room of the token and of the call',
    from: inferred('the room that the token is for and the first argument of the call'),
    fault: {
      title: 'For a different room from the call',
      phrase: 'for a different room from the call',
      tone: 'warn',
    },
    says: ({ tpc, room, video }, words) => {
      const own = tpc ?? room ?? (isObject(video) ? video.room : undefined)
      const joined = /\bjoin\w{0,20}\(\s*["'`]([^"'`\n]{1,80})["'`]/.exec(words)?.[1]
      return typeof own !== 'string' || own === '*' || joined === undefined || joined === own
        ? []
        : [`The call joins ${quoted(joined)}, and the token is for ${quoted(own)}.`]
    },
  },
  {
    title: 'User of the token and of the call',
    from: inferred('the user that the token is for and the user that the call connects'),
    fault: {
      title: 'For a different user from the call',
      phrase: 'for a different user from the call',
      tone: 'warn',
    },
    says: ({ user_id: own }, words) => {
      const connected = userOfCall.exec(words)?.[1]
      return typeof own !== 'string' || own === '*' || connected === undefined || connected === own
        ? []
        : [`The call connects the user ${quoted(connected)}, and the token is for ${quoted(own)}.`]
    },
  },
]

const userOfCall =
  /\b(?:connectUser|setUser|connect_user)\(\s{0,20}(?:\{\s{0,40}["']?(?:id|user_?id)["']?\s{0,4}:\s{0,4})?["'`]([^"'`\n]{1,100})["'`]/i

const partNames =
  /^(?:environment|ref|repo|repository|project|project_path|workspace|run_phase|owner|org|organization|pipeline|branch|space|stack|app|serviceaccount)$/

/** The parts of a subject as clouds compare them: `owner:a:project:b:environment:c`. */
function partsOf(sub: unknown): [name: string, value: string][] {
  const segments = typeof sub === 'string' ? sub.split(':') : []
  return segments.flatMap((name, at): [string, string][] => {
    const value = segments[at + 1]
    return partNames.test(name) && value ? [[name, value]] : []
  })
}

const clientOf = ({ client_id: client, azp, cid }: Record<string, unknown>): unknown => client ?? azp ?? cid

/** Two tokens of one kind, subject, audience and client of which one is newer. */
function oldAndNew(tokens: readonly FoundToken[]): Omit<Relation, 'check'>[] {
  return tokens.flatMap((one, at) =>
    tokens.slice(at + 1).flatMap((other) => {
      const [first, second] = [claimsOf(one), claimsOf(other)]
      const times = [first, second].map(({ iat, exp }) => readTime(iat ?? exp)?.at)
      const [from = 0, to = 0] = times
      const isSame =
        one.recognised.kind === other.recognised.kind &&
        typeof first.sub === 'string' &&
        first.sub !== '' &&
        first.sub === second.sub &&
        (first.iss === undefined || second.iss === undefined || first.iss === second.iss) &&
        JSON.stringify([first.aud, clientOf(first)]) === JSON.stringify([second.aud, clientOf(second)])
      if (!isSame || from === to || times.includes(undefined)) return []
      const newer = to > from ? 'second' : 'first'
      return [
        {
          title: 'Old and new',
          outcome: 'passed' as const,
          why: `Both have the subject ${quoted(first.sub)}; the ${newer} of the two in the text is newer.`,
          of: [],
          basis: inferred('that both have the same subject, and when they were issued'),
        },
      ]
    }),
  )
}
