import { describeClaim } from '../service/claims.ts'
import { base64UrlOf, textOfBase64 } from '../text/base64.ts'
import { parseJson } from '../text/json.ts'
import { inspectToken } from '../token/take-apart.ts'
import { anyToken, replaceCookies, replaceSecrets } from './secrets-in-text.ts'
import { claimSensitivity, type Place, sensitivityOf } from './sensitivity.ts'

/** How to make things safe to hand on. */
export interface RedactionOptions {
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
  /** The value of a header, a parameter, a cookie or a field of a body, by its name. */
  field: (name: string, value: string, place: Place) => string
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

export function createRedactor(options: RedactionOptions): Redactor {
  const account = new Map<string, Removed>()
  const secrets = new Set<string>(options.known)
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
    return `[${name} ${options.fingerprint(secret)}]`
  }

  /** A token stays readable, less what makes it usable; what cannot be taken apart stays as it is. */
  const token = (written: string): string => {
    const read = inspectToken(written)
    if (read.form === 'opaque' || written.includes(removedSignature)) return written
    const [header = '', payload = '', signature = ''] = written.split('.')
    if (read.form === 'jwe') {
      note('secret', 'encrypted content')
      return `${header}.${removedContent}${options.fingerprint(written)}`
    }
    if (signature !== '') note('signature', 'signature of a token')
    if (signature.length >= shortestSecret) secrets.add(signature)
    const claims = read.payload.value
    const safe = claims && maskClaims(claims)
    const changed = claims && safe && Object.keys(claims).some((name) => claims[name] !== safe[name])
    const shown = changed ? base64UrlOf(JSON.stringify(safe)) : payload
    return `${header}.${shown}.${signature === '' ? '' : `${removedSignature}${options.fingerprint(signature)}`}`
  }

  const maskClaims = (claims: Record<string, unknown>, account = note): Record<string, unknown> =>
    mapMembers(claims, (name, value) => {
      const sensitivity = claimSensitivity(name, describeClaim(name, value))
      if (sensitivity === 'open' || (sensitivity === 'personal' && !options.maskPersonal)) return value
      account(sensitivity, name)
      return 'masked'
    })

  const text = (given: string, name = 'text'): string => {
    if (given === '') return given
    const json = /^\s*[[{]/.test(given) ? parseJson(given) : undefined
    if (json !== undefined) return JSON.stringify(value(json, name, 0, true))
    return replaceSecrets(given, {
      token,
      credentials,
      secret: (secret, field) => whole(secret, field.toLowerCase()),
    }).replace(run, (written) => {
      const secret = elsewhere.get(written)
      return secret === undefined ? written : remove(secret, 'secret seen elsewhere')
    })
  }

  const value = (given: unknown, name: string, depth: number, inBody: boolean): unknown => {
    if (depth > deepest) return '[nested too deep to check]'
    if (typeof given === 'string') return field(given, name, 'field')
    if (typeof given === 'number' && sensitivityOf(name, 'field', String(given)) === 'secret')
      return remove(String(given), name)
    if (typeof given !== 'object' || given === null) return given
    if (Array.isArray(given)) return given.map((item) => value(item, name, depth + 1, inBody))
    const members = given as Record<string, unknown>
    if (members.encoding === 'base64' && typeof members.text === 'string') return base64Content(members, members.text)
    // HAR and others write a header, a cookie or a parameter as an object with its name and its value.
    const named = typeof members.name === 'string' && typeof members.value === 'string' ? members.name : undefined
    return mapMembers(members, (key, member) => {
      if (named !== undefined && key === 'value') return field(String(member), named, placeIn.get(name) ?? 'field')
      if (inBody && options.maskPersonal && isPersonal(key, member)) {
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
    const rest = secret.replace(anyToken, (one) => (inspectToken(one).form === 'opaque' ? one : ''))
    return rest.trim() === '' ? secret.replace(anyToken, token) : remove(secret, name)
  }

  const credentials = (secret: string, scheme: string): string => {
    const user = /basic$/i.test(scheme) ? textOfBase64(secret) : undefined
    // The client identifier is no secret (RFC 6749 §2.2), and tells which registration was used.
    const client = user?.includes(':') ? `[${user.slice(0, user.indexOf(':'))}] ` : ''
    return `${client}${whole(secret, `${scheme} credentials`)}`
  }

  /** In this header every word may be a secret, whatever it looks like; several schemes may be joined by a comma. */
  const authorization = (given: string, name: string): string => {
    const [, other, secret] = /^\s*(?!(?:bearer|basic|dpop)\b)([\w-]+)\s+(\S.*)$/is.exec(given) ?? []
    if (other !== undefined && secret !== undefined) return `${other} ${whole(secret, name)}`
    let scheme: string | undefined
    return given.replace(/[^\s,]+/g, (word) => {
      if (!/^(?:bearer|basic|dpop)$/i.test(word))
        return scheme === undefined ? whole(word, name) : credentials(word, scheme)
      scheme = word
      return word
    })
  }

  const field = (given: string, name: string, place: Place): string => {
    if (place === 'cookie') return remove(given, `cookie ${name}`)
    if (/^(?:set-)?cookie2?$/i.test(name) && given.includes('='))
      return replaceCookies(name, given, (secret, cookie) => remove(secret, `cookie ${cookie}`))
    if (/^(?:proxy-)?authorization$/i.test(name)) return authorization(given, name.toLowerCase())
    return sensitivityOf(name, place, given) === 'secret' ? whole(given, name) : text(given, name)
  }

  return {
    text: (given, name) => text(given, name),
    value: (given, name = 'value') => value(given, name, 0, false),
    field: (name, given, place) => field(given, name, place),
    secret: remove,
    claims: (claims, counted) => maskClaims(claims, counted ? note : () => {}),
    removed: () => [...account.values()].sort((one, other) => other.times - one.times),
    secrets: () => secrets,
  }
}

const shortestSecret = 8
const removedSignature = 'SIGNATURE_REMOVED_'
const removedContent = 'CONTENT_REMOVED_'
/** What this module itself leaves behind, and the keyed fingerprints that the BFF put in the place of secrets. */
const traces = /^(?:\[[^\]]+\] )?\[[^\]]* \w{6,}\]$|^masked$|^fp(?::|%3A)[\w-]{8}$/i

/** Lists of named values in a HAR entry. */
const placeIn = new Map<string, Place>([
  ['headers', 'header'],
  ['queryString', 'parameter'],
  ['params', 'parameter'],
  ['cookies', 'cookie'],
])

function isPersonal(name: string, value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && sensitivityOf(name, 'field') === 'personal'
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

function mapMembers(
  members: Record<string, unknown>,
  change: (name: string, value: unknown) => unknown,
): Record<string, unknown> {
  const changed: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(members)) changed[name] = change(name, members[name])
  return changed
}
