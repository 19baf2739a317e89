import { documented, inferred } from '../../protocol/basis.ts'
import { parseScope } from '../../protocol/scopes.ts'
import { isTestHost, registeredDomain } from '../../text/hosts.ts'
import { listed, quoted } from '../../text/quote.ts'
import { clientOf } from './client-rules.ts'
import type { Message, Trace } from './message.ts'
import type { Flow, Rule, Said } from './rule.ts'
import { isForPath } from './scopes-in-text.ts'
import { type SentToken, sentTokenOf } from './sent-token.ts'

const signatureRefused: Rule['explains'] = ({ code = '', status } = { at: 0 }) =>
  /^steps\.jwt\./.test(code) || (code === '' && status === 401)
const notAllowed: Rule['explains'] = ({ code = '', status } = { at: 0 }) =>
  (status === 403 && !code.startsWith('steps.')) || code === 'insufficient_scope'

/** What the token of a call shows, held against the call and what is known of the service (§2.4, §5.5, §5.6, §7.3). */
export const sentTokenRules: readonly Rule[] = [
  rule('§2.4 and §5.3', (one) => signatureRefused(one) || notAllowed(one), idToken),
  rule('§1 and §5.5', signatureRefused, ofAnotherIssuer),
  rule('§1 and §5.5', signatureRefused, ofOtherEnvironment),
  rule('§2.4 and §5.6', notAllowed, withoutScope),
  rule('§5.6 and §7.3', notAllowed, withoutCompany),
]

function rule(
  section: string,
  explains: Rule['explains'],
  find: (token: SentToken, message: Message, trace: Trace, flow: Flow) => Said | undefined,
): Rule {
  return {
    kind: 'api-request',
    own: true,
    basis: documented(section, inferred('the token in the text')),
    explains,
    find: (message, trace, flow) => {
      const token = sentTokenOf(message, trace)
      return token && find(token, message, trace, flow)
    },
  }
}

/** A token that names its user to an application: it has no scope, and the client as its audience, or a nonce. */
function idToken({ claims, named }: SentToken, _message: Message, { text }: Trace, flow: Flow): Said | undefined {
  const clients = [flow.authorization, flow.token].map((one) => one && clientOf(one))
  const forClient = typeof claims.aud === 'string' && clients.includes(claims.aud)
  const byContent = claims.scope === undefined && (forClient || 'nonce' in claims || 'at_hash' in claims)
  if (named !== 'id_token' && !byContent) return undefined
  const signs = [
    named === 'id_token' ? 'it is the id_token of the text' : undefined,
    typeof claims.aud === 'string' ? `its audience is ${quoted(claims.aud)}, an application` : undefined,
    'nonce' in claims ? 'it has a nonce' : undefined,
    claims.scope === undefined ? 'it has no scope' : undefined,
  ].filter((one) => one !== undefined)
  const [, line = ''] = /^[^\n]{0,200}?([^\n]{0,120}[.[("']id_?token\b[^\n]{0,60})$/im.exec(text) ?? []
  const where =
    /[=(]/.test(line) && !/["']id_token["']\s{0,3}:/.test(line)
      ? ` Your app reads it here: ${quoted(line.trim(), 120)}.`
      : ''
  return {
    of: 'id-token-sent-as-bearer',
    title: 'The ID token was sent to the API',
    cause: `The Bearer token is an ID token: ${signs.join(', ')}. The gateway accepts only access tokens.${where}`,
    fix: 'Send the access_token from the same token response as Authorization: Bearer <token>.',
    telling: 'Bearer',
  }
}

/** A token that somebody else made: the reader's own program, or another identity service. */
function ofAnotherIssuer(
  { header, claims }: SentToken,
  { host }: Message,
  { places = [], text }: Trace,
  flow: Flow,
): Said | undefined {
  const { iss } = claims
  // A response that found no token says nothing of the one that was sent; a configured issuer is no stranger.
  if (noneArrived.test(text)) return undefined
  if (places.some((one) => one.issuer === iss || one.authUrl === iss)) return undefined
  const issuer = typeof iss === 'string' ? iss : undefined
  const issuerHost = /^https?:\/\/([^/:?#]+)/.exec(issuer ?? '')?.[1]
  const own = [flow.token?.host, flow.authorization?.host, host].filter((one) => one !== undefined && one !== '')
  const symmetric = /^HS\d/.test(String(header.alg ?? ''))
  const elsewhere =
    issuerHost !== undefined &&
    own.length > 0 &&
    !/[{}<>]/.test(own.join('')) &&
    own.every((one) => registeredDomain(one ?? '') !== registeredDomain(issuerHost))
  if (!symmetric && !elsewhere && (issuer === undefined || issuerHost !== undefined)) return undefined
  const signs = [
    symmetric ? `it is signed with ${quoted(String(header.alg))}, a secret shared by both sides` : undefined,
    issuer === undefined ? undefined : `its issuer is ${quoted(issuer)}`,
  ].filter((one) => one !== undefined)
  return {
    of: 'no-matching-public-key',
    title: symmetric ? 'The token was not signed by the identity service' : 'The token is from a different issuer',
    cause: `The token that was sent is not an access token of the identity service: ${signs.join(', ')}. The gateway verifies signatures with the identity service’s public keys, so it rejects the token.`,
    fix: 'Send the access_token that the identity service’s token endpoint returned for this user, unchanged.',
    telling: issuer ?? String(header.alg),
  }
}

const noneArrived = /missing_?token|authorization header is (?:required|missing)/i

function ofOtherEnvironment({ claims }: SentToken, { host }: Message, { places = [], text }: Trace): Said | undefined {
  if (noneArrived.test(text)) return undefined
  const issuerHost = /^https?:\/\/([^/:?#]+)/.exec(String(claims.iss ?? ''))?.[1]
  if (issuerHost === undefined || host === '' || isTestHost(issuerHost) === isTestHost(host)) return undefined
  // A host that is not the service's may forward to either environment.
  if (places.length > 0 && registeredDomain(issuerHost) !== registeredDomain(host)) return undefined
  const [from, to] = isTestHost(host) ? ['production', 'the sandbox'] : ['the sandbox', 'production']
  return {
    of: 'token-from-other-environment',
    title: `Token from ${from} used in ${to}`,
    cause: `The token was issued by ${quoted(String(claims.iss))}, but the call goes to ${quoted(host)}. A gateway has no keys for another environment’s tokens.`,
    fix: `Get a token from the identity service in ${to}, or call the APIs in ${from}.`,
    telling: host,
  }
}

/** A token whose scopes are all for other APIs than the one that is called. */
function withoutScope({ claims }: SentToken, message: Message): Said | undefined {
  const scopes = scopesOf(claims)
  if (scopes === undefined || scopes.some((one) => isForPath(one, message.path))) return undefined
  const called = `${message.method ?? ''} ${message.path}`.trim()
  return {
    of: 'scope-insufficient',
    title: 'The token has no scope for this API',
    cause: `The call is ${quoted(called)}, and ${scopes.length === 1 ? `the only scope of the token is ${quoted(scopes[0])}, which is not` : `the scopes of the token are ${listed(scopes)}, and none of them is`} for this API. A business API checks the scope.`,
    fix: /\/v1\/webhooks\b/.test(message.path)
      ? 'Add the scope “webhooks” to the authorization request, then sign in again and allow it.'
      : 'Add the scope of this API to the authorization request, then sign in again and allow it. If its exact name is not known, ask the API team.',
    telling: scopes.join(' '),
  }
}

/** A token for direct debits that has the scope and identifies no company. */
function withoutCompany({ claims }: SentToken, { path, method }: Message): Said | undefined {
  if (!/\/v1\/(?:authorized-)?direct-debits\b/.test(path)) return undefined
  const scope = scopesOf(claims)
    ?.map(parseScope)
    .find((one) => one.kind === 'business' && isForPath(one.scope, path))
  if (scope?.kind !== 'business') return undefined
  if (/^(?:POST|PUT|PATCH|DELETE)$/.test(method ?? '') && /^read(?:_?only)?$/i.test(scope.level)) return undefined
  const audience = [claims.aud].flat().filter((one) => typeof one === 'string')
  const name = `${scope.resourceDomain}/${scope.api}`
  const held = claims[name]
  if (audience.some(namesCompany) || (held !== undefined && held !== '' && held !== null)) return undefined
  const other = Object.keys(claims).find(
    (one) => one !== name && one.startsWith(`${scope.resourceDomain}/`) && claims[one] !== '' && claims[one] !== null,
  )
  return {
    of: 'company-identifier-missing',
    title:
      other === undefined
        ? 'The token does not identify a company'
        : 'The token does not identify a company for this API',
    cause: `The token’s audience (${audience.length === 0 ? 'empty' : listed(audience)}) contains no company identifier, and ${held === undefined ? `the token has no claim ${quoted(name)}` : `the claim ${quoted(name)} is empty`}${other === undefined ? '' : `; the company in ${quoted(other)} is for another API`}. The direct-debit API returns 403 for such a token.`,
    fix: 'Ask the identity team to add the company to this user’s tokens, and include the client ID and the time. Then sign in again for a new token.',
    who: 'identity-team',
    telling: '403',
  }
}

/** Identifiers of companies have digits, and are no host and no address. */
function namesCompany(audience: string): boolean {
  return /\d{4}/.test(audience) && !/^https?:|^[\w-]+(?:\.[\w-]+)+$/.test(audience)
}

function scopesOf({ scope, scp }: Record<string, unknown>): string[] | undefined {
  const held = scope ?? scp
  const names = Array.isArray(held) ? held.map(String) : typeof held === 'string' ? held.split(/[\s,]+/) : undefined
  const filled = names?.filter((one) => one !== '')
  return filled === undefined || filled.length === 0 ? undefined : filled
}
