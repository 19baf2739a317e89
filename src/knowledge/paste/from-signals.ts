import { meant, saysNothing, withoutDefinitions } from '../diagnose/causes-in-messages.ts'
import { type ErrorName, errorName, traitsOf } from '../diagnose/error-names.ts'
import type { FoundError } from '../diagnose/known-errors/find-known-errors.ts'
import { type KnownMessage, knownMessages } from '../diagnose/known-messages.ts'
import { isLabel } from '../diagnose/mechanics/failing.ts'
import type { FailureKind, Step } from '../protocol/call.ts'
import { splitScopes } from '../protocol/scopes.ts'
import { parseForm } from '../text/address.ts'
import { findJson } from '../text/json-in-text.ts'
import { type Pair, readSignals, type Signals, unwrapped } from '../text/signals.ts'
import { decodeJwt } from '../token/jwt.ts'
import { bodyShape } from './bodies.ts'
import { anyStep, type Candidate } from './candidate.ts'
import { isGatewayCode, isKnownCode, isSnakeCode, stepsOfCode } from './codes.ts'
import { failureIn } from './failure-in-text.ts'
import { isLeftOut } from './tokens.ts'

/**
 * What the signals of a text amount to, whatever syntax it is in: one request and one response, with the codes, statuses
 * and sentences that are in it. None for a text in which nothing speaks of a failure. `whole` is the text that it is a
 * part of.
 */
export function fromSignals(text: string, shown?: FoundError, whole = text): Candidate[] {
  const secured = securedResponse(text)
  if (secured !== undefined) return [secured]
  const signals = readSignals(withoutDefinitions(text))
  const code = errorCode(signals)
  const messages = tellingMessages(signals)
  const failed = signals.statuses.find(({ status }) => status >= 400)?.status
  const status = failed ?? signals.statuses[0]?.status
  const failure =
    failed === undefined && code === undefined ? (failureIn(text) ?? failureStated(messages[0])) : undefined
  if (code === undefined && messages.length === 0 && failed === undefined && failure === undefined && !isShown(shown))
    return []
  const request = requestIn(text, signals, signals.statuses.find((one) => one.status === failed)?.at)
  const read = stepsOf(signals, code, messages)
  const steps = isShown(shown) && code !== 'invalid_grant' ? placed(shown, read) : read
  const candidate: Candidate = {
    what: 'a description of a failure',
    certainty: 'likely',
    steps,
    request,
    failure,
    response:
      failure === undefined
        ? {
            status: status !== undefined && status < 400 ? undefined : status,
            headers: headersIn(signals),
            ...bodyOf(text, steps[0] ?? 'api', code, signals, messages),
          }
        : undefined,
    token: bearerIn(signals) ?? claimsIn(text, signals),
    flow: flowIn(whole, request) ?? (steps[0] === 'api' ? scopesIn(whole, signals) : undefined),
    notes: [],
    stated: statedBy(messages[0]),
    doubtful: messages[0] !== undefined && weight(messages[0]) < 0.62,
  }
  return [candidate]
}

/** Whether enough speaks for a known error to take its text for a failure. */
function isShown(shown: FoundError | undefined): shown is FoundError {
  return shown !== undefined && shown.weight >= 0.55
}

/** The steps that the text shows, with those first at which the known error is met. */
function placed({ error }: FoundError, steps: Step[]): Step[] {
  const own = steps.filter((step) => error.steps.includes(step))
  return own.length > 0 ? own : [...error.steps].slice(0, 1)
}

const codeNames =
  /^(?:error|error_?code|fault_?code|code|err(?:or)?_?type|reason|type|error_?name|__type|errorcause|subcode|status|title|name)$/i

/** The code that says most: one that is known, under a name for codes, before any other. */
function errorCode({ pairs, pieces }: Signals): string | undefined {
  const named = pairs.filter(
    ({ name, value }) => codeNames.test(name) && /^[\w.-]{3,100}$/.test(value) && !/^\d{3}$/.test(value),
  )
  const inText = pieces
    .flatMap(
      (piece) =>
        piece.match(
          /(?<![\w.-])(?:AADSTS\d{4,8}|[A-Za-z]\w*(?:\.\w+)+|[a-z]+(?:_[a-z]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+){2,})(?![\w-])/g,
        ) ?? [],
    )
    .slice(0, 400)
  const known = (one: string) =>
    !fileName.test(one) && (errorName(one) !== undefined || isKnownCode(one) || isGatewayCode(one))
  const precise = (one: string) => {
    const name = errorName(one)
    return name !== undefined && !traitsOf(name).vague
  }
  const codes = [...named.map(({ value }) => value), ...inText.filter(known)]
  return (
    codes.find(precise) ??
    codes.find(known) ??
    named.find(({ name, value }) => /^error/i.test(name) && (isSnakeCode(value) || /^[A-Z][A-Z_]+$/.test(value)))?.value
  )
}

// Stack traces name files, some like the fault codes of a gateway: oauth.go.
const fileName =
  /\.(?:c|cc|cpp|cs|dart|ex|go|h|java|js|json|jsx|kt|lua|mjs|php|pl|py|rb|rs|scala|swift|ts|tsx|vue|yaml|yml)$/i

interface TellingMessage {
  piece: string
  row: KnownMessage
  likeness: number
  told: number
}

/** Sentences of the text that are like a known message of a failure, most telling first. */
function tellingMessages({ pieces, pairs }: Signals): TellingMessage[] {
  const names = new Set(pairs.map(({ name }) => name))
  const all = pieces.flatMap((piece) => {
    const alike = knownMessages(piece).filter(
      ({ likeness, told }) =>
        (told > 11 || likeness > 0.97) && likeness >= (/\s/.test(piece) ? 0.6 : told > 16 ? 0.72 : 0.96),
    )
    const [best, next] = alike.map((one) => ({ piece, ...one })).sort(byWeight)
    if (
      best === undefined ||
      best.row.means === 'nothing_wrong' ||
      errorName(piece) !== undefined ||
      names.has(piece) ||
      saysNothing.test(piece) ||
      isLabel(piece) ||
      isHeaderAsSent(piece) ||
      isGiven(piece) ||
      /^["']?(?:https?:\/\/\S+|[\w.+-]+\/[\w.+-]+["']?)$/.test(piece)
    )
      return []
    // What is as like a message of another cause tells neither.
    return next !== undefined && best.likeness < 0.97 && weight(next) > 0.94 * weight(best) ? [] : [best]
  })
  const told = all.sort(byWeight)
  return told.filter(({ row }, at) => told.findIndex((other) => other.row.means === row.means) === at).slice(0, 4)
}

/** Whether a piece is the Content-Type of a message and no complaint about it. */
function isHeaderAsSent(piece: string): boolean {
  return (
    /content-type["']?\s{0,3}[:=]\s{0,3}["']?[a-z]{2,20}\/[\w.+-]{2,60}/i.test(piece) &&
    !/\b(?:must|should|expect\w*|require\w*|only|support\w*|invalid|wrong|not|deve|debe)\b/i.test(piece)
  )
}

/** Whether a piece is a setting with its value, a request line or a heading of a test runner: what a text gives beside a failure, and nobody says. */
function isGiven(piece: string): boolean {
  return /^(?:["']?[\w][\w .-]{0,40}["']?\s{0,3}[:=]\s{0,4}["'[{]{0,2}https?:\/\/\S{1,600}|(?:GET|POST|PUT|PATCH|DELETE|OPTIONS|HEAD) \/\S{0,600}(?: HTTP\/[\d.]{1,3})?|[^\p{L}\n]{0,6}there (?:was|were) \d{1,5} (?:errors?|failures?):?)["',;\]})]{0,4}$/iu.test(
    piece,
  )
}

function statedBy(message: TellingMessage | undefined): Candidate['stated'] {
  return (
    message && {
      means: meant(message.row.means, message.piece),
      text: message.piece.slice(0, 500),
      at: '/response/body',
    }
  )
}

const byWeight = (one: TellingMessage, other: TellingMessage) => weight(other) - weight(one)

/** A long sentence that is met word by word tells more than a short one; a cause more than a code that represents several. */
function weight({ row, likeness, told }: TellingMessage): number {
  const exact = likeness > 0.98 ? 0.3 : 0
  return likeness * Math.min(1, 0.5 + told / 40) + exact - (traitsOf(row.means).vague ? 0.3 : 0)
}

/** The request that a text shows: its address, its form where one is there as it was sent, its credentials. */
function requestIn(text: string, { addresses, pairs }: Signals, failedAt: number | undefined): Candidate['request'] {
  const plain = unwrapped(text)
  const called = addresses.filter(({ at, method }) => method !== undefined || !named.has(nameBefore(plain, at)))
  const near = called.filter(({ at }) => failedAt !== undefined && Math.abs(at - failedAt) < 300)
  const closest = near.sort(
    (one, other) => Math.abs(one.at - (failedAt ?? 0)) - Math.abs(other.at - (failedAt ?? 0)),
  )[0]
  // A request line right before the status is what failed, whatever address is told of elsewhere.
  const shownPath =
    failedAt !== undefined &&
    closest?.method === undefined &&
    /^(?:GET|POST|PUT|PATCH|DELETE) \/\S{1,500}[^\n]{0,20}\n[^\n]{0,40}$/m.test(
      plain.slice(Math.max(0, failedAt - 560), failedAt),
    )
      ? pathIn(plain, failedAt)
      : undefined
  const address =
    shownPath !== undefined
      ? undefined
      : (closest ??
        called.find(({ method }) => method !== undefined) ??
        called.find(({ url }) => /\/(?:oauth2?|token|authorize|connect|v\d+|api)\b/i.test(url)) ??
        called[0])
  const sent = /(?<![\w&=%.-])(?:[\w.%-]{1,60}=[^\s&"'<>]{0,4000}&){0,40}grant_type=[^\s"'<>]{1,8000}/.exec(text)?.[0]
  const authorization = pairs.find(
    ({ name, value }) =>
      /^authorization$/i.test(name) && /^(?:\w+\s+[^\s$]|[^\s$]\S{15})/.test(value) && !isLeftOut(value),
  )
  const method = (
    pairs.find(({ name, value }) => /(?:^|[._])method$/i.test(name) && httpMethod.test(value))?.value ??
    (/\.(get|post|put|patch|delete)\(/i.exec(text) ?? /['"(](GET|POST|PUT|PATCH|DELETE)['"]/.exec(text))?.[1]
  )?.toUpperCase()
  const path = shownPath ?? (address === undefined ? pathIn(text, failedAt) : undefined)
  const proof = pairs.find(({ name, value }) => /^dpop$/i.test(name) && /^eyJ/.test(value))
  if (address === undefined && sent === undefined && authorization === undefined && path === undefined) return undefined
  const host = pairs.find(({ name, value }) => /^host$/i.test(name) && /^[\w.-]+(?::\d+)?$/.test(value))?.value
  return {
    method: address?.method ?? path?.method ?? (sent === undefined ? (method ?? '') : 'POST'),
    url: address?.url ?? (path === undefined ? '' : `${host === undefined ? '' : `https://${host}`}${path.path}`),
    headers:
      authorization === undefined
        ? undefined
        : { authorization: authorization.value, ...(proof && { dpop: proof.value }) },
    form: sent?.includes('&') ? Object.fromEntries(parseForm(sent)) : listedForm(plain, pairs),
  }
}

/** Claims and parameters whose values are addresses that were not called. */
const named = new Set(['iss', 'issuer', 'aud', 'audience', 'jku', 'jwks_uri', 'redirect_uri', 'resource', 'error_uri'])

/** The name that is before a value, with nothing but signs between them. */
function nameBefore(text: string, at: number): string {
  const before = /([A-Za-z_]\w{1,30})["'\]]?\s{0,2}[:=]\s{0,3}\[?\s{0,6}["'<]?$/.exec(
    text.slice(Math.max(0, at - 60), at),
  )
  return before?.[1]?.toLowerCase() ?? ''
}

const httpMethod = /^(?:GET|POST|PUT|PATCH|DELETE)$/i

/** A token request's form that a tool lists line by line, `grant_type: "authorization_code"`; names in quotes are of JSON. */
function listedForm(plain: string, pairs: readonly Pair[]): Record<string, string> | undefined {
  const listed = pairs.filter(({ name, at }) => formNames.has(name) && /^\w+: /.test(plain.slice(at, at + 40)))
  const grant = listed.find(({ name }) => name === 'grant_type')
  if (grant === undefined || listed.length < 3) return undefined
  const form: Record<string, string> = Object.create(null)
  for (const { name, value, at } of listed) if (Math.abs(at - grant.at) < 1_000) form[name] ??= value
  return form
}

/** RFC 6749 §2.3.1, §4.1.3 and §6, RFC 7636 §4.5. */
const formNames = new Set([
  'grant_type',
  'code',
  'redirect_uri',
  'client_id',
  'client_secret',
  'code_verifier',
  'refresh_token',
  'scope',
])

/** The method and path of a request line, the one closest to the status that failed. */
function pathIn(text: string, failedAt: number | undefined): { method: string; path: string } | undefined {
  const lines = [
    ...text.slice(0, 50_000).matchAll(/\b(GET|POST|PUT|PATCH|DELETE)[ \t]{1,4}(\/[^\s"'<>]{1,500})/g),
  ].slice(0, 200)
  const [closest] = lines.sort(
    (one, other) => Math.abs(one.index - (failedAt ?? 0)) - Math.abs(other.index - (failedAt ?? 0)),
  )
  return closest && { method: closest[1] ?? '', path: closest[2] ?? '' }
}

const responseHeaders =
  /^(?:www-authenticate|retry-after|server|dpop-nonce|x-amzn-errortype|content-type|date|x-apigee-fault-code)$/i

function headersIn({ pairs }: Signals): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (const { name, value } of pairs) if (responseHeaders.test(name)) headers[name.toLowerCase()] ??= value
  // A type that was sent says nothing of the body below, which is made here.
  delete headers['content-type']
  return headers
}

const wordNames =
  /^(?:error_?description|error_?message|message|msg|mensagem|messages?|detail|details|detalhe|description|descricao|faultstring|reason|title|error_?msg|error|causa|cause)$/i

/** The body as it is in the text, where it is JSON that says what went wrong; else one that says what was found. */
function bodyOf(
  text: string,
  step: Step,
  code: string | undefined,
  { pairs }: Signals,
  messages: { piece: string }[],
): { body?: string } {
  const said = pairs
    .filter(({ name, value }: Pair) => wordNames.test(name) && /\s/.test(value))
    .map(({ value }) => value)
  const whole = findJson(text).findLast(({ value }) => saysWhatFailed(value, code))
  if (whole !== undefined) return { body: whole.text }
  const words = [...new Set([...messages.map(({ piece }) => piece.slice(0, 500)), ...said])].slice(0, 6)
  if (code === undefined && words.length === 0) return {}
  if (code !== undefined && step === 'api' && isGatewayCode(code))
    return { body: JSON.stringify({ fault: { faultstring: words[0], detail: { errorcode: code } } }) }
  return { body: JSON.stringify({ error: code, error_description: words[0], messages: words.slice(1) }) }
}

/** Whether JSON is the body of an error, with the code that the text shows where it shows one. */
function saysWhatFailed(value: unknown, code: string | undefined): boolean {
  const shape = bodyShape(value)
  if (shape === undefined || shape.claims || shape.certainty === 'possible') return false
  return code === undefined || JSON.stringify(value).includes(code)
}

function stepsOf(
  { pairs, addresses, pieces }: Signals,
  code: string | undefined,
  messages: { row: KnownMessage }[],
): Step[] {
  const grant = pairs.find(({ name }) => name === 'grant_type')?.value
  if (grant !== undefined) return [grant === 'refresh_token' ? 'refresh' : 'token']
  const type = pairs.find(({ name }) => /^type$/i.test(name))?.value ?? ''
  const renewal =
    pieces.some((piece) => /refresh/i.test(piece)) && !pieces.some((piece) => /authorization_code/.test(piece))
  if (/^REFRESH_TOKEN/.test(type)) return ['refresh']
  if (/^(?:CODE_TO_TOKEN|CLIENT_LOGIN)/.test(type)) return ['token']
  if (/^(?:LOGIN|AUTHORIZ)/.test(type)) return ['authorize']
  if (addresses.some(({ url }) => /\/token\b/.test(url)) || pieces.some((piece) => callsTokenUrl.test(piece)))
    return ['token']
  // RFC 6749 §5.2: the token endpoint alone responds with it, and a renewal shares it with an exchange.
  if (code === 'invalid_grant') return renewal ? ['refresh'] : ['token', 'refresh']
  const steps = messages[0] && inPlace(messages[0].row.steps, addresses)
  const name = code === undefined ? undefined : errorName(code)
  if (steps !== undefined && (name === undefined || traitsOf(name).vague)) return [...steps].slice(0, 2)
  if (code !== undefined) return stepsOfCode(code.toLowerCase()).slice(0, 2)
  return anyStep
}

/** A program that sends its request to a variable for the URL of the token endpoint. */
const callsTokenUrl =
  /\b(?:PostAsync|SendAsync|post|fetch|request|urlopen|curl_init)\w{0,8}\(\s{0,2}["'`$]{0,2}(?:\w{0,20}_TOKEN|TOKEN_\w{1,12}|\w{0,20}[tT]oken_?(?:[uU]r[il]|URL|[eE]ndpoint))\b/

function bearerIn({ pairs }: Signals): Candidate['token'] {
  const sent = pairs.find(({ name }) => /^authorization$/i.test(name))?.value
  const token = /^bearer\s+(eyJ[\w.-]+)/i.exec(sent ?? '')?.[1]
  return token === undefined ? undefined : decodeJwt(token)
}

const claimNames = new Set([
  'iss',
  'sub',
  'aud',
  'exp',
  'nbf',
  'iat',
  'azp',
  'scope',
  'scp',
  'token_use',
  'typ',
  'client_id',
])

/** The claims of a token that somebody decoded before pasting. */
function claimsIn(text: string, { pairs }: Signals): Candidate['token'] {
  const whole = findJson(text).find(({ value }) => bodyShape(value)?.claims)
  if (whole !== undefined) return { header: {}, claims: whole.value as Record<string, unknown> }
  const claims: Record<string, unknown> = Object.create(null)
  // A redirect names the issuer encoded, as a parameter of its query.
  for (const { name, value } of pairs)
    if (claimNames.has(name) && !/^https?%3A/i.test(value))
      claims[name] ??= /^\d{1,12}$/.test(value) ? Number(value) : value
  return claims.iss !== undefined && (claims.exp ?? claims.aud ?? claims.scope) !== undefined
    ? { header: {}, claims }
    : undefined
}

/** The scopes that a text says a token has, else those that its authorization request asked for. */
function scopesIn(text: string, { pairs }: Signals): Candidate['flow'] {
  const granted = pairs.find(({ name }) => /^(?:token_?scopes?|granted_?scopes?|scopes?_?granted)$/i.test(name))?.value
  if (granted !== undefined) return { grantedScope: granted }
  const asked = /[?&]response_type=code\b/.test(text) ? /[?&]scope=([^\s&"'<>]{1,2000})/.exec(text)?.[1] : undefined
  const [, scope = ''] = parseForm(`s=${asked ?? ''}`)[0] ?? []
  return scope === '' ? undefined : { requestedScopes: splitScopes(scope) }
}

/** The redirect URI of the authorization request, where that is in the text beside the token request. */
function flowIn(text: string, request: Candidate['request']): Candidate['flow'] {
  if (request?.form?.redirect_uri === undefined) return undefined
  const asked = /[?&]response_type=code\b/.test(text)
    ? /[?&](?:[^\s"'<>]{0,4000}&)?redirect_uri=([^\s&"'<>]{1,2000})/.exec(text)?.[1]
    : undefined
  const [, redirectUri] = parseForm(`u=${asked ?? ''}`)[0] ?? []
  return redirectUri ? { redirectUri } : undefined
}

/** The error in a response that the identity service secured as a JWT (JARM §2.3: the parameter `response`). */
function securedResponse(text: string): Candidate | undefined {
  const token = /[?&#\s"']response=(eyJ[\w-]{4,20000}\.[\w-]{4,20000}\.[\w-]{0,20000})/.exec(text)?.[1]
  const claims = token === undefined ? undefined : decodeJwt(token)?.claims
  if (typeof claims?.error !== 'string') return undefined
  const said = typeof claims.error_description === 'string' ? claims.error_description : undefined
  const query = [
    `error=${encodeURIComponent(claims.error)}`,
    ...(said === undefined ? [] : [`error_description=${encodeURIComponent(said)}`]),
  ]
  return {
    what: 'a signed authorization response (JARM) with an error',
    certainty: 'likely',
    steps: ['authorize'],
    response: { status: 302, headers: { location: `?${query.join('&')}` } },
    notes: ['The error is in the payload of the JWT; its signature was not verified.'],
  }
}

/** The steps of a sentence as the text has them: a sign-in shows in its address. */
function inPlace(steps: readonly Step[], addresses: Signals['addresses']): Step[] {
  const signIn = addresses.some(({ url }) => /authorize|[?&](?:response_type|error)=/.test(url))
  return [...steps].sort(
    (one, other) => Number((one === 'authorize') !== signIn) - Number((other === 'authorize') !== signIn),
  )
}

/** Sentences that state why no complete response came, as the failures of a connection. */
const failureKindOf: Partial<Record<ErrorName, FailureKind>> = {
  name_not_resolved: 'dns',
  connection_refused: 'refused',
  connection_reset: 'reset',
  connection_timed_out: 'timeout',
  tls_version_refused: 'tls',
  server_certificate_expired: 'tls',
  server_certificate_not_trusted: 'tls',
  server_certificate_of_other_host: 'tls',
}

function failureStated(message: TellingMessage | undefined): Candidate['failure'] {
  const kind = message && failureKindOf[message.row.means]
  return kind && { kind, message: message.piece }
}
