import { documented, inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import { answersIn } from '../../text/signals.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import { isPlaceholder } from './credentials.ts'
import { type Trace, valueIn } from './message.ts'
import { processName } from './process-names.ts'
import type { Said } from './rule.ts'

/** Values that a text shows sent more than once, or not whole (§1; RFC 6749 §4.1.2 and §6). */
export const reuseRules: readonly CircumstanceRule[] = [
  {
    own: 'unless-named',
    basis: documented('§1: the code is a one-time code', inferred('the log')),
    find: openedByVisitor,
  },
  {
    own: 'unless-named',
    basis: documented('§1: the code is a one-time code', standard('RFC 6749 §4.1.2')),
    find: (trace) => sentAgain(trace, 'code'),
  },
  {
    basis: standard('RFC 6749 §6 and §10.4', 'the values in the text'),
    find: (trace) => sentAgain(trace, 'refresh token'),
  },
  {
    own: 'unless-named',
    basis: documented('§1: the code is a one-time code', standard('RFC 6749 §4.1.2')),
    find: triedAgain,
  },
  { own: 'unless-named', basis: standard('RFC 9700 §4.14.2', 'the wording of the text'), find: fromBackup },
  { own: true, basis: documented('§2.2 and §2.3', standard('RFC 6749 §4.1.3')), find: sentInPart },
  { own: true, basis: documented('§2.4: the access token is a JWT', standard('RFC 7515 §3.1')), find: shortField },
]

type Kind = 'code' | 'refresh token'

interface Sent {
  kind: Kind
  value: string
  at: number
  /** Of the line that it is in: time, worker or process, where it begins. */
  line: string
}

/** A value that one request exchanged and a later one brings again. */
function sentAgain(trace: Trace, kind: Kind): Said | undefined {
  const { text } = trace
  if (!refused.test(text)) return undefined
  const all = sentIn(text).filter((one) => one.kind === kind)
  const answers = outcomesIn(trace)
  for (const first of all) {
    const again = all.find((one) => one.at > first.at && one.value === first.value)
    if (again === undefined) continue
    if (
      kind === 'code' &&
      unanswered.test(lineOf(text, first.at) + text.slice(first.at, again.at).slice(0, 3_000)) &&
      answers.some(({ at, ok }) => !ok && at > again.at)
    )
      return codeAfterTimeout(first.value, apart(first, again), first.value)
    const well = answers.find(({ at, ok }) => ok && at > first.at)
    // Both may be told before the two responses.
    const ill = well && answers.find(({ at, ok }) => !ok && at > Math.max(well.at, again.at))
    const between = well && answers.some(({ at, ok }) => !ok && at > first.at && at < well.at)
    if (well === undefined || ill === undefined || between) continue
    // Where another value was sent in between, the success may be of that one.
    if (all.some((one) => one.value !== first.value && one.at > first.at && one.at < well.at)) continue
    return kind === 'code' ? codeAgain(first, again) : refreshAgain(first, again, text, well.at)
  }
  return undefined
}

/** What a log says of a request to which no response came; the time that a setting allows is no time that passed. */
const unanswered =
  /time(?:d )?-?out(?!["']?\s{0,2}[=:]\s{0,2}[\d.])|no response|sem resposta|sin respuesta|ECONNRESET|ETIMEDOUT|socket hang up|connection (?:reset|closed)|aborted/i

function lineOf(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end).slice(0, 600)
}

/** An exchange without a response, and a second attempt that is refused, where no value of the code is shown. */
function triedAgain({ text, messages }: Trace): Said | undefined {
  const refusal = text.indexOf('invalid_grant')
  if (refusal < 0 || /grant_type["']?\s{0,3}[=:]\s{0,3}["']?(?:refresh_token|password|client_credentials)/.test(text))
    return undefined
  const exchange = messages.find(({ kind, at }) => kind === 'token-request' && at < refusal)
  if (exchange === undefined || valueIn(exchange, 'refresh_token') !== undefined) return undefined
  const between = text.slice(exchange.at, refusal).slice(0, 6_000)
  const broken = unanswered.exec(between)
  if (broken === null || !/\bcode|c[oó]digo|callback|authorization_code/i.test(text)) return undefined
  const again = attempt.exec(between.slice(broken.index))?.[0]
  return again === undefined ? undefined : codeAfterTimeout(undefined, '', again.trim().slice(0, 80))
}

const attempt =
  /\bretr(?:y|ies|ied|ying)\b[^\n]{0,60}|\b(?:attempt|tentativa|intento|try)\b[ #=:]{0,3}\(?[2-9]\b|\b(?:nova tentativa|tentando (?:de novo|novamente)|reintent\w+|second (?:attempt|try|request)|segund[oa] (?:tentativa|intento|chamada)|again|de novo|novamente|otra vez)\b|[^\n]{0,80}\/oauth2\/token\b/i

function codeAfterTimeout(value: string | undefined, later: string, telling: string): Said {
  return {
    of: 'code-already-used',
    title: 'The code was sent again after a timeout',
    cause: `The first request with the code${value === undefined ? '' : ` ${quoted(value)}`} timed out, and your app sent the same code again${later}. The first request had probably used the code, which works only once.`,
    fix: 'Start the sign-in again for a new code. Do not retry token requests that contain a code; increase their timeout instead.',
    telling,
  }
}

function codeAgain(first: Sent, again: Sent): Said {
  return {
    of: 'code-already-used',
    title: 'The same code was exchanged twice',
    cause: `The code ${quoted(first.value)} was exchanged successfully and then sent again${apart(first, again)}. A code works only once, so the second exchange is rejected.`,
    fix: 'Exchange each code only once, and use the tokens from the first response. Look for an effect or handler that runs twice, a reload of the callback page, a double click or a retry.',
    telling: first.value,
  }
}

/** A callback that a program which looks into links opened, beside the person. */
function openedByVisitor({ text }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  const opened = [...text.matchAll(/[?&]code=([\w.~+/%-]{4,400})([^\n]{0,300})/g)].slice(0, 60)
  for (const [, code = '', line = ''] of opened) {
    const visitor = looksIntoLinks.exec(line)?.[0]
    if (visitor === undefined || opened.filter(([, one]) => one === code).length < 2) continue
    return usedByVisitor(code, visitor)
  }
  return undefined
}

const looksIntoLinks =
  /(?:\w{2,20}[ /-]?(?:bot|preview)|link ?preview|whatsapp|facebookexternalhit|safelinks|prefetch|\w{0,20}scanner|proofpoint|barracuda)[^"\n]{0,40}/i

function usedByVisitor(code: string, visitor: string): Said {
  return {
    of: 'code-already-used',
    title: 'A link preview used the code first',
    cause: `The callback URL with the code ${quoted(code)} was also opened by ${quoted(visitor.trim(), 60)}. Link previews, mail scanners and prefetching open links, and a code works only once.`,
    fix: 'Do not send the callback or authorization URL by messenger or email. Exchange the code only after a POST or a check of the session cookie.',
    telling: code,
  }
}

function refreshAgain(first: Sent, again: Sent, text: string, well: number): Said {
  const given = /refresh_?token["'\]]{0,2}\s{0,3}(?:=>|[:=])\s{0,3}["'`]?([^\s"'`,}&)]{2,4000})/gi
  const next = [...text.slice(well).matchAll(given)]
    .map(([, value = '']) => value)
    .find((value) => value !== first.value && !isPlaceholder(value))
  const worker = (one: Sent) =>
    /\b(?:worker|pod|thread|pid|proc\w*|node|instance|replica|inst[aâ]ncia|hilo)[-_ #=:]{0,2}([\w-]{1,40})/i.exec(
      one.line,
    )?.[0] ??
    processName.exec(one.line)?.[0] ??
    /[[({<]([^\](){}<>\n]{0,40}[A-Za-z][^\](){}<>\n]{0,40})[\])}>]/.exec(one.line.replace(clock, ' '))?.[1]
  const [one, other] = [worker(first), worker(again)]
  const parallel = one !== undefined && other !== undefined && one !== other
  return {
    of: 'refresh-token-dead',
    title: parallel
      ? 'Two processes used the same refresh token'
      : next === undefined
        ? 'A refresh token was used twice'
        : 'The old refresh token was sent after it was replaced',
    cause: `The same refresh token was accepted once and then sent again${parallel ? `, by ${quoted(one)} and ${quoted(other)}` : apart(first, again)}.${next === undefined ? ' With refresh token rotation, each works only once.' : ` The first response contained a new one, which was not used.`}`,
    fix: parallel
      ? 'Renew in only one process at a time (with a lock per user), and let the others read the stored tokens. Continue with the tokens of the first response; if they are rejected, have the user sign in again.'
      : 'Have the user sign in again. Store the refresh_token of every token response, and always send the newest one.',
    telling: first.value,
  }
}

/** A refresh token that was put back from a copy, though a newer one had replaced it. */
function fromBackup({ text, words }: Trace): Said | undefined {
  if (!refused.test(text) || !/refresh[_ -]?token|\brt\b|renov/.test(words())) return undefined
  const said = backup.exec(words())?.[0]
  return said === undefined
    ? undefined
    : {
        of: 'refresh-token-dead',
        title: 'A replaced refresh token came back from a backup',
        cause: `According to the text (${quoted(said.trim(), 120)}), stored values were put back. If refresh tokens are replaced at each use, the restored one is no longer valid.`,
        fix: 'Have the user sign in again, and exclude the stored tokens from backups, snapshots and copies between machines.',
        who: 'operator',
        telling: said.trim().slice(0, 60),
      }
}

const backup =
  /\b(?:restor\w+|rolled back|roll(?:s|ed)?[- ]?back|reverted|restaur\w+|voltou|copied back|recuperad\w+)\b[^.\n]{0,60}\b(?:backups?|snapshots?|dumps?|copia|image|imagem|imagen)\b/

/** A code that a redirect brings whole and a request sends in part. */
function sentInPart({ text }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  const came = [...text.matchAll(/[?&]code=([\w.~+/=%-]{8,4000})(?![\w.…*~-])/g)]
    .slice(0, 50)
    .map(([, value = '']) => decoded(value))
  const kept = [...text.matchAll(/(?<![\w.~+/=%?&-])[\w.~+/-]{16,4000}(?![\w.~+/=%…*-])/g)].slice(0, 200)
  const shown = [...sentIn(text).filter(({ kind }) => kind === 'code'), ...kept.map(([value]) => ({ value }))]
  for (const { value } of shown) {
    const sent = decoded(value)
    const whole = came.find(
      (one) => one !== sent && one.length > sent.length && sent.length >= 6 && one.startsWith(sent),
    )
    if (
      whole === undefined ||
      came.includes(sent) ||
      /…|\*{2}|\.{3}/.test(text.slice(text.indexOf(value), text.indexOf(value) + value.length + 3))
    )
      continue
    const field = new RegExp(
      `(?:char|varchar2?|string|text|column|size|length|max\\w*)\\s{0,2}[(=: ]\\s{0,2}${sent.length}\\b\\)?`,
      'i',
    ).exec(text)?.[0]
    return {
      of: 'code-not-taken-whole',
      title: 'The code was truncated before it was sent',
      cause: `The redirect contained a code of ${whole.length} characters, and the request sent the first ${sent.length} of them${field === undefined ? '' : `, as many as ${quoted(field)} takes`}.${/[=]/.test(whole.charAt(sent.length)) ? ' It ends before “=”, where your app probably splits it.' : ''}`,
      fix: 'Sign in again for a new code. Store and send the whole value: use a longer field, and a query parser instead of split.',
      telling: value,
    }
  }
  return undefined
}

/** A field of a database, a cookie or a variable that is shorter than the token that it is to hold. */
function shortField({ text, words }: Trace): Said | undefined {
  if (
    !/steps\.jwt\.(?:failedtodecode|invalidtoken|malformed)|malformed|failed to decode|unreadable|not a (?:valid )?jwt|(?<![\d.])401(?![\d.])|segments/.test(
      words(),
    )
  )
    return undefined
  const [column, length = ''] =
    /\b(?:access_?)?token\w{0,12}["'`]?\s{1,4}(?:n?var)?char(?:2|acter varying)?\s?\((\d{2,4})\)/i.exec(text) ?? []
  if (column === undefined || Number(length) > 1024) return undefined
  const cut = new RegExp(
    `(?:length|len|tamanho|char_length|size|longitud|caracteres|characters)[^\\n]{0,80}?\\b${length}\\b|\\b${length} (?:chars|characters|caracteres|bytes)`,
    'i',
  ).test(text.replace(column, ' '))
  return {
    of: 'token-unreadable-at-gateway',
    title: 'The access token was truncated',
    cause: `The field ${quoted(column)} takes ${length} characters, and an access token is longer${cut ? ': what is stored is exactly that long' : ''}. Its end, with the signature, is lost, so the gateway cannot read it.`,
    fix: 'Make the field long enough (a text column), and sign in again to replace the truncated tokens.',
    certainty: cut ? 'likely' : 'possible',
    telling: column,
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** The time at the start of a line, which tells two lines of one process apart. */
const clock = /\d{4}-\d\d-\d\d[T ][\d:.,Z+-]{5,30}|\b\d\d:\d\d(?::\d\d)?[\d.,Z]{0,8}/g

/** How far apart two lines are, where both begin with a time. */
function apart(one: Sent, other: Sent): string {
  const [from, to] = [secondsOf(one.line), secondsOf(other.line)]
  if (from === undefined || to === undefined || to < from) return ''
  const seconds = to - from
  const said =
    seconds < 2
      ? `${Math.round(seconds * 1000)} milliseconds`
      : seconds < 120
        ? `${Math.round(seconds)} seconds`
        : `${Math.round(seconds / 60)} minutes`
  return ` ${said} later`
}

function secondsOf(line: string): number | undefined {
  const [, hours, minutes, seconds = '0'] =
    /(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:[.,]\d{1,6})?))?/.exec(line) ?? []
  return hours === undefined
    ? undefined
    : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
}

/** The codes and refresh tokens that requests send, in their order; not those that a response or a redirect brings. */
function sentIn(text: string): Sent[] {
  return [...text.matchAll(oneTime)].slice(0, 200).flatMap((match): Sent[] => {
    const [, name = '', value = ''] = match
    const at = match.index
    const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
    const kind: Kind = /^r/i.test(name) ? 'refresh token' : 'code'
    const inAddress =
      /[?&]$/.test(line) && !/\/token\?[^\s]{0,2000}$/.test(line) && /\S{0,2000}[?&]$/.exec(line)?.[0].includes('?')
    const inResponse =
      kind === 'refresh token' &&
      (returned.test(line) ||
        (/\{[^{}]{0,6000}$/.test(line) && /access_token|token_type|expires_in|->|=>|\b200\b/.test(line)))
    if (inAddress || inResponse || isPlaceholder(value) || /^(?:[1-5]\d\d|.{1,2}$)/.test(kind === 'code' ? value : ''))
      return []
    if (
      /(?:status|error|exit|response|http|erro|challenge|verifier)[ _.-]?["']?$/i.test(line) ||
      /^(?:\*+|…|\.{3}|null|undefined)$/.test(value)
    )
      return []
    if (kind === 'code' && /^[a-z]+$|^[A-Z_]+$|^[a-z]+_[a-z_]+$/.test(value)) return []
    return [{ kind, value, at, line: line.slice(0, 200) }]
  })
}

/** What is before a value that a response brought, on its line. */
const returned =
  /(?:->|→|=>|<-|←)\s{0,3}(?:HTTP\s)?(?:20\d|ok)\b[^\n]*$|\b(?:new|nov[oa]|nuev[oa]|neue[rs]?|issued|returned|received|got|recebi\w*|devolv\w*)[ :]{1,2}$/i

const oneTime =
  /(?<![\w-])((?:code|c[oó]digo|auth(?:orization)?_?code|refresh[_ -]?token|rt)(?:[-_](?:sha\d{0,3}|hash|md5|fp|fingerprint|prefix|id))?|refresh(?=[=(]))["'\]]{0,2}(?:\s{0,3}(?:=>|[:=(])\s{0,3}|[ \t](?![\w-]{1,24}=))["'`]?((?:…|[\w.~+/%-])[\w.~+/%=…*-]{1,4000})/gi

/** What the exchanges of a text came to, in their order. */
function outcomesIn({ text, messages }: Trace): { at: number; ok: boolean }[] {
  const told = [...text.matchAll(/invalid_grant/g)].map(({ index }) => ({ at: index, ok: false }))
  // Keycloak names the outcome in the name of the event, before the values.
  const events = [...text.matchAll(/\b(?:REFRESH_TOKEN|CODE_TO_TOKEN)(_ERROR)?\b[^\n]{0,400}/g)].map((match) => ({
    at: match.index + match[0].length,
    ok: match[1] === undefined,
  }))
  const named = [
    ...text.matchAll(/\btoken (?:endpoint|request|response|exchange|call)\b[^\n\d]{0,24}(2\d\d|40[01])(?![\d.])/gi),
  ].map(({ index, 1: status }) => ({ at: index, status: Number(status) }))
  const statuses = [
    ...named,
    ...answersIn(text),
    ...messages.flatMap(({ kind, answer }) =>
      kind === 'token-request' && answer?.status !== undefined ? [{ at: answer.at, status: answer.status }] : [],
    ),
  ]
    .filter(({ status }) => status < 300 || status === 400 || status === 401)
    .map(({ at, status }) => ({ at, ok: status < 300 }))
  // A log has the status or a word for it at the end of the line on which the value was sent.
  const onLine = sentIn(text).flatMap(({ at, value, kind, line: before }) => {
    if (/call ?back|\/cb\b|redirect|authori[sz]e/i.test(before)) return []
    const start = text.indexOf(value, at) + value.length
    const [line = ''] = text.slice(start, start + 200).split('\n')
    const found = /(?<=^|[\s)>→:])(?:([245]\d\d)(?![\d.:])|ok\b)/i.exec(line)
    if (found === null || /[{"]/.test(line.slice(0, found.index))) return []
    if (found[1] === undefined && kind === 'code') return []
    return [{ at: start + found.index, ok: found[1] === undefined || found[1].startsWith('2') }]
  })
  return [...statuses, ...told, ...onLine, ...events].sort((one, other) => one.at - other.at)
}

const refused = /invalid_grant|(?<![\d.])40[01](?![\d.])/
