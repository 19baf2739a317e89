import { failureIn } from '../paste/failure-in-text.ts'
import { environmentAt, flowOf, grantOf, stepAt } from '../paste/places.ts'
import { type Call, type Environment, type Step, steps } from '../protocol/call.ts'
import type { Complete, Exchange, ExchangeRequest, ExchangeResponse, Side } from '../protocol/exchange.ts'
import { splitScopes } from '../protocol/scopes.ts'
import { parseAddress, parseForm } from '../text/address.ts'
import { textOfBase64 } from '../text/base64.ts'
import { member } from '../text/member.ts'
import { decodeJwt } from '../token/jwt.ts'
import { readAddition } from './additions.ts'

/** An entry of a HAR file that relates to signing in or calling an API. */
export interface ReadEntry {
  /**
   * `callback`: the browser is back at the app with what the identity service gave it. `sign-out`: the person was sent to
   * the end of the session there.
   */
  kind: Step | 'callback' | 'sign-out'
  exchange: Exchange
}

/** Characters of a body that are read. */
const longestBody = 200_000

/**
 * Reads one entry of a HAR 1.2 file: what `writeHar` wrote as it was, what browsers and proxies wrote as far as it is a
 * step of a sign-in or a call of an API. Never throws; undefined for anything else.
 *
 * @param place of the entry in its file, from 0
 * @param which `any` reads an entry that is no step as well, as a call that nothing is said of
 */
export function readEntry(
  entry: unknown,
  place: number,
  environments: Environment[],
  which: 'steps' | 'any' = 'steps',
): ReadEntry | undefined {
  const url = text(member(entry, 'request', 'url'))
  if (url === undefined) return undefined
  const recorded = readAddition(entry, 'step')
  const request = recorded ? readOwnRequest(entry, url) : readRequest(entry, url)
  const answer = recorded ? { response: readOwnResponse(entry) } : readAnswer(entry)
  const kind =
    recorded ?? kindOf(entry, request, answer.response, environments) ?? (which === 'any' ? 'api' : undefined)
  if (kind === undefined) return undefined
  const step = kind === 'callback' ? 'authorize' : kind === 'sign-out' ? 'api' : kind
  const started = Date.parse(text(member(entry, 'startedDateTime')) ?? '') / 1000
  const durationMs = Math.max(0, number(member(entry, 'time')) ?? 0)
  const bearer = bearerOf(request)
  const exchange = {
    id: readAddition(entry, 'id') ?? `entry-${place}`,
    step,
    environment: readAddition(entry, 'environment') ?? '',
    startedAt: Number.isNaN(started) ? 0 : started,
    // Without a time nothing is before it or after it.
    at: readAddition(entry, 'at') ?? started + durationMs / 1000,
    firstByteMs: readFirstByte(member(entry, 'timings')),
    durationMs,
    request,
    response: answer.response,
    failure: readAddition(entry, 'failure') ?? answer.failure,
    bearer: readAddition(entry, 'bearer'),
    token: readAddition(entry, 'token') ?? (recorded || bearer === undefined ? undefined : decodeJwt(bearer)),
    flow: readAddition(entry, 'flow') ?? (recorded ? undefined : flowIn(step, request)),
    shortened: readAddition(entry, 'shortened') ?? shortenedIn(entry),
  } satisfies Complete<Exchange>
  return { kind, exchange: cutShort(exchange) }
}

/** The bearer in a request's `Authorization` header, as it is there. */
export function bearerOf({ headers }: ExchangeRequest): string | undefined {
  return /^\s*(?:Bearer|DPoP)\s+(\S+)/i.exec(headers.authorization ?? '')?.[1]
}

/** What `writeHar` wrote: nothing in it must be guessed. */
function readOwnRequest(entry: unknown, url: string): ExchangeRequest {
  const request = member(entry, 'request')
  const form = member(request, 'postData', 'params')
  const both = member(request, 'postData', '_both') === true
  return {
    method: text(member(request, 'method')) ?? '',
    url: text(member(request, '_url')) ?? url,
    headers: headersOf(request),
    form: Array.isArray(form) ? Object.fromEntries(pairsOf(form)) : undefined,
    body: Array.isArray(form) && !both ? undefined : text(member(request, 'postData', 'text')),
  } satisfies Complete<ExchangeRequest>
}

function readRequest(entry: unknown, url: string): ExchangeRequest {
  const request = member(entry, 'request')
  const posted = member(request, 'postData')
  const body = text(member(posted, 'text'))
  const type = text(member(posted, 'mimeType')) ?? ''
  const isForm = /urlencoded/i.test(type) || (type === '' && /^[\w.-]+=/.test(body ?? ''))
  // Chrome leaves the parameters encoded: the text is surer where there is one.
  const fields = body === undefined ? pairsOf(member(posted, 'params')) : isForm ? parseForm(body) : []
  // A name that is there twice is seen in the text alone.
  const form = fields.length > 0 && new Set(fields.map(([name]) => name)).size === fields.length
  return {
    method: (text(member(request, 'method')) ?? 'GET').toUpperCase(),
    url,
    headers: headersOf(request),
    form: form ? Object.fromEntries(fields) : undefined,
    body: form ? undefined : body,
  } satisfies Complete<ExchangeRequest>
}

function readOwnResponse(entry: unknown): ExchangeResponse | undefined {
  const content = member(entry, 'response', 'content')
  const body = text(member(content, 'text'))
  const binary = member(content, 'encoding') === 'base64'
  return readResponse(entry, { body: binary ? undefined : body, bodyBase64: binary ? body : undefined })
}

/** The response that a browser or a proxy recorded, or why there is none. */
function readAnswer(entry: unknown): Pick<Exchange, 'response' | 'failure'> {
  const response = member(entry, 'response')
  const status = number(member(response, 'status')) ?? 0
  // Chrome and Safari write _error, Playwright _failureText; a proxy answers in the place of the server.
  const ofProxy = /^Fiddler - /.test(text(member(response, 'statusText')) ?? '')
  const words = ofProxy
    ? `${text(member(response, 'statusText'))}\n${text(member(response, 'content', 'text')) ?? ''}`
    : [response, entry].flatMap((part) => text(member(part, '_error')) ?? text(member(part, '_failureText')) ?? [])[0]
  const failure = status > 0 && !ofProxy ? undefined : failureIn((words ?? '').slice(0, 2_000))
  return failure ? { failure } : { response: readResponse(entry, bodyOf(member(response, 'content'))) }
}

/** Browsers write some texts in base64 too. */
function bodyOf(content: unknown): Pick<ExchangeResponse, 'body' | 'bodyBase64'> {
  const body = text(member(content, 'text'))
  if (body === undefined || member(content, 'encoding') !== 'base64') return { body }
  const packed = body.replace(/\s+/g, '')
  const decoded = textOfBase64(packed)
  return decoded === undefined ? { bodyBase64: packed } : { body: decoded }
}

/** Status 0 or −1, and none at all, mean that no response came. */
function readResponse(
  entry: unknown,
  { body, bodyBase64 }: Pick<ExchangeResponse, 'body' | 'bodyBase64'>,
): ExchangeResponse | undefined {
  const response = member(entry, 'response')
  const status = number(member(response, 'status')) ?? 0
  if (status <= 0) return undefined
  return {
    status,
    headers: headersOf(response),
    body,
    bodyBase64,
    size: number(member(response, 'content', 'size')) ?? 0,
    cut: member(response, 'content', '_cut') === true,
  } satisfies Complete<ExchangeResponse>
}

/** `receive` is −1 where nothing was received. */
function readFirstByte(timings: unknown): number | undefined {
  const [send, wait, receive] = ['send', 'wait', 'receive'].map((name) => number(member(timings, name)) ?? -1)
  if (wait === undefined || wait < 0 || receive === undefined || receive < 0) return undefined
  return Math.max(0, send ?? 0) + wait
}

function kindOf(
  entry: unknown,
  request: ExchangeRequest,
  response: ExchangeResponse | undefined,
  environments: Environment[],
): ReadEntry['kind'] | undefined {
  if (request.method === 'OPTIONS' || member(entry, '_resourceType') === 'preflight') return undefined
  const { path, query } = parseAddress(request.url)
  // An authorization request may be a form too (OpenID Connect Core §3.1.2.1).
  const names = new Set([...query.map(([name]) => name), ...Object.keys(request.form ?? {})])
  const step = stepAt(request, environments)
  const isPost = request.method === 'POST'
  if (isPost && (step === 'token' || step === 'refresh')) return step
  if (isPost && grantOf(request) !== undefined) return grantOf(request) === 'refresh_token' ? 'refresh' : 'token'
  // RFC 6749 §4.1.1: whatever the path, these two make an authorization request.
  if (names.has('client_id') && (step === 'authorize' || names.has('response_type'))) return 'authorize'
  if (isSignOut(path, names)) return 'sign-out'
  if (answersAuthorization(names)) return 'callback'
  if (bearerOf(request) !== undefined || /"fault"\s*:/.test(response?.body?.slice(0, 2_000) ?? '')) return 'api'
  if (/\b(?:Bearer|DPoP)\b/i.test(response?.headers['www-authenticate'] ?? '')) return 'api'
  if (step === 'api' && environmentAt(asCandidate(request), environments) !== undefined) return 'api'
  return broughtBack(response) === undefined ? undefined : 'callback'
}

/** Parameters of an authorization response (RFC 6749 §4.1.2, OpenID Connect Core §3.3.2.5, JARM). */
export function answersAuthorization(names: ReadonlySet<string>): boolean {
  if (names.has('client_id') || names.has('redirect_uri')) return false
  const brings = ['code', 'error', 'id_token', 'access_token'].some((name) => names.has(name))
  return brings && ['state', 'iss', 'session_state'].some((name) => names.has(name))
}

/** The redirect that leads back to the app in a fragment, which no request shows (RFC 6749 §4.2.2). */
export function broughtBack(response: ExchangeResponse | undefined): string | undefined {
  const location = response?.headers.location
  if (location === undefined || !/#[^#]*=/.test(location)) return undefined
  return answersAuthorization(new Set(parametersOf(location).map(([name]) => name))) ? location : undefined
}

/** Parameters of an address, in its query and its fragment. */
export function parametersOf(url: string): [name: string, value: string][] {
  const [before = '', fragment = ''] = url.split('#', 2)
  return [...parseAddress(before).query, ...(fragment.includes('=') ? parseForm(fragment) : [])]
}

/** RP-initiated logout, and what services had before it: Auth0, Cognito, Keycloak, Entra ID, Duende, oidc-provider. */
function isSignOut(path: string, names: ReadonlySet<string>): boolean {
  if (!/\/(?:logout|log-out|sign-?out|endsession|end_session|end-session|session\/end)\/?$/i.test(path)) return false
  return [
    'id_token_hint',
    'post_logout_redirect_uri',
    'logout_uri',
    'logout_hint',
    'client_id',
    'returnTo',
    'sid',
  ].some((name) => names.has(name))
}

const flowIn = (step: Step, request: ExchangeRequest): Call['flow'] => flowOf(step, asCandidate(request), splitScopes)

const asCandidate = (request: ExchangeRequest) => ({
  what: '',
  certainty: 'certain' as const,
  steps: [...steps],
  notes: [],
  request,
})

/** Sides whose body is longer than what is read. */
function shortenedIn(entry: unknown): Side[] | undefined {
  const texts: [Side, unknown][] = [
    ['request', member(entry, 'request', 'postData', 'text')],
    ['response', member(entry, 'response', 'content', 'text')],
  ]
  const long = texts.flatMap(([side, body]) => ((text(body)?.length ?? 0) > longestBody ? [side] : []))
  return long.length > 0 ? long : undefined
}

/** Text is cut at what is read of a body, anything else is left out. */
function cutShort(exchange: Exchange): Exchange {
  const { request, response } = exchange
  if ((request.body?.length ?? 0) > longestBody) exchange.request.body = request.body?.slice(0, longestBody)
  if (response?.body !== undefined) response.body = response.body.slice(0, longestBody)
  if ((response?.bodyBase64?.length ?? 0) > longestBody && response) response.bodyBase64 = undefined
  return exchange
}

/** One value a name, lower case; a header that came more than once is joined (RFC 9110 §5.3), cookies by line. */
function headersOf(message: unknown): Record<string, string> {
  const headers = new Map<string, string>()
  for (const [written, value] of pairsOf(member(message, 'headers'))) {
    const name = written.toLowerCase()
    // HTTP/2's own fields are no headers (RFC 9113 §8.3).
    if (name.startsWith(':')) continue
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}${name === 'set-cookie' ? '\n' : ', '}${value}`)
  }
  return Object.fromEntries(headers)
}

function pairsOf(list: unknown): [string, string][] {
  if (!Array.isArray(list)) return []
  return list.slice(0, 300).flatMap((item): [string, string][] => {
    const name = text(member(item, 'name'))
    return name === undefined ? [] : [[name, text(member(item, 'value')) ?? '']]
  })
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
