import { standard } from '../../protocol/basis.ts'
import { durationInWords } from '../../text/duration.ts'
import { momentsIn } from '../../text/moments.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'

/** Two times that one message names: since when something is valid, and what the clock of the checker says. */
export const statedTimeRules: readonly CircumstanceRule[] = [
  { basis: standard('RFC 7519 §4.1.5 and §4.1.6', 'the two times in the message'), find: tooEarly },
]

const early =
  /in the future|too early|not (?:yet|currently) (?:valid|active)|earlier than|used before|before (?:its|it was|being) |not ?before|\bimmature|no futuro|en el futuro|future/i

/** Epoch seconds: no message is from later. */
const endOfCentury = 4_102_444_800

/** Beyond this, two times are of two days and not of two clocks. */
const longest = 86_400

/** A token or an assertion that the checker’s clock finds to be of the future. */
function tooEarly({ text }: Trace): Said | undefined {
  let left = 400
  for (const line of text.split('\n')) {
    if (left-- === 0) break
    const cut = line.slice(0, 1_000)
    const said = early.exec(cut)
    if (said === null) continue
    const times = timesIn(cut)
    // A log writes its own time at the start of the line.
    const stated = times.length > 2 ? times.slice(1) : times
    const [one, other] = stated
    if (one === undefined || other === undefined || stated.length !== 2) continue
    const [now, from] = one.seconds < other.seconds ? [one, other] : [other, one]
    const difference = from.seconds - now.seconds
    if (difference <= 0 || difference > longest) continue
    const apart = durationInWords(difference)
    const host =
      /\bwsl2?\b|docker|container|conteiner|hyper-?v|virtualbox|\bvm\b|vmware|raspberry|hibernat\w+|suspend\w*|snapshot/i.exec(
        text,
      )?.[0]
    return {
      of: 'access-token-not-yet-valid',
      title: `The verifier’s clock is ${apart} behind`,
      cause: `The token is valid from ${quoted(from.written)}, but the verifier’s clock read ${quoted(now.written)}, ${apart} earlier, and the check allows no clock skew.${host === undefined ? '' : ` Clocks in ${quoted(host)} often fall behind after the machine has slept.`}`,
      fix: `Synchronize the clock ${host === undefined ? 'of the verifier' : `inside ${quoted(host)}`} (NTP, systemd-timesyncd, chrony; in WSL hwclock -s), and allow up to 1 minute of clock skew.`,
      who: 'operator',
      telling: now.written,
    }
  }
  return undefined
}

interface Time {
  seconds: number
  written: string
}

/** The moments and epoch seconds of a line, also those that a claim’s name is in front of. */
function timesIn(line: string): Time[] {
  const bare = line.replace(
    /\b(?:iat|nbf|exp|not ?before|not ?on ?or ?after|issued ?at|valid|from|since|until)\b/gi,
    (word) => ' '.repeat(word.length),
  )
  const moments = momentsIn(bare, endOfCentury).map(({ seconds, at }) => ({ seconds, at }))
  const epochs = [...bare.matchAll(/(?<![\d.:-])(1\d{9})(?:\d{3})?(?![\d:-])/g)].map(({ 1: seconds, index }) => ({
    seconds: Number(seconds),
    at: index,
  }))
  const dated = [...moments, ...epochs]
  if (dated.length === 0) return timesOfDay(bare)
  const written =
    /\d{4}[-/]\d\d[-/]\d\d[T ][\d:.,]{8,18}(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?|1\d{9,12}|\d{1,2}[/ ]\w{1,9}[/ ]\d{4}[ :][\d:]{5,8}(?: ?(?:[AP]M|GMT|UTC|[+-]\d{4}))?/y
  return dated
    .sort((one, other) => one.at - other.at)
    .map(({ seconds, at }) => {
      written.lastIndex = at
      return { seconds, written: written.exec(line)?.[0] ?? line.slice(at, at + 20) }
    })
}

/** Times of one day, where the line has no date. */
function timesOfDay(line: string): Time[] {
  return [...line.matchAll(/(?<![\d:.])([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:[.,]\d{1,9})?Z?(?![\d:])/g)].map(
    ([written, hours, minutes, seconds]) => ({
      seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
      written,
    }),
  )
}
