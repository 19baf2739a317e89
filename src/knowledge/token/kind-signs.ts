import { type Basis, inferred, standard } from '../protocol/basis.ts'
import { isObject } from '../text/json.ts'
import { hasNames, isCalled, lacksNames, type Sign } from './claim-signs.ts'
import { typeOf } from './header-type.ts'
import { type TokenKind, tokenKinds } from './kinds.ts'

/** What shows that a token is of a kind. */
export interface KindSign {
  kind: TokenKind
  shows: Sign
  why: string
  basis: Basis
}

const backChannel = 'http://schemas.openid.net/event/backchannel-logout'

/** What claims and header show, strongly enough to outweigh the place. The more particular come before the more general. */
export const signs: readonly KindSign[] = [
  {
    kind: 'logout',
    shows: ({ events }) => isObject(events) && Object.hasOwn(events, backChannel),
    why: 'Its events claim reports a back-channel logout.',
    basis: standard('OpenID Connect Back-Channel Logout 1.0 §2.4'),
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
    why: 'It names one request by its method (htm) and URL (htu).',
    basis: standard('RFC 9449 §4.2'),
  },
  {
    kind: 'introspection',
    shows: ({ token_introspection: told }) => isObject(told),
    why: 'It says what an access token allows (token_introspection).',
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
    why: 'It contains a credential (vc).',
    basis: standard('W3C Verifiable Credentials Data Model 1.1 §6.3.1'),
  },
  {
    kind: 'sd-jwt',
    shows: (claims) => hasNames(claims, '_sd') || hasNames(claims, '_sd_alg'),
    why: 'It contains digests of claims that are disclosed individually (_sd).',
    basis: standard('RFC 9901 §4.2.4.1'),
  },
  {
    kind: 'research-visa',
    shows: ({ ga4gh_visa_v1: visa }) => isObject(visa),
    why: 'It contains one statement about a researcher (ga4gh_visa_v1).',
    basis: standard('GA4GH Passport v1.2'),
  },
  {
    kind: 'research-passport',
    shows: (claims) => hasNames(claims, 'ga4gh_passport_v1'),
    why: 'It contains visas (ga4gh_passport_v1).',
    basis: standard('GA4GH Passport v1.2'),
  },
  {
    kind: 'message',
    shows: (claims) =>
      (isObject(claims.data) || Array.isArray(claims.data) || Array.isArray(claims.errors)) &&
      hasNames(claims, 'iss', 'aud', 'jti', 'iat') &&
      lacksNames(claims, 'sub', 'scope', 'nonce', 'client_id'),
    why: 'It contains the data of a request or a response (data), with a sender and a recipient but no subject.',
    basis: inferred('signed messages of Open Finance Brasil'),
  },
  {
    kind: 'status-list',
    shows: ({ status_list: list }) => isObject(list),
    why: 'It contains a list of statuses (status_list).',
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
    why: 'It contains resolved metadata and its trust chain.',
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
    why: 'It contains a client’s metadata (redirect_uris).',
    basis: standard('RFC 7591 §2.3'),
  },
  {
    kind: 'signed-content',
    shows: (_claims, { nonce, url, jwk, kid }) =>
      typeof nonce === 'string' && typeof url === 'string' && (jwk !== undefined || typeof kid === 'string'),
    why: 'Its header has a URL and a nonce: it is an ACME request, which obtains certificates.',
    basis: standard('RFC 8555 §6.2'),
  },
  {
    kind: 'request',
    shows: (claims) =>
      hasNames(claims, 'response_type') &&
      (hasNames(claims, 'client_id') || hasNames(claims, 'redirect_uri') || hasNames(claims, 'response_uri')),
    why: 'It contains parameters of an authorization request (response_type).',
    basis: standard('RFC 9101 §4'),
  },
  {
    kind: 'request',
    shows: (claims) => hasNames(claims, 'scope') && hasNames(claims, 'iss', 'aud') && isBackchannel(claims),
    why: 'It contains parameters of a backchannel authentication request.',
    basis: standard('OpenID Connect CIBA §7.1.1'),
  },
  {
    kind: 'response',
    shows: (claims) =>
      hasNames(claims, 'iss', 'aud', 'exp') &&
      lacksNames(claims, 'sub') &&
      (hasNames(claims, 'code') || hasNames(claims, 'error') || hasNames(claims, 'access_token')),
    why: 'It contains the parameters of an authorization response (code or error).',
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
    why: 'It contains the context of a transaction (tctx, rctx).',
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
    why: 'It states the endpoints of an identity service.',
    basis: standard('RFC 8414 §2.1'),
  },
  {
    kind: 'vapid',
    shows: (claims, { alg }) =>
      alg === 'ES256' &&
      /^(mailto:|https:)/.test(String(claims.sub)) &&
      hasNames(claims, 'aud', 'exp') &&
      lacksNames(claims, 'iss', 'scope', 'jti'),
    why: 'It names a push service as its audience and a contact as its subject.',
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
    why: 'It contains the hash of a code, state or access token, as ID tokens can.',
    basis: standard('OpenID Connect Core §3.1.3.6 and §3.3.2.11'),
  },
  {
    kind: 'id',
    shows: (claims) => hasNames(claims, 'nonce', 'sub', 'aud') && lacksNames(claims, 'scope', 'scp'),
    why: 'It contains a nonce, which ties an ID token to its sign-in, and no scope.',
    basis: standard('OpenID Connect Core §2'),
  },
  {
    kind: 'refresh',
    shows: isCalled(/^refresh(_?token)?$/i),
    why: 'A claim calls it a refresh token.',
    basis: inferred('the claims typ, type, token_type and token_use, as many libraries use them'),
  },
]

/** Weaker signs, used where the place says nothing. */
export const hints: readonly KindSign[] = [
  {
    kind: 'access',
    shows: (claims) => hasNames(claims, 'scope') || hasNames(claims, 'scp'),
    why: 'It contains scopes, as access tokens do.',
    basis: inferred('RFC 9068 §2.2.3, under which access tokens contain a scope claim'),
  },
  {
    kind: 'access',
    shows: (claims) =>
      ['permissions', 'roles', 'authorities', 'entitlements', 'authorization_details'].some((name) =>
        hasNames(claims, name),
      ),
    why: 'It contains permissions, as the access tokens of many identity services do.',
    basis: inferred('claims that identity services put into access tokens'),
  },
  {
    kind: 'credential-proof',
    shows: (claims, header) =>
      header.jwk !== undefined && hasNames(claims, 'aud', 'iat', 'nonce') && lacksNames(claims, 'sub'),
    why: 'Its header contains a key, and it repeats a nonce.',
    basis: inferred('OpenID for Verifiable Credential Issuance, Appendix F.1'),
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
    why: 'It describes a person and has neither times nor a scope, like a signed UserInfo response.',
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
  {
    kind: 'access',
    shows: (claims) =>
      hasNames(claims, 'iss', 'sub', 'aud', 'exp') &&
      /^https?:/.test(String(claims.iss)) &&
      [claims.aud]
        .flat()
        .every(
          (one) => one !== claims.iss && /^(?:https?|api|urn):(?!.*\/(?:oauth2?|token|authorize)\b)/.test(String(one)),
        ) &&
      lacksNames(claims, 'nonce', 'auth_time', 'amr', 'acr', 'given_name', 'family_name', 'email', 'birthdate'),
    why: 'Its audience is an address, like that of an API, and it does not describe how a person signed in.',
    basis: inferred('RFC 9068 §2.2, under which aud names the API'),
  },
]

/** Whether it has parameters of a backchannel authentication request (CIBA). */
export const isBackchannel = (claims: Record<string, unknown>): boolean =>
  ['login_hint', 'login_hint_token', 'id_token_hint', 'binding_message', 'requested_expiry'].some((name) =>
    hasNames(claims, name),
  )
