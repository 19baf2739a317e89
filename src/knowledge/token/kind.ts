import { type Basis, inferred, standard } from '../protocol/basis.ts'
import { quoted } from '../text/quote.ts'
import { lacksNames } from './claim-signs.ts'
import { typeOf } from './header-type.ts'
import type { IssuerRow } from './issuers/issuer-row.ts'
import { issuerOf } from './issuers.ts'
import type { KindRow } from './kind-row.ts'
import { hints, isBackchannel, signs } from './kind-signs.ts'
import { type TokenKind, tokenKinds, typedKinds } from './kinds.ts'
import type { InspectedToken } from './take-apart.ts'

export interface RecognisedKind {
  kind: TokenKind
  /** What to call it: the kind, with the name of its issuer or vendor where that is recognised. */
  name: string
  /** The identity service or vendor, where it is recognised. */
  issuer?: string
  /** The reason, in a sentence. */
  why: string
  basis: Basis
  /** What is by design in a token of its issuer or form, in one or two sentences. */
  note?: string
  /** Who issued it, where `issuer` is the name of what has the token. */
  issuedBy?: string
  /** Set where `issuer` is a format that many follow. */
  isFormat?: true
  /** Who signs it, where that is not who signs others of its kind: a customer's own server with the vendor's key. */
  signedBy?: KindRow['signedBy']
}

/**
 * Tells what a token is for, by the first that says so: its own type, what its issuer documents, what its claims show,
 * where it stood. `from` is the name of the field or header that it stood in, where it stood in one.
 */
export function recogniseKind(token: InspectedToken, from?: string): RecognisedKind {
  const place = from === undefined ? undefined : placeNamed(from)
  if (token.form === 'opaque') return named(place ?? opaque)
  const header = token.header.value ?? {}
  // A JWE may repeat claims in its header (RFC 7519 §5.3).
  const claims = (token.form === 'jws' ? token.payload.value : header) ?? {}
  const issuer = issuerOf(claims, header)
  const typed = typedKinds.get(typeOf(header))
  if (typed !== undefined)
    return named(
      { kind: typed[0], why: `Its header says so: typ is ${quoted(header.typ)}.`, basis: typed[1] },
      issuer,
      claims,
    )
  const issued = issuer?.kinds.find(({ when }) => when(claims, header))
  if (issuer !== undefined && issued?.kind === 'access' && place?.kind === 'id' && describesPerson(claims))
    return {
      ...named(
        {
          kind: 'id',
          why: `It was in ${quoted(from)}, and it describes a person. It also has scopes, because that is how ${issuer.name} issues it.`,
          basis: place.basis,
        },
        issuer,
      ),
      note: issuer.kinds.find(({ kind }) => kind === 'id')?.note,
    }
  if (issuer?.isLike && issued !== undefined)
    return {
      ...named({
        kind: issued.kind,
        why: `It has the form of tokens of ${issuer.name}: ${issued.sign}. Tokens of others can look the same.`,
        basis: inferred(`the form of tokens of ${issuer.name}`),
      }),
      ...(issued.name && { name: issued.name }),
      ...(issued.signedBy && { signedBy: issued.signedBy }),
    }
  if (issuer !== undefined && issued !== undefined) {
    const basis = issued.basis ?? inferred(`what ${issuer.name} documents about its tokens`)
    const why = issuer.isFormat
      ? `It matches the format of ${issuer.name}: ${issued.sign}.`
      : `It looks like a token from ${issuer.name}: ${issued.sign}.`
    return {
      ...named({ kind: issued.kind, why, basis }, issuer),
      ...(issued.name && { name: issued.name }),
      ...(issued.signedBy && { signedBy: issued.signedBy }),
      note: issued.note,
    }
  }
  if (token.form === 'jws' && token.disclosures && claims.vct === undefined)
    return named({ kind: 'sd-jwt', why: 'It is followed by disclosures or a tilde.', basis: standard('RFC 9901 §4') })
  const sign = signs.find(({ shows }) => shows(claims, header))
  // The claims of a grant and of a client assertion can be the same; the parameter tells them apart (RFC 7523 §2.1 and §2.2).
  if (sign?.kind === 'assertion' && place?.kind === 'grant') return named(place, issuer)
  if (sign !== undefined) return named(sign, issuer, claims)
  if (place !== undefined) return named(place, issuer)
  if (token.form === 'jws' && token.payload.value === undefined && token.defects.length === 0)
    return { ...named(content(token)), ...(token.jws.payload === '' && { name: 'Detached signature (JWS)' }) }
  if (token.form === 'jws' && token.json !== undefined && lacksNames(claims, ...namesOfTokens))
    return named({
      kind: 'signed-content',
      why: 'It is a signature in JSON serialization, and its content has no token claims.',
      basis: standard('RFC 7515 §7.2'),
    })
  const hint = hints.find(({ shows }) => shows(claims, header))
  if (hint !== undefined) return named(hint, issuer)
  if (token.form === 'jwe' && issuer?.name === 'Auth0' && header.alg === 'dir')
    return named(
      {
        kind: 'access',
        why: 'Its header names a tenant of Auth0 as its issuer, and Auth0 encrypts with its own secret (dir) the access tokens that are for no API but its own /userinfo.',
        basis: inferred('how Auth0 issues access tokens without an audience'),
      },
      issuer,
    )
  return token.form === 'jwe'
    ? named(
        {
          kind: 'unknown',
          why:
            typeof header.cty === 'string' && /jwt$/i.test(header.cty)
              ? 'Its content is itself a JWT (cty), signed first and then encrypted. Its header does not say what it is for.'
              : 'Its claims are encrypted, and its header does not say what it is for.',
          basis: standard('RFC 7516 §3'),
        },
        issuer,
      )
    : isOwn(claims, header)
      ? named(
          {
            kind: 'own',
            why: `${/^HS\d/.test(String(header.alg)) ? 'It is signed with a shared secret (HMAC)' : 'It names no issuer'}, and it has no claims of an identity service’s tokens.`,
            basis: inferred('its algorithm and its claims'),
          },
          issuer,
        )
      : named(
          {
            kind: 'unknown',
            why: 'Neither its type nor its claims show what it is for.',
            basis: standard('RFC 8725 §3.11'),
          },
          issuer,
        )
}

/** `RefreshToken`, `refresh-token` and `refreshToken` as `refresh_token`. */
function snakeCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
}

/** Whether the claims are those of a person who signed in, and none says that it is an access token. */
function describesPerson(claims: Record<string, unknown>): boolean {
  const { token_use: use, typ, type, token_type: tokenType } = claims
  if ([use, typ, type, tokenType].some((said) => /^(?:access|bearer|at)/i.test(String(said)))) return false
  return (
    !lacksNames(claims, 'sub') &&
    !lacksNames(claims, 'aud') &&
    ['name', 'email', 'given_name', 'amr', 'auth_time', 'nonce'].some((name) => Object.hasOwn(claims, name)) &&
    lacksNames(claims, 'scp', 'client_id', 'permissions')
  )
}

/** Whether an application makes it for itself: it names one of its users, and nothing that an identity service would say. */
function isOwn(claims: Record<string, unknown>, { alg, kid }: Record<string, unknown>): boolean {
  // Who names an address as its issuer, and a key, may be somebody else than who verifies.
  const isForItself =
    claims.iss === undefined ||
    (/^HS\d/.test(String(alg)) && !(kid !== undefined && /^https?:/.test(String(claims.iss))))
  return isForItself && !lacksNames(claims, ...ownNamesOfUsers) && lacksNames(claims, 'events', 'nonce', 'scope', 'scp')
}

const ownNamesOfUsers =
  'sub id _id uid user userId user_id userid username user_name email name role roles isAdmin is_admin admin data account accountId account_id session sessionId'.split(
    ' ',
  )

/** Names that content has which is a token. */
const namesOfTokens = ['iss', 'sub', 'aud', 'exp', 'scope', 'scp', 'nonce']

type Said = Pick<RecognisedKind, 'kind' | 'why' | 'basis' | 'note'>

function named(
  { kind, why, basis, note }: Said,
  issuer?: IssuerRow,
  claims: Record<string, unknown> = {},
): RecognisedKind {
  const own = ownNames.find((one) => one.kind === kind && one.when(claims))
  const name = own?.name ?? tokenKinds[kind].name
  const within = /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
  return {
    kind,
    name: issuer === undefined ? name : `${issuer.name} ${within}`,
    issuer: issuer?.name,
    ...(issuer?.issuedBy && { issuedBy: issuer.issuedBy }),
    ...(issuer?.isFormat && { isFormat: true as const }),
    why,
    basis,
    note: note ?? own?.note,
  }
}

/** What a token of a kind is called where its claims say more. */
const ownNames: readonly {
  kind: TokenKind
  when: (claims: Record<string, unknown>) => boolean
  name: string
  note: string
}[] = [
  {
    kind: 'message',
    when: ({ aud }) => /\/open-(?:banking|finance)\//.test(String(aud)),
    name: 'Signed message of Open Finance',
    note: 'Brazil’s Open Finance signs requests and responses this way: data is the content, such as a payment consent.',
  },
  {
    kind: 'request',
    when: (claims) => isBackchannel(claims) && claims.response_type === undefined,
    name: 'Authentication request (CIBA)',
    note: 'A client asks the identity service to sign a user in on another device. The user is named by login_hint, login_hint_token or id_token_hint, and no browser is redirected.',
  },
  {
    kind: 'entity-statement',
    when: ({ iss, sub }) => iss !== undefined && iss === sub,
    name: 'Entity configuration',
    note: 'Issuer and subject are the same: a federation member describes itself and signs with one of its own keys (jwks).',
  },
  {
    kind: 'entity-statement',
    when: ({ iss, sub }) => iss !== undefined && sub !== undefined && iss !== sub,
    name: 'Subordinate statement',
    note: 'A superior in a federation describes a subordinate member and vouches for its keys (jwks).',
  },
]

/** Something signed that is no JWT: its content was sent apart, or is no JSON object. */
function content({ jws, header }: Extract<InspectedToken, { form: 'jws' }>): Said {
  const isUnencoded = header.value?.b64 === false
  return jws.payload === ''
    ? {
        kind: 'signed-content',
        why: 'Its middle part is empty: the content was sent separately from the signature, for example as the body of a message.',
        basis: standard('RFC 7515 Appendix F'),
      }
    : isUnencoded
      ? {
          kind: 'signed-content',
          why: 'Its content is signed as it is, without base64url (b64 is false in the header).',
          basis: standard('RFC 7797 §3'),
        }
      : { kind: 'signed-content', why: 'Its content is not a JSON object.', basis: standard('RFC 7515 §3') }
}

const opaque: Said = {
  kind: 'unknown',
  why: 'It is opaque: it has no readable parts. Access tokens and refresh tokens can both be opaque; where it came from shows which one it is.',
  basis: standard('RFC 6749 §1.4 and §1.5'),
}

function placeNamed(written: string): Said | undefined {
  const name = snakeCase(written)
  // Auth.js writes its session as a JWE into a cookie, in parts where it is long.
  if (/(?:next_auth|authjs)\.session_token/.test(name))
    return {
      kind: 'session',
      why: 'It was in the session cookie of Auth.js (NextAuth), which encrypts it with a key derived from its secret.',
      basis: inferred('the documentation of Auth.js'),
      note: 'Anyone who has it is signed in as its user. Only the server can read it, with AUTH_SECRET (NEXTAUTH_SECRET before version 5). Auth.js splits it into numbered cookies where it is longer than a browser takes, about 4 KB.',
    }
  // A prefix of its own, as in x_stack_access_token, changes nothing of what the rest says.
  const place =
    places.get(name) ??
    places.get(/(?:^|[_.])((?:access|id|refresh)_?token)$/.exec(name)?.[1]?.replace(/(?<!_)token$/, '_token') ?? '')
  return place && { ...place, why: `It was in ${quoted(written)}.` }
}

const places: ReadonlyMap<string, Omit<Said, 'why'>> = new Map(
  (
    [
      ['access_token', 'access', 'RFC 6749 §5.1'],
      ['id_token', 'id', 'OpenID Connect Core §3.1.3.3'],
      ['refresh_token', 'refresh', 'RFC 6749 §5.1'],
      ['x_access_token', 'access', 'RFC 6750 §2'],
      ['x_auth_token', 'access', 'RFC 6750 §2'],
      ['auth_token', 'access', 'RFC 6750 §2'],
      ['access_jwt', 'access', 'RFC 6750 §2'],
      ['x_id_token', 'id', 'OpenID Connect Core §2'],
      ['x_refresh_token', 'refresh', 'RFC 6749 §1.5'],
      ['refresh_jwt', 'refresh', 'RFC 6749 §1.5'],
      ['logout_token', 'logout', 'OpenID Connect Back-Channel Logout 1.0 §2.5'],
      ['id_token_hint', 'id', 'OpenID Connect Core §3.1.2.1'],
      ['client_assertion', 'assertion', 'RFC 7523 §2.2'],
      ['assertion', 'grant', 'RFC 7523 §2.1'],
      ['request', 'request', 'RFC 9101 §5'],
      ['response', 'response', 'JARM §2.3'],
      ['software_statement', 'software-statement', 'RFC 7591 §2.3'],
      ['registration_access_token', 'registration', 'RFC 7592 §3'],
      ['authorization', 'access', 'RFC 6750 §2.1'],
      ['dpop', 'proof', 'RFC 9449 §4.1'],
      ['oauth_client_attestation', 'attestation', 'draft-ietf-oauth-attestation-based-client-auth §6.1'],
      ['oauth_client_attestation_pop', 'attestation-proof', 'draft-ietf-oauth-attestation-based-client-auth §6.1'],
      ['x_jws_signature', 'signed-content', 'RFC 7515 §7.1'],
      ['txn_token', 'transaction', 'draft-ietf-oauth-transaction-tokens §6'],
      ['vp_token', 'presentation', 'OpenID for Verifiable Presentations §8.1'],
    ] satisfies [string, TokenKind, string][]
  ).map(([name, kind, reference]) => [name, { kind, basis: standard(reference) }]),
)
