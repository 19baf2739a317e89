import { documented, inferred, standard } from '../../protocol/basis.ts'
import { parseAddress, sameButSpelling } from '../../text/address.ts'
import { isTestHost, registeredDomain } from '../../text/hosts.ts'
import { member } from '../../text/member.ts'
import { environmentName, listed, quoted, quotedOr } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { answers, fault } from '../fault.ts'
import { exampleApiCall, gatewayBody } from './example-parts.ts'
import { codeAt } from './find-code.ts'

/** Entries for a token of another kind or another environment than the one that was called. */
export const originFaults = [
  fault({
    code: 'no-matching-public-key',
    title: 'The gateway has no key for the signature of this token',
    meaning:
      'The gateway verifies the token’s signature with the public keys of its own identity service. None of them has the key ID in the token.',
    causes: [
      'The token was issued by another environment than the one that was called',
      'The identity service changed its keys and the gateway still has the old ones',
      'The gateway reads the keys from the wrong URL',
    ],
    aliases: ['steps.jwt.NoMatchingPublicKey', 'steps.jws.NoMatchingPublicKey'],
    when: (view) => {
      if (!view.means('no_matching_public_key')) return undefined
      const other = issuingEnvironment(view)
      const kid = text(view.token?.header.kid)
      const published =
        kid === undefined || view.keys === undefined ? undefined : view.keys.some((key) => key.kid === kid)
      const elsewhere = other === undefined ? issuedElsewhere(view) : undefined
      return {
        at: [
          codeAt(view),
          ...(other === undefined && elsewhere === undefined ? [] : ['/token/claims/iss']),
          ...(kid === undefined ? [] : ['/token/header/kid']),
        ],
        // Names of hosts only suggest an environment; that no key fits is the code's word.
        certainty: elsewhere?.environment ? 'likely' : 'certain',
        values: { other, kid, published, elsewhere },
      }
    },
    explain: ({ other, kid, published, elsewhere }, view) => {
      const key =
        kid === undefined
          ? 'The gateway found no public key for the token'
          : `The gateway found no public key with the id ${quoted(kid)} that the token names`
      if (other !== undefined) {
        return {
          title: 'The token was issued in another environment',
          cause: `${key}: the token was issued by ${other} and was sent to ${environmentName(view.environment)}, whose gateway has only its own keys.`,
          fix: `Call the gateway of ${other} with this token, or sign in with ${environmentName(view.environment)}.`,
          who: 'caller',
        }
      }
      if (elsewhere?.environment && published !== true) {
        return {
          title: 'The token was issued in another environment',
          cause: `${key}: the token was issued by ${quoted(elsewhere.issuer)} and was sent to ${quoted(view.address.origin)}. One of the two names is that of a test environment, and each environment has its own keys.`,
          fix: `Get the access token from the identity service that belongs to ${quoted(view.address.origin)}, with the client registered there, and send that one.`,
          who: 'caller',
        }
      }
      if (elsewhere !== undefined && published !== true) {
        return {
          cause: `${key}. The token was issued by ${quoted(elsewhere.issuer)}, and its keys might not be the ones that ${quoted(view.address.origin)} knows.`,
          fix: `Check which issuer ${quoted(view.address.origin)} accepts. If it is another one, get the access token there; if it is this one, renew the token and call again.`,
          who: 'caller',
        }
      }
      const keys =
        published === undefined
          ? ''
          : published
            ? ' The environment publishes that key, so the gateway seems to have an older set, or the keys of another identity service.'
            : ' The environment does not publish that key: it was changed, or the token comes from elsewhere.'
      const alg = text(view.token?.header.alg)
      if (alg?.startsWith('HS'))
        return {
          title: 'The token was not signed by the identity service',
          cause: `The token is signed with ${quoted(alg)}, which uses a shared secret. The identity service signs with a private key whose public part it publishes, so another party made this token.`,
          fix: 'Get the access token from the identity service and send that one; a token that a program signs itself is not accepted.',
          who: 'caller',
        }
      if (view.token === undefined)
        return {
          cause: `${key}. The token was issued by another environment or another identity service, it is not the access token, or the keys were changed; without the token it is not known which.`,
          fix: 'Decode the token and compare its iss with the issuer of the environment that was called. If they are the same, renew the token; if it continues, give the identity team the kid and the time.',
          who: 'caller',
        }
      return {
        cause: `${key}.${keys}`,
        fix: published
          ? 'Wait some minutes until the gateway has fetched the keys again, then repeat the call. If it continues, tell the API team.'
          : 'Renew the token or sign in again to get one that is signed with a current key. If it continues, give the key id and the time to the identity team.',
        who: published ? 'api-team' : 'identity-team',
        retry: published ? 'with-backoff' : 'after-fix',
        ...(published && { next: { do: 'send-again' as const } }),
      }
    },
    who: 'identity-team',
    retry: 'after-fix',
    basis: documented('§7.2 and §5.5', inferred('the gateway’s fault code')),
    next: { do: 'use-own-environment' },
    example: exampleApiCall('/bank-slips', 401, {
      claims: { iss: 'https://id.example' },
      header: { kid: 'production-1' },
      body: gatewayBody('steps.jwt.NoMatchingPublicKey'),
    }),
    expected: {
      ...answers('certain', 'caller', 'after-fix', '/response/body', '/token/claims/iss', '/token/header/kid'),
      title: 'The token was issued in another environment',
    },
  }),
  fault({
    code: 'id-token-sent-as-bearer',
    title: 'An ID token was sent instead of the access token',
    meaning: 'The ID token tells the app who signed in. APIs require the access token.',
    causes: ['The wrong field of the token response was used', 'A library’s id_token was used as the access token'],
    when: (view) => {
      if (!view.tokenInDoubt || view.token === undefined) return undefined
      const { claims, header } = view.token
      if (member(header, 'typ') === 'at+jwt' || member(claims, 'token_use') === 'access') return undefined
      const marks = ['nonce', 'at_hash', 'c_hash', 's_hash'].filter((name) => Object.hasOwn(claims, name))
      // Two services name the kind of a token in a claim: Cognito and Keycloak.
      const kind = ['token_use', 'typ'].find((name) => /^id$/i.test(String(member(claims, name))))
      if (kind !== undefined)
        return {
          at: [`/token/claims/${kind}`],
          certainty: 'certain',
          values: { why: `its ${kind} is ${quoted(member(claims, kind))}` },
        }
      const audience = audiences(view)
      const forClient =
        audience.length > 0 &&
        audience.every((one) => view.environment?.clientIds?.includes(one) || one === view.flow?.clientId)
      if (view.held?.at.startsWith('/token') || (marks.length === 0 && !forClient)) return undefined
      return {
        at: [...marks.map((name) => `/token/claims/${name}`), ...(forClient ? ['/token/claims/aud'] : [])],
        certainty: marks.length > 0 && forClient ? 'certain' : 'likely',
        values: {
          why: [
            marks.length > 0 ? `it carries ${listed(marks)}` : '',
            forClient ? `its audience is the client ${listed(audience)}` : '',
            'it has no scope',
          ]
            .filter(Boolean)
            .join(', '),
        },
      }
    },
    explain: ({ why }, view) => ({
      cause: `The token that was sent is an ID token: ${why}. An API checks the scope and the audience of an access token${view.cited('§5.6')}.`,
      fix: 'Send the access_token of the token response, not the id_token.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred(
      'claims that OpenID Connect Core §2 and §3.1.3.6 give ID tokens',
      '§2.4 names the access token for APIs',
    ),
    example: exampleApiCall('/bank-slips', 401, {
      claims: { aud: 'demo', nonce: 'n', at_hash: 'h', scope: undefined },
      header: { typ: 'JWT' },
    }),
    expected: answers(
      'certain',
      'caller',
      'after-fix',
      '/token/claims/nonce',
      '/token/claims/at_hash',
      '/token/claims/aud',
    ),
  }),
  fault({
    code: 'refresh-token-sent-as-bearer',
    title: 'A refresh token was sent instead of the access token',
    meaning: 'The refresh token gets new access tokens at the token endpoint. APIs require the access token.',
    causes: ['The wrong field of the token response was used'],
    when: (view) => {
      const named = ['typ', 'token_type', 'token_use', 'type'].map((name) => ({
        name,
        type: member(view.token?.claims, name),
      }))
      const found = named.find(({ type }) => /^(refresh|offline)([_-]?token)?$/i.test(String(type)))
      const sent = view.requestHeader('authorization')
      if (view.call.flow?.bearerField === 'refresh_token' && view.tokenInDoubt)
        return { at: ['/flow/bearerField', '/response/status'], certainty: 'certain', values: { type: undefined } }
      if (
        found === undefined &&
        sent !== undefined &&
        view.tokenInDoubt &&
        /^bearer\s+(?:rt|refresh)[_.-]/i.test(sent.value)
      )
        return { at: [sent.at, '/response/status'], certainty: 'likely', values: { type: undefined } }
      return found && view.tokenInDoubt
        ? {
            at: [`/token/claims/${found.name}`, '/response/status'],
            certainty: 'certain',
            values: { type: String(found.type) as string | undefined },
          }
        : undefined
    },
    explain: ({ type }, { call }) => ({
      cause:
        type === undefined
          ? call.flow?.bearerField === 'refresh_token'
            ? 'What was sent as Bearer is the refresh_token of the token response, not its access_token.'
            : 'What was sent as Bearer is not a JWT, and begins like a refresh token.'
          : `The token that was sent has the type ${quoted(type)}: a refresh token.`,
      fix: 'Send the access_token of the token response. Send the refresh token only to the token endpoint.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the type in the token', '§2.4 names the access token for APIs'),
    example: exampleApiCall('/bank-slips', 401, { claims: { typ: 'Refresh', scope: undefined } }),
    expected: answers('certain', 'caller', 'after-fix', '/token/claims/typ', '/response/status'),
  }),
  fault({
    code: 'token-from-other-environment',
    title: 'The token comes from another environment',
    meaning: 'Each environment has its own identity service, and its gateway accepts only tokens from that service.',
    causes: ['The environment was switched after the sign-in', 'A token was copied from one environment to the other'],
    when: (view) => {
      if (!view.trustInDoubt || view.means('no_matching_public_key')) return undefined
      const other = issuingEnvironment(view)
      if (other !== undefined)
        return {
          at: ['/token/claims/iss', '/response/status'],
          // A 403 may come from behind a gateway that took the token.
          certainty: view.status === 403 ? 'likely' : 'certain',
          values: { other, iss: String(view.token?.claims.iss) },
        }
      const client = clientElsewhere(view)
      return client && { at: [client.at, '/others', '/response/status'], certainty: 'likely', values: client }
    },
    explain: ({ other, iss, client }: { other: string; iss?: string; client?: string }, view) => ({
      cause:
        client === undefined
          ? `The token was issued by ${other} (${quoted(iss)}) and was sent to ${environmentName(view.environment)}.`
          : `The token was issued to the client ${quoted(client)}, which is registered with ${other}, and was sent to ${environmentName(view.environment)}.`,
      fix: `Call the gateway of ${other} with this token, or sign in with ${environmentName(view.environment)}.`,
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the token’s iss against the issuers of the configured environments'),
    next: { do: 'use-own-environment' },
    example: exampleApiCall('/bank-slips', 401, { claims: { iss: 'https://id.example' } }),
    expected: answers('certain', 'caller', 'after-fix', '/token/claims/iss', '/response/status'),
  }),
  fault({
    code: 'other-host-called',
    title: 'The call went to another host than the gateway of this environment',
    meaning: 'A token is valid only at the gateway of its environment, not at another host.',
    causes: [
      'The URL is that of another environment',
      'The URL is that of the website, not of the API',
      'The host name contains a typo',
    ],
    when: (view) => {
      const base = parseAddress(view.environment?.baseUrl ?? '').origin
      const { origin } = view.address
      const error = view.errorCode
      if (error && error.means === 'wrong_server')
        return { at: [error.at, '/response/status'], certainty: 'likely', values: { host: origin } }
      const inDoubt = view.step === 'api' && [401, 403, 404].includes(view.status ?? 0)
      if (!inDoubt || base === '' || origin === '' || origin === base) return undefined
      const other = view.others?.find((one) => parseAddress(one.baseUrl).origin === origin)
      return {
        at: ['/request/url', '/environment/baseUrl', '/response/status'],
        certainty: 'likely',
        values: { host: origin, other: other && environmentName(other) },
      }
    },
    explain: ({ host, other }, view) =>
      view.environment === undefined || host === '' || host === parseAddress(view.environment.baseUrl).origin
        ? {
            title: 'The call went to the wrong server',
            cause: `The response says that the resource does not exist at ${quotedOr(host, 'the server that was called')}, but at another one.`,
            fix: `Call the address that belongs to the account: each environment or region has its own${view.others?.length ? `, such as ${listed(view.others.map(({ baseUrl }) => baseUrl))}` : ''}.`,
          }
        : {
            ...(other && { title: 'The call went to the gateway of another environment' }),
            cause: `The call went to ${quotedOr(host, 'a server')}${other === undefined ? '' : `, the gateway of ${other}`}, and not to ${quoted(view.environment?.baseUrl)}, the gateway of ${environmentName(view.environment)}.`,
            fix: `Call ${quoted(view.environment?.baseUrl)} with this token${other === undefined ? '' : `, or sign in with ${other}`}.`,
          },
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the address of the call against the one of the environment', '§1 and §9'),
    next: { do: 'use-own-environment' },
    example: {
      ...exampleApiCall('/webhooks', 401, { claims: { scope: 'webhooks' } }),
      request: {
        method: 'GET',
        url: 'https://api.example/v1/webhooks',
        headers: { authorization: 'Bearer fp:1a2b3c4d' },
      },
    },
    expected: {
      ...answers('likely', 'caller', 'after-fix', '/request/url', '/environment/baseUrl', '/response/status'),
      title: 'The call went to the gateway of another environment',
    },
  }),
]

/** The issuer of a token, where its address shows another environment, or another owner, than that of the API. */
function issuedElsewhere(view: CallView): { issuer: string; environment: boolean } | undefined {
  const issuer = text(view.token?.claims.iss)
  const own = hostOf(issuer)
  const called = hostOf(view.address.origin)
  if (issuer === undefined || own === undefined || called === undefined) return undefined
  // Where the issuer is that of the environment, the hosts need not be alike.
  if (issuer === view.environment?.issuer) return undefined
  if (isTestHost(own) !== isTestHost(called)) return { issuer, environment: true }
  return registeredDomain(own) === registeredDomain(called) ? undefined : { issuer, environment: false }
}

function hostOf(address: string | undefined): string | undefined {
  return /^https?:\/\/([^/:?#]{3,253})/i.exec(address ?? '')?.[1]?.toLowerCase()
}

/** Entries for a token that is in time and whose algorithm, key, issuer or audience is not accepted. */
export const trustFaults = [
  fault({
    code: 'signing-algorithm-not-accepted',
    title: 'The gateway does not accept the token’s signing algorithm',
    meaning:
      'The gateway accepts only the algorithms it is configured for. Where public keys are published, these do not include unsigned tokens or shared secrets.',
    causes: [
      'The token was made by hand or by another kind of server',
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
      fix: 'Send the access token exactly as the identity service issued it. If it is, have the identity team and the API team agree on the algorithm.',
    }),
    who: 'identity-team',
    retry: 'after-fix',
    basis: standard('RFC 8725 §3.1', 'that the gateway verifies signatures is documented in §5.5'),
    example: exampleApiCall('/bank-slips', 401, { header: { alg: 'HS256' } }),
    expected: answers('likely', 'identity-team', 'after-fix', '/token/header/alg', '/response/status'),
  }),
  fault({
    code: 'signing-key-unknown',
    title: 'The key that signed the token is not among the published ones',
    meaning:
      'A token names its key by kid. The environment does not publish a key with that ID, so the signature cannot be verified.',
    causes: [
      'The identity service changed its keys',
      'The token comes from a service that is not configured here',
      'The token was made by hand',
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
          ? 'The token’s header names no key (kid), and the gateway needs one to select the key.'
          : `The token names the key ${quoted(kid)}; the environment publishes ${listed(known)}.`,
      fix: 'Renew the token or sign in again to get one that is signed with a current key. If it continues, tell the identity team.',
    }),
    who: 'identity-team',
    retry: 'after-fix',
    basis: inferred('the token’s kid against the published keys', 'verification is documented in §5.5'),
    next: { do: 'renew' },
    example: exampleApiCall('/bank-slips', 401, { header: { kid: 'gone' } }),
    expected: answers('likely', 'identity-team', 'after-fix', '/token/header/kid', '/keys', '/response/status'),
  }),
  fault({
    code: 'issuer-not-trusted',
    title: 'The token’s issuer is not the one of this environment',
    meaning:
      'The gateway takes tokens of its own identity service. The token names another, which is not configured here.',
    causes: [
      'The token comes from a service that is not configured here',
      'The issuer differs by a slash or by http and https',
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
          cause: `The token was issued by ${quoted(iss)}; issuer of this environment is ${quoted(expected)}. They differ only in a slash, in http or https, or in capital letters, and issuers must be identical.`,
          fix: `Set issuer of this environment to ${iss}. If the API still rejects the token, the API’s own setting differs.`,
          who: 'operator' as const,
        }
      return {
        ...(own && { title: 'The gateway expects another issuer than this environment has' }),
        cause: `${iss === '' ? 'The gateway does not trust the issuer of the token' : `The token was issued by ${quoted(iss)}`}${expected === '' ? '.' : own ? ', which is the issuer of this environment, and was rejected for that issuer.' : `; this environment’s issuer is ${quoted(expected)}.`}`,
        fix: own
          ? 'The token comes from this environment’s own identity service, so the gateway is set up for another issuer: often it differs by a slash, a path or http. Give the iss of the token to the API team.'
          : 'Sign in with the environment whose gateway is called, and send that token. If the token is from there, the gateway’s setting for the issuer differs from iss, often by a slash or a path: tell the API team.',
        ...(own && { who: 'api-team' as const }),
      }
    },
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 9068 §4', 'what the gateway checks beside the signature is not described'),
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
        cause: `${nobody ? 'The token has no audience (aud)' : audience.length === 0 ? 'The gateway refused the audience of the token' : `The token is for ${listed(audience)}`}${expected === undefined ? '.' : `; this environment expects ${quoted(expected)}.`}`,
        fix: accepted
          ? 'The token names the audience that is configured here, so the API expects another one: give the aud of the token to the API team.'
          : 'Sign in for this API, so that the token’s audience contains its address, and send that token. If it does, the API expects another audience: tell the API team.',
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
    title: 'The token was refused as invalid',
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
            title: 'The token is opaque, and was refused as invalid',
            cause: `The response names ${quoted(view.oauthError?.code)}. The access token that was sent is not a JWT: an API that verifies tokens by itself can only read JWTs, and one that asks the identity service must be set up for it.`,
            fix: 'Have the identity service issue a JWT for this API, in many services by a parameter such as audience or resource (authorization_parameters of the environment), and sign in again. Or have the API check tokens by introspection.',
          }
        : {
            cause: `The response names ${quoted(view.oauthError?.code)}. Nothing known about the token explains it${view.token === undefined ? '; the token itself is not known here' : ': it had not expired, and it seems to belong to this environment'}.`,
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

/** The client of the token, where it is registered with another environment alone. */
function clientElsewhere(view: CallView): { client: string; other: string; at: string } | undefined {
  const named = ['client_id', 'azp'].map((name) => ({
    id: text(view.token?.claims[name]),
    at: `/token/claims/${name}`,
  }))
  const { id, at } =
    [...named, { id: view.flow?.clientId, at: '/flow/clientId' }].find((one) => one.id !== undefined) ?? {}
  if (id === undefined || at === undefined || view.environment?.clientIds?.includes(id)) return undefined
  const other = view.others?.find((one) => one.clientIds?.includes(id))
  return other && { client: id, other: environmentName(other), at }
}

/** Name of the other configured environment that issued the token. */
function issuingEnvironment(view: CallView): string | undefined {
  const iss = text(view.token?.claims.iss)
  if (iss === undefined || iss === view.environment?.issuer) return undefined
  const other = view.others?.find((one) => one.issuer === iss || (one.authUrl !== '' && one.authUrl === iss))
  return other && environmentName(other)
}

function audiences(view: CallView): string[] {
  const aud = view.token?.claims.aud
  if (typeof aud === 'string') return [aud]
  return Array.isArray(aud) ? aud.slice(0, 500).filter((one) => typeof one === 'string') : []
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
