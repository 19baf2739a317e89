import { standard } from '../protocol/basis.ts'
import { isObject } from '../text/json.ts'
import { listed } from '../text/quote.ts'
import type { Check } from './check.ts'
import type { ReadJwt } from './jwt.ts'

/** Whether the keys that a token carries are public: what is in a token is read by everyone who sees it. */
export const innerKeysCheck: Check = {
  title: 'Embedded keys',
  basis: standard('RFC 7515 §4.1.3, RFC 9449 §4.3, RFC 7800 §3.2'),
  when: (_, read) => keysInside(read).length > 0,
  judge: (read) => {
    const keys = keysInside(read)
    const secrets = keys.flatMap(({ at, jwk }) => privateMembers(jwk).map((name) => `${at}.${name}`))
    if (secrets.length === 0)
      return [
        'passed',
        `${keys.length === 1 ? 'The key in it is public' : 'The keys in it are public'}, as it must be.`,
      ]
    return [
      'failed',
      `It contains a private key or a shared secret (${listed(secrets)}): anyone who sees the token can sign with it. A recipient must reject it. Include only the public members of the key, and replace the key, because it is now known.`,
    ]
  },
}

/** The members of a JWK that are not public (RFC 7518 §6.2.2, §6.3.2 and §6.4.1, RFC 8037 §2, RFC 9964 §3). */
export function privateMembers(jwk: Record<string, unknown>): string[] {
  const secret = jwk.kty === 'oct' ? ['k'] : ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'priv']
  return secret.filter((name) => Object.hasOwn(jwk, name))
}

/** The same with the private members of the keys in it left out, as it may be shown; the same object where it has none. */
export function withoutPrivateMembers(values: Record<string, unknown>): Record<string, unknown> {
  return hidden(values, 0) as Record<string, unknown>
}

function hidden(value: unknown, depth: number): unknown {
  if (depth > 8) return value
  if (Array.isArray(value)) {
    const all = value.map((one) => hidden(one, depth + 1))
    return all.some((one, at) => one !== value[at]) ? all : value
  }
  if (!isObject(value)) return value
  const secret = typeof value.kty === 'string' ? privateMembers(value) : []
  const entries = Object.entries(value).map(([name, one]): [string, unknown] => [
    name,
    secret.includes(name) ? '(private, not shown)' : hidden(one, depth + 1),
  ])
  return entries.some(([name, one]) => one !== value[name]) ? Object.fromEntries(entries) : value
}

interface KeyInside {
  /** Where it is: `header.jwk`. */
  at: string
  jwk: Record<string, unknown>
}

/** The keys in a header, and those in claims by which a token names keys of others. */
function keysInside(read: ReadJwt): KeyInside[] {
  const claims = read.state === 'read' ? read.claims : {}
  const { cnf } = claims
  return [
    ...membersOf(read.header ?? {}, 'header', ['jwk', 'jwks', 'epk']),
    ...membersOf(claims, 'claims', ['jwk', 'jwks', 'sub_jwk', 'keys', 'attested_keys']),
    ...(isObject(cnf) ? membersOf(cnf, 'cnf', ['jwk']) : []),
  ]
}

function membersOf(of: Record<string, unknown>, place: string, names: readonly string[]): KeyInside[] {
  return names.flatMap((name) => {
    const value = Object.hasOwn(of, name) ? of[name] : undefined
    const keys = isObject(value) && Array.isArray(value.keys) ? value.keys : [value].flat()
    return keys
      .filter(isObject)
      .filter(({ kty }) => typeof kty === 'string')
      .map((jwk) => ({ at: `${place}.${name}`, jwk }))
  })
}
