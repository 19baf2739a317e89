import { operations } from '../../protocol/apis.ts'
import { documented, inferred, standard } from '../../protocol/basis.ts'
import { likeScope } from '../../protocol/scope-slips.ts'
import { scopesInWords } from '../../protocol/scope-words.ts'
import { accessLevels, parseScope, splitScopes } from '../../protocol/scopes.ts'
import { difference } from '../../text/address-difference.ts'
import { isTestHost, registeredDomain } from '../../text/hosts.ts'
import { nearly } from '../../text/nearly.ts'
import { listed, quoted } from '../../text/quote.ts'
import { plainScopes } from './authorization-rules.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Message, Trace } from './message.ts'
import type { Said } from './rule.ts'
import { isForPath, type ScopesInText, scopesInText } from './scopes-in-text.ts'
import { sentTokenOf } from './sent-token.ts'

/** What was requested, what was granted, what is registered and what a call needs, held against each other (§2.4, §2.5, §5.6). */
export const scopeComparisonRules: readonly CircumstanceRule[] = [
  { own: true, basis: documented('§2.4 and §2.5', inferred('the scopes in the text')), find: notAccepted },
  { own: true, basis: documented('§2.4, §2.5 and §5.6', standard('RFC 6749 §5.1')), find: notEnough },
  { own: true, basis: standard('OpenID Connect Core §3.1.2.1 and §3.1.3.3', '§2.5'), find: withoutOpenid },
]

/** A request whose scopes were refused: the one that cannot be, by its spelling, its environment or the registration. */
function notAccepted(trace: Trace): Said | undefined {
  if (
    !/\binvalid_scope\b|(?:scope|escopo)s? (?:inv|unknown|desconhec|not (?:allowed|supported)|n[aã]o permitid)|unknown scope/i.test(
      trace.text,
    )
  )
    return undefined
  const written = joinedScopes.exec(trace.text)?.[1] ?? joinedInResponse.exec(trace.text)?.[1]
  const joined = written?.replaceAll(/%2c/gi, ',')
  const program = joinedByProgram.exec(trace.text)?.[0].trim()
  if (joined !== undefined || program !== undefined)
    return {
      of: 'scopes-joined-otherwise',
      title: 'Scopes are separated by commas',
      cause: `${program === undefined ? '' : `Your app joins the scopes with commas: ${quoted(program, 120)}. `}${joined === undefined ? '' : `The request sends ${quoted(joined)} as scope. `}OAuth separates scopes with spaces (RFC 6749 §3.3), so the service reads this as one unknown scope.`,
      fix: 'Separate the scopes with spaces (%20), then sign in again. The API guide does not state the separator for requests; ask the identity team if spaces are not accepted.',
      telling: written ?? program,
    }
  const scopes = scopesInText(trace)
  const [first] = scopes.requested ?? []
  return first === undefined ? undefined : oddScope(scopes, trace)
}

/** A requested scope that the service cannot have: misspelled, of the other environment, or not registered. */
function oddScope({ requested = [], allowed = [] }: ScopesInText, trace: Trace): Said | undefined {
  for (const scope of requested) {
    if (allowed.includes(scope)) continue
    const meant = allowed.find((one) => likeScope(one, scope)) ?? knownScopeLike(scope)
    if (meant !== undefined)
      return {
        of: 'scope-not-accepted',
        title: 'A requested scope is misspelled',
        cause: `The request asks for ${quoted(scope)}, but the ${allowed.includes(meant) ? 'allowed scope' : 'scope'} is ${quoted(meant)}: ${difference(scope, meant)}.`,
        fix: `Request ${quoted(meant)}: copy it from the client’s registration.`,
        telling: scope,
      }
    const place = ofOtherEnvironment(scope, trace)
    if (place !== undefined) return place
  }
  // A list of the scopes of APIs need not have those of the sign-in.
  const plain = allowed.some((one) => !one.includes('/'))
  const missing = requested.filter((one) => !allowed.includes(one) && (plain || one.includes('/')))
  const [scope] = missing
  return allowed.length === 0 || scope === undefined
    ? undefined
    : {
        of: 'scope-not-accepted',
        title: 'The client may not request this scope',
        cause: `The request asks for ${listed(requested)}, and the text has ${listed(allowed)} as allowed for the client: ${listed(missing)} is not among them.`,
        fix: `Leave out ${listed(missing)}, or have the identity team allow it for this client.`,
        telling: scope,
      }
}

/** A scope that names the resource domain of another environment than the one where the messages go. */
function ofOtherEnvironment(scope: string, { messages, text }: Trace, dropped = false): Said | undefined {
  const read = parseScope(scope)
  const called = messages.flatMap(({ host, kind }) => (host === '' || kind === 'callback' ? [] : [host]))
  // What is configured, or came back as issuer, tells where the sign-in ran.
  const hosts = called.length > 0 ? called : [...text.matchAll(namedHost)].slice(0, 10).map(([, host = '']) => host)
  const [host] = hosts
  if (read.kind !== 'business' || host === undefined) return undefined
  const domain = read.resourceDomain.replace(/^https?:\/\//, '')
  // A domain of its own says nothing of an environment.
  if (registeredDomain(domain) !== registeredDomain(host)) return undefined
  const test = isTestHost(domain)
  if (hosts.some((one) => isTestHost(one) === test)) return undefined
  const [of, at] = test ? ['the sandbox', 'production'] : ['production', 'the sandbox']
  return {
    of: dropped ? 'scope-insufficient' : 'scope-not-accepted',
    title: `Scope from ${of} requested in ${at}`,
    cause: `The request asks for ${quoted(scope)}. Its resource domain, ${quoted(read.resourceDomain)}, is from ${of}, but the requests go to ${quoted(host)} in ${at}.${dropped ? ' The service omits unknown scopes, so the token does not contain it.' : ' The scope is unknown there.'}`,
    fix: `Request the scope with the resource domain of ${at}, and configure the scopes per environment.`,
    telling: scope,
  }
}

const namedHost =
  /\b(?:iss(?:uer)?|(?:auth|base|token|api|identity)[-_]?(?:ur[il]|host|server))["']?\s{0,3}(?:=>|[:=])\s{0,3}["']?https?(?::|%3A)(?:\/|%2F){2}([\w.-]{4,200})/gi

/** A call that was forbidden: the scope that it needs was not requested, not granted, or is another one. */
function notEnough(trace: Trace): Said | undefined {
  const { messages } = trace
  const call = messages.findLast(
    ({ kind, answer }) =>
      kind === 'api-request' &&
      (answer?.status === 403 || answer?.code === 'insufficient_scope') &&
      !answer.code?.startsWith('steps.'),
  )
  if (call === undefined || /\b(?:company|empresa|cnpj)\b/.test(call.answer?.description ?? '')) return undefined
  const { requested, granted: responded, needed: stated } = scopesInText(trace)
  // The token itself says what it has; what it lacks by itself is told by the rules of the token.
  const token = sentTokenOf(call, trace)
  const claimed = token?.claims.scope
  const granted = typeof claimed === 'string' ? splitScopes(claimed) : responded
  const have = granted ?? requested
  const needs = stated?.find((one) => isForPath(one, call.path))
  const slip = needs === undefined || have?.includes(needs) ? undefined : have?.find((one) => likeScope(one, needs))
  if (needs !== undefined && slip !== undefined)
    return {
      of: 'scope-insufficient',
      title: `The scope ${quoted(slip)} is misspelled`,
      cause: `The call needs ${quoted(needs)}, but ${granted === undefined ? 'the request asks for' : 'the token has'} ${quoted(slip)}: ${difference(slip, needs)}.`,
      fix: `Correct the scope in the authorization request to ${quoted(needs)}, then sign in again and allow it.`,
      telling: slip,
    }
  if (token !== undefined && (requested === undefined || typeof claimed !== 'string')) return undefined
  if (have === undefined || have.some((one) => isForPath(one, call.path) && !isOdd(one, trace))) return undefined
  const joined = joinedScopes.exec(trace.text)?.[1]
  if (joined !== undefined && granted !== undefined && requested?.some((one) => !granted.includes(one)))
    return {
      of: 'scopes-joined-otherwise',
      title: 'Scopes are separated by commas',
      cause: `The request sends ${quoted(joined)} as scope. OAuth separates scopes with spaces (RFC 6749 §3.3), so a service reads this as one unknown scope. Granted were only ${listed(granted)}.`,
      fix: 'Separate the scopes with spaces (%20), then sign in again. The API guide does not state the separator for requests; ask the identity team if spaces are not accepted.',
      telling: joined,
    }
  const asked = (requested ?? []).filter((one) => isForPath(one, call.path) && !granted?.includes(one))
  const [needed] = asked
  if (needed !== undefined) {
    const place = ofOtherEnvironment(needed, trace, true)
    if (place !== undefined) return place
    const like = knownScopeLike(needed)
    if (granted !== undefined && like !== undefined)
      return {
        of: 'scope-insufficient',
        title: `The scope ${quoted(needed)} is misspelled`,
        cause: `The authorization request asks for ${quoted(needed)}, but the scope is ${quoted(like)}: ${difference(needed, like)}. The service granted only ${listed(granted)}, so the token has no scope for this call.`,
        fix: `Request ${quoted(like)} in the authorization request, then sign in again and allow it.`,
        telling: needed,
      }
    if (granted !== undefined)
      return {
        of: 'scope-insufficient',
        title: `The user did not allow ${scopesInWords([needed])}`,
        cause: `Of ${counted(requested?.length ?? 0)} requested, ${granted.length} ${granted.length === 1 ? 'was' : 'were'} granted. The call needs ${quoted(needed)}, which is missing; users can decline individual scopes.`,
        fix: `Sign in again and have the user allow ${scopesInWords([needed])}.`,
        who: 'end-user',
        telling: granted.join(' '),
      }
  }
  // Where something that was requested was not granted, that may be what is missing.
  const declined = requested?.some((one) => granted !== undefined && !granted.includes(one))
  return declined ? undefined : notRequested(call, requested, have, needs)
}

/** A scope parameter that separates its names with commas. */
const joinedScopes = /\bscopes?=["']?([\w./:-]{2,200}(?:(?:,|%2C)[\w./:-]{2,200}){1,20})/i

/** The same in the response that refuses it. */
const joinedInResponse =
  /(?:error_description|message|descri\w{2,8})["']?\s{0,3}[=:][^\n]{0,200}?[:"'\s]((?=[\w./:,-]{0,400}(?:openid|profile|email|webhooks|\/[\w-]{3,60}\.))(?:[\w./-]{2,200},){1,20}[\w./-]{2,200})/i

/** A program that joins what it calls scopes with a sign that is no space. */
const joinedByProgram =
  /^[^\n]{0,80}\bscopes?\b[^\n]{0,60}?(?:\.join\(["'`][,;|+]["'`]\)|(?:strings\.Join|String\.join|implode|string\.Join|joinToString|mkString)\([^\n)]{0,60}["'`][,;|+]["'`]|["'`][,;|+]["'`]\.join\()[^\n]{0,40}/im

const counted = (scopes: number): string => (scopes === 1 ? 'one scope' : `${scopes} scopes`)

function isOdd(scope: string, trace: Trace): boolean {
  return ofOtherEnvironment(scope, trace) !== undefined || knownScopeLike(scope) !== undefined
}

function notRequested(
  { path, method = '' }: Message,
  requested: string[] | undefined,
  have: string[],
  needed: string | undefined,
): Said {
  const webhooks = /\/webhooks\b/.test(path)
  return {
    of: 'scope-insufficient',
    title: webhooks
      ? 'The scope “webhooks” was never requested'
      : needed === undefined || requested === undefined
        ? 'The token has no scope for this API'
        : `The sign-in did not request ${scopesInWords([needed])}`,
    cause: `${requested === undefined ? `The token response grants ${listed(have)}` : `The authorization request asks for ${listed(requested)}, so the token contains no others`}. The call is ${quoted(`${method} ${path}`.trim())}, ${webhooks ? 'which needs the scope “webhooks”' : needed === undefined ? 'and none of these scopes is for this API' : `which needs ${quoted(needed)}`}.`,
    fix: webhooks
      ? 'Add “webhooks” to the scope of the authorization request, then sign in again and allow it.'
      : needed !== undefined
        ? `Add ${quoted(needed)} to the scope of the authorization request, then sign in again and allow it.`
        : 'Add the scope of this API to the authorization request (its resource domain, a slash, the API and an access level), then sign in again and allow it.',
    telling: have.join(' '),
  }
}

/** A sign-in without `openid`, and a program that misses the ID token. */
function withoutOpenid(trace: Trace): Said | undefined {
  const { text } = trace
  if (!/\bid[_-]?token\b/i.test(text) || !missed.test(text)) return undefined
  const { requested, granted } = scopesInText(trace)
  const have = granted ?? requested
  if (have === undefined || have.includes('openid') || requested?.includes('openid')) return undefined
  return {
    of: 'token-response-field',
    title: 'The scope openid was not requested',
    cause: `The sign-in asks for ${listed(requested ?? have)}. An ID token is issued only with the scope “openid”, so the token response contains none.`,
    fix: 'Add “openid” to the scopes of the authorization request and sign in again. In your app, handle a token response without an ID token.',
    telling: have.join(' '),
  }
}

const missed =
  /\b(?:undefined|null|none|nil|missing|not (?:present|found|returned)|KeyError|NoMethodError|NullPointer\w*|TypeError|ausente|n[aã]o (?:veio|vem|existe)|no (?:viene|vino|existe)|sem id_?token|no id_?token|without (?:an )?id_?token)\b/i

const apiNames = new Set(operations.map(({ api }) => api))

/** A scope whose API is nearly one that the service has, with that in its place. */
function knownScopeLike(scope: string): string | undefined {
  const read = parseScope(scope)
  if (read.kind !== 'business')
    return plainScopes.includes(scope) ? undefined : plainScopes.find((one) => nearly(scope.toLowerCase(), one))
  // Only a spelling of a level that is known is a slip: the names of others are not documented.
  const level = accessLevels.find((one) => one !== read.level && nearly(read.level.toLowerCase(), one))
  const api = apiNames.has(read.api)
    ? undefined
    : [...apiNames].find((one) => one.includes('-') && nearly(read.api.toLowerCase(), one))
  return level === undefined && api === undefined
    ? undefined
    : `${read.resourceDomain}/${api ?? read.api}.${level ?? read.level}`
}
