import { neededScope } from '../protocol/apis.ts'
import type { Call, DecodedToken, KnownOperation } from '../protocol/call.ts'
import { type Match, matchOperation, operationsFor } from '../protocol/match-operation.ts'
import { operationPath } from '../protocol/operation-path.ts'
import { parseScope, splitScopes } from '../protocol/scopes.ts'
import { type Address, parseAddress, parseForm } from '../text/address.ts'
import { textOfBase64 } from '../text/base64.ts'
import { type Challenge, parseChallenges } from '../text/challenge.ts'
import { header } from '../text/header.ts'
import { member } from '../text/member.ts'
import { pointer } from '../text/pointer.ts'
import { refusalInBody, refusalInXml } from '../text/refusal-in-body.ts'
import { type Body, readBody } from '../text/response-body.ts'
import { decodeJwt } from '../token/jwt.ts'
import {
  type ErrorCode,
  type MessageCause,
  type Redirect,
  readGatewayFault,
  readOAuthError,
  readWords,
  wasSent,
} from './error-code.ts'
import { type ErrorName, traitsOf } from './error-names.ts'

/** A call with all that can be derived from it; each part is computed when first asked for, and once. */
export type CallView = ReturnType<typeof viewCall>

/** Opens a view on a parsed call; with `message`, the codes in it mean what the other side's own words say. */
export function viewCall(seen: Call, message?: MessageCause) {
  const call = completed(seen)
  const address = once(() => parseAddress(call.request?.url ?? ''))
  const redirect = once(() => readRedirect(call))
  const body = once(() => readBody(call.response))
  const refusal = once(() => readRefusal(call, body()))
  const challenges = once(() => parseChallenges(header(call.response?.headers, 'www-authenticate')?.value ?? ''))
  const gatewayFault = once(() => inWords(readGatewayFault(call, body()), message))
  const oauthError = once(() => {
    const error = readOAuthError(call, body(), redirect(), challenges())
    return inWords(error ?? (message && { code: message.text, at: message.at }), message)
  })
  const idToken = once(() => readIdToken(call, body()))
  const operation = once(() => readOperation(call))
  const held = once(() => readHeldScopes(call))
  const basic = once(() => readBasic(call))
  const foreign = isForeign(call)
  return {
    ...call,
    call,
    /** Whether nothing that the service's document says holds for the service of this call. */
    foreign,
    /** A section of the service's document in brackets, with a space before it; nothing for a foreign service. */
    cited: (section: string) => (foreign ? '' : ` (${section})`),
    /** Where a part that was read out of another is in the call as it was seen. */
    shownAt: (at: string) => {
      const [, from] = readFrom.find(([part, , given]) => at.startsWith(`/${part}/`) && given(seen) === undefined) ?? []
      const place = from ?? at
      const [, side, name = ''] = /^\/(request|response)\/headers\/([^/]+)$/.exec(place) ?? []
      // Clients write the names of headers in their own case.
      if (side === 'request' || side === 'response') return header(seen[side]?.headers, name, side)?.at ?? place
      return place === '/response/status' && refusal()?.status !== undefined ? '/response/body' : place
    },
    /** The status of the response; of a refusal that was sent with a status of success, the one that its body states. */
    get status(): number | undefined {
      return refusal()?.status ?? call.response?.status
    },
    /** Whether a response with a status of success reports in its body that the request was refused. */
    get refusedDespiteSuccess(): boolean {
      return refusal() !== undefined
    },
    /** The address of the request, taken apart. */
    get address(): Address {
      return address()
    },
    /** Parameters of the redirect of an authorization, decoded; undefined when there is none. */
    get redirect() {
      return redirect()
    },
    get body(): Body {
      return body()
    },
    get challenges(): Challenge[] {
      return challenges()
    },
    /** The fault code of the gateway (§7.2 of the service's document), or of the shapes its kin use. */
    get gatewayFault(): ErrorCode | undefined {
      return gatewayFault()
    },
    /** The error code of OAuth 2.0, from body, redirect or challenge. */
    get oauthError(): ErrorCode | undefined {
      return oauthError()
    },
    /** The code of the refusal: at an API the gateway's before any other, elsewhere that of OAuth. */
    get errorCode(): ErrorCode | undefined {
      return call.step === 'api' ? (gatewayFault() ?? oauthError()) : (oauthError() ?? gatewayFault())
    },
    /** Whether that code amounts to one of these names. */
    means(...names: ErrorName[]): boolean {
      const { means } = this.errorCode ?? {}
      return means !== undefined && names.includes(means)
    },
    /** The other side’s own words beside its refusal. */
    get said(): string | undefined {
      const said = gatewayFault()?.text ?? oauthError()?.text ?? readWords(body())
      return said === undefined || wasSent(call, said) ? undefined : said
    },
    /** The ID token in a token response. */
    get idToken(): DecodedToken | undefined {
      return idToken()
    },
    /** The operation that the request called, and the values of its path parameters. */
    get operation() {
      return operation()
    },
    /** The scope that the operation demands. */
    get needed(): string | undefined {
      const called = operation()?.operation
      const scopes = held()?.scopes ?? []
      return called === undefined ? neededByPath(call, scopes) : neededScopeHere(called, call, scopes)
    },
    /** The scopes that the token has, and where they stand. */
    get held() {
      return held()
    },
    /** The Basic credentials of a token request, when they can be read. */
    get basic() {
      return basic()
    },
    requestHeader: (name: string) => header(call.request?.headers, name, 'request'),
    responseHeader: (name: string) => header(call.response?.headers, name, 'response'),
    /** True when the response leaves open whether the token was taken for genuine; one with too little scope was. */
    get trustInDoubt(): boolean {
      return this.tokenInDoubt && !this.means('insufficient_scope')
    },
    /** True when the response leaves open that the token was at fault: refused, or nothing known of the response. */
    get tokenInDoubt(): boolean {
      if (call.step !== 'api' || call.failure !== undefined) return false
      const { status } = call.response ?? {}
      // A refusal that comes with 200 says so in its body.
      if (status !== undefined && status < 300) return oauthError() !== undefined
      const fault = gatewayFault()?.code
      if (status !== undefined && status !== 401 && status !== 403) {
        const { means } = this.errorCode ?? {}
        // Some servers say with another status of refusals that they do not accept the token.
        return (
          tokenFault.test(fault ?? '') || (status === 400 && means !== undefined && traitsOf(means).ofToken === true)
        )
      }
      return fault === undefined || tokenFault.test(fault) || !fault.includes('.')
    },
  }
}

/** A code with the meaning that a message gives it. */
function inWords(error: ErrorCode | undefined, message: MessageCause | undefined): ErrorCode | undefined {
  return error && message
    ? { ...error, means: message.means, text: message.text, subject: message.subject, fromMessage: true }
    : error
}

/** The call with what its other parts say of it: a form in its body, a token in its header, a renewal by its grant. */
function completed(seen: Call): Call {
  const { request } = seen
  const type = header(request?.headers, 'content-type', 'request')?.value ?? formType
  const body = request?.form === undefined && seen.step !== 'api' && type.includes(formType) ? request?.body : undefined
  const form = body?.includes('=') ? Object.fromEntries(parseForm(body.slice(0, 20_000))) : request?.form
  const sent = header(request?.headers, 'authorization', 'request')?.value
  const bearer =
    seen.step === 'api' && seen.token === undefined ? /^bearer (eyJ\S+)$/i.exec(sent ?? '')?.[1] : undefined
  return {
    ...seen,
    // A renewal that was recorded as any other token request is one all the same.
    step: seen.step === 'token' && form?.grant_type === 'refresh_token' ? 'refresh' : seen.step,
    request: request && { ...request, form },
    token: bearer === undefined || bearer.length > 20_000 ? seen.token : decodeJwt(bearer),
  }
}

/**
 * Whether a call went to a service that the API guide does not describe: an environment that says so, an address of no
 * environment, or, where neither is known, an installation that knows no other.
 */
function isForeign({ environment, others = [], request }: Call): boolean {
  if (environment !== undefined) return environment.foreign === true
  const known = others.length > 0
  return known && (others.every((one) => one.foreign) || parseAddress(request?.url ?? '').origin !== '')
}

const formType = 'application/x-www-form-urlencoded'

/** Parts of a call that are read out of another one where they were not given. */
const readFrom: [part: string, from: string, given: (seen: Call) => unknown][] = [
  ['request/form', '/request/body', ({ request }) => request?.form],
  ['token', '/request/headers/authorization', ({ token }) => token],
]

// Fault codes that speak of the token itself, whatever the status; others name a cause of another kind.
const tokenFault = /^steps\.jw[ts]\.|access_?token|^invalid_token$|insufficient_?scope|raisefault/i

function readRedirect(call: Call): Redirect | undefined {
  if (call.step !== 'authorize') return undefined
  const location = header(call.response?.headers, 'location', 'response')
  if (location === undefined) return undefined
  const address = parseAddress(location.value)
  return { parameters: address.query, target: `${address.origin}${address.path}`, at: location.at }
}

/** What the body of a response with a status of success says of a refusal. */
function readRefusal({ response }: Call, body: Body) {
  const { status } = response ?? {}
  const isSuccess = status !== undefined && status >= 200 && status < 300
  if (!isSuccess) return undefined
  return body.kind === 'json' ? refusalInBody(body.value) : body.kind === 'text' ? refusalInXml(body.text) : undefined
}

function readIdToken(call: Call, body: Body): DecodedToken | undefined {
  if (call.step !== 'token' && call.step !== 'refresh') return undefined
  const text = body.kind === 'json' ? member(body.value, 'id_token') : undefined
  if (typeof text === 'string') return decodeJwt(text)
  // Where no body was recorded, the token beside the response is its ID token if it is for the client.
  const { token } = call
  const forClient = token?.claims.scope === undefined && [token?.claims.aud].flat().includes(call.flow?.clientId)
  return !call.response?.body && token !== undefined && ('nonce' in token.claims || forClient) ? token : undefined
}

function readOperation(call: Call): Match<KnownOperation> | undefined {
  if (call.step !== 'api' || call.request === undefined) return undefined
  const path = businessPath(call)
  return path === undefined ? undefined : matchOperation(call.request.method, path, operationsFor(call))
}

/** The path of an API request as operations write theirs; undefined where it does not lie below their prefix. */
export function businessPath({ request, environment }: Call): string | undefined {
  return operationPath(request?.url ?? '', environment)
}

function readHeldScopes(call: Call): { scopes: string[]; at: string } | undefined {
  for (const name of ['scope', 'scp']) {
    const claim = member(call.token?.claims, name)
    const at = pointer('token', 'claims', name)
    if (typeof claim === 'string') return { scopes: splitScopes(claim.slice(0, scopeLimit)), at }
    if (Array.isArray(claim)) return { scopes: claim.slice(0, 500).filter((one) => typeof one === 'string'), at }
  }
  const { grantedScope: granted, requestedScopes: requested } = call.flow ?? {}
  if (granted !== undefined) return { scopes: splitScopes(granted.slice(0, scopeLimit)), at: '/flow/grantedScope' }
  // No more can have been granted than what was requested, where a person can only take away.
  return requested === undefined || requested.length === 0 || call.step !== 'api'
    ? undefined
    : { scopes: requested, at: '/flow/requestedScopes' }
}

// Longer lists than any server grants are not read to their end.
const scopeLimit = 20_000

/** The needed scope of an operation. */
function neededScopeHere(operation: KnownOperation, call: Call, held: string[]): string | undefined {
  return neededScope(operation, domainFor(operation.api, call, held))
}

/**
 * The scope that a call of no listed operation lacks by its path: one of the API, and not a reading one for a change,
 * whose level the API guide does not show.
 */
function neededByPath(call: Call, held: string[]): string | undefined {
  const api = businessPath(call)?.split('/')[1] ?? ''
  const listed = operationsFor(call).find((one) => one.api === api)
  if (call.step !== 'api' || listed === undefined) return undefined
  if ('scope' in listed.needs) return listed.needs.scope
  const changes = !/^(?:get|head|options)?$/i.test(call.request?.method ?? '')
  const enough = held.map(parseScope).some((one) => {
    return one.kind === 'business' && one.api === api && (!changes || one.level !== 'readonly')
  })
  return enough ? undefined : `${domainFor(api, call, held)}/${api}.${changes ? '<access_level>' : 'readonly'}`
}

/** Whether a scope is for the API that the path begins with, which this app’s own list of operations names otherwise. */
export function isForCollection(scope: string, call: Call): boolean {
  const read = parseScope(scope)
  return (
    read.kind === 'business' &&
    read.api === businessPath(call)?.split('/')[1] &&
    (read.level !== 'readonly' || /^(?:get|head)?$/i.test(call.request?.method ?? ''))
  )
}

/** The scopes for the API of the path that were requested and not granted: a call lacks them, whatever this app’s own list names. */
export function declinedScopes(call: Call, held: string[] | undefined): string[] {
  const requested = held === undefined ? [] : (call.flow?.requestedScopes ?? [])
  return requested.filter((scope) => !held?.includes(scope) && isForCollection(scope, call))
}

/** The resource domain: the configured one, else that of a held scope of the API or of another; else its placeholder. */
function domainFor(api: string, { environment }: Call, held: string[]): string {
  if (environment?.resourceDomain !== undefined) return environment.resourceDomain
  const business = held.map(parseScope).filter((one) => one.kind === 'business')
  return (business.find((one) => one.api === api) ?? business[0])?.resourceDomain ?? '<resource_domain>'
}

/**
 * The client credentials of a Basic header (RFC 6749 §2.3.1). `swapped` where its second part is a client ID: one
 * that is known, or one that looks like an identifier beside a first part that looks like a secret. The first part is not
 * shown then.
 */
function readBasic(
  call: Call,
): { clientId: string; secret: string; swapped: boolean; at: string } | 'unreadable' | undefined {
  const sent = header(call.request?.headers, 'authorization', 'request')
  const value = /^basic +(.*)$/i.exec(sent?.value ?? '')?.[1]
  // A recorded exchange contains a fingerprint where the credentials were.
  if (sent === undefined || value === undefined || value.startsWith('fp:')) return undefined
  // Nor does what somebody wrote in place of them, to keep them to themselves.
  if (/[^\w+/=.:~%$!@-]|^x+$|redact|base64/i.test(value.trim())) return undefined
  const text = /^[A-Za-z0-9+/]+={0,2}$/.test(value) ? textOfBase64(value) : undefined
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon < 0) return 'unreadable'
  const [clientId, secret] = [text.slice(0, colon), text.slice(colon + 1)]
  const known = [call.flow?.clientId, call.request?.form?.client_id, ...(call.environment?.clientIds ?? [])]
  const swapped = known.includes(secret.trim()) || (looksLikeSecret.test(clientId) && looksLikeId.test(secret.trim()))
  return { clientId, secret, swapped: swapped && secret !== clientId, at: sent.at }
}

const looksLikeId = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const looksLikeSecret = /^(?:[\da-f]{32,}|(?=.*[A-Z])(?=.*\d)[\w+/=~.]{20,})$/

function once<Value>(compute: () => Value): () => Value {
  let held: { value: Value } | undefined
  return () => {
    held ??= { value: compute() }
    return held.value
  }
}
