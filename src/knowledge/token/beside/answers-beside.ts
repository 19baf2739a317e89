import { type Basis, inferred, standard } from '../../protocol/basis.ts'
import { durationInWords, utcTime } from '../../text/duration.ts'
import { isObject } from '../../text/json.ts'
import { findJson } from '../../text/json-in-text.ts'
import { listed, quoted } from '../../text/quote.ts'
import type { FoundToken } from '../find.ts'
import type { FaultName } from '../finding.ts'
import { readTime } from '../times.ts'
import type { Relation } from '../together.ts'
import { keyAddress } from '../what-verifies-it.ts'

type Beside = Omit<Relation, 'check'>

/**
 * Compares tokens with the other messages of their flow that are in the text: a UserInfo or an introspection response, the
 * parameters of the request that they are sent in, and the address of a key set.
 */
export function relationsToAnswers(tokens: readonly FoundToken[], words: string): Beside[] {
  return [
    ...relationsToObjects(tokens, words),
    ...relationsToClient(tokens, words),
    ...relationsToKeySet(tokens, words),
    ...relationsToMixUp(tokens, words),
    ...relationsToLifetime(tokens, words),
    ...relationsToScope(tokens, words),
    ...relationsToEnd(tokens, words),
  ]
}

function relationsToObjects(tokens: readonly FoundToken[], words: string): Beside[] {
  const ids = tokens.filter(({ recognised, token }) => recognised.kind === 'id' && token.form === 'jws')
  const access = tokens.filter(({ recognised, token }) => recognised.kind === 'access' && token.form === 'jws')
  if (ids.length + access.length === 0 || !/"(?:sub|active)"/.test(words)) return []
  return findJson(words).flatMap(({ value }): Beside[] => {
    if (!isObject(value)) return []
    const [id, bearer] = [ids[0], access[0]]
    if (ids.length === 1 && id !== undefined && isUserInfo(value))
      return [compared(id, value.sub, 'UserInfo response', standard('OpenID Connect Core §5.3.2'), userInfoRule)]
    if (access.length === 1 && bearer !== undefined && typeof value.active === 'boolean')
      return introspected(bearer, value)
    return []
  })
}

const userInfoRule =
  'They must be the same, so do not use the values of that response: it is about another user, or the identity service uses a different identifier there.'

function isUserInfo(value: Record<string, unknown>): boolean {
  const names = ['email', 'name', 'given_name', 'preferred_username', 'picture', 'updated_at', 'nickname']
  return (
    typeof value.sub === 'string' &&
    value.exp === undefined &&
    value.active === undefined &&
    names.some((name) => Object.hasOwn(value, name))
  )
}

function compared(found: FoundToken, sub: unknown, what: string, basis: Basis, rule: string): Beside {
  const own = claimsOf(found).sub
  const fits = own === sub
  return {
    title: `Subject of the token and of the ${what}`,
    outcome: fits ? 'passed' : 'failed',
    why: fits
      ? `Both name the subject ${quoted(own)}.`
      : `sub of the token is ${quoted(own ?? 'missing')}, and sub of the ${what} in the text is ${quoted(sub)}. ${rule}`,
    basis,
    of: [found.token.text],
    ...(!fits && {
      fault: named(`Subject differs from the ${what}`, `with a different subject from the ${what} in the text`),
    }),
  }
}

function introspected(found: FoundToken, value: Record<string, unknown>): Beside[] {
  const basis = standard('RFC 7662 §2.2')
  if (value.active === false)
    return [
      {
        title: 'Introspection response in the text',
        outcome: 'failed',
        why: 'The introspection response in the text says that the token is not active: it was revoked, has expired, or is unknown to the identity service. Its own claims do not matter then.',
        basis,
        of: [found.token.text],
        fault: named('Not active according to introspection', 'not active according to introspection'),
      },
    ]
  const own = claimsOf(found)
  const differing = (['client_id', 'exp', 'iat', 'jti', 'scope'] as const).filter(
    (name) => own[name] !== undefined && value[name] !== undefined && !isSame(own[name], value[name]),
  )
  return [
    ...(typeof value.sub === 'string'
      ? [
          compared(
            found,
            value.sub,
            'introspection response',
            basis,
            'Either it is about another token, or the service uses a different identifier there.',
          ),
        ]
      : []),
    ...(differing.length === 0
      ? []
      : [
          {
            title: 'Introspection response in the text',
            outcome: 'failed' as const,
            why: `The introspection response in the text has ${differing.map((name) => `${name} ${quoted(value[name])}`).join(' and ')}, and the token ${differing.map((name) => `${name} ${quoted(own[name])}`).join(' and ')}. They should be the same, so most likely it is about another token.`,
            basis,
            of: [found.token.text],
            fault: named('Differs from the introspection response', 'different from the introspection response'),
          },
        ]),
  ]
}

/** The same value; of scopes, the same ones in any order. */
const isSame = (one: unknown, other: unknown): boolean => plainly(one) === plainly(other)
const plainly = (value: unknown): string =>
  (Array.isArray(value) ? value.map(String) : String(value).split(' ')).toSorted().join(' ')

/** The client of a pushed or signed authorization request: its parameter, its request object and its assertion name one. */
function relationsToClient(tokens: readonly FoundToken[], words: string): Beside[] {
  const request = tokens.find(({ recognised }) => recognised.kind === 'request')
  if (request === undefined) return []
  const own = claimsOf(request).client_id
  const assertion = tokens.find(({ recognised }) => recognised.kind === 'assertion')
  const written = /(?:[?&\s"']|^)client_id=([^&\s"'<>]{1,300})/m.exec(words)?.[1]
  const others: [where: string, client: unknown][] = [
    ['the parameter client_id', written === undefined ? undefined : decoded(written)],
    ['the client assertion (iss)', assertion && claimsOf(assertion).iss],
  ]
  const known = others.filter(([, client]) => typeof client === 'string')
  if (typeof own !== 'string' || known.length === 0) return []
  const differing = known.filter(([, client]) => client !== own)
  return [
    {
      title: 'Client of the request object and of its request',
      outcome: differing.length === 0 ? 'passed' : 'failed',
      why:
        differing.length === 0
          ? `All name the client ${quoted(own)}.`
          : `client_id of the request object is ${quoted(own)}, but ${differing.map(([where, client]) => `${where} is ${quoted(client)}`).join(' and ')}. They must be the same, so the identity service rejects the request: the settings of two clients or environments are mixed.`,
      basis: standard('RFC 9101 §5 and §6.3, RFC 9126 §3'),
      of: [request.token.text],
      ...(differing.length > 0 && {
        fault: { title: 'For a different client from its request', phrase: 'for a different client from its request' },
      }),
    },
  ]
}

/** The issuer in the authorization response, and that of the ID token which the code was exchanged for (RFC 9207 §2.4). */
function relationsToMixUp(tokens: readonly FoundToken[], words: string): Beside[] {
  const written = /[?&]iss=([^&\s"'<>#]{4,500})/.exec(words)?.[1]
  const ids = tokens.filter(({ recognised }) => recognised.kind === 'id')
  const [id] = ids
  const iss = id && claimsOf(id).iss
  if (written === undefined || id === undefined || ids.length > 1 || typeof iss !== 'string') return []
  const fits = decoded(written) === iss
  return [
    {
      title: 'Issuer of the response and of the ID token',
      outcome: fits ? 'passed' : 'failed',
      why: fits
        ? `Both name the issuer ${quoted(iss)}.`
        : `iss of the authorization response is ${quoted(decoded(written))}, and iss of the ID token is ${quoted(iss)}. They must be the same: the response is from another identity service than the token, which is a mix-up.`,
      basis: standard('RFC 9207 §2.4'),
      of: [id.token.text],
      ...(!fits && {
        fault: named('Issuer differs from the response', 'with a different issuer from the response'),
      }),
    },
  ]
}

/** When the object around an access token says that it ends, and when it does. */
function relationsToEnd(tokens: readonly FoundToken[], words: string): Beside[] {
  const access = tokens.filter(({ recognised, token }) => recognised.kind === 'access' && token.form === 'jws')
  const [found] = access
  const [, name, written = ''] = endBeside.exec(words) ?? []
  const end = found && readTime(claimsOf(found).exp)?.at
  const said = /^\d+$/.test(written) ? readTime(Number(written))?.at : Date.parse(written) / 1000
  if (found === undefined || access.length > 1 || end === undefined || said === undefined || Number.isNaN(said))
    return []
  const late = said - end
  if (Math.abs(late) <= 120)
    return [
      {
        title: `${name} and the token’s expiry`,
        outcome: 'passed',
        why: `${name} in the text is the same time as exp of the token.`,
        basis: inferred('the name of the member'),
        of: [],
      },
    ]
  return late < 0
    ? []
    : [
        {
          title: `${name} and the token’s expiry`,
          outcome: 'failed',
          why: `${name} in the text is ${utcTime(said)}, but the token expires at ${utcTime(end)}, ${durationInWords(late)} earlier. A client that relies on ${name} sends the token after it has expired.`,
          basis: inferred('the name of the member'),
          of: [found.token.text],
          fault: named(`Expires before ${name}`, `expiring before ${name} in the text`),
        },
      ]
}

const endBeside =
  /["']?\b(expires_at|expiresAt|expires_on|expiresOn|expirationTimestamp|expiration_time|token_expiry|tokenExpiry|accessTokenExpiresAt|access_token_expires_at)["']?\s{0,3}[:=]\s{0,3}["']?(\d{10}(?:\d{3})?|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d))/

/** The lifetime in a token response, and that of the access token in it. */
function relationsToLifetime(tokens: readonly FoundToken[], words: string): Beside[] {
  const found = tokens.find(({ from, token }) => from === 'access_token' && token.form === 'jws')
  const written = /"expires_in"\s{0,4}:\s{0,4}"?(\d{1,12})\b/.exec(words)?.[1]
  if (found === undefined || written === undefined) return []
  const [start, end] = [readTime(claimsOf(found).iat)?.at, readTime(claimsOf(found).exp)?.at]
  if (start === undefined || end === undefined || end <= start) return []
  const [said, life] = [Number(written), end - start]
  if (said === life)
    return [
      {
        title: 'Lifetime in the token response',
        outcome: 'passed',
        why: `expires_in is ${said.toLocaleString('en')} seconds (${durationInWords(said)}) and matches exp − iat of the access token.`,
        basis: standard('RFC 6749 §5.1'),
        of: [found.token.text],
      },
    ]
  // A response from a cache or of an exchange says what was left.
  if (said <= life + 120) return []
  return [
    {
      title: 'Lifetime in the token response',
      outcome: 'failed',
      why: `expires_in of the response is ${said.toLocaleString('en')} seconds (${durationInWords(said)}), but the access token is valid for ${durationInWords(life)} from its issue.${Math.abs(said / life - 1_000) < 5 ? ' expires_in seems to be in milliseconds; it must be in seconds.' : ''} A client that relies on expires_in sends the token after it has expired.`,
      basis: standard('RFC 6749 §5.1'),
      of: [found.token.text],
      fault: named('Shorter than expires_in', 'with a shorter lifetime than expires_in'),
    },
  ]
}

/** The scope in a token response, and that of the access token in it. Scopes of sign-in are often in one of the two alone. */
function relationsToScope(tokens: readonly FoundToken[], words: string): Beside[] {
  const found = tokens.find(({ from, token }) => from === 'access_token' && token.form === 'jws')
  const written = /"scope"\s{0,4}:\s{0,4}"([^"\\]{1,2000})"/.exec(words)?.[1]
  const own = found && claimsOf(found).scope
  if (found === undefined || written === undefined || typeof own !== 'string') return []
  const scopes = (text: string) => text.split(' ').filter((one) => one !== '' && !signInScopes.has(one))
  const [said, has] = [scopes(written), scopes(own)]
  const lacks = said.filter((one) => !has.includes(one))
  const more = has.filter((one) => !said.includes(one))
  if (said.length === 0 || lacks.length + more.length === 0) return []
  return [
    {
      title: 'Scope in the token response',
      outcome: 'failed',
      why: `scope of the response and of the access token differ: ${[lacks.length > 0 && `only the response has ${listed(lacks)}`, more.length > 0 && `only the token has ${listed(more)}`].filter(Boolean).join('; ')}. An API uses the token’s scope.`,
      basis: standard('RFC 6749 §5.1'),
      of: [found.token.text],
      fault: named('Scope differs from the response', 'with a different scope from the response'),
    },
  ]
}

const signInScopes: ReadonlySet<string> = new Set(['openid', 'profile', 'email', 'address', 'phone', 'offline_access'])

/** The address of a key set that is at another host than the one where the token’s issuer publishes its keys. */
function relationsToKeySet(tokens: readonly FoundToken[], words: string): Beside[] {
  const addresses = [...words.matchAll(keySet)].map(([address]) => address)
  if (addresses.length === 0) return []
  return tokens.slice(0, 4).flatMap((found): Beside[] => {
    const { token, recognised } = found
    const own = token.form === 'jws' ? keyAddress(claimsOf(found), token.header.value ?? {}, recognised) : undefined
    if (own === undefined || addresses.some((one) => placeOf(one) === placeOf(own))) return []
    return [
      {
        title: 'Key set in the text',
        outcome: 'failed',
        why: `The key set in the text is at ${quoted(addresses[0])}, and the keys of its issuer are at ${quoted(own)}. Keys of another domain, tenant or realm cannot verify it, even if one has the same ID.`,
        basis: inferred(`where ${recognised.issuer} publishes its keys`),
        of: [token.text],
        fault: named('Key set is from another issuer', 'with another issuer’s key set'),
      },
    ]
  })
}

const keySet =
  /https:\/\/[^\s"'<>`,;]{4,200}?(?:\/(?:\.well-known\/)?jwks(?:\.json)?|\/keys|\/certs|\/SigningCert\/jwk|\/token_keys)(?![\w/.-])/g

/** Host, and the realm, environment or user pool where the address has one. Entra ID signs for all tenants with the same keys. */
function placeOf(address: string): string {
  const [, host = '', path = ''] = /^https:\/\/([^/]+)(.*)/.exec(address) ?? []
  const part = /\/realms\/[^/]+|\/[a-z]{2}(?:-[a-z]+)+-\d_\w+|\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.exec(
    path,
  )?.[0]
  return `${host}${/^login\.microsoftonline\./.test(host) ? '' : (part ?? '')}`
}

const named = (title: string, phrase: string): FaultName => ({ title, phrase, tone: 'warn' })

function claimsOf({ token }: FoundToken): Record<string, unknown> {
  return (token.form === 'jws' && token.payload.value) || {}
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
