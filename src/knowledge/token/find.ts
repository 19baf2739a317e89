import { inferred } from '../protocol/basis.ts'
import { textOfBase64 } from '../text/base64.ts'
import { isObject, parseObject } from '../text/json.ts'
import { findJson } from '../text/json-in-text.ts'
import { listed } from '../text/quote.ts'
import { type RecognisedKind, recogniseKind } from './kind.ts'
import { readRun, type Writing } from './run.ts'
import { type InspectedToken, inspectJsonToken, inspectToken } from './take-apart.ts'

/** A token found in a pasted text. */
export interface FoundToken {
  /** The field, parameter, header or cookie that it stood in, where it stood in one. */
  from?: string
  /** Where it stands; left out where it was given by itself. */
  place?: TokenPlace
  /** Where the same token is there again. */
  again?: TokenPlace[]
  token: InspectedToken
  recognised: RecognisedKind
}

/** Where a token is in a text. */
export interface TokenPlace {
  /** Characters of the text before it, and up to its end. */
  start: number
  end: number
  /** Line and column, from 1 on. */
  line: number
  column: number
  /** What it stood in, as far as its surroundings show. */
  in: 'cookie' | 'header' | 'query' | 'path' | 'field' | 'claim' | 'key binding' | 'text'
  /** How it was written, where that is not plainly. */
  writing: Writing[]
}

/** More than these in one text are not taken apart. */
export const mostTokens = 40

/**
 * Finds every token in a text of any kind, with its place: in quotes, after `Bearer`, `=` or a slash, in a cookie, a query
 * or a log line, percent-encoded, joined in a program, broken over several lines. Each is told by its header, which begins
 * with `{` and so with `ey` or `ew` in base64url. The work is bounded by the length of the text.
 */
export function findTokens(text: string): FoundToken[] {
  const found: FoundToken[] = []
  const lines = new Lines(text)
  // Where a run of characters ends in which too many beginnings were no token.
  let tried = { end: 0, count: 0 }
  const candidate = new RegExp(beginning)
  for (let match = candidate.exec(text); match !== null && found.length < mostTokens; match = candidate.exec(text)) {
    const at = beginOf(text, match.index, found.at(-1)?.place?.end ?? 0)
    if (at === undefined || (match.index < tried.end && tried.count > 8)) continue
    // The key of an identifier is written like a header.
    if (text.slice(Math.max(0, at - 8), at) === 'did:jwk:') continue
    const run = readRun(text, at)
    // `eyJhbGciOi...<YOUR_TOKEN>` of a document: nothing of a token is there but how each begins.
    if (/^[\w-]{2,40}[.…]*$/.test(run.written) && /^[.…]{0,6}[<{[$]{1,2}/.test(text.slice(run.end, run.end + 8))) {
      candidate.lastIndex = Math.max(run.end, match.index + 1)
      continue
    }
    const token = inspectToken(run.written)
    if (token.form === 'opaque' || !isJose(token)) {
      tried = { end: run.end, count: match.index < tried.end ? tried.count + 1 : 1 }
      if (isClear(text, at)) candidate.lastIndex = Math.max(run.end, match.index + 1)
      continue
    }
    candidate.lastIndex = Math.max(run.end, match.index + 1)
    const { from, where } = surroundings(text, at)
    const place = { start: at, end: run.end, ...lines.at(at), in: where, writing: run.writing }
    found.push({ ...foundToken(token, from), place })
    if (token.form === 'jws' && token.keyBinding)
      found.push({ ...foundToken(inspectToken(token.keyBinding)), place: { ...place, in: 'key binding' } })
  }
  return found
}

/**
 * Tokens that are in base64 once more, or twice: `eyJ` is `ZXlK` then, as in the data of a Kubernetes Secret. And objects in
 * base64 with tokens in them, as frameworks write sessions into cookies, and the credentials of a mail server (RFC 7628).
 */
export function findEncodedTokens(text: string): FoundToken[] {
  const lines = new Lines(text)
  return [...text.matchAll(encodedText)].slice(0, mostTokens).flatMap((match) => {
    const { written, inner, isObjectInside } = unwrapped(match[0])
    const session = isObjectInside ? sessionIn(inner) : undefined
    const inside = findTokens(inner)
    // Of base64 without a name only what is a token alone is meant so.
    if (!isObjectInside && inside.length > 1) return []
    const { from, where } = surroundings(text, match.index)
    const place: TokenPlace = {
      start: match.index,
      end: match.index + written.length,
      ...lines.at(match.index),
      in: where,
      writing: ['base64'],
    }
    // The name before a token in the object is that of a member.
    const within: TokenPlace = { ...place, in: 'field' }
    return [
      ...(session ? [{ ...describedSession(session, written, from), place }] : []),
      ...inside.map((one) => ({
        ...foundToken(one.token, one.from ?? from),
        place: one.from === undefined ? place : within,
      })),
      ...(session?.refresh === undefined || inside.some(({ token }) => token.text === session.refresh)
        ? []
        : [{ ...foundToken({ form: 'opaque', text: session.refresh, defects: [] }, 'refresh_token'), place: within }]),
    ]
  })
}

/** How a token, an object, `Bearer` or what is in base64 itself begins in base64, on one line or in lines of one length. */
const encodedText =
  /(?<![\w+/.-])(?:ZXl[A-Z0-9]|WlhsS|QmVhcmVyI|base64-eyJ|eyJ|eyAi|ew[ok0]|bi(?:xh|ws)|dXNlcj)(?:[\w+/-]{40,76}\r?\n[ \t]{0,20}){0,600}[\w+/-]{16,40000}={0,2}(?![\w.~-])|(?<![\w+/-])ZXl[A-Z0-9][\w+/-]{60,40000}={0,2}/g

/** What is in base64, with its inside, through as many layers as people put around a token. */
function unwrapped(match: string): { written: string; inner: string; isObjectInside: boolean } {
  const [line = ''] = match.split(/\r?\n/, 1)
  const decoded = (text: string) => textOfBase64(text.replace(/^base64-|\s/g, ''))
  const whole = decoded(match)
  const written = whole === undefined ? line : match
  let inner = whole ?? decoded(line) ?? ''
  for (let layer = 1; layer < mostLayers && /^[\w+/-]{60,}={0,2}\s*$/.test(inner); layer++)
    inner = textOfBase64(inner.trim()) ?? ''
  return { written, inner, isObjectInside: /^\s*\{/.test(inner) }
}

const mostLayers = 3

interface EncodedSession {
  members: Record<string, unknown>
  refresh?: string
}

/** A session as an object in JSON: it has a token of its own, under one of the usual names. */
function sessionIn(json: string): EncodedSession | undefined {
  const members = parseObject(json)
  if (members === undefined || !sessionTokens.some((name) => typeof members[name] === 'string')) return undefined
  const refresh = members.refresh_token ?? members.refreshToken
  return { members, ...(typeof refresh === 'string' && refresh !== '' && { refresh }) }
}

const sessionTokens = ['access_token', 'accessToken', 'id_token', 'idToken', 'refresh_token', 'refreshToken', 'jwt']

/** What such a session says beside its tokens, to be shown like one. */
function describedSession({ members, refresh }: EncodedSession, text: string, from?: string): FoundToken {
  const user = isObject(members.user) ? members.user : {}
  const end = members.expires_at ?? members.expiresAt
  const tokens = [...sessionTokens].filter((name) => typeof members[name] === 'string')
  const isResponse = typeof members.token_type === 'string' && members.user === undefined
  const isSupabase = text.startsWith('base64-') || /^sb-[\w-]+-auth-token/.test(from ?? '')
  return {
    ...(from && { from }),
    token: {
      form: 'opaque',
      text,
      defects: [],
      content: Object.fromEntries(
        Object.entries({
          sub: user.id ?? user.sub,
          email: user.email,
          name: user.name,
          role: user.role,
          token_type: members.token_type,
          expires_at: end,
          'tokens in it': tokens,
        }).filter(([, value]) => value !== undefined),
      ),
      ...(typeof end === 'number' && { times: { exp: end } }),
    },
    recognised: {
      kind: isResponse && !isSupabase ? 'unknown' : 'cookie',
      name: isSupabase
        ? 'Session of Supabase (in base64)'
        : isResponse
          ? 'Token response (in base64)'
          : 'Session with tokens (in base64)',
      ...(isSupabase && { issuer: 'Supabase' }),
      why: `It is a JSON object in base64 with ${listed(tokens)}${isSupabase ? ', as Supabase writes its session into a cookie' : ''}.`,
      basis: inferred('its members'),
      note: `It is neither signed nor encrypted: anyone who has it has its tokens.${refresh === undefined ? '' : ' Its refresh token renews the session and outlives the access token, so it is a secret of its own.'}`,
    },
  }
}

/**
 * Tokens whose parts are members of a JSON object somewhere in the text, as in the body of an ACME request (RFC 7515 §7.2,
 * RFC 7516 §7.2): one for each signature.
 */
export function findJsonTokens(text: string): FoundToken[] {
  if (!/"(?:protected|ciphertext)\\?"/.test(text)) return []
  const lines = new Lines(text)
  return findJson(text).flatMap(({ value, start, end }) => {
    const place: TokenPlace = { start, end, ...lines.at(start), in: 'text', writing: [] }
    return jsonTokensIn(value, 3).map((token) => ({ ...foundToken(token), place }))
  })
}

function jsonTokensIn(value: unknown, depth: number): InspectedToken[] {
  if (!isObject(value) || depth === 0) return []
  const parts = Array.isArray(value.signatures) ? value.signatures : [value]
  const isToken = parts.some((one) => isObject(one) && typeof one.protected === 'string')
  const whole = isToken ? inspectJsonToken(value) : undefined
  return whole ?? Object.values(value).flatMap((inner) => jsonTokensIn(inner, depth - 1))
}

/**
 * Tokens that are cut into cookies `name.0`, `name.1` and so on, as Auth.js and Supabase write long ones, each with all its
 * chunks as places.
 */
export function findChunkedTokens(text: string): { tokens: FoundToken[]; taken: { start: number; end: number }[] } {
  if (!/[\w-][._]0=/.test(text)) return { tokens: [], taken: [] }
  const lines = new Lines(text)
  const chunks = [
    ...text.matchAll(/(?<![\w.-])(?<name>[\w.-]{1,100})[._](?<part>\d{1,2})=(?<value>[\w.%+/-]{20,8000}={0,2})/g),
  ]
  const taken: { start: number; end: number }[] = []
  const tokens = chunks.flatMap((first): FoundToken[] => {
    const { name = '', part } = first.groups ?? {}
    const all = [first]
    for (let at = 1; part === '0'; at++) {
      // Browsers send cookies in no order that counts.
      const next = chunks.find(({ groups }) => groups?.name === name && groups.part === String(at))
      if (next === undefined) break
      all.push(next)
    }
    if (all.length < 2) return []
    const joined = all.map(({ groups }) => groups?.value ?? '').join('')
    const found = [...findTokens(joined), ...findEncodedTokens(joined)]
    const whole = found.filter(({ token }) => token.defects.length === 0)
    if (whole.length === 0) return []
    const place: TokenPlace = {
      start: first.index,
      end: first.index + first[0].length,
      ...lines.at(first.index),
      in: 'cookie',
      writing: ['in chunks', ...(whole[0]?.place?.writing ?? [])],
    }
    taken.push(...all.map(({ 0: { length }, index }) => ({ start: index, end: index + length })))
    return whole.map((one) => ({
      // The name before a token in an object is that of a member, and an object says by itself what it is.
      ...(one.from === undefined && one.token.form !== 'opaque'
        ? foundToken(one.token, name)
        : { ...one, from: one.from ?? name }),
      place: one.from === undefined ? place : { ...place, in: 'field' as const },
    }))
  })
  return { tokens, taken }
}

/** Less those that are a part of a token in JSON form. */
export function withoutParts(found: FoundToken[], inJson: FoundToken[]): FoundToken[] {
  const parts = new Set(
    inJson.flatMap(({ token }) => (token.form === 'jws' ? [token.jws?.protected, token.jws?.payload] : [])),
  )
  const spans = inJson.flatMap(({ token, place }) => (token.form === 'jwe' && place ? [place] : []))
  return found.filter(
    ({ token, place }) =>
      !parts.has(token.text) && !spans.some(({ start, end }) => place && place.start >= start && place.end <= end),
  )
}

export function foundToken(token: InspectedToken, from?: string): FoundToken {
  return { from, token, recognised: recogniseKind(token, from) }
}

/** Tokens, and after each those that are in its claims, as in a presentation of credentials or a request object. */
export function withInner(found: FoundToken[]): FoundToken[] {
  const all: FoundToken[] = []
  for (const one of found) {
    all.push(one)
    const text = one.token.form === 'jws' ? one.token.payload.text : undefined
    const inner = text === undefined ? [] : withInner(findTokens(text))
    all.push(
      ...inner.map((each) => ({ ...each, place: one.place && { ...one.place, in: 'claim' as const, writing: [] } })),
    )
    if (all.length >= mostTokens) break
  }
  return all.slice(0, mostTokens)
}

/** Each token once, with every place where it stands. `plainly` makes two ways of writing one the same. */
export function eachOnce(found: FoundToken[], plainly: (text: string) => string = (text) => text): FoundToken[] {
  const once = new Map<string, FoundToken>()
  const add = (text: string, one: FoundToken) => {
    const before = once.get(text)
    if (before === undefined) once.set(text, one)
    else
      once.set(text, {
        ...before,
        from: before.from ?? one.from,
        again: [...(before.again ?? []), ...(one.place ? [one.place] : [])],
      })
  }
  const wholes = found.map((one) => wholeOf(one, found))
  found.forEach((one, at) => {
    if (wholes[at] === undefined) add(plainly(one.token.text), one)
  })
  found.forEach((one, at) => {
    const whole = wholes[at]
    if (whole !== undefined) add(plainly(whole), one)
  })
  return [...once.values()]
}

/** The token that is quoted by its first and last characters, as in a log (`eyJhbG…x4Qs`), where it is whole in the same text. */
function wholeOf({ token }: FoundToken, found: readonly FoundToken[]): string | undefined {
  const [, start, end = ''] = /^([\w.-]{8,})(?:\.{3,}|…)([\w-]*)$/.exec(token.text.slice(0, 4_000)) ?? []
  if (start === undefined) return undefined
  return found.find(({ token: { text } }) => text !== token.text && text.startsWith(start) && text.endsWith(end))?.token
    .text
}

// `{` and then a quotation mark, a space, a tab or the end of a line, in base64url.
const beginning = /e(?:y[A-DI-L]|w[k-r0-3])[A-Za-z0-9+/_-]{6}/g

/**
 * Where the token begins whose header may begin at `at`, or whose payload may, behind a header that cannot be read.
 * Undefined where the characters before it say that it is no token.
 */
function beginOf(text: string, at: number, after: number): number | undefined {
  if (isClear(text, at)) return at
  // What was pasted twice may have a dot between.
  if (text.charAt(at - 1) === '.' && after === at - 1 && after > 0) return at
  if (text.charAt(at - 1) === '.') return beforePayload(text, at, after)
  const header = textOfBase64(text.slice(at, at + 20)) ?? ''
  // In the middle of a word it must show that it is a header: keys of vendors have JSON behind their prefix too.
  return headerStart.test(header) ? at : undefined
}

const headerStart =
  /^\{\s*"(?:alg|typ|kid|enc|cty|jwk|jku|x5[ctu]|x5t#S256|crit|b64|zip|ppt|ver|pi\.\w+|iss|url|nonce|epk|apu|apv|p2[sc])"\s*(?::|$)/

function isClear(text: string, at: number): boolean {
  return !/[\w+/=.-]/.test(text.charAt(at - 1))
}

/** The start of a first part that stands directly before a payload. */
function beforePayload(text: string, at: number, after: number): number | undefined {
  let start = at - 1
  while (start > after && at - start < longestHeader && /[\w-]/.test(text.charAt(start - 1))) start -= 1
  const length = at - 1 - start
  const isHeader = /^e[wy]/.test(text.slice(start, start + 2))
  return length < 10 || length >= longestHeader - 1 || isHeader ? undefined : start
}

const longestHeader = 600

/** A header says how the token is protected (RFC 7515 §4.1.1, RFC 7516 §4.1.2); other JSON in base64url does not. */
function isJose(token: Exclude<InspectedToken, { form: 'opaque' }>): boolean {
  const { value, text = '' } = token.header
  if (!token.text.includes('.') && !/^\s*\{\s*"[\w#.:$@/-]{2}/.test(text)) return false
  if (value === undefined) return true
  const whole = !token.defects.some(({ part }) => part === 'header')
  if (['alg', 'enc', 'typ', 'kid', 'jwk', 'x5c', 'cty'].some((name) => Object.hasOwn(value, name))) return true
  if (!token.text.includes('.') && Object.keys(value).length > 0) return false
  return !whole || (token.form === 'jws' && token.payload.value !== undefined)
}

/** The name that stands right before a token, and what kind of place that is. */
function surroundings(text: string, at: number): { from?: string; where: TokenPlace['in'] } {
  const before = text.slice(Math.max(0, at - 300), at)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const field =
    /(?:name=["']([\w.-]{1,60})["']\s[^<>]{0,80}value=["']?|(?:^|[^\w%-]|%(?:22|26|3F|7B|2C|20|0A))\\{0,3}["']?([A-Za-z_][\w.-]{0,120})(?:\\{0,3}["']|%22)?(?:\s{0,4}|[ \t]{5,40})(?:[:=]|=>|%3A|%3D|=3D|&#61;)\s{0,4}(?:\\{0,3}["'`]|%22|&quot;|\[\s?["'])?(?:s?(?:Bearer|DPoP|JWT|Token)(?:\s|%20|\+){1,3})?)$/i.exec(
      before,
    )
  const named = field?.[1] ?? field?.[2]
  const from = named === thingIn(line) ? undefined : named
  if (
    /^[<>*]?\s*(?:set-)?cookie\s*:|(?:^|\s)(?:-b|--cookie)\s|["'](?:set-)?cookie["']?\s*[:,]/i.test(line) &&
    from &&
    !/cookie$/i.test(from)
  )
    return { from, where: 'cookie' }
  if (from !== undefined && /[?#]/.test(line) && /[?&#][\w.-]{1,60}=$/.test(before)) return { from, where: 'query' }
  if (
    from !== undefined &&
    /^[<>*]?\s*[\w-]{1,40}\s*:\s/.test(line) &&
    !/[{("'=]/.test(line.slice(0, line.indexOf(':')))
  )
    return { from, where: headerLine.test(line) && headerName.test(from) ? 'header' : 'field' }
  if (from !== undefined) return { from, where: 'field' }
  return {
    where:
      /(?:https?:\/\/[^\s"']{0,200}|^[A-Z]{3,7} \S{0,200}|\s|^|["'])\/$/.test(line) || /\/[\w.%-]{1,40}\/$/.test(line)
        ? 'path'
        : 'text',
  }
}

/** What a sentence is about that ends in the token, as in `signature for room lobby-7: `; that is no field. */
function thingIn(line: string): string | undefined {
  const thing =
    /\b(?:for|of|by|to|from|with|room|user|tenant|account|customer|app|device|realm|environment|service|project|host|pod|job) ([\w.-]{1,61}) ?: ["'`]?(?:Bearer )?$/i.exec(
      line,
    )?.[1]
  return thing === undefined || namesToken.test(thing) ? undefined : thing
}

const namesToken =
  /token|jw[tse]|assert|auth|bearer|cookie|sess|cred|proof|dpop|key|secret|sig|header|payload|saml|resp|request|code|hint|ticket|body|value|result|output|_/i

const headerLine = /^[<>*]?\s*[\w-]+\s*:\s*(?:\w+\s+)?$/
/** Names of headers: those of the standards, and the own ones of programs, which have hyphens; settings of YAML do not. */
const headerName = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|dpop|[A-Za-z]\w*-[\w-]+)$/i

/** Tells the line and the column of places that come one after the other. */
class Lines {
  #text: string
  #line = 1
  #start = 0
  #seen = 0
  constructor(text: string) {
    this.#text = text
  }

  at(place: number): { line: number; column: number } {
    for (
      let next = this.#text.indexOf('\n', this.#seen);
      next >= 0 && next < place;
      next = this.#text.indexOf('\n', next + 1)
    ) {
      this.#line += 1
      this.#start = next + 1
      this.#seen = next + 1
    }
    return { line: this.#line, column: place - this.#start + 1 }
  }
}
