import { durationInWords, utcTime } from '../../text/duration.ts'
import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

/** Seconds by which a token may be made after the response that refused it, as clocks and rounding differ. */
const tolerance = 5
/** Seconds beyond which two times are of two days and not of two clocks. */
const longest = 86_400

/** Whether the clock of the machine that signs or calls is ahead of the server's, or behind it. */
export const clocks = family(['clock:ahead', 'clock:behind'], (evidence) => {
  const found = signedTimes(evidence.text()) ?? comparedTimes(evidence.words()) ?? madeAfterResponse(evidence)
  if (found === undefined) return { facts: [] }
  const { own, server } = found
  return {
    facts: those({ 'clock:ahead': own > server, 'clock:behind': own < server }),
    values: {
      clock_own: utcTime(own),
      clock_server: utcTime(server),
      clock_difference: durationInWords(Math.abs(own - server)),
    },
  }
})

/** Epoch seconds on both sides. */
interface Clocks {
  own: number
  server: number
}

/** What AWS says of a signature's time: the server's own time is the one in the brackets (Signature Version 4). */
function signedTimes(text: string): Clocks | undefined {
  const stamp = String.raw`(\d{8}T\d{6}Z)`
  const match = new RegExp(
    `Signature (?:expired|not yet current): ${stamp} is (?:now earlier|still later) than ${stamp} \\(${stamp}`,
    'i',
  ).exec(text)
  const [own, server] = [match?.[1], match?.[3]].map(stampSeconds)
  return own === undefined || server === undefined ? undefined : { own, server }
}

function stampSeconds(stamp: string | undefined): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/
    .exec(stamp ?? '')
    ?.slice(1)
    .map(Number)
  if (parts === undefined) return undefined
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000
}

/** Two times in seconds that a library names when a token is used too early: its own clock is the server's here. */
function comparedTimes(words: string): Clocks | undefined {
  const early =
    /\b(?:too early|not (?:yet )?valid|in the future|before|nbf|iat|issued at)\b[^\n\d]{0,80}(1\d{9})\b[^\n\d]{0,40}(?:now|current|server|clock|[<>])[^\n\d]{0,30}(1\d{9})\b/.exec(
      words,
    )
  const [one, other] = [Number(early?.[1]), Number(early?.[2])]
  if (early === null || Math.abs(one - other) > longest || one === other) return undefined
  // The claim is named first or last; the later of the two is the signer's, or nothing would be too early.
  return { own: Math.max(one, other), server: Math.min(one, other) }
}

/** A token that was made after the response that refused it, by the Date header of that response (RFC 9110 §6.6.1). */
function madeAfterResponse(evidence: Evidence): Clocks | undefined {
  const date = /(?:^|[\s<"'])date["']?: ?["']?(\w{3}, \d{1,2} \w{3} \d{4} \d\d:\d\d:\d\d GMT)/i.exec(
    evidence.text(),
  )?.[1]
  const server = date === undefined ? Number.NaN : Date.parse(date) / 1000
  if (Number.isNaN(server)) return undefined
  const sent = evidence.tokens().filter(({ role }) => role === 'bearer' || role === 'assertion' || role === 'proof')
  const made = [
    ...sent.flatMap(({ claims }) => [claims.iat, claims.nbf]),
    // The claims of a token that somebody decoded.
    ...evidence.valuesOf('iat', 'nbf').map(Number),
  ]
  const own = made.find(
    (one): one is number => typeof one === 'number' && one > server + tolerance && one < server + longest,
  )
  return own === undefined ? undefined : { own, server }
}
