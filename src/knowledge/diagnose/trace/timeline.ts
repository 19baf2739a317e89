/** A time that a text tells, with what it says happened then. */
export interface Event {
  /** Where the time stands. */
  at: number
  /** As it is written. */
  written: string
  /** Days since 1970, or of the year 0 where no year is told; undefined where the time has no date. */
  day?: number
  /** Whether the date has a year. */
  dated: boolean
  /** Seconds of the day in UTC, as far as a zone is told. */
  seconds: number
  /** Whether a zone is told. */
  zoned: boolean
  /** The words that belong to the time, in small letters and without accents. */
  words: string
}

/**
 * The times of a text in their order, each with the words beside it: of logs (a time in front of what happened then), of
 * prose (behind it), of JSON with epoch seconds, of several times in a line. Linear in the text; the first 1000 lines.
 */
export function eventsIn(text: string): Event[] {
  const events: Event[] = []
  let start = 0
  for (const line of text.split('\n').slice(0, 1_000)) {
    const cut = line.slice(0, 1_500)
    const times = [...cut.matchAll(time)].slice(0, 8).flatMap((match) => read(match) ?? [])
    const folded = cut.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    // What is before the first time is a level, a number or a name; words there are of prose.
    const infront = /^[^\p{L}\n]{0,12}(?:[\w.-]{1,24}[\s:[\]|(-]{1,8}){0,3}$/u.test(cut.slice(0, times[0]?.at ?? 0))
    for (const [index, one] of times.entries()) {
      const before = index === 0 ? 0 : (times[index - 1]?.end ?? 0)
      const next = times[index + 1]?.at ?? folded.length
      const words = times.length === 1 ? folded : infront ? folded.slice(one.end, next) : folded.slice(before, one.at)
      events.push({ ...one.event, at: start + one.at, words })
    }
    start += line.length + 1
  }
  return events
}

/**
 * Seconds from one event to another; undefined where the one has a date and the other has none, or they are of two kinds.
 * Where one alone has a zone, the whole hours between them may be the other’s: they are left out.
 */
export function secondsBetween(one: Event, other: Event): number | undefined {
  const seconds = asWritten(one, other)
  const hours = Math.floor((seconds ?? 0) / 3600)
  return seconds === undefined || one.zoned === other.zoned || hours === 0 || Math.abs(hours) > 14
    ? seconds
    : seconds - hours * 3600
}

function asWritten(one: Event, other: Event): number | undefined {
  if (one.day !== undefined && other.day !== undefined && one.dated === other.dated)
    return (other.day - one.day) * 86_400 + other.seconds - one.seconds
  if (one.day !== undefined && other.day !== undefined) return undefined
  const difference = other.seconds - one.seconds
  // A day that ends in between.
  return difference < -43_200 ? difference + 86_400 : difference
}

const months = [
  'jan',
  'feb|fev|ene',
  'mar',
  'apr|abr',
  'may|mai',
  'jun',
  'jul',
  'aug|ago',
  'sep|set',
  'oct|out|okt',
  'nov',
  'dec|dez|dic',
]
const month = months.join('|')

/** A date or none, and a time of day; or epoch seconds or milliseconds behind a name. */
const time = new RegExp(
  [
    String.raw`(?<![\d.:-])(?:(?<year>(?:19|20)\d\d)[-/](?<month>\d\d)[-/](?<day>\d\d)[T ]{1,2}|(?<d>\d{1,2})[/.](?<m>\d{1,2})(?:[/.](?<y>(?:19|20)\d\d))?,?[ T]{1,3}(?:[àa]s )?|(?<dd>\d{1,2})[ /](?<mmm>${month})[a-z]{0,6}[ /](?<yy>(?:19|20)\d\d)[: ,]{1,2}|(?<smon>${month})[a-z]{0,6} {1,2}(?<sday>\d{1,2})(?:,? (?<syear>(?:19|20)\d\d),?)? )?(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:[.,](?<part>\d{1,9}))?)?(?: ?(?<half>[AP]M)\b)?(?:\s?(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d))?(?!\d|:\d)`,
    String.raw`["'](?:t|ts|time|timestamp|at|when|epoch)["']\s{0,2}:\s{0,2}(?<epoch>1\d{9})(?<millis>\d{3})?(?!\d)`,
  ].join('|'),
  'gi',
)

function read(match: RegExpMatchArray): { at: number; end: number; event: Omit<Event, 'at' | 'words'> } | undefined {
  const { groups = {}, index = 0 } = match
  const written = match[0].trim()
  const place = { at: index, end: index + match[0].length }
  if (groups.epoch !== undefined) {
    const epoch = Number(groups.epoch) + Number(groups.millis ?? 0) / 1000
    const day = Math.floor(epoch / 86_400)
    return { ...place, event: { written, day, dated: true, seconds: epoch - day * 86_400, zoned: true } }
  }
  const half = groups.half?.toLowerCase()
  const [a, b] = [Number(groups.d), Number(groups.m)]
  // A second number above 12, or a half of the day, tells that the month comes first.
  const american = half !== undefined || b > 12
  const parts =
    groups.year !== undefined
      ? [Number(groups.year), Number(groups.month), Number(groups.day)]
      : groups.d !== undefined
        ? [groups.y === undefined ? 0 : Number(groups.y), american ? a : b, american ? b : a]
        : groups.dd !== undefined
          ? [Number(groups.yy), monthOf(groups.mmm), Number(groups.dd)]
          : groups.smon !== undefined
            ? [groups.syear === undefined ? 0 : Number(groups.syear), monthOf(groups.smon), Number(groups.sday)]
            : undefined
  const hour = Number(groups.hour)
  const hours = half === 'pm' && hour < 12 ? hour + 12 : half === 'am' && hour === 12 ? 0 : hour
  const seconds =
    hours * 3600 +
    Number(groups.minute) * 60 +
    Number(groups.second ?? 0) +
    Number(`0.${groups.part ?? 0}`) -
    offset(groups.zone)
  const [year = 0, monthNumber = 1, dayNumber = 1] = parts ?? []
  const day =
    parts === undefined
      ? undefined
      : Math.floor(Date.UTC(year === 0 ? 2000 : year, monthNumber - 1, dayNumber) / 86_400_000)
  return { ...place, event: { written, day, dated: year > 0, seconds, zoned: groups.zone !== undefined } }
}

function monthOf(name = ''): number {
  return months.findIndex((one) => new RegExp(`^(?:${one})`, 'i').test(name)) + 1
}

/** Seconds east of UTC. */
function offset(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '') ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}
