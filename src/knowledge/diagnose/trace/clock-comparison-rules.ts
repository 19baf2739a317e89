import { standard } from '../../protocol/basis.ts'
import { durationInWords } from '../../text/duration.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import type { Said } from './rule.ts'

/** Clocks of a text that differ at one moment, and the one of them that is wrong (RFC 7519 §4.1; RFC 9110 §6.6.1). */
export const clockComparisonRules: readonly CircumstanceRule[] = [
  { own: 'unless-named', basis: standard('RFC 7519 §4.1.4 to §4.1.6', 'the times in the text'), find: wrongClock },
]

type Side = 'identity' | 'api' | 'own'

interface Reading {
  side: Side
  /** Seconds of the day. */
  seconds: number
  at: number
  written: string
  /** What the line says of who showed this time. */
  node?: string
}

/** Seconds by which clocks may differ without anybody refusing a token. */
const tolerance = 60

/** The clock that stands alone among those of the identity service, the APIs and the reader's machine. */
function wrongClock({ text, words }: Trace): Said | undefined {
  if (!ofTimes.test(words())) return undefined
  const readings = readingsIn(text)
  const dates = readings.filter(({ side }) => side !== 'own')
  const [own] = readings.filter(({ side }) => side === 'own')
  const first = (side: Side) => dates.find((one) => one.side === side)
  const identity = first('identity')
  const odd = dates.find((one) => one.side === 'api' && identity !== undefined && off(one, identity) < -tolerance)
  if (
    odd !== undefined &&
    identity !== undefined &&
    (own === undefined || Math.abs(off(own, identity)) < Math.abs(off(own, odd)) || text.includes('TokenNotYetValid'))
  )
    return ofGateway(odd, identity, own)
  // Two responses of the APIs that contradict each other: one of their machines is wrong.
  const one = dates.find(
    ({ side, seconds }) => side === 'api' && own !== undefined && Math.abs(seconds - own.seconds) % 1800 > tolerance,
  )
  const other = dates.find(
    (date) => one !== undefined && date !== one && date.side === 'api' && Math.abs(off(date, one)) > tolerance,
  )
  if (one !== undefined && other !== undefined && own !== undefined && Math.abs(off(own, other)) < tolerance)
    return ofGateway(one, other, own)
  const server = identity ?? dates[0]
  if (own === undefined || server === undefined) return undefined
  const difference = off(own, server)
  return Math.abs(difference) <= tolerance || Math.abs(difference) > 6 * 3600
    ? undefined
    : ofMachine(own, server, difference, text)
}

function ofGateway(odd: Reading, right: Reading, own: Reading | undefined): Said {
  const difference = off(odd, right)
  return {
    of: 'access-token-not-yet-valid',
    title: `The gateway’s clock is ${difference < 0 ? 'behind' : 'ahead'}`,
    cause: `The gateway’s response is dated ${quoted(odd.written)}${odd.node === undefined ? '' : ` (${quoted(odd.node)})`}, ${durationInWords(Math.abs(difference))} ${difference < 0 ? 'behind' : 'ahead of'} ${right.side === 'identity' ? 'the identity service’s' : 'another response’s'} ${quoted(right.written)}${own === undefined || Math.abs(off(own, right)) > tolerance ? '' : ', which matches your clock'}. The gateway therefore considers the token not yet valid.`,
    fix: `Report it to the API team with both Date headers${odd.node === undefined ? '' : `, the node ${quoted(odd.node)}`} and the time. Until it is fixed, retry: another node may accept the token, or the same one a few minutes later.`,
    who: 'api-team',
    retry: 'with-backoff',
    telling: odd.written,
  }
}

function ofMachine(own: Reading, server: Reading, difference: number, text: string): Said {
  const behind = difference < 0
  const snapshot = /snapshot|suspend|resum|restor|sleep|hibern|wsl|\bvm\b|VirtualBox|hypervisor/i.exec(text)?.[0]
  return {
    of: behind ? 'access-token-not-yet-valid' : 'access-token-expired',
    title: `Your machine’s clock is ${behind ? 'behind' : 'ahead'}`,
    cause: `Your machine’s time is ${quoted(own.written)}, but the service’s Date is ${quoted(server.written)}, ${durationInWords(Math.abs(difference))} ${behind ? 'later' : 'earlier'}. Your app therefore considers the token ${behind ? 'not yet valid' : 'expired'}.${snapshot === undefined ? '' : ' Clocks of virtual machines often fall behind after a pause or a snapshot.'}`,
    fix: 'Synchronize this machine’s clock (Linux: timedatectl set-ntp true; Windows: w32tm /resync), and allow 60 seconds of clock skew in the token check.',
    who: 'operator',
    telling: server.written,
  }
}

/** Seconds by which one clock is ahead of another, without what whole half hours of time zones make. */
function off(one: Reading, other: Reading): number {
  const difference = one.seconds - other.seconds
  const zone = one.side === 'own' || other.side === 'own' ? Math.round(difference / 3600) * 3600 : 0
  const rest = difference - zone
  return Math.abs(rest) > 43_200 ? rest - Math.sign(rest) * 86_400 : rest
}

const ofTimes =
  /not ?yet ?valid|before (?:issued|nbf|it)|in the future|no futuro|en el futuro|future|\bnbf\b|\bexp\b|expired?|expirad\w+|iat\b|tokennotyetvalid|clock|relogio|reloj|skew|issued (?:at|before)/

/** The times that the text shows, by who showed them. Linear in the text. */
function readingsIn(text: string): Reading[] {
  const found: Reading[] = []
  let side: Side | undefined
  for (const [line, at] of linesOf(text)) {
    const called = /https?:\/\/([\w.-]{3,200})[^\s"']{0,300}|\b(?:GET|POST)\b[^\n]{0,12}(\/\S{1,200})/.exec(line)
    if (called !== null)
      side = /\/token\b|\/authori[sz]e\b|(?:\/\/|^)(?:id|auth|login|sso)\./.test(called[0]) ? 'identity' : 'api'
    const date =
      /\bdate["']?\b(?: header)?[^\n]{0,40}?[:=]?\s{0,2}["']?\w{3}, \d{1,2} \w{3} \d{4} ((\d\d):(\d\d):(\d\d)) (?:GMT|UTC)/i.exec(
        line,
      )
    const node =
      /\b(?:x-[\w-]{0,20}node|x-served-by|x-gateway[\w-]{0,20}|node|via)["']?\s{0,2}[:=]\s{0,2}["']?([\w.-]{2,60})/i.exec(
        line,
      )?.[1]
    if (date !== null)
      found.push({
        side: /token response/i.test(line) ? 'identity' : (side ?? 'identity'),
        seconds: secondsOf(date[2], date[3], date[4]),
        at: at + date.index,
        written: date[1] ?? '',
        node,
      })
    const ownTime = ownClock.exec(line)
    if (
      ownTime !== null &&
      found.length < 400 &&
      !(date !== null && (date.index ?? 0) <= ownTime.index && ownTime.index < date.index + date[0].length)
    ) {
      const [hours, minutes, seconds] = ownTime.slice(1).filter((part) => part !== undefined)
      found.push({
        side: 'own',
        seconds: secondsOf(hours, minutes, seconds),
        at,
        written:
          /(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d\S{0,10}$/.exec(ownTime[0].trim())?.[0] ??
          ownTime[0].trim().slice(-30),
      })
    }
  }
  return found
}

function* linesOf(text: string): Generator<[line: string, at: number]> {
  let at = 0
  for (const line of text.split('\n').slice(0, 2_000)) {
    yield [line.slice(0, 2_000), at]
    at += line.length + 1
  }
}

/** The time with which a log's line begins, or that the text calls the machine's own. */
const ownClock =
  /(?:^[ \t$]{0,4}\w{3} \w{3} {1,2}\d{1,2} (?=\d\d:\d\d:\d\d (?:[A-Z]{3,5}|[+-]\d{2,4}) 20\d\d)|^[ \t[(<"']{0,4}|"(?:time|ts|timestamp|@timestamp|t)"\s?:\s?")(?:20\d\d[-/]\d\d[-/]\d\d[T ])?(\d\d):(\d\d):(\d\d)(?:[.,]\d{1,9})?(?=[\s\])Z,+"-])|\b(?:(?:container|pod|vm|docker|server|servidor|machine|m[aá]quina)(?:'s)? (?:date|time|clock|hora)|now|agora|ahora|our (?:host|server|clock)|my (?:pc|clock|machine)|meu pc|mi (?:pc|reloj)|local(?: time)?|hora local|host|server time|relogio|rel[oó]gio|\$ date)\b[^\n\d]{0,16}(?:20\d\d-\d\d-\d\d[T ])?(\d\d):(\d\d):(\d\d)/i

function secondsOf(hours = '0', minutes = '0', seconds = '0'): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
