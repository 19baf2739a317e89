import { inferred, standard } from '../protocol/basis.ts'
import { isObject } from '../text/json.ts'
import { findJson } from '../text/json-in-text.ts'
import type { FoundToken, TokenPlace } from '../token/find.ts'
import { issuerOf } from '../token/issuers.ts'
import { type TokenKind, tokenKinds } from '../token/kinds.ts'
import type { TokenTimes } from '../token/take-apart.ts'

/** A document that is told by its members, as a reading of a pasted text. */
export type DocumentKind =
  | 'discovery'
  | 'introspection'
  | 'service-account'
  | 'registration'
  | 'device'
  | 'pushed'
  | 'instance'
  | 'userinfo'
  | 'session'

type Json = Record<string, unknown>

/** An object of JSON that an identity service or a cloud responds with. */
interface JsonDocument {
  as: DocumentKind
  shows: (json: Json) => boolean
  why: string
  /** What it says of a token or a user, as claims do; left out where it says nothing of the kind. */
  tells?: (json: Json) => Told
  /** What to show of it beside tokens, where it is shown in another way by itself. */
  beside?: (json: Json) => Told
}

interface Told {
  kind: TokenKind
  /** What its vendor calls it. */
  name?: string
  /** Its members, by the names of claims. */
  claims: Json
  /** What to call it before all else. */
  verdict?: { tone: 'bad' | 'plain'; title: string }
  note?: string
}

const notToken: Told['verdict'] = { tone: 'plain', title: 'A response, not a token' }

/** Told by their members. */
export const documents: readonly JsonDocument[] = [
  {
    as: 'discovery',
    shows: ({ issuer, authorization_endpoint, token_endpoint, jwks_uri, resource, authorization_servers }) =>
      (typeof issuer === 'string' &&
        [authorization_endpoint, token_endpoint, jwks_uri].some((one) => typeof one === 'string')) ||
      (typeof resource === 'string' && Array.isArray(authorization_servers)),
    why: 'It states the endpoints and capabilities of an identity service (OpenID Connect Discovery §3, RFC 8414 §2, RFC 9728 §2).',
    beside: ({ issuer, token_endpoint, jwks_uri, resource }) => ({
      kind: 'unknown',
      name: 'Discovery document',
      claims: known({ issuer, token_endpoint, jwks_uri, resource }),
      verdict: notToken,
      note: 'The iss claim of this service’s tokens must be identical to issuer.',
    }),
  },
  {
    as: 'introspection',
    shows: ({ active }) => active === false,
    why: 'An introspection response (RFC 7662 §2.2) with active false, not a token. The token it describes has expired, was revoked, or is unknown to the service.',
    tells: (json) => ({
      kind: 'introspection',
      claims: json,
      verdict: { tone: 'bad', title: 'The token is not active' },
      note: 'Services respond the same for a token that has expired, was revoked or is unknown, so the response does not show which (RFC 7662 §2.2).',
    }),
  },
  {
    as: 'introspection',
    shows: ({ active }) => active === true,
    why: 'An introspection response (RFC 7662 §2.2) with active true, not a token. According to the service, the token it describes is valid.',
    tells: (json) => ({
      kind: 'introspection',
      claims: json,
      note: 'The service considered the token valid at that moment. Only active is required; token_type, scope and times describe that token (RFC 7662 §2.2).',
    }),
  },
  {
    // https://developers.facebook.com/docs/facebook-login/guides/access-tokens/debugging
    as: 'introspection',
    shows: ({ data }) => isObject(data) && typeof data.is_valid === 'boolean' && data.app_id !== undefined,
    why: 'It is the response of Facebook’s debug_token endpoint about an access token, not a token.',
    tells: ({ data }) => {
      const told = isObject(data) ? data : {}
      const { is_valid: valid, scopes, user_id: user, app_id: app, issued_at: iat, expires_at: exp, error } = told
      const never = exp === 0
      return {
        kind: 'introspection',
        name: 'Facebook debug_token response',
        claims: known({ sub: user, client_id: app, scope: scopes, iat, exp: never ? undefined : exp, ...told }),
        ...(valid === false && { verdict: { tone: 'bad', title: 'The token is not valid' } }),
        note: [
          valid === true ? 'Facebook considered the token valid at that moment (is_valid).' : '',
          never ? 'expires_at is 0: the token does not expire on its own.' : '',
          isObject(error) && typeof error.message === 'string' ? `Reason: ${error.message}` : '',
        ]
          .filter(Boolean)
          .join(' '),
      }
    },
  },
  {
    // https://developers.google.com/identity/sign-in/web/backend-auth, and the endpoint oauth2/v3/tokeninfo
    as: 'introspection',
    shows: ({ exp, expires_in: left, scope, access_type: access, azp, issued_to: to }) =>
      typeof scope === 'string' && access !== undefined && left !== undefined && (exp ?? to ?? azp) !== undefined,
    why: 'It is the response of Google’s tokeninfo endpoint about an access token, not a token.',
    tells: (json) => ({
      kind: 'introspection',
      name: 'Google tokeninfo response',
      claims: { ...json, ...(/^\d+$/.test(String(json.exp)) && { exp: Number(json.exp) }) },
      note: 'Google returns numbers and booleans as strings here. expires_in is the remaining lifetime in seconds.',
    }),
  },
  {
    // https://developer.hashicorp.com/vault/api-docs/auth/token#lookup-a-token
    as: 'introspection',
    shows: ({ data }) => isObject(data) && data.accessor !== undefined && data.policies !== undefined,
    why: 'It is Vault’s description of a token (lookup), and it contains the token itself (id).',
    tells: ({ data }) => {
      const told = isObject(data) ? data : {}
      return {
        kind: 'introspection',
        name: 'Vault token lookup',
        claims: known({ sub: told.display_name, iat: told.issue_time, exp: told.expire_time, ...told }),
        note: 'The policies show what the token allows, and ttl is the remaining lifetime in seconds. explicit_max_ttl 0 means no separate maximum.',
      }
    },
  },
  {
    // https://authjs.dev/reference/core/types#session
    as: 'session',
    shows: ({ user, expires }) => isObject(user) && typeof expires === 'string' && /^\d{4}-\d\d-\d\dT/.test(expires),
    why: 'It describes a user and when a session ends (user, expires), as Auth.js returns it. It is not a token.',
    tells: ({ user, expires }) => ({
      kind: 'session',
      name: 'Auth.js session',
      claims: known({
        ...(isObject(user) ? user : {}),
        sub: isObject(user) ? (user.id ?? user.sub) : undefined,
        exp: expires,
      }),
      note: 'It is the part of the session that the page can read. The session itself is a cookie.',
    }),
  },
  {
    as: 'service-account',
    shows: ({ type, private_key }) => typeof private_key === 'string' && typeof type === 'string',
    why: 'It contains the private key of a service account: anyone who has it can act as that account.',
  },
  {
    as: 'registration',
    shows: ({ client_id, redirect_uris, client_secret, registration_access_token }) =>
      typeof client_id === 'string' &&
      [redirect_uris, registration_access_token].some((one) => one !== undefined) &&
      [client_secret, registration_access_token, redirect_uris].some((one) => one !== undefined),
    why: 'It describes a registered client (RFC 7591 §3.2.1).',
  },
  {
    as: 'device',
    shows: ({ device_code, user_code }) => typeof device_code === 'string' && typeof user_code === 'string',
    why: 'It contains a device code and a user code (RFC 8628 §3.2).',
  },
  {
    as: 'pushed',
    shows: ({ request_uri }) => typeof request_uri === 'string' && request_uri.startsWith('urn:'),
    why: 'It names a pushed authorization request (RFC 9126 §2.2).',
    beside: ({ request_uri, expires_in }) => ({
      kind: 'unknown',
      name: 'Pushed authorization response',
      claims: known({ request_uri, expires_in }),
      verdict: notToken,
      note: `The client names request_uri in place of the request’s parameters, ${typeof expires_in === 'number' ? `once, within ${expires_in} seconds` : 'once'} (RFC 9126 §2.2).`,
    }),
  },
  {
    as: 'instance',
    shows: ({ instanceId, imageId, accountId, compute, vmId }) =>
      (instanceId !== undefined && (imageId !== undefined || accountId !== undefined)) ||
      (isObject(compute) && vmId === undefined && compute.vmId !== undefined),
    why: 'It describes a virtual machine, as returned by a cloud’s metadata service. The signature, if there is one, is separate.',
  },
  {
    as: 'userinfo',
    shows: (json) =>
      typeof json.sub === 'string' &&
      !['exp', 'iat', 'aud', 'iss', 'scope', 'client_id', 'nbf', 'jti'].some((name) => Object.hasOwn(json, name)) &&
      userNames.some((name) => Object.hasOwn(json, name)),
    why: 'It describes a user (sub) and has none of the claims of a token: this is the response of a UserInfo endpoint (OpenID Connect Core §5.3.2).',
    tells: (json) => ({
      kind: 'userinfo',
      claims: json,
      note: 'Its sub must match the ID token of the same sign-in; otherwise, do not use its values (OpenID Connect Core §5.3.2). It has no times and grants no access.',
    }),
  },
]

/** A document within other words. */
export interface DocumentInText {
  document: JsonDocument
  json: Record<string, unknown>
  text: string
  place: TokenPlace
}

/** The first object of JSON in a text that is a document of an identity service. */
export function documentIn(text: string): { found?: DocumentInText } {
  const shown = text.slice(0, 200_000)
  if (!telling.test(shown)) return {}
  for (const { value, text: own, start, end } of findJson(shown)) {
    const document = isObject(value) ? documentOf(value) : undefined
    if (document === undefined) continue
    return { found: { document, json: value as Json, text: own, place: placeOf(shown, start, end) } }
  }
  return {}
}

/** A member without which none of the documents is one. */
const telling =
  /["'](?:active|is_valid|expires_in|accessor|expires|issuer|resource|private_key|client_id|device_code|request_uri|instanceId|vmId|sub)\\?["']\s{0,4}:/

/**
 * The documents of a text that has tokens too: introspection and UserInfo responses, what a service says of itself. None that
 * a token is in, as a token response.
 */
export function documentsBeside(text: string, tokens: readonly FoundToken[]): FoundToken[] {
  const shown = text.slice(0, 200_000)
  return findJson(shown)
    .flatMap(({ value, text: own, start, end }): FoundToken[] => {
      const document = isObject(value) ? documentOf(value as Json) : undefined
      const hasToken = tokens.some(({ place }) => place !== undefined && place.start >= start && place.start < end)
      const tells = document?.tells ?? document?.beside
      if (document === undefined || tells === undefined || hasToken || end - start === text.length) return []
      return [describedBy({ ...document, tells }, value as Json, own, placeOf(shown, start, end))].flatMap(
        (one) => one ?? [],
      )
    })
    .slice(0, 3)
}

function placeOf(text: string, start: number, end: number): TokenPlace {
  const before = text.slice(0, start)
  const line = before.split('\n').length
  return { start, end, line, column: start - before.lastIndexOf('\n'), in: 'text', writing: [] }
}

/** Where the standard for such a response is, which is another than that for a signed one. */
const references: Partial<Record<TokenKind, string>> = {
  introspection: 'RFC 7662 §2.2',
  userinfo: 'OpenID Connect Core §5.3.2',
}

/** The document that an object is; undefined for any other. */
export const documentOf = (json: Json): JsonDocument | undefined => documents.find(({ shows }) => shows(json))

/** What a document says of a token or a user, to be shown like a token; undefined where it says nothing of the kind. */
export function describedBy(
  { why, tells }: JsonDocument,
  json: Json,
  text: string,
  place?: TokenPlace,
): FoundToken | undefined {
  const told = tells?.(json)
  if (told === undefined) return undefined
  const issuer = issuerOf(told.claims, {})?.name
  const { name } = tokenKinds[told.kind]
  return {
    ...(place && { place }),
    token: {
      form: 'opaque',
      text,
      defects: [],
      content: told.claims,
      ...(told.verdict && { verdict: told.verdict }),
      ...timesIn(told.claims),
    },
    recognised: {
      kind: told.kind,
      name: told.name ?? (issuer === undefined ? name : `${issuer} ${name.charAt(0).toLowerCase()}${name.slice(1)}`),
      issuer,
      why,
      basis: told.name === undefined ? standard(references[told.kind] ?? 'RFC 8259') : inferred('its members'),
      note: told.note,
    },
  }
}

/** Times as numbers, of what is written as a number or as a date. */
function timesIn(claims: Json): { times?: TokenTimes } {
  const times = Object.fromEntries(
    ['iat', 'nbf', 'exp'].flatMap((name) => {
      const value = claims[name]
      const at = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) / 1000 : value
      return at === undefined || Number.isNaN(at) ? [] : [[name, at]]
    }),
  )
  return Object.keys(times).length > 0 ? { times } : {}
}

const known = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, one]) => one !== undefined))

const userNames = [
  'name',
  'email',
  'given_name',
  'family_name',
  'preferred_username',
  'email_verified',
  'picture',
  'nickname',
]
