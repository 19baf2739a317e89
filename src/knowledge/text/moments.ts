/** A moment that a text tells. */
export interface Moment {
  /** Epoch seconds. */
  seconds: number
  /** Where it stands. */
  at: number
  /** Whether its zone is known; a log without one is taken for UTC. */
  zoned: boolean
}

/**
 * The moments that a text tells, in their order: ISO 8601, HTTP dates (RFC 9110 §5.6.7), access logs, syslog (RFC 3164)
 * and dates as Brazil writes them; not those at which a token or a response expires. Of each kind the first two thousand.
 *
 * @param now epoch seconds, by which a date without a year is told
 */
export function momentsIn(text: string, now: number): Moment[] {
  return [
    ...isoTimes(text),
    ...httpDates(text),
    ...apacheTimes(text),
    ...brazilianTimes(text),
    ...syslogTimes(text, now),
  ]
    .filter(({ seconds }) => Number.isFinite(seconds) && seconds > 1_000_000_000 && seconds < now + 400 * 86_400)
    .sort((one, other) => one.at - other.at)
}

const months = 'jan|feb|fev|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|out|nov|dec|dez'
const monthOf: Record<string, number> = {
  jan: 0,
  feb: 1,
  fev: 1,
  mar: 2,
  apr: 3,
  abr: 3,
  may: 4,
  mai: 4,
  jun: 5,
  jul: 6,
  aug: 7,
  ago: 7,
  sep: 8,
  set: 8,
  oct: 9,
  out: 9,
  nov: 10,
  dec: 11,
  dez: 11,
}

const most = 2_000

function* isoTimes(text: string): Generator<Moment> {
  let left = most
  for (const match of text.matchAll(
    /(?<![\d-])(20\d\d)[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?\s?(Z|UTC|[+-]\d\d:?\d\d)?/g,
  )) {
    if (left-- === 0) return
    // The time of a claim or of an expiry in words is not the failure's.
    if (
      /(?:exp\w*|nbf|iat|not ?(?:before|after)|valid\w*|until|since|expires?|expiration)["']?\s{0,2}(?:at|on|em|date|[:=])?\W{0,6}$/i.test(
        text.slice(Math.max(0, match.index - 24), match.index),
      )
    )
      continue
    const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number)
    yield {
      seconds: utc(year, (month ?? 1) - 1, day, hour, minute, second) + Number(`0.${match[7] ?? 0}`) - offset(match[8]),
      at: match.index,
      zoned: match[8] !== undefined,
    }
  }
}

function* httpDates(text: string): Generator<Moment> {
  let left = most
  for (const match of text.matchAll(
    new RegExp(`\\b(\\d{1,2}) (${months})[a-z]{0,6} (20\\d\\d) (\\d\\d):(\\d\\d):(\\d\\d) (GMT|UTC|[+-]\\d{4})`, 'gi'),
  )) {
    if (left-- === 0) return
    const line =
      text
        .slice(Math.max(0, match.index - 40), match.index)
        .split('\n')
        .at(-1) ?? ''
    if (/expires|last-modified/i.test(line)) continue
    const [, day, month = '', year, hour, minute, second, zone] = match
    yield {
      seconds:
        utc(Number(year), monthOf[month.toLowerCase()], Number(day), Number(hour), Number(minute), Number(second)) -
        offset(zone),
      at: match.index,
      zoned: true,
    }
  }
}

/** As Apache and nginx write it: `22/Nov/2026:05:32:10 +0000`. */
function* apacheTimes(text: string): Generator<Moment> {
  let left = most
  for (const match of text.matchAll(
    new RegExp(`\\b(\\d{1,2})/(${months})[a-z]{0,6}/(20\\d\\d):(\\d\\d):(\\d\\d):(\\d\\d)(?: ([+-]\\d{4}))?`, 'gi'),
  )) {
    if (left-- === 0) return
    const [, day, month = '', year, hour, minute, second, zone] = match
    yield {
      seconds:
        utc(Number(year), monthOf[month.toLowerCase()], Number(day), Number(hour), Number(minute), Number(second)) -
        offset(zone),
      at: match.index,
      zoned: zone !== undefined,
    }
  }
}

/** Day before month, as in Brazil: `22/11/2026 05:32:10`; a second number above 12 tells that it is the American order. */
function* brazilianTimes(text: string): Generator<Moment> {
  let left = most
  for (const match of text.matchAll(
    /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(20\d\d)[ T,]{1,2}(?:as )?(\d\d):(\d\d)(?::(\d\d))?\s?(AM|PM)?/gi,
  )) {
    if (left-- === 0) return
    const [first = 0, second = 0, year, hour = 0, minute, seconds = 0] = match
      .slice(1, 7)
      .map((one) => Number(one ?? 0))
    const half = match[7]?.toLowerCase()
    const american = second > 12 || half !== undefined
    const [day, month] = american ? [second, first] : [first, second]
    const hours = half === 'pm' && hour < 12 ? hour + 12 : half === 'am' && hour === 12 ? 0 : hour
    yield { seconds: utc(year, month - 1, day, hours, minute, seconds), at: match.index, zoned: false }
  }
}

/** `Nov 22 05:32:10` has no year: the latest that is not after now. */
function* syslogTimes(text: string, now: number): Generator<Moment> {
  let left = most
  const year = new Date(now * 1000).getUTCFullYear()
  for (const match of text.matchAll(
    new RegExp(`^(?:<\\d{1,3}>)?(${months})[a-z]{0,6} {1,2}(\\d{1,2}) (\\d\\d):(\\d\\d):(\\d\\d) `, 'gim'),
  )) {
    if (left-- === 0) return
    const [, month = '', day, hour, minute, second] = match
    const of = (one: number) =>
      utc(one, monthOf[month.toLowerCase()], Number(day), Number(hour), Number(minute), Number(second))
    const seconds = of(year)
    yield { seconds: seconds > now + 86_400 ? of(year - 1) : seconds, at: match.index, zoned: false }
  }
}

function utc(year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0): number {
  return Date.UTC(year, month, day, hour, minute, second) / 1000
}

/** Seconds east of UTC. */
function offset(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '') ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60)
}
