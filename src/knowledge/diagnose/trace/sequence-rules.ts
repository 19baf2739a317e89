import { documented, inferred } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import { failed, type Message, type Trace, valueIn } from './message.ts'
import type { Said } from './rule.ts'

/** What the order and the times of several messages show, where each of them is in order. */
export const sequenceRules: readonly CircumstanceRule[] = [
  {
    own: true,
    basis: documented('§2.2, which shows that the sign-in succeeded', inferred('the order of the requests')),
    find: circle,
  },
  { own: true, basis: documented('§2.4', inferred('the times in the text')), find: aged },
  { own: true, basis: documented('§4.1'), find: calledByProgram },
]

/** The application starts the sign-in again although it received a code. */
function circle({ messages, words }: Trace): Said | undefined {
  const codes = new Set(messages.flatMap((one) => (one.kind === 'callback' ? [valueIn(one, 'code')] : [])))
  codes.delete(undefined)
  const asked = messages.filter(({ kind }) => kind === 'authorization-request').length
  if (codes.size < 2 || messages.some(failed)) return undefined
  const told =
    /\b(?:loop(?:s|ing)?|back to (?:the )?login|again and again|over and over|fica voltando|volta (?:para|pro|ao) login|redirecionamentos?|too many redirects|bucle|una y otra vez|em ciclo)\b/.test(
      words(),
    )
  if (!told && asked < 2) return undefined
  return {
    of: 'application-state-mismatch',
    title: 'Your app starts the sign-in again and again',
    cause: `The identity service redirected with a code ${codes.size} times, so each sign-in succeeds. Your app then starts a new sign-in because it does not find its session: usually, the cookie is not stored (SameSite, Secure, Domain, Path), or another process has the session.`,
    fix: 'Check in the browser that the response of the callback sets the session cookie and that the next request sends it. Exchange the code before your app redirects.',
    telling: 'code=',
  }
}

/** A token that is older than its expires_in when the API refuses it. */
function aged({ messages, text, words }: Trace): Said | undefined {
  const call = messages.findLast(
    ({ kind, answer }) => kind === 'api-request' && answer?.code === undefined && answer?.status === 401,
  )
  const [shown, seconds = ''] = /\bexpires_in\b["'\]]{0,2}\s{0,3}(?:=>|[:=])?\s{0,3}["']?(\d{2,6})\b/.exec(text) ?? []
  if (call === undefined) return undefined
  if (shown === undefined) return pastEnd(text, call)
  const came = timesIn(lineAt(text, text.indexOf(shown)))
  const refused = timesIn(lineAt(text, call.answer?.at ?? call.at))
  const from = came.at(-1)
  const to = refused[0]
  if (from === undefined || to === undefined || from.written === to.written) return undefined
  const before = /\b(?:ontem|yesterday|ayer|dia anterior)\b/.test(words())
  const age = (to.seconds - from.seconds + (before || to.seconds < from.seconds ? 86_400 : 0)) % 172_800
  if (age <= Number(seconds)) return undefined
  return {
    of: 'access-token-expired',
    title: 'The access token had expired',
    cause: `The token was received at ${from.written} with expires_in ${seconds}, and the call was rejected at ${to.written}${before ? ' of the next day' : ''}: ${Math.round(age / 60)} minutes later. In seconds, the usual unit, it was valid for ${Math.round(Number(seconds) / 60)} minutes.`,
    fix: 'Get a new access token before the call, with the refresh token or a new sign-in. The API guide does not describe the refresh request, so ask the identity team for it.',
    telling: shown,
  }
}

/** A token whose end the text tells by the clock, and a call after it. */
function pastEnd(text: string, call: Message): Said | undefined {
  const [, written = ''] =
    /\b(?:exp|expires?(?: at)?|expira(?: em| [àa]s)?|v[aá]lido at[eé]|valid until)["']?[ \t:=]{1,4}(?:20\d\d-\d\d-\d\d[T ])?(\d\d:\d\d(?::\d\d)?)/i.exec(
      text,
    ) ?? []
  const [end] = timesIn(written)
  const [refused] = timesIn(lineAt(text, call.answer?.at ?? call.at))
  if (end === undefined || refused === undefined || refused.seconds <= end.seconds) return undefined
  return {
    of: 'access-token-expired',
    title: 'The access token had expired',
    cause: `The token was valid until ${end.written}, and the call was refused at ${refused.written}, ${Math.max(1, Math.round((refused.seconds - end.seconds) / 60))} minutes later.`,
    fix: 'Get a new access token, and cache tokens only until shortly before they expire.',
    telling: end.written,
  }
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? text.length : end).slice(0, 2_000)
}

function timesIn(line: string): { seconds: number; written: string }[] {
  return [...line.matchAll(/(?<![\d:.])([01]?\d|2[0-3])(?::([0-5]\d)(?::([0-5]\d))?|h([0-5]\d)?)(?![\d:])/g)]
    .slice(0, 20)
    .map(([written, hours, minutes, seconds, shortMinutes]) => ({
      seconds: Number(hours) * 3600 + Number(minutes ?? shortMinutes ?? 0) * 60 + Number(seconds ?? 0),
      written,
    }))
}

/** A program that fetches the page where people sign in, and reads it as data. */
function calledByProgram({ messages, text }: Trace): Said | undefined {
  const asked = messages.find(({ kind, path }) => kind === 'authorization-request' && path === '/oauth2/authorize')
  if (asked === undefined || messages.some(({ kind }) => kind === 'callback')) return undefined
  const [call] = programCall.exec(text) ?? []
  if (call === undefined || !readAsData.test(text)) return undefined
  return {
    of: 'html-in-place-of-an-answer',
    title: 'The sign-in URL was called from code',
    cause: `Your app calls /oauth2/authorize from code (${quoted(call.trim(), 80)}). The endpoint shows a sign-in page in the user’s browser and redirects it to redirect_uri with the code (§4.1).`,
    fix: 'Redirect the user’s browser to this URL, read code from the redirect, and then call /oauth2/token from your app.',
    telling: call.trim().slice(0, 60),
  }
}

const programCall =
  /\b(?:requests\.(?:get|post)|httpx\.(?:get|post)|axios(?:\.get|\.post)?|fetch|Http::(?:get|post)|RestTemplate|restTemplate\.\w+|WebClient|HttpClient|http\.Get|http\.get|file_get_contents|Net::HTTP\.\w+|HTTParty\.\w+|Invoke-(?:RestMethod|WebRequest)|urlopen|got\.get|UrlFetchApp\.fetch)\s{0,2}\(?[^\n]{0,200}\/oauth2\/authorize/

const readAsData =
  /JSONDecodeError|Unexpected token|not valid JSON|JSONException|JsonParseException|JsonReaderException|invalid character '<'|Expecting value|<!doctype|<html|text\/html|\.json\(\)|SyntaxError/i
