import { documented, inferred } from '../../protocol/basis.ts'
import { parseAddress } from '../../text/address.ts'
import { durationInWords } from '../../text/duration.ts'
import { isTestHost, registeredDomain } from '../../text/hosts.ts'
import { member } from '../../text/member.ts'
import { environmentName, listed, quoted, quotedOr } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { answers, fault } from '../fault.ts'
import { audiences, issuingEnvironment, text } from './claimed.ts'
import { exampleApiCall, gatewayBody } from './example-parts.ts'
import { codeAt } from './find-code.ts'

/** Entries for a token of another kind or another environment than the one that was called. */
export const originFaults = [
  fault({
    code: 'no-matching-public-key',
    title: 'The gateway has no key for this token',
    meaning:
      'The gateway verifies the token’s signature with the public keys of its own identity service. None of them has the key ID in the token.',
    causes: [
      'The token was not issued by the environment that was called',
      'The identity service changed its keys, and the gateway still has the old ones',
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
      // Some verifiers have one message for a key that is not there and for one of another algorithm.
      const isEither = kid !== undefined && /another algorithm/i.test(view.said ?? '')
      const key = isEither
        ? `The verifier found no public key that fits the token: none has the ID ${quoted(kid)}, or the one that has it is not for ${quoted(view.token?.header.alg ?? 'its algorithm')}`
        : kid === undefined
          ? 'The gateway found no public key for the token'
          : `The token names the key ${quoted(kid)}, which the gateway does not have`
      if (other !== undefined) {
        return {
          title: 'The token was issued in another environment',
          cause: `${key}: the token was issued by ${other} and was sent to ${environmentName(view.environment)}, whose gateway has only its own keys.`,
          fix: `Send this token to the gateway of ${other}, or sign in to ${environmentName(view.environment)}.`,
          who: 'caller',
        }
      }
      if (elsewhere?.environment && published !== true) {
        return {
          title: 'The token was issued in another environment',
          cause: `${key}: the token was issued by ${quoted(elsewhere.issuer)} and was sent to ${quoted(view.address.origin)}. One of the two is a test environment, and each environment has its own keys.`,
          fix: `Get the access token from the identity service that belongs to ${quoted(view.address.origin)}, with the client registered there, and send that token.`,
          who: 'caller',
        }
      }
      if (elsewhere !== undefined && published !== true) {
        return {
          cause: `${key}. The token was issued by ${quoted(elsewhere.issuer)}, and its keys might not be the ones that ${quoted(view.address.origin)} knows.`,
          fix: `Check which issuer ${quoted(view.address.origin)} accepts. If it is a different issuer, get the access token there. If it is the same, renew the token and call again.`,
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
          cause: `The token is signed with ${quoted(alg)}, which uses a shared secret. The identity service signs with a private key whose public part it publishes, so another party created this token.`,
          fix: 'Get the access token from the identity service and send that token. A token that a program signs itself is not accepted.',
          who: 'caller',
        }
      if (view.token === undefined)
        return {
          cause: `${key}. The token is from another environment or identity service, it is not the access token, or the keys were changed. Without the token, it is not known which.`,
          fix: 'Decode the token and compare its iss with the issuer of the environment that was called. If they are the same, renew the token. If it continues, give the identity team the kid and the time.',
          who: 'caller',
        }
      const age = published === false ? ageOf(view) : undefined
      if (age !== undefined && age <= justIssued)
        return {
          title: 'The service signs with a key that it does not publish',
          cause: `${key}. The environment does not publish that key, and the token was issued ${durationInWords(age)} before: the service signs new tokens with a key that is not in its key set. A new token does not help.`,
          fix: 'Give the identity team the key ID and the time: it must publish the key, or sign with a published one until then.',
        }
      return {
        cause: `${key}.${keys}`,
        fix: published
          ? 'Wait a few minutes until the gateway has fetched the keys again, then repeat the call. If it continues, tell the API team.'
          : 'Renew the token or sign in again to get one that is signed with a current key. If it continues, give the key ID and the time to the identity team.',
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
    title: 'An ID token was sent to the API',
    meaning: 'The ID token tells the app who signed in. APIs require the access token.',
    causes: ['The wrong field of the token response was used', 'A library’s id_token was used as the access token'],
    when: (view) => {
      if (!view.tokenInDoubt || view.token === undefined || takesIdTokens(view)) return undefined
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
            marks.length > 0 ? `it contains ${listed(marks)}` : '',
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
      fix: 'Send the access_token from the token response, not the id_token.',
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
    title: 'A refresh token was sent to the API',
    meaning: 'A refresh token is used to get new access tokens from the token endpoint. APIs require the access token.',
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
            ? 'The call sends the refresh_token from the token response as Bearer, not the access_token.'
            : 'What was sent as Bearer is not a JWT and begins like a refresh token.'
          : `The token that was sent has the type ${quoted(type)}: a refresh token.`,
      fix: 'Send the access_token from the token response. Send the refresh token only to the token endpoint.',
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
      fix: `Send this token to the gateway of ${other}, or sign in to ${environmentName(view.environment)}.`,
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the token’s iss compared with the issuers of the configured environments'),
    next: { do: 'use-own-environment' },
    example: exampleApiCall('/bank-slips', 401, { claims: { iss: 'https://id.example' } }),
    expected: answers('certain', 'caller', 'after-fix', '/token/claims/iss', '/response/status'),
  }),
  fault({
    code: 'other-host-called',
    title: 'The call did not go to this environment’s gateway',
    meaning: 'A token is valid only at the gateway of its environment, not at another host.',
    causes: [
      'The URL belongs to another environment',
      'The URL belongs to the website, not to the API',
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
            fix: `Call the URL that belongs to the account: each environment or region has its own${view.others?.length ? `, such as ${listed(view.others.map(({ baseUrl }) => baseUrl))}` : ''}.`,
          }
        : {
            ...(other && { title: 'The call went to another environment’s gateway' }),
            cause: `The call went to ${quotedOr(host, 'a server')}${other === undefined ? '' : `, the gateway of ${other}`}, and not to ${quoted(view.environment?.baseUrl)}, the gateway of ${environmentName(view.environment)}.`,
            fix: `Call ${quoted(view.environment?.baseUrl)} with this token${other === undefined ? '' : `, or sign in to ${other}`}.`,
          },
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the URL of the call compared with the environment’s URL', '§1 and §9'),
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
      title: 'The call went to another environment’s gateway',
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

/** Seconds within which a token was issued just before it was sent. */
const justIssued = 300

/** Seconds since the token was issued; undefined where it does not say or the two clocks differ. */
function ageOf({ token, call }: CallView): number | undefined {
  const issued = token?.claims.iat
  const age = typeof issued === 'number' ? call.at - issued : -1
  return age >= 0 ? age : undefined
}

/** Whether the response is one of the Kubernetes API server, which takes ID tokens as bearer (its `--oidc-*` flags). */
function takesIdTokens({ body, environment }: CallView): boolean {
  return (
    environment === undefined &&
    body.kind === 'json' &&
    member(body.value, 'kind') === 'Status' &&
    member(body.value, 'apiVersion') === 'v1'
  )
}
