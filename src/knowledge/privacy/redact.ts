import { describeClaim } from '../service/claims.ts'
import { base64UrlOf, textOfBase64 } from '../text/base64.ts'
import { inspectToken } from '../token/take-apart.ts'

/** How to make things safe to hand on. */
export interface RedactionWish {
  /** A short trace of a secret: alike for the same secret, and no way back to it. */
  fingerprint: (secret: string) => string
  /** True where claims that tell of a person, or may do so, are masked too. */
  maskPersonal: boolean
  /** Secrets that an earlier pass found: they are removed wherever else they stand. */
  known?: Iterable<string>
}

/** What was removed under one name. */
export interface Removed {
  what: 'signature' | 'secret' | 'personal'
  name: string
  times: number
}

/** Makes texts and values safe to hand on, and keeps the account of what it removed. */
export interface Redactor {
  /** A text of any kind: an address, a form, JSON, a header's value, prose. */
  text: (text: string, name?: string) => string
  /** A JSON value, through and through; nested deeper than `deepest` it is removed as a whole. */
  value: (value: unknown, name?: string) => unknown
  /** What stands in place of a secret. */
  secret: (secret: string, name: string) => string
  /** The value of a header, a cookie or a form field, by its name. */
  field: (name: string, value: string) => string
  /**
   * Claims of a token, masked where they tell of a person and that is wanted. Only what is `counted` goes into the
   * account: the token may be handed on beside its claims.
   */
  claims: (claims: Record<string, unknown>, counted?: 'counted') => Record<string, unknown>
  removed: () => Removed[]
  /** Every secret that was met, to be given to a second pass. */
  secrets: () => Set<string>
}

const deepest = 200

export function createRedactor(wish: RedactionWish): Redactor {
  const account = new Map<string, Removed>()
  const secrets = new Set<string>(wish.known)
  const elsewhere = runsOf(secrets)

  const note = (what: Removed['what'], name: string) => {
    const key = `${what} ${name}`
    const line = account.get(key) ?? { what, name, times: 0 }
    line.times += 1
    account.set(key, line)
  }
  const remove = (secret: string, name: string): string => {
    if (secret === '' || traces.test(secret)) return secret
    note('secret', name)
    if (secret.length >= shortestSecret) secrets.add(secret)
    return `[${name} ${wish.fingerprint(secret)}]`
  }

  const token = (written: string): string => {
    const read = inspectToken(written)
    if (read.form === 'opaque' || written.includes(removedSignature)) return written
    const [header = '', payload = '', signature = ''] = written.split('.')
    if (read.form === 'jwe') {
      note('secret', 'encrypted content')
      return `${header}.${removedContent}${wish.fingerprint(written)}`
    }
    if (signature !== '') note('signature', 'signature of a token')
    if (signature.length >= shortestSecret) secrets.add(signature)
    const claims = read.payload.value
    const shown = claims && wish.maskPersonal ? base64UrlOf(JSON.stringify(personal(claims))) : payload
    return `${header}.${shown}.${signature === '' ? '' : `${removedSignature}${wish.fingerprint(signature)}`}`
  }

  const personal = (claims: Record<string, unknown>, account = note): Record<string, unknown> =>
    mapMembers(claims, (name, value) => {
      if (!describeClaim(name, value).sensitive) return value
      account('personal', name)
      return 'masked'
    })

  const text = (whole: string, name = 'text'): string => {
    if (whole === '') return whole
    const json = jsonOf(whole)
    if (json !== undefined) return JSON.stringify(value(json, name, 0, true))
    return whole
      .replace(anyToken, token)
      .replace(credentials, (all, scheme: string, space: string, secret: string) =>
        notCredentials.test(secret) || !(secret.length >= 16 || /\d/.test(secret))
          ? all
          : `${scheme}${space}${credential(scheme, secret, remove)}`,
      )
      .replace(pairs, (all, before: string, field: string, equals: string, secret: string) =>
        safeAlready(secret) ? all : `${before}${field}${equals}${remove(secret, decoded(field))}`,
      )
      .replace(jsonPairs, (all, before: string, field: string, between: string, secret: string) =>
        safeAlready(secret) ? all : `${before}${field}${between}${remove(secret, field)}`,
      )
      .replace(run, (written) => {
        const secret = elsewhere.get(written)
        return secret === undefined ? written : remove(secret, 'secret seen elsewhere')
      })
  }

  const value = (given: unknown, name: string, depth: number, inBody: boolean): unknown => {
    if (depth > deepest) return '[nested too deep to check]'
    if (typeof given === 'string') return secretField(name, given) ? whole(given, name) : text(given, name)
    if (typeof given !== 'object' || given === null) return given
    if (Array.isArray(given)) return given.map((item) => value(item, name, depth + 1, inBody))
    // HAR and others write a header, a cookie or a parameter as an object with its name and its value.
    const pair = given as Record<string, unknown>
    if (pair.encoding === 'base64' && typeof pair.text === 'string') return base64Content(pair, pair.text)
    const named = typeof pair.name === 'string' && typeof pair.value === 'string' ? pair.name : undefined
    return mapMembers(pair, (key, member) => {
      if (named !== undefined && key === 'value')
        return name === 'cookies' ? remove(String(member), `cookie ${named}`) : headerOrField(named, String(member))
      if (
        inBody &&
        wish.maskPersonal &&
        tellsOfAPerson(key) &&
        (typeof member === 'string' || typeof member === 'number')
      ) {
        note('personal', key)
        return 'masked'
      }
      return value(member, key, depth + 1, inBody)
    })
  }

  /** A body that is written in base64 is handed on as text, or not at all where it is none. */
  const base64Content = (content: Record<string, unknown>, body: string): Record<string, unknown> => {
    const { encoding: _, ...rest } = content
    const decoded = textOfBase64(body.replace(/\s+/g, ''))
    if (decoded === undefined) note('secret', 'binary content')
    return { ...rest, text: decoded === undefined ? '[binary content]' : text(decoded) }
  }

  /** A secret that is a token stays readable; any other is removed. */
  const whole = (secret: string, name: string): string => {
    const readable = secret.replace(anyToken, token)
    return readable === secret ? remove(secret, name) : readable
  }

  const headerOrField = (name: string, given: string): string => {
    if (/^cookie$/i.test(name))
      return given.replace(
        cookiePair,
        (_, cookie: string, secret: string) => `${cookie}=${remove(secret, `cookie ${cookie}`)}`,
      )
    if (/^set-cookie2?$/i.test(name))
      return given.replace(
        /^([^=;]+)=([^;]*)/,
        (_, cookie: string, secret: string) => `${cookie}=${remove(secret, `cookie ${cookie}`)}`,
      )
    if (/^(proxy-)?authorization$/i.test(name)) {
      const [, scheme, secret] = /^\s*([\w-]+)\s+(.+)$/s.exec(given) ?? []
      return scheme && secret
        ? `${scheme} ${credential(scheme, secret, (one) => whole(one, name.toLowerCase()))}`
        : whole(given, name)
    }
    return secretField(name, given) ? whole(given, name) : text(given, name)
  }

  return {
    text: (given, name) => text(given, name),
    value: (given, name = 'value') => value(given, name, 0, false),
    secret: remove,
    field: (name, given) => headerOrField(name, given),
    claims: (claims, counted) => (wish.maskPersonal ? personal(claims, counted ? note : () => {}) : claims),
    removed: () => [...account.values()].sort((one, other) => other.times - one.times),
    secrets: () => secrets,
  }
}

const shortestSecret = 8
const removedSignature = 'SIGNATURE_REMOVED_'
const removedContent = 'CONTENT_REMOVED_'
/** What this module itself leaves behind. */
const traces = /^\[[^\]]* [0-9a-f]{6,}\]$|^masked$/

const anyToken = /(?<![\w-])e[wy][A-Za-z0-9_-]{6,}(?:\.[\w-]*){1,4}/g
const credentials = /\b(Bearer|Basic|DPoP)(\s+|%20|\+)([\w.~+/=%-]{6,})/gi
// `Bearer realm="…"` and `Bearer error=…` are challenges and hold no secret (RFC 9110 §11.4).
const notCredentials = /^(realm|error|scope|error_description|token|authentication|charset)\b|^e[wy]\w+\./i
const cookiePair = /([^=;\s]+)=([^;]*)/g

const names =
  'code|access_token|refresh_token|id_token_hint|logout_token|device_code|user_code|subject_token|actor_token|client_secret|client_assertion|assertion|code_verifier|password|passwd|secret|state|nonce|session_state|session_id|sessionid|jsessionid|sid|api[_-]?key|apikey|csrf[_-]?token|xsrf[_-]?token|saml_?response|saml_?request'
/** `name=value` in an address, a form, or a cookie written as text. */
const pairs = new RegExp(`((?:^|[?&#;\\s"'=]|%3F|%26))(${names})(=|%3D)([^&#;\\s"'<>]+)`, 'gi')
/** `"name":"value"` in text that is no whole JSON, its quotes escaped or not. */
const jsonPairs = new RegExp(`(\\\\{0,8}")(${names})(\\\\{0,8}"\\s{0,9}:\\s{0,9}\\\\{0,8}")((?:[^"\\\\])+)`, 'gi')

const secretNames = new RegExp(
  `^(?:${names}|id_token|authorization|proxy-authorization|cookie|set-cookie|dpop|x-api-key|x-auth-token|x-csrf-token|x-xsrf-token|x-amz-security-token)$`,
  'i',
)

/** Whether the value of a field is a secret. A short `code` in JSON is an error's code far more often. */
function secretField(name: string, value: string): boolean {
  return (
    secretNames.test(name) && !(/^(code|state)$/i.test(name) && value.length < 16 && !/^[\w-]*\d[\w-]*$/.test(value))
  )
}

function safeAlready(secret: string): boolean {
  return secret.startsWith('[') || secret.startsWith('%5B') || /^e[wy][\w-]+\./.test(secret)
}

function credential(scheme: string, secret: string, remove: (secret: string, name: string) => string): string {
  const user = /^basic$/i.test(scheme) ? textOfBase64(secret) : undefined
  // The client identifier is no secret (RFC 6749 §2.2), and tells which registration was used.
  if (user?.includes(':')) return `[${user.slice(0, user.indexOf(':'))}] ${remove(secret, 'Basic credentials')}`
  return remove(secret, `${scheme} credentials`)
}

function tellsOfAPerson(name: string): boolean {
  const { kind, sensitive, known } = describeClaim(name)
  return known && sensitive && (kind === 'personal' || name === 'sub')
}

const run = /[\w-]{8,}/g

/** Every stretch of a secret that can be told wherever it stands, as it is and as it stands in an address. */
function runsOf(secrets: Iterable<string>): Map<string, string> {
  const runs = new Map<string, string>()
  for (const secret of secrets)
    for (const form of [secret, encodeURIComponent(secret.toWellFormed())])
      for (const [written] of form.matchAll(run)) runs.set(written, secret)
  return runs
}

function decoded(field: string): string {
  return field.toLowerCase()
}

function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function mapMembers(
  members: Record<string, unknown>,
  change: (name: string, value: unknown) => unknown,
): Record<string, unknown> {
  const changed: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(members)) changed[name] = change(name, members[name])
  return changed
}
