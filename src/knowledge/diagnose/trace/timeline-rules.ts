import { documented, inferred, standard } from '../../protocol/basis.ts'
import { durationInWords } from '../../text/duration.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import type { Said } from './rule.ts'
import { eventsIn, secondsBetween } from './timeline.ts'

/** Clocks that cannot be right, whatever else a text shows. */
export const impossibleClockRules: readonly CircumstanceRule[] = [
  { own: 'unless-named', basis: standard('RFC 5280 §4.1.2.5', 'the dates in the text'), find: clockOfDevice },
]

/** What lay between two events of a text, where a rule names how long that may be. Asked after what values show. */
export const timelineRules: readonly CircumstanceRule[] = [
  {
    own: 'unless-named',
    basis: documented('§2.4, where the lifetime of the code is not shown', inferred('the times in the text')),
    find: lateExchange,
  },
  { own: 'unless-named', basis: standard('RFC 6749 §5.1: expires_in', 'the times in the text'), find: usedAfterItsEnd },
  { own: 'unless-named', basis: standard('RFC 6749 §10.12', 'the times in the text'), find: lateReturn },
]

const notYetValid =
  /(?:certificat\w*|certificado|x509|\bssl\b|\btls\b|zertifikat)[^\n]{0,120}(?:not (?:yet )?valid|ainda nao|aun no|todavia no|not before|before 20\d\d|noch nicht|expired or (?:is )?not yet)|not ?yet ?valid|certificatenotyetvalid|ainda nao e valido/

/** A machine whose log has a date long before the one that other parts of the text have. */
function clockOfDevice({ text, words }: Trace): Said | undefined {
  if (!notYetValid.test(words())) return undefined
  const events = eventsIn(text).filter(({ dated, day }) => dated && day !== undefined)
  const failing = events.find(({ words: said }) => notYetValid.test(said)) ?? events[0]
  if (failing?.day === undefined) return undefined
  const day = failing.day
  const dates = [...datesIn(text), ...events.flatMap((one) => one.day ?? [])]
  const latest = dates.reduce((max, one) => Math.max(max, one), 0)
  const synchronised = events.some((one) => (one.day ?? 0) > day + 30 && /\b200\b|\bok\b/.test(one.words))
  // Boards without a battery start at the epoch of their firmware, years before OAuth services had today’s certificates.
  const atEpoch = day < 20_454 && /^(?:1970|2000|20[01]\d|202[0-4])/.test(yearOf(day))
  if (synchronised || (latest - day < 30 && !(atEpoch && day < 19_000))) return undefined
  const ntp =
    /^[^\n]{0,80}\b(?:ntp|chrony|timesync\w*|battery|bateria|bater[ií]a|rtc|placa|board|cmos)\b[^\n]{0,100}/im.exec(
      text,
    )?.[0]
  return {
    of: 'identity-service-certificate-not-trusted',
    title: 'The device’s clock is wrong',
    cause: `According to its log, the device’s date is ${quoted(failing.written)}${latest - day >= 30 ? `, but other dates in the text are ${durationInWords((latest - day) * 86_400)} later` : ', long before such certificates were issued'}. Every certificate therefore seems not yet valid.${ntp === undefined ? '' : ` The text says ${quoted(ntp.trim(), 120)}.`}`,
    fix: 'Set the device’s clock: synchronize it with NTP before the first request, and replace its clock battery if it loses the time at each start.',
    who: 'operator',
    telling: failing.written,
  }
}

function yearOf(day: number): string {
  return new Date(day * 86_400_000).toISOString()
}

/** The dates of a text in days since 1970, in the forms of logs, letters and people. */
function datesIn(text: string): number[] {
  const long =
    /(?<![\d/.-])(?:(20\d\d)-(\d\d)-(\d\d)|(\d{1,2})[/.](\d{1,2})[/.](20\d\d)|(\d{1,2})\.? (?:de |of )?(jan|feb|fev|ene|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|out|okt|nov|dec|dez|dic)[a-zç]{0,8}\.? (?:de |of )?(20\d\d))(?![\d-])/gi
  const names = [
    'jan ene',
    'feb fev',
    'mar',
    'apr abr',
    'may mai',
    'jun',
    'jul',
    'aug ago',
    'sep set',
    'oct out okt',
    'nov',
    'dec dez dic',
  ]
  return [...text.matchAll(long)].slice(0, 200).map((match) => {
    const [, y, m, d, d2, m2, y2, d3, name, y3] = match
    const [year, monthNumber, day] =
      y !== undefined
        ? [y, Number(m), d]
        : y2 !== undefined
          ? [y2, Number(m2), d2]
          : [y3, names.findIndex((one) => one.includes((name ?? '').slice(0, 3).toLowerCase())) + 1, d3]
    return Math.floor(Date.UTC(Number(year), monthNumber - 1, Number(day)) / 86_400_000)
  })
}

const codeCame =
  /(?:call ?back|\/cb\b|\bvolt(?:a|ou)\b|retorn(?:o|ou)|redirect\w*|came back|returned|zuruck|vuelta|volvio|receb\w+|received|rcvd|recibi\w+|\bgot\b|copi(?:ei|ed|e)\b|saved|salv\w+|stored|enfileir\w+|enqueued|queued|guard\w+)/
const exchanged =
  /(?:exchang\w*|troc[aou]\w*|canje\w*|intercambi\w*|redeem\w*|token (?:request|response|call)|\/oauth2\/token|grant_type|invalid_grant|colei|pasted|pegue|postman)/

/** A code whose exchange began long after it came. */
function lateExchange({ text, messages, words }: Trace): Said | undefined {
  const told = words()
  if (!/invalid_grant|(?:code|codigo)\b[^\n]{0,40}(?:expir|inval|not valid|unknown)/.test(told)) return undefined
  if (/refresh[_ ]?token=|grant_type=refresh|\brt=|refresh\(/.test(told) || /code_?verifier|pkce/.test(told))
    return undefined
  const events = eventsIn(text)
  const came =
    events.find(
      ({ words: said }) =>
        /\bcode\b|codigo|\/cb\b|callback/.test(said) &&
        codeCame.test(said) &&
        !/token (?:request|response)|invalid_grant/.test(said),
    ) ?? events.find(({ words: said }) => codeCame.test(said) && !exchanged.test(said))
  const sent = came && events.findLast((one) => one.at > came.at && exchanged.test(one.words))
  const seconds = came && sent && secondsBetween(came, sent)
  if (came === undefined || sent === undefined || seconds === undefined || seconds < 100 || seconds > 14 * 86_400)
    return undefined
  // The first exchange decides: what is tried again later fails for having failed.
  const first = events.find((one) => one.at > came.at && exchanged.test(one.words) && !codeCame.test(one.words))
  const untilFirst = first && secondsBetween(came, first)
  if (untilFirst !== undefined && untilFirst < 100) return undefined
  const lasted = durationInWords(seconds)
  return {
    of: 'code-expired',
    title: `Code exchanged ${lasted} after it was received`,
    cause: `The code was received at ${quoted(came.written)} and exchanged at ${quoted(sent.written)}, so it had probably expired. The API guide does not give its lifetime; RFC 6749 §4.1.2 recommends at most 10 minutes.${messages.length === 0 ? '' : ' Its other values are not the cause.'}`,
    fix: 'Start the sign-in again, and exchange the code directly in the callback, not in a queue or background job.',
    telling: sent.written,
  }
}

/** A token that a request brings after the time that its response gave it. */
function usedAfterItsEnd({ text, words }: Trace): Said | undefined {
  const told = words()
  if (!/(?<![\d.])401(?![\d.])|expired|expirad|invalid ?token|tokenexpired/.test(told)) return undefined
  if (/nomatchingpublickey|failedtodecode|invalid_client|client_not_found|missing_token/.test(told)) return undefined
  const ended = afterItsExp(text) ?? afterItsEpoch(text)
  if (ended !== undefined) return ended
  const life = lifetimeIn(told)
  const events = eventsIn(text)
  const issued = events.find(
    ({ words: said }) =>
      /\b(?:tokens?|expires_in|signed in|login|logou|start|begin|inicio)\b/.test(said) && !/\b401\b/.test(said),
  )
  const failing = events.find(
    (one) => issued !== undefined && one.at > issued.at && /(?<![\d.])401(?![\d.])/.test(one.words),
  )
  if (life === undefined || issued === undefined || failing === undefined) return undefined
  const seconds = secondsBetween(issued, failing)
  if (seconds === undefined || seconds < life.seconds || seconds > 30 * 86_400) return undefined
  const renewed = events.some(
    (one) => one.at > issued.at && one.at < failing.at && /refresh|renov|renew|new token|novo token/.test(one.words),
  )
  if (renewed) return undefined
  return {
    of: 'access-token-expired',
    title: 'The access token had expired',
    cause: `The token was issued at ${quoted(issued.written)} and is valid for ${durationInWords(life.seconds)} (${quoted(life.written)}). The call at ${quoted(failing.written)} was ${durationInWords(seconds)} after it was issued, so the token had expired.`,
    fix: 'Renew the token before it expires or once after a 401, and never cache a token longer than its expires_in.',
    telling: failing.written,
  }
}

/** The exp of a token in epoch seconds, and the time that a shell or the response’s Date gives. */
function afterItsEpoch(text: string): Said | undefined {
  const exp = /\bexp\b[^\n]{0,120}(?:\n\s{0,4}|[=:]\s{0,3})["']?(1\d{9})(?!\d)/.exec(text)?.[1]
  const now =
    /\bdate \+%s\b[^\n]{0,20}(?:\n\s{0,4}|->\s?)(1\d{9})(?!\d)|\bnow["']?\s{0,3}[=:]\s{0,3}(1\d{9})(?!\d)/.exec(text)
  const dated = now === null ? responseDate.exec(text)?.[1] : undefined
  const end = Number(exp)
  const seconds = (dated === undefined ? Number(now?.[1] ?? now?.[2]) : Date.parse(dated) / 1000) - end
  if (exp === undefined || !(seconds > 0) || seconds > 30 * 86_400) return undefined
  return {
    of: 'access-token-expired',
    title: 'The access token had expired',
    cause:
      dated === undefined
        ? `The token expires at ${exp}, and the machine’s time is ${now?.[1] ?? now?.[2]}, ${durationInWords(seconds)} later (both in seconds since 1970).`
        : `The token’s exp is ${exp} (${new Date(end * 1000).toISOString().replace('.000Z', 'Z')}), and the response is dated ${quoted(dated)}, ${durationInWords(seconds)} later.`,
    fix: 'Renew the token before it expires or once after a 401, and send the new one.',
    telling: exp,
  }
}

const responseDate = /^[ \t<>]{0,4}date: ?(\w{3}, \d{1,2} \w{3} 20\d\d \d\d:\d\d:\d\d GMT)/im

/** A call after the time that the token’s exp names. */
function afterItsExp(text: string): Said | undefined {
  const events = eventsIn(text)
  const named = /\bexp(?:ires?(?:_at)?|iry|ira)?\b["']?\s{0,3}(?:at|[:=])?\s{0,3}["']?(?=\d)/gi
  for (const { index, 0: written } of [...text.matchAll(named)].slice(0, 20)) {
    const end = events.find(({ at }) => Math.abs(at - index - written.length) < 2)
    const failing =
      end &&
      events.find(
        (one) => one !== end && /(?<![\d.])401(?![\d.])/.test(one.words) && !/\bexp/.test(one.words.slice(0, 12)),
      )
    const seconds = end && failing && secondsBetween(end, failing)
    if (end === undefined || failing === undefined || seconds === undefined || seconds <= 0 || seconds > 30 * 86_400)
      continue
    return {
      of: 'access-token-expired',
      title: 'The access token had expired',
      cause: `The token expired at ${quoted(end.written)}, and the call was at ${quoted(failing.written)}, ${durationInWords(seconds)} later.`,
      fix: 'Renew the token before it expires or once after a 401, and send the new one.',
      telling: failing.written,
    }
  }
  return undefined
}

/** How long a token lasts, as its response or a remark says. */
function lifetimeIn(words: string): { seconds: number; written: string } | undefined {
  const inSeconds = /\bexpires_?in["']?(?: was)?\s{0,3}[=:]?\s{0,3}(\d{2,6})(?![\d.])/.exec(words)
  if (inSeconds !== null) return { seconds: Number(inSeconds[1]), written: inSeconds[0] }
  const inUnits =
    /\btoken\b[^\n]{0,24}?\(?(?:vale |valid (?:for )?|dura |of )?(\d{1,3}) ?(min(?:ut\w*)?|h(?:oras?|ours?)?)\b/.exec(
      words,
    )
  return inUnits === null
    ? undefined
    : { seconds: Number(inUnits[1]) * (inUnits[2]?.startsWith('m') ? 60 : 3600), written: inUnits[0] }
}

/** A redirect that came back after the application had let go of its state. */
function lateReturn({ text, words }: Trace): Said | undefined {
  const told = words()
  if (
    !/\bstate\b/.test(told) ||
    !/unknown|not found|missing|expired|inval|nao encontrad|desconhecid|no encontrad/.test(told)
  )
    return undefined
  const kept =
    /\b(?:setex|ttl|expires?|max_?age|kept|keep|guardad\w|valid\w*|lifetime|cache)\b[^\n]{0,40}?(?<![\w:.])(\d{1,5}) ?(s|sec\w*|seg\w*|m|min\w*)?\b(?![:\d])/.exec(
      told,
    )
  if (kept === null) return undefined
  const limit = Number(kept[1]) * (kept[2]?.startsWith('m') ? 60 : 1)
  const events = eventsIn(text)
  const began = events.find(
    ({ words: said }) =>
      /authori[sz]e|\/login|sign-?in|redirect|entrar|start/.test(said) && !/callback|\/cb\b|[?&]code=/.test(said),
  )
  const came = began && events.findLast((one) => one.at > began.at && /callback|\/cb\b|state/.test(one.words))
  const seconds = began && came && secondsBetween(began, came)
  if (
    began === undefined ||
    came === undefined ||
    seconds === undefined ||
    limit < 5 ||
    seconds <= limit ||
    seconds > 86_400
  )
    return undefined
  return {
    of: 'application-state-mismatch',
    title: 'The sign-in state expired before the redirect',
    cause: `Your app keeps the state for ${durationInWords(limit)} (${quoted(kept[0].trim(), 60)}). The sign-in started at ${quoted(began.written)}, and the redirect was received at ${quoted(came.written)}, ${durationInWords(seconds)} later, so the state had been deleted.`,
    fix: 'Keep the state for 30 to 60 minutes, and show a link that restarts the sign-in if it is gone.',
    telling: came.written,
  }
}
