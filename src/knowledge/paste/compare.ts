import { claimSensitivity } from '../privacy/sensitivity.ts'
import { describeClaim } from '../protocol/claims.ts'
import { describeScope } from '../protocol/describe-scope.ts'
import { splitScopes } from '../protocol/scopes.ts'
import { durationInWords, utcTime } from '../text/duration.ts'
import { listed, quoted } from '../text/quote.ts'
import { isSlashApart } from '../token/checks.ts'
import type { FoundToken } from '../token/find.ts'
import { tokenKinds } from '../token/kinds.ts'
import type { InspectedField } from './fields-beside.ts'
import type { Inspection } from './inspect.ts'

/** One thing in which two tokens or answers differ. */
export interface Difference {
  /** The claim, header parameter or field, or what else it is about. */
  name: string
  /** What the difference means, in a sentence or two. */
  says: string
  /** Both values in short; absent where a side has none. Not given for what is secret. */
  left?: string
  right?: string
  /** True where it can decide whether a call works. */
  matters: boolean
  /** What the second is at fault in, as a heading: set where a call with it is bound to fail, or most likely to. */
  fault?: { title: string; certain: boolean }
  /** True where the values describe a person. */
  sensitive: boolean
}

/** Two tokens held against each other. */
export interface TokenPair {
  title: string
  differences: Difference[]
  /** Names of what both have alike. */
  same: string[]
}

export interface Comparison {
  /** What decides, in one line. */
  headline: string
  pairs: TokenPair[]
  /** What only one side has, in sentences. */
  alone: string[]
  /** Differences of what is beside the tokens. */
  fields: Difference[]
}

/**
 * Compares what works with what fails, by meaning: tokens of the same kind with each other, then what is beside them.
 * What decides comes first. `now` is epoch seconds.
 */
export function compareInspections(left: Inspection, right: Inspection, now: number): Comparison {
  const rest = [...right.tokens]
  const pairs: TokenPair[] = []
  const alone: string[] = []
  for (const one of left.tokens) {
    const at = rest.findIndex(({ recognised }) => recognised.kind === one.recognised.kind)
    const other = at < 0 ? undefined : rest.splice(at, 1)[0]
    if (other !== undefined)
      pairs.push({ title: tokenKinds[one.recognised.kind].name, ...compareTokens(one, other, now) })
    else if (left.tokens.length === 1 && right.tokens.length === 1 && rest.length === 1)
      pairs.push({ title: 'Tokens of different kinds', ...compareTokens(one, rest.pop() as FoundToken, now) })
    else alone.push(`Only the working one has this: ${tokenKinds[one.recognised.kind].name}.`)
  }
  for (const { recognised } of rest) alone.push(`Only the failing one has this: ${tokenKinds[recognised.kind].name}.`)
  const fields = compareFields(left.fields, right.fields)
  return {
    headline: headlineOf([...pairs.flatMap(({ differences }) => differences), ...fields], alone),
    pairs,
    alone,
    fields,
  }
}

function headlineOf(differences: Difference[], alone: string[]): string {
  const [first] = differences.filter(({ fault }) => fault).sort(byWeight)
  if (first?.fault) return first.fault.title
  const deciding = differences.filter(({ matters }) => matters).length
  if (deciding > 0)
    return deciding === 1 ? 'One difference can decide a call' : `${deciding} differences can decide a call`
  if (differences.length > 0) return 'No difference decides a call'
  return alone.length > 0 ? 'They are not of the same kinds' : 'No readable difference'
}

function byWeight(one: Difference, other: Difference): number {
  return weight(other) - weight(one)
}

const weight = ({ matters, fault }: Difference): number =>
  (fault?.certain ? 4 : 0) + (fault ? 2 : 0) + (matters ? 1 : 0)

/** Compares two tokens; `now` is epoch seconds. */
export function compareTokens(left: FoundToken, right: FoundToken, now: number): Omit<TokenPair, 'title'> {
  const [a, b] = [partsOf(left), partsOf(right)]
  const same: string[] = []
  const differences: Difference[] = []
  const note = (name: string, left: unknown, right: unknown, explain: Explain, sensitive: boolean) => {
    if (left === undefined && right === undefined) return
    if (text(left) === text(right)) {
      same.push(name)
      return
    }
    differences.push({
      name,
      ...explain(left, right, now),
      sensitive,
      left: short(name, left),
      right: short(name, right),
    })
  }
  note(
    'kind',
    tokenKinds[left.recognised.kind].name,
    tokenKinds[right.recognised.kind].name,
    plain('They are tokens for different purposes.', true),
    false,
  )
  for (const name of union(a.header, b.header))
    note(name, own(a.header, name), own(b.header, name), headers.get(name) ?? otherHeader, false)
  for (const name of union(a.claims, b.claims))
    note(
      name,
      own(a.claims, name),
      own(b.claims, name),
      claims.get(name) ?? otherClaim(name),
      claimSensitivity(name, describeClaim(name)) !== 'open',
    )
  if (left.token.form === 'opaque' || right.token.form === 'opaque')
    note(
      'token',
      left.token.text.length,
      right.token.text.length,
      plain('They have different lengths. An opaque token shows nothing else.', false),
      false,
    )
  if (left.token.text === right.token.text) same.push('the whole token')
  else if (left.token.form === 'jws' && right.token.form === 'jws')
    differences.push(...signaturesDiffer(left.token, right.token))
  differences.push(...lifetimes(a.claims, b.claims))
  return { differences: differences.sort(byWeight), same }
}

type Signed = Extract<FoundToken['token'], { form: 'jws' }>

/** Of two tokens with the same content: signatures of some algorithms are never alike, of others always. */
function signaturesDiffer(left: Signed, right: Signed): Difference[] {
  if (left.signature === right.signature || left.jws.protected !== right.jws.protected) return []
  if (left.jws.payload !== right.jws.payload) return []
  const alg = String(left.header.value?.alg ?? '')
  const isRandom = /^(ES|PS|ML-DSA)/.test(alg)
  return [
    {
      name: 'signature',
      says: isRandom
        ? `Header and claims are the same, and only the signatures differ: with ${quoted(alg)} every signature is different, so both can be valid. Verify each one.`
        : `Header and claims are the same, and only the signatures differ: with ${quoted(alg)} the same content and key always give the same signature, so one of the two was signed with another key, changed or truncated.`,
      matters: !isRandom,
      sensitive: true,
    },
  ]
}

type Said = Pick<Difference, 'says' | 'matters' | 'fault'>
type Explain = (left: unknown, right: unknown, now: number) => Said

function plain(says: string, matters: boolean): Explain {
  return () => ({ says, matters })
}

const headers = new Map<string, Explain>([
  [
    'kid',
    plain(
      'They were signed with different keys. If only one of the keys is published, only that token is accepted.',
      true,
    ),
  ],
  ['alg', plain('They are signed with different algorithms, and a recipient may accept only one of them.', true)],
  ['typ', plain('They declare different types.', true)],
])

const otherHeader = plain('The headers differ here.', false)

const claims = new Map<string, Explain>([
  ['iss', issuerDiffers],
  ...['roles', 'role', 'groups', 'permissions', 'authorities', 'entitlements', 'wids', 'amr', 'allowed-origins'].map(
    (name): [string, Explain] => [name, setDiffers],
  ),
  ['tid', plain('They belong to different tenants.', true)],
  ['org_id', plain('They belong to different organizations.', true)],
  ['cnf', plain('They are bound to different keys: each works only with a proof made with its own key.', true)],
  ['acr', plain('The sign-ins had different strengths, and an API may require a certain one.', true)],
  ['realm_access', plain('They grant different roles.', true)],
  ['resource_access', plain('They grant different roles.', true)],
  ['authorization_details', plain('They grant different details.', true)],
  ['token_use', plain('They are tokens for different purposes.', true)],
  ['scope', scopesDiffer],
  ['scp', scopesDiffer],
  ['aud', audienceDiffers],
  ['sub', plain('They represent different users or clients.', false)],
  ['client_id', plain('They were issued to different clients.', true)],
  ['azp', plain('They were issued to different clients.', true)],
  ['exp', expiryDiffers],
  ['nbf', plain('They become valid at different times.', false)],
  ['iat', issuedDiffers],
  ['jti', plain('They are two tokens, each with its own ID, as required.', false)],
  ['sid', plain('They come from different sessions.', false)],
  ['nonce', plain('They are from different sign-ins, as required.', false)],
  ['auth_time', plain('The users signed in at different times.', false)],
])

function otherClaim(name: string): Explain {
  const { kind } = describeClaim(name)
  return (left, right) => {
    if (left === undefined || right === undefined) {
      const side = left === undefined ? 'failing one' : 'working one'
      return kind === 'company'
        ? {
            says: `Only the ${side} names a company for this API. An API that requires one returns 403 without it (§7.3).`,
            matters: true,
            ...(right === undefined && { fault: { title: 'The failing token names no company', certain: false } }),
          }
        : { says: `Only the ${side} has it.`, matters: false }
    }
    return kind === 'company'
      ? { says: 'They act for different companies.', matters: true }
      : isSame(left, right)
        ? { says: 'The same values, in a different order.', matters: false }
        : { says: 'The values differ.', matters: false }
  }
}

/** Whether two lists hold the same values. */
function isSame(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
  const [a, b] = [left, right].map((list) => list.map(text).sort())
  return a?.every((one, at) => one === b?.[at]) === true
}

function scopesDiffer(left: unknown, right: unknown): Said {
  const [a, b] = [scopesOf(left), scopesOf(right)]
  const lost = a.filter((scope) => !b.includes(scope))
  const gained = b.filter((scope) => !a.includes(scope))
  if (lost.length + gained.length === 0) return { says: 'The same scopes, in a different order.', matters: false }
  const words = (scopes: string[], side: string) => {
    if (scopes.length === 0) return ''
    const opened = [...new Set(scopes.flatMap((scope) => describeScope(scope).opens.map(({ title }) => title)))]
    const opens = opened.length === 0 ? '' : `, which ${scopes.length === 1 ? 'opens' : 'open'} ${listed(opened)}`
    return `Only the ${side} has ${listed(scopes)}${opens}.`
  }
  const title =
    lost.length === 1
      ? `The failing token does not include ${quoted(lost[0], 60)}`
      : `The failing token does not include ${lost.length} scopes`
  return {
    says: [words(lost, 'working one'), words(gained, 'failing one')].filter((one) => one !== '').join(' '),
    matters: true,
    ...(lost.length > 0 && { fault: { title, certain: false } }),
  }
}

function audienceDiffers(left: unknown, right: unknown): Said {
  const [a, b] = [[left].flat(), [right].flat()].map((all) => all.filter((one) => one !== undefined).map(String))
  const [lost, gained] = [only(a, b), only(b, a)]
  if (lost.length + gained.length === 0) return { says: 'The same audience, written differently.', matters: false }
  return {
    says: `${lost.length > 0 ? `Only the working one is meant for ${listed(lost)}. ` : ''}${gained.length > 0 ? `Only the failing one is meant for ${listed(gained)}. ` : ''}A recipient that is not listed rejects the token.`,
    matters: true,
    ...(lost.length > 0 && { fault: { title: 'The failing token is for another audience', certain: false } }),
  }
}

function expiryDiffers(left: unknown, right: unknown, now: number): Said {
  if (typeof left !== 'number' || typeof right !== 'number')
    return { says: 'Only one of them says when it expires.', matters: true }
  const later = `The ${right > left ? 'failing' : 'working'} one expires ${durationInWords(right - left)} later.`
  const over = [left <= now && 'the working one', right <= now && 'the failing one'].filter((one) => one !== false)
  if (over.length === 1)
    return {
      says: `${later} By now ${over[0]} has expired, which is enough to make its calls fail.`,
      matters: true,
      ...(right <= now && { fault: { title: 'The failing token has expired', certain: true } }),
    }
  return { says: `${later} By now ${over.length === 2 ? 'both have' : 'neither has'} expired.`, matters: false }
}

function issuerDiffers(left: unknown, right: unknown): Said {
  const fault = { title: 'The failing token is from another issuer', certain: false }
  return isSlashApart(left, right)
    ? {
        fault,
        says: 'They differ only in a trailing slash. Issuers are compared exactly (RFC 8414 §2), so a recipient that expects one rejects the other.',
        matters: true,
      }
    : {
        fault,
        says: 'Different identity services issued them; most likely, they belong to different environments.',
        matters: true,
      }
}

function setDiffers(left: unknown, right: unknown): Said {
  const [a, b] = [left, right].map((value) =>
    [value ?? []].flat().map((one) => (typeof one === 'string' ? one : text(one))),
  )
  const [lost, gained] = [only(a, b), only(b, a)]
  if (lost.length + gained.length === 0) return { says: 'The same values, written differently.', matters: false }
  return {
    says: [
      lost.length > 0 ? `Only the working one has ${listed(lost)}.` : '',
      gained.length > 0 ? `Only the failing one has ${listed(gained)}.` : '',
    ]
      .filter((one) => one !== '')
      .join(' '),
    matters: true,
  }
}

function only(mine: string[] = [], theirs: string[] = []): string[] {
  const has = new Set(theirs)
  return mine.filter((one) => !has.has(one))
}

function issuedDiffers(left: unknown, right: unknown): Said {
  if (typeof left !== 'number' || typeof right !== 'number')
    return { says: 'Only one of them says when it was issued.', matters: false }
  return {
    says: `The ${right > left ? 'failing' : 'working'} one was issued ${durationInWords(right - left)} later.`,
    matters: false,
  }
}

/** How long each holds, where that differs: times that are shifted together are no difference of it. */
function lifetimes(a: Record<string, unknown>, b: Record<string, unknown>): Difference[] {
  const [one, other] = [a, b].map(({ exp, iat }) =>
    typeof exp === 'number' && typeof iat === 'number' ? exp - iat : undefined,
  )
  if (one === undefined || other === undefined || one === other) return []
  return [
    {
      name: 'exp − iat',
      says:
        other < 0
          ? 'The failing one expires before it is issued, so it was never valid.'
          : 'They have different lifetimes.',
      left: lifetime(one),
      right: lifetime(other),
      matters: other < 0,
      ...(other < 0 && { fault: { title: 'The failing token was never valid', certain: true } }),
      sensitive: false,
    },
  ]
}

/** @param seconds from iat to exp */
function lifetime(seconds: number): string {
  return seconds < 0 ? `none: exp is ${durationInWords(seconds)} before iat` : durationInWords(seconds)
}

function compareFields(left: InspectedField[], right: InspectedField[]): Difference[] {
  const names = [...new Set([...left, ...right].map(({ name }) => name))]
  return names.flatMap((name) => {
    const [a, b] = [left, right].map((fields) => fields.filter((field) => field.name === name))
    const [one, other] = [a, b].map((fields) =>
      fields?.length ? fields.map(({ value }) => value).join(', ') : undefined,
    )
    if (one === other) return []
    const secret = [...(a ?? []), ...(b ?? [])].some((field) => field.secret)
    const { says, matters } = (name === 'scope' ? scopesDiffer : otherClaim(name))(one, other, 0)
    return [{ name, says, matters, sensitive: secret, ...(secret ? {} : { left: one, right: other }) }]
  })
}

function partsOf({ token }: FoundToken): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  return {
    header: (token.form !== 'opaque' && token.header.value) || {},
    claims: (token.form === 'jws' && token.payload.value) || {},
  }
}

function union(a: Record<string, unknown>, b: Record<string, unknown>): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
}

function own(values: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

function scopesOf(scope: unknown): string[] {
  return typeof scope === 'string' ? splitScopes(scope) : Array.isArray(scope) ? scope.map(String) : []
}

/** A value as text to be compared; what is nested too deep for that is alike only with itself. */
function text(value: unknown): string {
  if (typeof value === 'string') return `"${value}`
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return 'nested too deep'
  }
}

function short(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && describeClaim(name).kind === 'time') return utcTime(value)
  const whole = typeof value === 'string' ? value : text(value)
  return whole.length > 300 ? `${whole.slice(0, 300)}…` : whole
}
