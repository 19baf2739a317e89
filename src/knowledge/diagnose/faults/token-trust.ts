import { documented, inferred, standard } from '../../protocol/basis.ts'
import type { DecodedToken } from '../../protocol/call.ts'
import { sameButSpelling } from '../../text/address.ts'
import { listed, quoted } from '../../text/quote.ts'
import { typeOf } from '../../token/header-type.ts'
import { answers, fault } from '../fault.ts'
import { audiences, issuingEnvironment, text } from './claimed.ts'
import { exampleApiCall } from './example-parts.ts'
import { codeAt } from './find-code.ts'

/** Entries for a token that is in time and whose algorithm, key, issuer or audience is not accepted. */
export const trustFaults = [
  fault({
    code: 'signing-algorithm-not-accepted',
    title: 'The gateway does not accept the token’s signing algorithm',
    meaning:
      'The gateway accepts only the algorithms it is configured for. Where public keys are published, these do not include unsigned tokens or shared secrets.',
    causes: [
      'The token was created manually or by another kind of server',
      'The client is registered with another signing algorithm',
      'The gateway’s policy lists another algorithm',
    ],
    aliases: [
      'steps.jwt.AlgorithmMismatch',
      'steps.jwt.AlgorithmInTokenNotPresentInConfiguration',
      'steps.jwt.NoAlgorithmFoundInHeader',
      'steps.jws.NoAlgorithmFoundInHeader',
      'steps.jws.AlgorithmMismatch',
      'steps.jws.AlgorithmInTokenNotPresentInConfiguration',
    ],
    when: (view) => {
      if (!view.trustInDoubt) return undefined
      const named = view.means('algorithm_mismatch')
      const alg = text(view.token?.header.alg)
      const offered = [...new Set((view.keys ?? []).flatMap((key) => key.alg ?? []))]
      const weak =
        alg !== undefined &&
        (alg.toLowerCase() === 'none' || (/^HS/.test(alg) && (view.keys?.length ?? 0) > 0 && !offered.includes(alg)))
      if (!named && !weak) return undefined
      return {
        at: [...(alg === undefined ? [] : ['/token/header/alg']), ...(named ? [codeAt(view)] : ['/response/status'])],
        certainty: named ? 'certain' : 'likely',
        values: { alg, offered },
      }
    },
    explain: ({ alg, offered }) => ({
      cause: `${alg === undefined ? 'The gateway does not accept the algorithm of the token.' : `The token’s header names the algorithm ${quoted(alg)}${/^HS/.test(alg) ? ', which uses a shared secret' : ''}.`}${offered.length > 0 ? ` The environment publishes keys for ${listed(offered)}.` : ''}`,
      fix: 'Send the access token exactly as the identity service issued it. If you already do, have the identity team and the API team agree on the algorithm.',
    }),
    who: 'identity-team',
    retry: 'after-fix',
    basis: standard('RFC 8725 §3.1', 'that the gateway verifies signatures is documented in §5.5'),
    example: exampleApiCall('/bank-slips', 401, { header: { alg: 'HS256' } }),
    expected: answers('likely', 'identity-team', 'after-fix', '/token/header/alg', '/response/status'),
  }),
  fault({
    code: 'signing-key-unknown',
    title: 'The token’s signing key is not published',
    meaning:
      'A token names its key by kid. The environment does not publish a key with that ID, so the signature cannot be verified.',
    causes: [
      'The identity service changed its keys',
      'The token comes from a service that is not configured here',
      'The token was created manually',
    ],
    aliases: ['steps.jwt.KeyIdMissing', 'steps.jws.KeyIdMissing'],
    when: (view) => {
      if (!view.trustInDoubt || view.means('no_matching_public_key')) return undefined
      const named = view.means('key_id_missing')
      const kid = text(view.token?.header.kid)
      const known = (view.keys ?? []).flatMap((key) => key.kid ?? [])
      const absent = kid !== undefined && known.length > 0 && !known.includes(kid)
      if (!named && !absent) return undefined
      return {
        at: [
          ...(kid === undefined ? [] : ['/token/header/kid']),
          ...(kid !== undefined && known.length > 0 ? ['/keys'] : []),
          ...(named ? [codeAt(view)] : ['/response/status']),
        ],
        certainty: named ? 'certain' : 'likely',
        values: { kid, known },
      }
    },
    explain: ({ kid, known }) => ({
      ...(kid === undefined && { title: 'The token has no key ID (kid)' }),
      cause:
        kid === undefined
          ? 'The token’s header names no key (kid), but the gateway needs one to select the key.'
          : `The token names the key ${quoted(kid)}; the environment publishes ${listed(known)}.`,
      fix: 'Renew the token or sign in again to get one that is signed with a current key. If it continues, tell the identity team.',
    }),
    who: 'identity-team',
    retry: 'after-fix',
    basis: inferred('the token’s kid compared with the published keys', 'verification is documented in §5.5'),
    next: { do: 'renew' },
    example: exampleApiCall('/bank-slips', 401, { header: { kid: 'gone' } }),
    expected: answers('likely', 'identity-team', 'after-fix', '/token/header/kid', '/keys', '/response/status'),
  }),
  fault({
    code: 'issuer-not-trusted',
    title: 'The token’s issuer is not this environment’s issuer',
    meaning:
      'The gateway accepts tokens only from its own identity service. The token names another issuer, which is not configured here.',
    causes: [
      'The token comes from a service that is not configured here',
      'The issuer differs by a slash, or by http instead of https',
    ],
    aliases: ['steps.jwt.JwtIssuerMismatch'],
    when: (view) => {
      const iss = text(view.token?.claims.iss)
      const expected = view.environment?.issuer
      const named = view.means('jwt_issuer_mismatch')
      if (!view.trustInDoubt || issuingEnvironment(view) !== undefined) return undefined
      if (named)
        return {
          at: [
            ...(iss === undefined ? [] : ['/token/claims/iss']),
            ...(iss === undefined || expected === undefined || iss === expected ? [] : ['/environment/issuer']),
            codeAt(view),
          ],
          certainty: 'certain',
          values: { iss: iss ?? '', expected: expected ?? '' },
        }
      if (iss === undefined || expected === undefined || iss === expected) return undefined
      return { at: ['/token/claims/iss', '/environment/issuer'], certainty: 'likely', values: { iss, expected } }
    },
    explain: ({ iss, expected }) => {
      const own = iss !== '' && iss === expected
      if (!own && iss !== '' && sameButSpelling(iss, expected))
        return {
          title: 'The configured issuer is not identical to the token’s',
          cause: `The token was issued by ${quoted(iss)}; issuer of this environment is ${quoted(expected)}. They differ only in a slash, http or https, or capital letters, but issuers must be identical.`,
          fix: `Set issuer of this environment to ${iss}. If the API still rejects the token, the API’s own setting differs.`,
          who: 'operator' as const,
        }
      return {
        ...(own && { title: 'The gateway expects a different issuer' }),
        cause: `${iss === '' ? 'The gateway does not trust the issuer of the token' : `The token was issued by ${quoted(iss)}`}${expected === '' ? '.' : own ? ', which is the issuer of this environment, and the token was rejected because of it.' : `; this environment’s issuer is ${quoted(expected)}.`}`,
        fix: own
          ? 'The token comes from this environment’s own identity service, so the gateway is set up for another issuer, which often differs by a slash, a path or http. Give the iss of the token to the API team.'
          : 'Sign in with the environment whose gateway is called, and send that token. If the token is from there, the gateway’s setting for the issuer differs from iss, often by a slash or a path: tell the API team.',
        ...(own && { who: 'api-team' as const }),
      }
    },
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 9068 §4', 'what the gateway checks besides the signature is not described'),
    next: { do: 'use-own-environment' },
    example: exampleApiCall('/bank-slips', 401, { claims: { iss: 'https://somewhere.example' } }),
    expected: answers('likely', 'caller', 'after-fix', '/token/claims/iss', '/environment/issuer'),
  }),
  fault({
    code: 'audience-not-accepted',
    title: 'The token is for another recipient',
    meaning: 'A token names its recipients in aud, and an API rejects a token that does not name it.',
    causes: [
      'The token was issued for another API or client',
      'The environment’s audience is configured differently at the gateway',
    ],
    aliases: ['steps.jwt.JwtAudienceMismatch'],
    when: (view) => {
      if (!view.trustInDoubt) return undefined
      const named = view.means('jwt_audience_mismatch')
      const audience = audiences(view)
      const expected = view.environment?.audience
      const absent = audience.length > 0 && expected !== undefined && !audience.includes(expected)
      if (!named && !absent) return undefined
      return {
        at: [
          ...(audience.length > 0 ? ['/token/claims/aud'] : []),
          ...(absent ? ['/environment/audience'] : []),
          ...(named ? [codeAt(view)] : []),
        ],
        certainty: named ? 'certain' : 'likely',
        values: { audience, expected },
      }
    },
    explain: ({ audience, expected }, view) => {
      const nobody = view.token !== undefined && audience.length === 0
      const accepted = expected !== undefined && audience.includes(expected)
      return {
        ...(nobody && { title: 'The token names no recipient' }),
        cause: `${nobody ? 'The token has no audience (aud)' : audience.length === 0 ? 'The gateway rejected the audience of the token' : `The token is for ${listed(audience)}`}${expected === undefined ? '.' : `; this environment expects ${quoted(expected)}.`}`,
        fix: accepted
          ? 'Give the token’s aud to the API team: the token names the audience that is configured here, so the API expects another one.'
          : 'Sign in for this API, so that the token’s audience contains its URL, and send that token. If it does, the API expects another audience: tell the API team.',
        ...(accepted && { who: 'api-team' as const }),
      }
    },
    who: 'caller',
    retry: 'after-fix',
    basis: documented('§5.6: a business API checks the audience; RFC 7519 §4.1.3', standard('RFC 7519 §4.1.3')),
    next: { do: 'sign-in' },
    example: exampleApiCall('/bank-slips', 401, { claims: { aud: 'https://other.example' } }),
    expected: answers('likely', 'caller', 'after-fix', '/token/claims/aud', '/environment/audience'),
  }),
]

/** The entry for a token that was refused without a reason. */
export const unexplainedToken = [
  fault({
    code: 'invalid-token',
    general: true,
    title: 'The token was rejected as invalid',
    meaning:
      'The API says that the token is expired, revoked, malformed or invalid for another reason. One code covers all of these.',
    causes: [
      'The token was revoked, for instance by a sign-out',
      'The token has expired by the API’s clock',
      'The signature could not be verified',
    ],
    aliases: ['invalid_token'],
    when: ({ oauthError, step }) =>
      step === 'api' && oauthError !== undefined && oauthError.means === 'invalid_token'
        ? { at: [oauthError.at], certainty: 'likely', values: null }
        : undefined,
    explain: (_values, view) =>
      view.flow?.opaqueToken
        ? {
            title: 'The token is opaque and was rejected as invalid',
            cause: `The response contains ${quoted(view.oauthError?.code)}. The access token that was sent is not a JWT: an API that verifies tokens itself can read only JWTs, and one that asks the identity service must be set up to do so.`,
            fix: 'Have the identity service issue a JWT for this API and sign in again. Many services need a parameter such as audience or resource for this (authorization_parameters of the environment). Or have the API check tokens by introspection.',
          }
        : promisedAudience(view.token)
          ? {
              title: 'The access token names no audience',
              cause: `The response contains ${quoted(view.oauthError?.code)}. The type of the token is “at+jwt”, which requires an audience (aud), and it has none: an API that follows RFC 9068 must reject it, because nothing shows that the token is for that API.`,
              fix: 'Have the identity service put the API into aud (often by an audience or resource parameter of the request), and get a new token.',
            }
          : {
              cause: `The response contains ${quoted(view.oauthError?.code)}, which does not say why${view.token === undefined ? '; the token itself is not known here' : `. The token had not expired${view.environment?.issuer !== undefined && view.token.claims.iss === view.environment.issuer ? ', and its issuer is that of this environment' : ''}`}.`,
              fix: 'Sign in again and repeat the call. If the new token is rejected too, send the time and the token’s iss, aud and kid to the API team.',
            },
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 6750 §3.1'),
    next: { do: 'sign-in' },
    example: exampleApiCall('/bank-slips', 401, {
      headers: { 'www-authenticate': 'Bearer realm="api", error="invalid_token"' },
    }),
    expected: answers('likely', 'caller', 'after-fix', '/response/headers/www-authenticate'),
  }),
]

/** Whether the type of a token promises an audience that it lacks (RFC 9068 §2.2). */
const promisedAudience = (token: DecodedToken | undefined): boolean =>
  token !== undefined && typeOf(token.header) === 'at+jwt' && token.claims.aud === undefined
