import { type Basis, inferred, standard } from '../protocol/basis.ts'
import { isObject } from '../text/json.ts'
import { quoted } from '../text/quote.ts'
import { hasNames, isCalled, lacksNames, type Sign } from './claim-signs.ts'
import { issuerOf } from './issuers.ts'
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
  /** The longest that its issuer or receiver lets it live, in seconds. */
  longest?: number
}

/**
 * Tells what a token is for, by the first that says so: its own type, what its issuer documents, what its claims show,
 * where it stood. `from` is the name of the field or header that it stood in, where it stood in one.
 */
export function recogniseKind(token: InspectedToken, from?: string): RecognisedKind {
  const place = from === undefined ? undefined : placeNamed(from.toLowerCase().replaceAll('-', '_'))
  if (token.form === 'opaque') return named(place ?? opaque)
  const header = token.header.value ?? {}
  // A JWE may repeat claims in its header (RFC 7519 §5.3).
  const claims = (token.form === 'jws' ? token.payload.value : header) ?? {}
  const issuer = issuerOf(claims, header)
  const typed = typedKinds.get(typeOf(header))
  if (typed !== undefined)
    return named(
      { kind: typed[0], why: `Its header says so: typ is ${quoted(header.typ)}.`, basis: typed[1] },
      issuer?.name,
      claims,
    )
  const issued = issuer?.kinds.find(({ when }) => when(claims, header))
  if (issuer !== undefined && issued !== undefined) {
    const basis = inferred(`what ${issuer.name} documents of its tokens`)
    const why = `${issuer.name} issued it or reads it, and ${issued.sign}.`
    return {
      ...named({ kind: issued.kind, why, basis }, issuer.name),
      ...(issued.name && { name: issued.name }),
      note: issued.note,
      longest: issued.longest,
    }
  }
  if (token.form === 'jws' && token.disclosures && claims.vct === undefined)
    return named({ kind: 'sd-jwt', why: 'It is followed by disclosures or a tilde.', basis: standard('RFC 9901 §4') })
  const sign = signs.find(({ shows }) => shows(claims, header))
  if (sign !== undefined) return named(sign, issuer?.name, claims)
  if (place !== undefined) return named(place, issuer?.name)
  if (token.form === 'jws' && token.payload.value === undefined && token.defects.length === 0)
    return { ...named(content(token)), ...(token.jws.payload === '' && { name: 'Detached signature (JWS)' }) }
  if (token.form === 'jws' && token.json !== undefined && lacksNames(claims, ...namesOfTokens))
    return named({
      kind: 'signed-content',
      why: 'It is in the JSON form of signatures, and its content has no claims of a token.',
      basis: standard('RFC 7515 §7.2'),
    })
  const hint = hints.find(({ shows }) => shows(claims, header))
  if (hint !== undefined) return named(hint, issuer?.name)
  return token.form === 'jwe'
    ? named(
        {
          kind: 'unknown',
          why:
            typeof header.cty === 'string' && /jwt$/i.test(header.cty)
              ? 'Its content is a JWT of its own (cty), signed first and encrypted then; its header does not say what for.'
              : 'Its claims are encrypted, and its header does not say.',
          basis: standard('RFC 7516 §3'),
        },
        issuer?.name,
      )
    : named(
        {
          kind: 'unknown',
          why: 'Neither its type nor its claims say what it is for.',
          basis: standard('RFC 8725 §3.11'),
        },
        issuer?.name,
      )
}

/** Names that content has which is a token. */
const namesOfTokens = ['iss', 'sub', 'aud', 'exp', 'scope', 'scp', 'nonce']

/** The type in a header, without `application/`, in small letters (RFC 7515 §4.1.9). */
export function typeOf(header: Record<string, unknown>): string {
  return String(header.typ ?? '')
    .toLowerCase()
    .replace(/^application\//, '')
}

type Said = Pick<RecognisedKind, 'kind' | 'why' | 'basis'>

function named({ kind, why, basis }: Said, issuer?: string, claims: Record<string, unknown> = {}): RecognisedKind {
  const own = ownNames.find((one) => one.kind === kind && one.when(claims))
  const name = own?.name ?? tokenKinds[kind].name
  const within = /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
  return { kind, name: issuer === undefined ? name : `${issuer} ${within}`, issuer, why, basis, note: own?.note }
}

const isBackchannel = (claims: Record<string, unknown>): boolean =>
  ['login_hint', 'login_hint_token', 'id_token_hint', 'binding_message', 'requested_expiry'].some((name) =>
    hasNames(claims, name),
  )

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
    note: 'Brazil’s Open Finance signs requests and answers so: data is what was sent, such as a payment consent.',
  },
  {
    kind: 'request',
    when: (claims) => isBackchannel(claims) && claims.response_type === undefined,
    name: 'Authentication request (CIBA)',
    note: 'A client asks the identity service to have a user sign in on another device: the user is named by login_hint, login_hint_token or id_token_hint, and no browser is sent anywhere.',
  },
  {
    kind: 'entity-statement',
    when: ({ iss, sub }) => iss !== undefined && iss === sub,
    name: 'Entity configuration',
    note: 'Issuer and subject are the same: a member of a federation speaks of itself, and signs with one of its own keys (jwks).',
  },
  {
    kind: 'entity-statement',
    when: ({ iss, sub }) => iss !== undefined && sub !== undefined && iss !== sub,
    name: 'Subordinate statement',
    note: 'A superior in a federation speaks of a member below it, and vouches for its keys (jwks).',
  },
]

/** Something signed that is no JWT: its content was sent apart, or is no JSON object. */
function content({ jws }: Extract<InspectedToken, { form: 'jws' }>): Said {
  return jws.payload === ''
    ? {
        kind: 'signed-content',
        why: 'Its middle part is empty: the content was sent apart from the signature, as the body of a message is.',
        basis: standard('RFC 7515 Appendix F'),
      }
    : { kind: 'signed-content', why: 'Its content is no JSON object.', basis: standard('RFC 7515 §3') }
}

const opaque: Said = {
  kind: 'unknown',
  why: 'It is opaque: it has no readable parts. Access tokens and refresh tokens can both be opaque; its origin tells which it is.',
  basis: standard('RFC 6749 §1.4 and §1.5'),
}

interface KindSign extends Said {
  shows: Sign
}

const backChannel = 'http://schemas.openid.net/event/backchannel-logout'

// The more particular come before the more general.
const signs: KindSign[] = [
  {
    kind: 'logout',
    shows: ({ events }) => isObject(events) && Object.hasOwn(events, backChannel),
    why: 'Its claim events reports a back-channel logout.',
    basis: standard('OpenID Connect Back-Channel Logout §2.4'),
  },
  {
    kind: 'event',
    shows: ({ events }) => isObject(events) && Object.keys(events).length > 0,
    why: 'It reports events (events).',
    basis: standard('RFC 8417 §2.2'),
  },
  {
    kind: 'proof',
    shows: (claims) => hasNames(claims, 'htm', 'htu'),
    why: 'It names one request, by its method (htm) and address (htu).',
    basis: standard('RFC 9449 §4.2'),
  },
  {
    kind: 'introspection',
    shows: ({ token_introspection: told }) => isObject(told),
    why: 'It carries what an access token allows (token_introspection).',
    basis: standard('RFC 9701 §5'),
  },
  {
    kind: 'key-binding',
    shows: (claims) => hasNames(claims, 'sd_hash', 'nonce', 'aud'),
    why: 'It is bound to an SD-JWT (sd_hash).',
    basis: standard('RFC 9901 §4.3'),
  },
  {
    kind: 'sd-jwt-vc',
    shows: (claims) => hasNames(claims, 'vct'),
    why: 'It names the type of a credential (vct).',
    basis: standard('draft-ietf-oauth-sd-jwt-vc §3.2.2.1'),
  },
  {
    kind: 'presentation',
    shows: (claims) => isObject(claims.vp) || [claims.type].flat().includes('VerifiablePresentation'),
    why: 'It presents credentials (vp).',
    basis: standard('W3C Verifiable Credentials Data Model 1.1 §6.3.1'),
  },
  {
    kind: 'credential',
    shows: (claims) =>
      isObject(claims.vc) ||
      hasNames(claims, 'credentialSubject') ||
      [claims.type].flat().includes('VerifiableCredential'),
    why: 'It carries a credential (vc).',
    basis: standard('W3C Verifiable Credentials Data Model 1.1 §6.3.1'),
  },
  {
    kind: 'sd-jwt',
    shows: (claims) => hasNames(claims, '_sd') || hasNames(claims, '_sd_alg'),
    why: 'It has digests of claims that are disclosed one by one (_sd).',
    basis: standard('RFC 9901 §4.2.4.1'),
  },
  {
    kind: 'research-visa',
    shows: ({ ga4gh_visa_v1: visa }) => isObject(visa),
    why: 'It carries one statement about a researcher (ga4gh_visa_v1).',
    basis: standard('GA4GH Passport v1.2'),
  },
  {
    kind: 'research-passport',
    shows: (claims) => hasNames(claims, 'ga4gh_passport_v1'),
    why: 'It carries visas (ga4gh_passport_v1).',
    basis: standard('GA4GH Passport v1.2'),
  },
  {
    kind: 'message',
    shows: (claims) =>
      (isObject(claims.data) || Array.isArray(claims.data) || Array.isArray(claims.errors)) &&
      hasNames(claims, 'iss', 'aud', 'jti', 'iat') &&
      lacksNames(claims, 'sub', 'scope', 'nonce', 'client_id'),
    why: 'It carries the data of a request or a response (data), with sender and recipient, and no subject.',
    basis: inferred('signed messages of Open Finance Brasil'),
  },
  {
    kind: 'status-list',
    shows: ({ status_list: list }) => isObject(list),
    why: 'It carries a list of states (status_list).',
    basis: standard('draft-ietf-oauth-status-list §5.1'),
  },
  {
    kind: 'trust-mark',
    shows: (claims) => hasNames(claims, 'trust_mark_type') || hasNames(claims, 'trust_mark_id', 'iss', 'sub'),
    why: 'It names a trust mark.',
    basis: standard('OpenID Federation §7.1'),
  },
  {
    kind: 'resolve-response',
    shows: (claims) => hasNames(claims, 'trust_chain', 'metadata'),
    why: 'It carries resolved metadata and its chain of trust.',
    basis: standard('OpenID Federation §8.3.2'),
  },
  {
    kind: 'entity-statement',
    shows: (claims) =>
      hasNames(claims, 'jwks', 'iss', 'sub') &&
      (hasNames(claims, 'metadata') ||
        hasNames(claims, 'authority_hints') ||
        hasNames(claims, 'metadata_policy') ||
        hasNames(claims, 'constraints') ||
        hasNames(claims, 'source_endpoint')),
    why: 'It names the keys of a member of a federation (jwks), with its metadata.',
    basis: standard('OpenID Federation §3.1'),
  },
  {
    kind: 'software-statement',
    shows: (claims) =>
      (hasNames(claims, 'software_id') || hasNames(claims, 'software_client_id')) && lacksNames(claims, 'scope'),
    why: 'It describes a piece of software (software_id).',
    basis: standard('RFC 7591 §2.3'),
  },
  {
    kind: 'software-statement',
    shows: (claims) =>
      hasNames(claims, 'redirect_uris') && (hasNames(claims, 'client_name') || hasNames(claims, 'grant_types')),
    why: 'It carries the metadata of a client (redirect_uris).',
    basis: standard('RFC 7591 §2.3'),
  },
  {
    kind: 'signed-content',
    shows: (_claims, { nonce, url, jwk, kid }) =>
      typeof nonce === 'string' && typeof url === 'string' && (jwk !== undefined || typeof kid === 'string'),
    why: 'Its header names an address and a nonce: it is a request of ACME, which gets certificates.',
    basis: standard('RFC 8555 §6.2'),
  },
  {
    kind: 'request',
    shows: (claims) =>
      hasNames(claims, 'response_type') &&
      (hasNames(claims, 'client_id') || hasNames(claims, 'redirect_uri') || hasNames(claims, 'response_uri')),
    why: 'It carries parameters of an authorization request (response_type).',
    basis: standard('RFC 9101 §4'),
  },
  {
    kind: 'request',
    shows: (claims) => hasNames(claims, 'scope') && hasNames(claims, 'iss', 'aud') && isBackchannel(claims),
    why: 'It carries parameters of a backchannel authentication request.',
    basis: standard('OpenID Connect CIBA §7.1.1'),
  },
  {
    kind: 'response',
    shows: (claims) =>
      hasNames(claims, 'iss', 'aud', 'exp') &&
      lacksNames(claims, 'sub') &&
      (hasNames(claims, 'code') || hasNames(claims, 'error') || hasNames(claims, 'access_token')),
    why: 'It carries the parameters of an authorization response (code or error).',
    basis: standard('JARM §2.1'),
  },
  {
    kind: 'attestation',
    shows: (claims, header) => /attestation/.test(typeOf(header)) && hasNames(claims, 'cnf'),
    why: 'Its type names an attestation, and it names a key (cnf).',
    basis: standard(tokenKinds.attestation.basis.reference),
  },
  {
    kind: 'key-attestation',
    shows: (claims) => hasNames(claims, 'attested_keys'),
    why: 'It vouches for keys (attested_keys).',
    basis: standard(tokenKinds['key-attestation'].basis.reference),
  },
  {
    kind: 'passport',
    shows: (claims) => hasNames(claims, 'orig', 'dest'),
    why: 'It names the two ends of a call (orig, dest).',
    basis: standard('RFC 8225 §5'),
  },
  {
    kind: 'authenticator-list',
    shows: (claims) => hasNames(claims, 'nextUpdate', 'entries', 'no'),
    why: 'It lists authenticators (entries, nextUpdate).',
    basis: standard('FIDO Metadata Service §3.1.7'),
  },
  {
    kind: 'charge',
    shows: (claims) => hasNames(claims, 'txid', 'chave') && hasNames(claims, 'calendario'),
    why: 'It describes a charge (txid, chave, calendario).',
    basis: tokenKinds.charge.basis,
  },
  {
    kind: 'transaction',
    shows: (claims) =>
      hasNames(claims, 'txn') && (hasNames(claims, 'req_wl') || hasNames(claims, 'rctx') || hasNames(claims, 'tctx')),
    why: 'It carries the context of a transaction (tctx, rctx).',
    basis: tokenKinds.transaction.basis,
  },
  {
    kind: 'device-attestation',
    shows: (claims) => hasNames(claims, 'eat_profile') || hasNames(claims, 'eat_nonce') || hasNames(claims, 'ueid'),
    why: 'It has claims of an entity attestation (eat_nonce, eat_profile, ueid).',
    basis: standard('RFC 9711 §4'),
  },
  {
    kind: 'api-description',
    shows: (claims) =>
      hasNames(claims, 'token_endpoint', 'iss') || hasNames(claims, 'jwks_uri', 'authorization_endpoint'),
    why: 'It states the addresses of an identity service.',
    basis: standard('RFC 8414 §2.1'),
  },
  {
    kind: 'vapid',
    shows: (claims, { alg }) =>
      alg === 'ES256' &&
      /^(mailto:|https:)/.test(String(claims.sub)) &&
      hasNames(claims, 'aud', 'exp') &&
      lacksNames(claims, 'iss', 'scope', 'jti'),
    why: 'It names a push service as audience and a contact as subject.',
    basis: standard('RFC 8292 §2'),
  },
  {
    kind: 'assertion',
    shows: ({ iss, sub, ...claims }) =>
      iss !== undefined &&
      iss === sub &&
      hasNames(claims, 'aud', 'exp') &&
      lacksNames(claims, 'scope', 'client_id', 'nonce', 'metadata', 'jwks'),
    why: 'Issuer and subject are the same: a client vouches for itself.',
    basis: standard('RFC 7523 §3'),
  },
  {
    kind: 'id',
    shows: (claims) =>
      ['at_hash', 'c_hash', 's_hash'].some((name) => hasNames(claims, name)) && lacksNames(claims, 'scp'),
    why: 'It carries a hash of what was issued with it (at_hash, c_hash or s_hash), as ID tokens do.',
    basis: standard('OpenID Connect Core §3.1.3.6 and §3.3.2.11'),
  },
  {
    kind: 'id',
    shows: (claims) => hasNames(claims, 'nonce', 'sub', 'aud') && lacksNames(claims, 'scope', 'scp'),
    why: 'It carries nonce, which ties an ID token to its sign-in, and no scope.',
    basis: standard('OpenID Connect Core §2'),
  },
]

/** Weaker signs, used where the place says nothing. */
const hints: KindSign[] = [
  {
    kind: 'access',
    shows: (claims) => hasNames(claims, 'scope') || hasNames(claims, 'scp'),
    why: 'It carries scopes, as access tokens do.',
    basis: inferred('RFC 9068 §2.2.3, by which access tokens carry a scope claim'),
  },
  {
    kind: 'access',
    shows: (claims) =>
      ['permissions', 'roles', 'authorities', 'entitlements', 'authorization_details'].some((name) =>
        hasNames(claims, name),
      ),
    why: 'It carries permissions, as access tokens of many identity services do.',
    basis: inferred('claims that identity services put into access tokens'),
  },
  {
    kind: 'credential-proof',
    shows: (claims, header) =>
      header.jwk !== undefined && hasNames(claims, 'aud', 'iat', 'nonce') && lacksNames(claims, 'sub'),
    why: 'Its header carries a key, and it repeats a nonce.',
    basis: inferred('OpenID for Verifiable Credential Issuance, Appendix F.1'),
  },
  {
    kind: 'refresh',
    shows: isCalled(/^refresh(_?token)?$/i),
    why: 'A claim calls it a refresh token.',
    basis: inferred('the claims typ, type, token_type and token_use, as many libraries use them'),
  },
  {
    kind: 'access',
    shows: isCalled(/^(access(_?token)?|bearer)$/i),
    why: 'A claim calls it an access token.',
    basis: inferred('the claims typ, type, token_type and token_use, as many libraries use them'),
  },
  {
    kind: 'userinfo',
    shows: (claims) =>
      hasNames(claims, 'sub') &&
      lacksNames(claims, 'exp', 'iat') &&
      hasNames(claims, 'iss', 'aud') &&
      ['email', 'name', 'given_name', 'preferred_username'].some((name) => hasNames(claims, name)),
    why: 'It describes a person and has neither times nor a scope, as a signed UserInfo response.',
    basis: inferred('OpenID Connect Core §5.3.2'),
  },
  {
    kind: 'id',
    shows: (claims) =>
      hasNames(claims, 'iss', 'sub', 'aud', 'exp') &&
      ['auth_time', 'email', 'name', 'acr', 'amr', 'preferred_username'].some((name) => hasNames(claims, name)),
    why: 'It describes a person who signed in, and has no scope.',
    basis: inferred('its claims are those of OpenID Connect Core §2 and §5.1'),
  },
]

function placeNamed(name: string): Said | undefined {
  // Auth.js writes its session as a JWE into a cookie, in parts where it is long.
  if (/(?:next_auth|authjs)\.session_token/.test(name))
    return {
      kind: 'session',
      why: 'It stood in the session cookie of Auth.js (NextAuth), which encrypts it with a key from its secret.',
      basis: inferred('the documentation of Auth.js'),
    }
  return places.get(name)
}

const places: ReadonlyMap<string, Said> = new Map(
  (
    [
      ['access_token', 'access', 'RFC 6749 §5.1'],
      ['id_token', 'id', 'OpenID Connect Core §3.1.3.3'],
      ['refresh_token', 'refresh', 'RFC 6749 §5.1'],
      ['logout_token', 'logout', 'OpenID Connect Back-Channel Logout §2.5'],
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
      ['txn_token', 'transaction', 'draft-ietf-oauth-transaction-tokens §6'],
      ['vp_token', 'presentation', 'OpenID for Verifiable Presentations §8.1'],
    ] satisfies [string, TokenKind, string][]
  ).map(([name, kind, reference]) => [
    name,
    { kind, why: `It stood in ${quoted(name)}, and nothing in it says otherwise.`, basis: standard(reference) },
  ]),
)
