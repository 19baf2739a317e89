import { type Basis, documented, inferred, standard } from '../service/basis.ts'
import { quoted } from '../text/quote.ts'
import type { InspectedToken } from './take-apart.ts'

/** What a token is for. */
export type TokenKind = keyof typeof tokenKinds

/** Every kind with its name, and what is to be known of it. */
export const tokenKinds = {
  access: { name: 'Access token', purpose: 'It calls APIs. Who holds it may call, until it expires.' },
  id: { name: 'ID token', purpose: 'It tells the client who signed in. It is not meant for calling APIs.' },
  logout: { name: 'Logout token', purpose: 'It tells a client that a session has ended. It opens nothing.' },
  refresh: {
    name: 'Refresh token',
    purpose: 'It gets new access tokens, for its own client alone. It outlives them, so it is the one to guard most.',
  },
  proof: { name: 'DPoP proof', purpose: 'It proves that the sender of one request holds a key. It is used once.' },
  assertion: {
    name: 'Client assertion',
    purpose: 'It proves who a client is at the token endpoint, in place of a secret.',
  },
  request: { name: 'Authorization request', purpose: 'It carries the parameters of an authorization request, signed.' },
  event: { name: 'Security event', purpose: 'It reports something that happened; it opens nothing.' },
  unknown: { name: 'Token of an unknown kind', purpose: 'Nothing in it tells what it is for.' },
} as const

export interface RecognisedKind {
  kind: TokenKind
  /** The reason, in a sentence. */
  why: string
  basis: Basis
}

/**
 * Tells what a token is for, by the first that says so: its own type, what its claims show, where it stood. `from` is
 * the name of the field or header that it stood in, where it stood in one.
 */
export function recogniseKind(token: InspectedToken, from?: string): RecognisedKind {
  const place = from === undefined ? undefined : places.get(from.toLowerCase())
  if (token.form === 'opaque') return place ?? opaque
  const header = token.header.value ?? {}
  const claims = (token.form === 'jws' && token.payload.value) || {}
  const type = String(header.typ ?? '')
    .toLowerCase()
    .replace(/^application\//, '')
  const typed = types.get(type)
  if (typed !== undefined)
    return { kind: typed[0], why: `Its header says so: typ is ${quoted(header.typ)}.`, basis: typed[1] }
  for (const sign of signs) {
    const why = sign.shows(claims)
    if (why !== undefined) return { kind: sign.kind, why, basis: sign.basis }
  }
  if (place !== undefined) return place
  const hint = hints.find(({ shows }) => shows(claims))
  if (hint !== undefined) return { kind: hint.kind, why: hint.why, basis: hint.basis }
  return token.form === 'jwe'
    ? { kind: 'unknown', why: 'Its claims are encrypted, and its header does not say.', basis: standard('RFC 7516 §3') }
    : { kind: 'unknown', why: 'Neither its type nor its claims say what it is for.', basis: standard('RFC 8725 §3.11') }
}

const opaque: RecognisedKind = {
  kind: 'unknown',
  why: 'It is opaque: it has no parts that can be read. Access tokens and refresh tokens may both be so; where it came from tells which.',
  basis: standard('RFC 6749 §1.4 and §1.5'),
}

const types = new Map<string, [TokenKind, Basis]>([
  ['at+jwt', ['access', standard('RFC 9068 §2.1')]],
  ['logout+jwt', ['logout', standard('OpenID Connect Back-Channel Logout §2.4')]],
  ['dpop+jwt', ['proof', standard('RFC 9449 §4.2')]],
  ['oauth-authz-req+jwt', ['request', standard('RFC 9101 §10.8')]],
  ['client-authentication+jwt', ['assertion', standard('draft-ietf-oauth-rfc7523bis §4')]],
  ['secevent+jwt', ['event', standard('RFC 8417 §2.3')]],
  ['id_token+jwt', ['id', inferred('the name of the type, which no standard registers')]],
])

interface Sign {
  kind: TokenKind
  shows: (claims: Record<string, unknown>) => string | undefined
  basis: Basis
}

const backChannel = 'http://schemas.openid.net/event/backchannel-logout'

const signs: Sign[] = [
  {
    kind: 'logout',
    shows: ({ events }) =>
      typeof events === 'object' && events !== null && Object.hasOwn(events, backChannel)
        ? 'Its claim events reports a back-channel logout.'
        : undefined,
    basis: standard('OpenID Connect Back-Channel Logout §2.4'),
  },
  {
    kind: 'proof',
    shows: ({ htm, htu }) => (htm && htu ? 'It names one request, by its method (htm) and address (htu).' : undefined),
    basis: standard('RFC 9449 §4.2'),
  },
  {
    kind: 'assertion',
    shows: ({ iss, sub, jti }) =>
      iss !== undefined && iss === sub && jti !== undefined
        ? 'Issuer and subject are the same: a client vouches for itself.'
        : undefined,
    basis: standard('RFC 7523 §3'),
  },
  {
    kind: 'id',
    shows: (claims) => {
      const bound = ['at_hash', 'c_hash', 's_hash', 'nonce'].find((name) => Object.hasOwn(claims, name))
      return bound && claims.scope === undefined
        ? `It carries ${bound}, which ties an ID token to its sign-in, and no scope.`
        : undefined
    },
    basis: standard('OpenID Connect Core §2 and §3.1.3.6'),
  },
  {
    kind: 'access',
    shows: ({ scope }) =>
      scope === undefined ? undefined : 'It carries a scope claim, which every access token of this service does.',
    basis: documented('§2.4'),
  },
]

/** Weaker signs, used where the place says nothing. */
const hints: { kind: TokenKind; shows: (claims: Record<string, unknown>) => boolean; why: string; basis: Basis }[] = [
  {
    kind: 'access',
    shows: ({ scp, permissions, roles }) => [scp, permissions, roles].some((one) => one !== undefined),
    why: 'It carries permissions, as access tokens of other services do.',
    basis: inferred('claims that other identity services put into access tokens'),
  },
  {
    kind: 'id',
    shows: ({ iss, sub, aud, auth_time, email, name }) =>
      iss !== undefined &&
      sub !== undefined &&
      aud !== undefined &&
      [auth_time, email, name].some((one) => one !== undefined),
    why: 'It tells of a person who signed in, and carries no scope.',
    basis: inferred('its claims are those of OpenID Connect Core §2 and §5.1'),
  },
]

const places = new Map<string, RecognisedKind>(
  (
    [
      ['access_token', 'access', 'RFC 6749 §5.1; §2.4 of the service’s document'],
      ['id_token', 'id', 'OpenID Connect Core §3.1.3.3; §2.4 of the service’s document'],
      ['refresh_token', 'refresh', 'RFC 6749 §5.1; §2.4 of the service’s document'],
      ['logout_token', 'logout', 'OpenID Connect Back-Channel Logout §2.5'],
      ['id_token_hint', 'id', 'OpenID Connect Core §3.1.2.1'],
      ['client_assertion', 'assertion', 'RFC 7523 §2.2'],
      ['request', 'request', 'RFC 9101 §5'],
      ['authorization', 'access', 'RFC 6750 §2.1'],
      ['dpop', 'proof', 'RFC 9449 §4.1'],
    ] satisfies [string, TokenKind, string][]
  ).map(([name, kind, reference]) => [
    name,
    { kind, why: `It stood in ${quoted(name)}, and nothing in it says otherwise.`, basis: standard(reference) },
  ]),
)
