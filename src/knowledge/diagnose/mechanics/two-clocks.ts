import { standard } from '../../protocol/basis.ts'
import { durationInWords } from '../../text/duration.ts'
import { momentsIn } from '../../text/moments.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { speaksOfFailure } from './failing.ts'

/** The clock of the sender and that of the receiver, as a signed request and the log or response about it show them. */
export const twoClockRules: readonly CircumstanceRule[] = [
  { basis: standard('RFC 9110 §6.6.1', 'the times in the text'), find: stampAgainstReceiver },
  { basis: standard('ISO 8601', 'the times and the limit in the text'), find: overTheLimit },
]

/** Seconds by which usual receivers let a stamp differ from their own clock. */
const tolerance = 300

/** Epoch seconds: no message is from later. */
const endOfCentury = 4_102_444_800

/** What a sender stamps its signed request with: a header or member, or the creation time of WS-Security. */
const stamp =
  /(?<![\w.])(?:[\w-]{0,40}timestamp["']?\s{0,2}[:=]\s{0,2}["']?|\bt=)(1\d{9})(?:\d{3})?(?!\d)|<(?:\w{1,10}:)?Created>([^<]{19,32})</gi

/** A request whose own time is minutes or days away from the time at which it was received. */
function stampAgainstReceiver({ text, words }: Trace): Said | undefined {
  if (!/signature|signed|assinatura|security|timestamp|hmac|token/.test(words()) || !speaksOfFailure(words()))
    return undefined
  let left = 40
  for (const match of text.matchAll(stamp)) {
    if (left-- === 0) break
    const [, epoch, iso] = match
    const sent = epoch === undefined ? Date.parse(iso ?? '') / 1000 : Number(epoch)
    if (!Number.isFinite(sent)) continue
    const received = receivedAt(text, match.index)
    if (received === undefined) continue
    const difference = sent - received.seconds
    if (Math.abs(difference) <= tolerance || Math.abs(difference) > 400 * 86_400) continue
    // A log without a zone is in local time.
    if (!received.zoned && Math.abs(difference) < 15 * 3600 && nearZone(difference)) continue
    const apart = durationInWords(Math.abs(difference))
    const zone = nearZone(difference) && Math.abs(difference) < 15 * 3600
    // A webhook comes to the reader’s own machine; a signed call leaves it.
    const own = iso === undefined
    const behind = own ? difference > 0 : difference < 0
    return {
      of: 'request-time-skewed',
      title: `The ${own ? 'receiving' : 'sending'} machine’s clock is ${apart} ${behind ? 'behind' : 'ahead'}`,
      cause: `The request’s timestamp is ${quoted(epoch ?? iso)}${epoch === undefined ? '' : ` (${utc(sent)})`}, but the ${received.from} at that moment is ${quoted(utc(received.seconds))}, ${apart} apart. Recipients reject signatures whose timestamp differs by more than a few minutes.${zone ? ' The difference is a whole number of hours, so local time was probably used as UTC.' : ''}`,
      fix: `Synchronize the clock of the ${own ? 'verifier' : 'sender'} (NTP, chronyc makestep, w32tm /resync)${zone ? ' and write times in UTC' : ''}, then compare date -u with a time server.`,
      who: 'operator',
      telling: epoch ?? iso,
    }
  }
  return undefined
}

/** When the machine at the other end had the request, by the log line that names it or by the Date of the response. */
function receivedAt(
  text: string,
  at: number,
): { seconds: number; zoned: boolean; from: 'log' | 'response' } | undefined {
  const start = text.lastIndexOf('\n', at) + 1
  const [logged] = momentsIn(text.slice(start, Math.min(at, start + 60)), endOfCentury)
  if (logged !== undefined && logged.at < 12) return { seconds: logged.seconds, zoned: logged.zoned, from: 'log' }
  const outside = /outside the tolerance|timestamp[^\n]{0,40}(?:too old|expired|out of range|outside)/i.test(text)
  const [told] = outside ? momentsIn(text, endOfCentury) : []
  if (told !== undefined) return { seconds: told.seconds, zoned: told.zoned, from: 'log' }
  const date = /^[<\s]{0,3}["']?date["']?: ?["']?(\w{3}, \d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d GMT)/im.exec(
    text.slice(at, at + 20_000),
  )?.[1]
  const seconds = date === undefined ? Number.NaN : Date.parse(date) / 1000
  return Number.isNaN(seconds) ? undefined : { seconds, zoned: true, from: 'response' }
}

/** Whether two clocks differ as time zones do: by whole half hours, give or take a minute. */
function nearZone(difference: number): boolean {
  const rest = Math.abs(difference) % 1800
  return Math.abs(difference) > 1000 && (rest < 60 || rest > 1740)
}

function utc(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

const unitSeconds: readonly [RegExp, number][] = [
  [/^(?:s|sec|seg)/i, 1],
  [/^min/i, 60],
  [/^(?:h|std|stunde|heure|ora)/i, 3600],
  [/^(?:d|tag|jour|giorn)/i, 86_400],
]
const limitNamed =
  /(?:more than|exceed\w*|over|at most|maxim\w*|up to|within|not? (?:be )?(?:longer|greater|later) than|m[aá]s de|mais de|m[aá]xim\w*|superior a|plus de|h[oö]chstens|l[aä]nger als)\D{0,30}?(\d{1,5})\s?(seconds?|secs?|segundos?|minutes?|mins?|minutos?|hours?|hrs?|horas?|days?|d[ií]as?|stunden|heures|jours|tage)\b/i

/** Two times of a request that are some seconds further apart than the limit that the refusal names. */
function overTheLimit({ text, words }: Trace): Said | undefined {
  if (!/expir|venc|lifetime|validity|period|duration|exp\b/.test(words()) || !speaksOfFailure(words())) return undefined
  const [said, number, unit = ''] = limitNamed.exec(text) ?? []
  const size = unitSeconds.find(([names]) => names.test(unit))?.[1]
  if (said === undefined || size === undefined) return undefined
  const limit = Number(number) * size
  const times = [...text.matchAll(/(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:?\d\d)?/g)]
    .slice(0, 60)
    .map(([written, , zone]) => ({ written, seconds: Date.parse(zone === undefined ? `${written}Z` : written) / 1000 }))
    .filter(({ seconds }) => Number.isFinite(seconds))
  for (const end of times)
    for (const start of times) {
      const apart = end.seconds - start.seconds
      if (apart <= limit || apart > limit * 1.1 || apart > limit + 7200) continue
      return {
        of: 'request-time-skewed',
        title: `The period is ${durationInWords(apart - limit)} longer than allowed`,
        cause: `${quoted(end.written)} is ${durationInWords(apart - limit)} more than ${quoted(`${number} ${unit}`)} after ${quoted(start.written)}, and the response gives that as the limit.`,
        fix: `Request a period that ends a few minutes before the limit of ${number} ${unit}, counted from the server’s current time.`,
        telling: end.written,
      }
    }
  return undefined
}
