import { randomUUID } from 'node:crypto'
import { epochSeconds } from '#contract/epoch-seconds.ts'
import type { Exchange } from '#contract/exchange.ts'
import { isSecret, kindOf, type Place } from '#knowledge/privacy/sensitivity.ts'
import type { OutboundRequest, Sent } from '../http/outbound.ts'
import { remembered } from '../remembered.ts'
import type { Fingerprints } from './fingerprints.ts'

type Flow = Exchange['flow']

/** Response bodies of an identity service are told up to this many characters. */
const tellableCharacters = 65_536

/** Characters of a redirect's address that are told: what refused sign-ins leave in the store stays bounded. */
const tellableLocation = 4_096

/**
 * Records a request to the identity service: every secret that was sent, and every token that came back, is its
 * fingerprint, wherever it stands.
 *
 * @param told.secrets values that occur in the request, or may occur in the response
 * @param told.readableIdToken an ID token that was rejected: it stays readable, less its signature, so that the page
 *   can say what is wrong with it
 */
export function recordIdentityExchange(
  step: 'token' | 'refresh',
  environment: string,
  told: {
    wanted: OutboundRequest
    form: Record<string, string>
    sent: Sent
    secrets: string[]
    readableIdToken?: string
    flow?: Flow
  },
  fingerprints: Fingerprints,
): Exchange {
  const { wanted, sent } = told
  const hide = hider(told.secrets, fingerprints)
  const answer = sent.answer
  const body = answer && tellable(Buffer.from(answer.body).toString('utf8'), told, hide, fingerprints)
  return {
    ...frame(step, environment, sent, told.flow),
    request: {
      method: wanted.method,
      url: wanted.url,
      headers: hideHeaders(wanted.headers, fingerprints),
      form: hideIn(told.form, hide),
    },
    response: answer && {
      status: answer.status,
      headers: hideIn(answer.headers, hide),
      body: body?.text,
      size: answer.body.length,
      cut: answer.cut || body?.cut === true,
    },
  }
}

/** The record of a call whose response is awaited. */
export interface BegunRecord {
  /**
   * Adds what came of the request.
   *
   * @param publishedKeys what the environment publishes, where the token was refused
   * @returns the record, and the same as JSON
   */
  complete(sent: Sent, publishedKeys?: NonNullable<Flow>['publishedKeys']): { exchange: Exchange; json: string }
}

/**
 * Begins the record of a call of a business API: the bearer is its fingerprint, also where the response repeats it. What is
 * known before the response is made ready and written as JSON at once, so that it is done while the API works.
 */
export function beginApiRecord(
  environment: string,
  told: { wanted: OutboundRequest; bearer: string | undefined; flow: Flow; token: Exchange['token'] },
  fingerprints: Fingerprints,
): BegunRecord {
  const { wanted, bearer, flow, token } = told
  const print = bearer === undefined ? undefined : fingerprints.of(bearer)
  const prints = { of: (secret: string) => (secret === bearer && print) || fingerprints.of(secret) }
  const hide = hider(bearer === undefined ? [] : [bearer], prints)
  const request = {
    method: wanted.method,
    url: wanted.url,
    headers: hideHeaders(wanted.headers, prints),
    body: wanted.body,
  }
  const known = { ...whose('api', environment), request, bearer: print, token, flow }
  const knownJson = JSON.stringify(known).slice(0, -1)
  return {
    complete(sent, publishedKeys) {
      const { answer } = sent
      const response = answer && {
        status: answer.status,
        headers: hideIn(answer.headers, hide),
        ...readable(answer, hide),
        size: answer.body.length,
        cut: answer.cut,
      }
      const came = { ...outcome(sent), response }
      const exchange = { ...known, ...came }
      if (!publishedKeys) return { exchange, json: `${knownJson},${JSON.stringify(came).slice(1)}` }
      const withKeys = { ...exchange, flow: { ...flow, publishedKeys } }
      return { exchange: withKeys, json: JSON.stringify(withKeys) }
    },
  }
}

/**
 * Records the redirect that ended a sign-in: the request as the browser was sent with it, the response as the address that
 * the browser came back to.
 *
 * @param told.openedAt epoch milliseconds when the sign-in began; the person's time at the identity service follows it
 * @param told.at epoch milliseconds
 */
export function recordRedirect(
  environment: string,
  told: {
    authorizationUrl: string
    redirectUri: string
    parameters: [string, string][]
    openedAt?: number
    at: number
    flow?: Flow
  },
  fingerprints: Fingerprints,
): Exchange {
  const shown = told.parameters.map(([name, value]): [string, string] => [
    name,
    isHidden(name, 'parameter', value) ? fingerprints.of(value) : value,
  ])
  const location = `${told.redirectUri}?${new URLSearchParams(shown)}`
  const { openedAt = told.at, at } = told
  const sent = { startedAt: openedAt, endedAt: at, durationMs: at - openedAt }
  return {
    ...frame('authorize', environment, sent, told.flow),
    request: { method: 'GET', url: told.authorizationUrl, headers: {} },
    response: {
      status: 302,
      headers: { location: location.slice(0, tellableLocation) },
      size: 0,
      cut: location.length > tellableLocation,
    },
  }
}

/** What opens something by the one table of names; `state` stays to be compared with the one that was sent. */
function isHidden(name: string, place: Place, value: string): boolean {
  const kind = kindOf(name, place, value)
  return kind !== undefined && kind !== 'state' && isSecret(kind)
}

function frame(step: Exchange['step'], environment: string, sent: Sent, flow: Flow) {
  return { ...whose(step, environment), ...outcome(sent), flow }
}

const whose = (step: Exchange['step'], environment: string) => ({ id: randomUUID(), step, environment })

function outcome({ startedAt, endedAt, firstByteMs, durationMs, failure }: Sent) {
  return { startedAt: epochSeconds(startedAt), at: epochSeconds(endedAt), firstByteMs, durationMs, failure }
}

/** `Basic abc` becomes `Basic fp:…`. */
function hideHeaders(headers: Record<string, string>, fingerprints: Pick<Fingerprints, 'of'>): Record<string, string> {
  const { authorization } = headers
  if (authorization === undefined) return headers
  const [scheme = '', credentials = ''] = authorization.split(' ', 2)
  return { ...headers, authorization: `${scheme} ${fingerprints.of(credentials)}` }
}

/** Hides secrets in text, also where they stand percent-encoded or escaped for JSON. */
function hider(secrets: string[], fingerprints: Pick<Fingerprints, 'of'>): (text: string) => string {
  const spelled: { spelling: string; print: string }[] = []
  for (const secret of secrets)
    if (secret !== '')
      for (const spelling of spellingsOf(secret)) spelled.push({ spelling, print: fingerprints.of(secret) })
  spelled.sort((a, b) => b.spelling.length - a.spelling.length)
  return (text) => {
    let hidden = text
    for (const { spelling, print } of spelled)
      if (hidden.includes(spelling)) hidden = hidden.replaceAll(spelling, print)
    return hidden
  }
}

/** A token is sent with call after call. */
const spellings = remembered<string[]>(100)

function spellingsOf(secret: string): string[] {
  const made = () => [...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])]
  return spellings.get(secret) ?? spellings.set(secret, made())
}

function hideIn(values: Record<string, string>, hide: (text: string) => string): Record<string, string> {
  const entries = Object.entries(values)
  if (entries.every(([, value]) => hide(value) === value)) return values
  return Object.fromEntries(entries.map(([name, value]) => [name, hide(value)]))
}

/**
 * As much of a response as is told, with what is secret in it hidden. Not much more than that is looked through. Where
 * the text is cut before the hiding, a secret may stop half way and is not known for one: as many characters as the
 * longest secret has are then left out at the end.
 */
function tellable(
  text: string,
  { secrets, readableIdToken }: { secrets: string[]; readableIdToken?: string },
  hide: (text: string) => string,
  fingerprints: Fingerprints,
): { text: string; cut: boolean } {
  const longest = longestSpelling * Math.max(0, ...secrets.map((secret) => secret.length))
  const looked = text.slice(0, tellableCharacters + longest)
  const hidden = hide(hideTokens(looked, fingerprints, readableIdToken))
  const told = looked.length < text.length ? hidden.slice(0, Math.max(0, hidden.length - longest)) : hidden
  return {
    text: told.slice(0, tellableCharacters),
    cut: looked.length < text.length || told.length > tellableCharacters,
  }
}

/** Characters that one character of a secret becomes at most: `\u0000` in JSON, `%E2%82%AC` in an address. */
const longestSpelling = 9

const textMember = /("([\w.-]{1,60})"\s*:\s*")((?:[^"\\]|\\[\s\S])*)/g
/** Taken apart by hand: an expression that looks for the parts of a JWT in it begins again at each of its characters. */
const dottedWords = /[\w.-]+/g
const jwtStart = /(?:^|-)(?=eyJ[\w-]{5})/

/** Works on text, not on parsed JSON, because what must be told most is the response that does not parse. */
function hideTokens(text: string, fingerprints: Fingerprints, readableIdToken: string | undefined): string {
  const shown = readableIdToken?.slice(0, readableIdToken.lastIndexOf('.') + 1)
  const hidden = (token: string) => (token === readableIdToken && shown ? shown : fingerprints.of(token))
  return text
    .replace(textMember, (whole, before: string, name: string, value: string) =>
      isHidden(name, 'field', value) ? before + hidden(value) : whole,
    )
    .replace(dottedWords, (words) => hideJwts(words, (token) => (token === shown ? token : hidden(token))))
}

/** Hides each JWT among words that are joined by dots: `eyJ…`, a part that is not empty, and a third where there is one. */
function hideJwts(words: string, hidden: (token: string) => string): string {
  const parts = words.split('.')
  const told: string[] = []
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? ''
    const start = parts[index + 1] ? jwtStart.exec(part) : null
    if (!start) {
      told.push(part)
      continue
    }
    const begin = start.index + start[0].length
    const token = [part.slice(begin), ...parts.slice(index + 1, index + 3)].join('.')
    told.push(part.slice(0, begin) + hidden(token))
    index += 2
  }
  return told.join('.')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const textTypes = /^(text\/|application\/(.+\+)?(json|xml|javascript|x-www-form-urlencoded)\b|image\/svg)/i

/** The body as text where it is text in a charset that it keeps to; in base64 otherwise. */
function readable(
  { body, cut, headers }: NonNullable<Sent['answer']>,
  hide: (text: string) => string,
): { body?: string; bodyBase64?: string } {
  const contentType = headers['content-type']
  const base64 = () => ({ bodyBase64: Buffer.from(body).toString('base64') })
  if (contentType !== undefined && !textTypes.test(contentType)) return base64()
  const charset = /charset="?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  try {
    // What was cut may end within a character.
    const decoder = cut || charset !== 'utf-8' ? new TextDecoder(charset, { fatal: true }) : utf8
    return { body: hide(decoder.decode(body, { stream: cut })) }
  } catch {
    return base64()
  }
}
