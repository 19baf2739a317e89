import { failureIn } from '../paste/failure-in-text.ts'
import type { FailureKind } from '../protocol/call.ts'
import { parseAddress } from '../text/address.ts'
import { member } from '../text/member.ts'

/** Why an entry has no status (0, −1 or none), as far as its file tells. */
export interface Unanswered {
  /** In two or three words, for a list. */
  short: string
  /** What it means and what to do, in sentences. */
  why: string
}

/** The response to what a browser asked before a call of another origin (CORS). */
export interface Preflight {
  status: number
  /** `Access-Control-Allow-Origin`. */
  allowsOrigin: string | undefined
}

/** Reads why there is no response; undefined where there is one. `preflights` by the address that was asked for. */
export function whyUnanswered(entry: unknown, preflights: ReadonlyMap<string, Preflight>): Unanswered | undefined {
  const status = member(entry, 'response', 'status')
  if (typeof status === 'number' && status > 0) return undefined
  if (member(entry, 'response') === undefined || status === undefined)
    return {
      short: 'no response',
      why: 'The file contains only the request. Send it again, and save the file afterwards.',
    }
  const told = toldBy(entry)
  const known = reasons.find(({ words }) => words.test(told))
  if (known) return { short: known.short, why: known.why }
  const failure = failureIn(told)
  if (failure) return { short: broken[failure.kind], why: `The recorder wrote: “${failure.message}”.` }
  return refusedPreflight(entry, preflights) ?? (isOfAnotherOrigin(entry) ? acrossOrigins(entry) : untold(entry))
}

/** What recorders write beside status 0: Chromium and Safari `_error`, Playwright `_failureText`, mitmproxy `_error`. */
function toldBy(entry: unknown): string {
  const response = member(entry, 'response')
  return [
    ...['_error', '_failureText', '_errorMessage', 'statusText', 'comment'].map((name) => member(response, name)),
    ...['_error', '_failureText', '_blockedReason', 'comment'].map((name) => member(entry, name)),
  ]
    .filter((text) => typeof text === 'string')
    .join('\n')
    .slice(0, 2_000)
}

const reasons: (Unanswered & { words: RegExp })[] = [
  {
    words: /ERR_BLOCKED_BY_CLIENT|blocked by (?:the )?client/i,
    short: 'blocked by an extension',
    why: 'A browser extension, such as an ad blocker, stopped the request, so nothing was sent. Try again without extensions.',
  },
  {
    words: /ERR_BLOCKED_BY_ADMINISTRATOR/i,
    short: 'blocked by a policy',
    why: 'A company policy blocks this URL in the browser, so nothing was sent. Ask the administrator to allow it.',
  },
  {
    words: /ERR_BLOCKED_BY_CSP|Content Security Policy|^csp$/im,
    short: 'blocked (CSP)',
    why: 'The page’s Content-Security-Policy does not allow this URL, so nothing was sent. Add it to connect-src, frame-src or form-action, whichever the console names.',
  },
  {
    words: /mixed.content/i,
    short: 'blocked (mixed content)',
    why: 'The page was loaded over HTTPS and the request was not, so nothing was sent. Call the URL over HTTPS.',
  },
  {
    words: /ERR_BLOCKED_BY_(?:RESPONSE|ORB)|corp-not-same|coep-/i,
    short: 'answer withheld',
    why: 'The server responded, and the browser withheld the response from the page: the response’s Cross-Origin-Resource-Policy or its type does not allow this page. See the header in the console.',
  },
  {
    words: /\bCORS\b|Access-Control-|Cross-Origin Request Blocked/i,
    short: 'blocked (CORS)',
    why: 'The server does not allow the page’s origin, so the browser withheld the response from the page or did not send the call. Configure the server to allow the origin, the method and the headers.',
  },
  {
    words:
      /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_NETWORK_IO_SUSPENDED|NS_ERROR_OFFLINE|appears to be offline/i,
    short: 'offline',
    why: 'The machine had no network at that moment, switched networks, or was asleep. Send the request again.',
  },
  {
    words: /ERR_ABORTED|NS_BINDING_ABORTED|\bcancell?ed\b|\bAbortError\b|client disconnected/i,
    short: 'aborted',
    why: 'The page, the user or a program ended the request: the page was left, or the app cancelled it. Whether the server carried it out is not known.',
  },
]

const broken: Record<FailureKind, string> = {
  dns: 'host not found',
  refused: 'connection refused',
  reset: 'connection broken off',
  timeout: 'timed out',
  tls: 'TLS failed',
  proxy: 'proxy failed',
  'too-large': 'answer too large',
  undecodable: 'answer not decodable',
  malformed: 'response not HTTP',
  aborted: 'aborted',
}

function refusedPreflight(entry: unknown, preflights: ReadonlyMap<string, Preflight>): Unanswered | undefined {
  const asked = preflights.get(String(member(entry, 'request', 'url')))
  if (asked === undefined || (asked.status >= 200 && asked.status < 300 && asked.allowsOrigin !== undefined))
    return undefined
  const answer =
    asked.status <= 0
      ? 'got no response'
      : `got ${asked.status}${asked.allowsOrigin === undefined ? ' and no Access-Control-Allow-Origin' : ''}`
  return {
    short: 'blocked (CORS)',
    why: `The browser asked first (OPTIONS), which ${answer}, so it did not send the call. Configure the server to allow the page’s origin, the method and the headers.`,
  }
}

function isOfAnotherOrigin(entry: unknown): boolean {
  const { origin } = parseAddress(String(member(entry, 'request', 'url') ?? ''))
  const from = headerOf(entry, 'origin') ?? headerOf(entry, 'referer')
  return origin !== '' && from !== undefined && /^https?:/i.test(from) && parseAddress(from).origin !== origin
}

function acrossOrigins(entry: unknown): Unanswered {
  return {
    short: 'no status, often CORS',
    why: `The page called another origin, and the file does not say why there is no status. Usually it is CORS: the server responds, and the browser withholds the response from the page. The console shows the reason.${reached(entry)}`,
  }
}

function untold(entry: unknown): Unanswered {
  return {
    short: 'no status',
    why: `Status 0 is not an HTTP status: no response was recorded, and the file does not say why. Usual reasons: the page was left, the connection failed, or an extension blocked the request.${reached(entry)}`,
  }
}

/** Firefox and Chromium write the address that they were connected to. */
function reached(entry: unknown): string {
  const ip = member(entry, 'serverIPAddress')
  return typeof ip === 'string' && /^[[\da-f:.]{3,60}\]?$/i.test(ip) ? ` There was a connection to ${ip}.` : ''
}

/** The first value of a request header. */
function headerOf(entry: unknown, wanted: string): string | undefined {
  const headers = member(entry, 'request', 'headers')
  if (!Array.isArray(headers)) return undefined
  const found = headers.slice(0, 300).find((header) => String(member(header, 'name')).toLowerCase() === wanted)
  const value = member(found, 'value')
  return typeof value === 'string' ? value : undefined
}

/** The preflight that an entry is, with the address that was asked for; undefined for any other entry. */
export function readPreflight(entry: unknown): [address: string, Preflight] | undefined {
  if (String(member(entry, 'request', 'method')).toUpperCase() !== 'OPTIONS') return undefined
  const headers = member(entry, 'response', 'headers')
  const allowed = Array.isArray(headers)
    ? headers
        .slice(0, 300)
        .find((header) => String(member(header, 'name')).toLowerCase() === 'access-control-allow-origin')
    : undefined
  const value = member(allowed, 'value')
  return [
    String(member(entry, 'request', 'url')),
    {
      status: Number(member(entry, 'response', 'status') ?? 0),
      allowsOrigin: typeof value === 'string' ? value : undefined,
    },
  ]
}
