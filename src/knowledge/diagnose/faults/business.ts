import { operations } from '../../protocol/apis.ts'
import { documented, inferred, standard } from '../../protocol/basis.ts'
import { companyClaimApi } from '../../protocol/claims.ts'
import { matchPath, operationsFor } from '../../protocol/match-operation.ts'
import { usualPathPrefix } from '../../protocol/operation-path.ts'
import { likeScope } from '../../protocol/scope-slips.ts'
import { opens, parseScope } from '../../protocol/scopes.ts'
import { namedScopes } from '../../protocol/scopes-in-response.ts'
import { durationInWords } from '../../text/duration.ts'
import { pointer } from '../../text/pointer.ts'
import { listed, quoted, quotedOr } from '../../text/quote.ts'
import { businessPath, type CallView, declinedScopes, isForCollection } from '../call-view.ts'
import { answers, fault } from '../fault.ts'
import type { NextStep } from '../next-step.ts'
import { companyDiffers } from './company-differs.ts'
import { exampleApiCall } from './example-parts.ts'
import { codeAt } from './find-code.ts'
import { retryAfterSeconds } from './gateway.ts'

/** Registries of packages and images, and the APIs of clouds: their paths have no version segment of this service. */
function isRegistry(url: string): boolean {
  return /^https?:\/\/[^/]*(?:registry|npmjs|pypi|docker|ghcr|quay|maven|nuget|rubygems|crates|amazonaws|googleapis|azure|github|gitlab)/i.test(
    url,
  )
}

/** Paths that follow another scheme than the version and the API after the base URL. */
const otherScheme = /^\/(?:\.well-known|[\w-]*api[\w-]*|rest|services|graphql|realms|auth|oauth2?)(?:\/|$)/i

const collections: ReadonlySet<string> = new Set(operations.map(({ path }) => path.split('/')[1] ?? ''))

/** Whether a path has the name of one of the business APIs in it. */
function namesCollection(path: string): boolean {
  return path.split('/').some((segment) => collections.has(segment))
}

/** Entries for what business APIs refuse. */
export const businessFaults = [
  fault({
    code: 'scope-insufficient',
    title: 'The token lacks the scope for this call',
    meaning: 'Every operation requires a scope. The token does not have it: it was not requested or not granted.',
    causes: [
      'The scope was not requested at sign-in',
      'The user declined it',
      'The token has a weaker access level, such as readonly for a change',
    ],
    aliases: ['insufficient_scope', 'steps.oauth.v2.InsufficientScope'],
    when: (view) => {
      const code = view.errorCode
      const name = code?.means
      // Of an API that code of the token endpoint can mean nothing but the token’s own scope.
      const atAll = view.step === 'api' && (view.status === 400 || view.tokenInDoubt)
      const loosely = atAll && (name === 'invalid_scope' || (name === 'insufficient_scope' && view.status === 400))
      if (!view.tokenInDoubt && !loosely) return undefined
      const named = code !== undefined && (loosely || name === 'insufficient_scope')
      const { needed, held } = view
      const declined = declinedScopes(view.call, held?.scopes)
      const lacks =
        needed !== undefined &&
        held !== undefined &&
        !held.scopes.some((scope) => opens(scope, needed) || isForCollection(scope, view.call))
      const inBody = named ? namedScopes(view.body, code.text) : undefined
      const challenged = view.challenges.find(({ parameters }) => parameters.scope !== undefined)?.parameters.scope
      // What the token has cannot be what it lacks.
      const asked = (inBody ?? challenged?.split(' '))?.filter((scope) => !held?.scopes.includes(scope))
      // RFC 6750 §3: the scope attribute of the challenge is the one that the call needs.
      const without = asked !== undefined && asked.length > 0 && held !== undefined
      if (!named && !((lacks || without) && view.status === 403)) return undefined
      return {
        at: [
          ...(lacks ? ['/request/url', ...(held === undefined ? [] : [held.at])] : []),
          ...(named ? [code.at] : ['/response/status']),
          ...(without ? [view.responseHeader('www-authenticate')?.at ?? '/response/headers', held.at] : []),
        ],
        // A scope of a business API that the API guide does not name is this installation's own table's word.
        certainty: named && !loosely ? 'certain' : 'likely',
        values: {
          needed:
            without || (named && asked?.length) ? (asked ?? []) : declined.length ? declined : lacks ? [needed] : [],
          own: !(without || (named && asked?.length) || declined.length),
          held: held?.scopes,
          named,
          level: lacks && needed !== undefined ? weakerLevel(held?.scopes ?? [], needed) : undefined,
        },
      }
    },
    explain: ({ needed, own, held, level }, view) => {
      const before = view.flow?.requestedScopes
      const why =
        needed.length === 0 || before === undefined
          ? ''
          : needed.every((scope) => before.includes(scope))
            ? ` ${needed.length > 1 ? 'They were' : 'It was'} requested at sign-in and not granted.`
            : needed.some((scope) => before.includes(scope))
              ? ' Not all of them were requested at sign-in.'
              : ` ${needed.length > 1 ? 'They were' : 'It was'} not requested at sign-in.`
      const [one = '', ...more] = needed
      const misspelled =
        more.length === 0 && level === undefined ? held?.find((scope) => likeScope(scope, one)) : undefined
      if (misspelled !== undefined)
        return {
          title: `The scope ${quoted(misspelled)} is misspelled`,
          cause: `The call needs the scope ${quoted(one)}, but the token has ${quoted(misspelled)}.`,
          fix: `Correct the scope in the authorization request to ${quoted(one)}, then sign in again and allow it.`,
          next: askFor(needed),
        }
      const has =
        held === undefined
          ? ''
          : level === undefined
            ? view.held?.at === '/flow/requestedScopes'
              ? ` The sign-in requested only ${listed(held)}.`
              : ` The token has ${listed(held)}.`
            : ` The token has ${quoted(level)} for this API, which is weaker.`
      return {
        cause: `${needed.length === 0 ? 'The response says that the token’s scope is insufficient for this call.' : `This call needs the scope${needed.length > 1 ? 's' : ''} ${listed(needed)}${own ? basisOfNeeded(view) : ''}.`}${has}${why}`,
        fix:
          needed.length === 0
            ? 'Sign in again and request the scope that this operation requires.'
            : `Sign in again and request ${listed(needed)}; the user must allow it.`,
        next: askFor(needed.length > 0 ? needed : view.needed === undefined ? [] : [view.needed]),
      }
    },
    who: 'caller',
    retry: 'after-fix',
    basis: documented('§5.6: a business API checks the scope claim; RFC 6750 §3.1', standard('RFC 6750 §3.1')),
    example: exampleApiCall('/bank-slips', 403, { method: 'POST' }),
    expected: answers('likely', 'caller', 'after-fix', '/request/url', '/token/claims/scope', '/response/status'),
  }),
  fault({
    code: 'company-identifier-missing',
    title: 'The token does not identify a company',
    meaning:
      'The direct-debit API acts for a company. It returns 403 when neither the audience nor the API’s own claim of the token contains a company identifier.',
    causes: [
      'The account that signed in has no company',
      'The scope of the API was not granted, so its claim was left out',
      'The identity service did not add the company to the token',
    ],
    aliases: ['403'],
    when: (view) => {
      const api = apiForCompanies(view)
      if (view.status !== 403 || api === undefined || view.gatewayFault !== undefined) return undefined
      const claims = view.token?.claims
      const names = Object.keys(claims ?? {})
      const domain = view.environment?.resourceDomain
      const claim = names.find((name) =>
        domain === undefined ? name.endsWith(`/${api}`) : name === `${domain}/${api}`,
      )
      if (claim !== undefined && filled(claims?.[claim])) return undefined
      const audience = [claims?.aud].flat().filter((one) => typeof one === 'string')
      const addresses = [
        view.environment?.audience,
        view.environment?.baseUrl,
        view.environment?.issuer,
        domain,
        view.flow?.clientId,
        ...(view.environment?.clientIds ?? []),
      ]
      const strange = audience.filter((one) => !addresses.includes(one))
      const scoped = view.needed !== undefined && view.held?.scopes.some((scope) => opens(scope, view.needed ?? ''))
      const sure = claims !== undefined && strange.length === 0 && scoped === true
      return {
        at: [
          '/response/status',
          ...(view.request === undefined ? [] : ['/request/url']),
          ...(audience.length > 0 ? ['/token/claims/aud'] : []),
          ...(claim === undefined ? [] : [pointer('token', 'claims', claim)]),
        ],
        certainty: sure ? 'certain' : claims === undefined ? 'possible' : 'likely',
        values: {
          claim: `${domain ?? '<resource_domain>'}/${api}`,
          sure,
          audience,
          other: names.find((name) => companyClaimApi(name, view.environment) !== undefined && filled(claims?.[name])),
        },
      }
    },
    explain: ({ claim, sure, audience, other }, view) => ({
      ...(other === undefined
        ? { next: { do: 'sign-in-as-another' } }
        : { title: 'The token does not identify a company for this API', who: 'identity-team' }),
      cause:
        other !== undefined
          ? `The token has a company in ${quoted(other)}, which is for another API. It does not contain this API’s claim, ${quoted(claim)}, and its audience${audience.length === 0 ? ' is empty' : ` (${listed(audience)}) contains no company`}.`
          : view.token === undefined
            ? 'This API returns 403 for a token with no company identifier in its audience or in its own claim. The token is not in the text, so this is only possible.'
            : `The token has no ${quoted(claim)} claim with a company, and its audience ${audience.length === 0 ? 'is empty' : `(${listed(audience)}) ${sure ? 'contains none either' : 'does not clearly contain one'}`}.`,
      fix:
        other === undefined
          ? 'Sign in with an account that belongs to a company. If it does, ask the identity team why the token does not contain the company.'
          : 'Ask the identity team to add the company for this API, and give them the client ID, the missing claim and the time of the failure. Then sign in again for a new token.',
    }),
    who: 'end-user',
    retry: 'after-fix',
    basis: documented('§7.3 and §5.6; the format of a company identifier is not described'),
    example: exampleApiCall('/authorized-direct-debits', 403, {
      claims: { scope: 'https://api.bank.example/authorized-direct-debits.readonly' },
    }),
    expected: answers('certain', 'end-user', 'after-fix', '/response/status', '/request/url', '/token/claims/aud'),
  }),
  companyDiffers,
  fault({
    code: 'bank-slip-pdf-unavailable',
    title: 'The bank slip’s PDF is temporarily unavailable',
    meaning: 'Getting a bank slip as a PDF can return 503 (temporarily unavailable).',
    causes: ['The PDF is still being generated', 'The service that generates it is down'],
    aliases: ['503'],
    when: (view) => {
      const pdf =
        view.operation?.operation.id === 'get-bank-slip-pdf' ||
        (view.operation?.operation.api === 'bank-slips' && /pdf/i.test(view.requestHeader('accept')?.value ?? ''))
      if (view.status !== 503 || !pdf || view.gatewayFault !== undefined) return undefined
      const header = view.responseHeader('retry-after')
      return {
        at: ['/response/status', '/request/url', ...(header === undefined ? [] : [header.at])],
        certainty: 'certain',
        values: { after: retryAfterSeconds(view) },
      }
    },
    explain: ({ after }, view) => ({
      cause: `The request for the PDF of the bank slip ${quotedOr(Object.values(view.operation?.values ?? {})[0], 'that was requested')} returned 503: temporarily unavailable.${after === undefined ? ' It does not say for how long.' : ` The response asks you to wait ${durationInWords(after)}.`}`,
      fix:
        after === undefined
          ? 'Wait a little and request the PDF again. Meanwhile, you can read the slip’s data.'
          : `Request the PDF again after ${durationInWords(after)}. Meanwhile, you can read the slip’s data.`,
      retry: after === undefined ? 'with-backoff' : 'honour-retry-after',
    }),
    who: 'nobody',
    retry: 'honour-retry-after',
    basis: documented('§7.3'),
    example: exampleApiCall('/bank-slips/slip-1001/pdf', 503, { headers: { 'retry-after': '20' } }),
    expected: answers(
      'certain',
      'nobody',
      'honour-retry-after',
      '/response/status',
      '/request/url',
      '/response/headers/retry-after',
    ),
  }),
  fault({
    code: 'receipt-retrieval-failed',
    title: 'The payment receipt could not be retrieved',
    meaning: 'Retrieving a payment receipt can fail with 500. The failure is on the API’s side.',
    causes: ['The API could not fetch or generate the receipt'],
    aliases: ['500'],
    when: (view) =>
      view.status === 500 && view.gatewayFault === undefined && view.operation?.operation.api === 'payment-receipts'
        ? {
            at: ['/response/status', '/request/url'],
            certainty: 'certain',
            values: { id: view.operation.values.receipt_id },
          }
        : undefined,
    explain: ({ id }) => ({
      cause: `The retrieval of ${id === undefined ? 'payment receipts' : `the payment receipt ${quoted(id)}`} failed with 500. It does not say why.`,
      fix: `Try again in a minute. If it continues, give ${id === undefined ? 'the time' : 'the receipt’s ID and the time'} to the API team.`,
    }),
    who: 'api-team',
    retry: 'with-backoff',
    basis: documented('§7.3'),
    example: exampleApiCall('/payment-receipts/rcp-5002', 500),
    expected: answers('certain', 'api-team', 'with-backoff', '/response/status', '/request/url'),
  }),
  fault({
    code: 'version-segment-missing',
    title: 'The path has no version segment',
    meaning: 'Paths of the business APIs begin with a version segment, which is missing here.',
    causes: ['The segment was forgotten', 'The base URL and the path were joined incorrectly'],
    when: (view) =>
      notFound(view) &&
      !view.foreign &&
      view.request !== undefined &&
      businessPath(view.call) === undefined &&
      (view.environment !== undefined ||
        (namesCollection(view.address.path) && !isRegistry(view.request.url) && !otherScheme.test(view.address.path)))
        ? { at: ['/request/url', '/response/status'], certainty: 'likely', values: null }
        : undefined,
    explain: (_values, view) => ({
      ...(otherVersion.test(view.address.path) && { title: 'The path has a different version from the API' }),
      cause: otherVersion.test(view.address.path)
        ? `The path ${quoted(view.address.path)} has a different version segment instead of ${prefixOf(view)}/.`
        : `The path ${quoted(view.address.path)} has no ${prefixOf(view)}/ in it.`,
      fix: otherVersion.test(view.address.path)
        ? `Replace the version segment with ${prefixOf(view)}/${view.cited('§9')}.`
        : `Put ${prefixOf(view)}/ after the base URL${view.cited('§9')}.`,
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: documented('§9'),
    example: { ...exampleApiCall('', 404), request: { method: 'GET', url: 'https://api.sandbox.example/bank-slips' } },
    expected: answers('likely', 'caller', 'after-fix', '/request/url', '/response/status'),
  }),
  fault({
    code: 'item-not-found',
    title: 'Nothing found with this ID',
    meaning: 'The API has no item with this ID, or none that this caller may see.',
    causes: [
      'A typo in the identifier',
      'An ID from another environment',
      'The item belongs to another company or was removed',
    ],
    when: (view) => {
      const [name, value] = Object.entries(view.operation?.values ?? {})[0] ?? []
      if (notFound(view) && name !== undefined && value !== undefined)
        return {
          at: ['/request/url', '/response/status'],
          certainty: 'likely',
          values: { what: `404 for the ${quoted(name)} ${quoted(value)}` },
        }
      return view.step === 'api' && view.means('item_not_found')
        ? {
            at: [codeAt(view), '/response/status'],
            certainty: 'likely',
            values: { what: quoted(view.errorCode?.text ?? '', 300) },
          }
        : undefined
    },
    explain: ({ what }) => ({
      cause: `The API returned ${what}. Some APIs return the same for items that belong to another company.`,
      fix: 'Use an ID from a list in the same environment and account.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 9110 §15.5.5'),
    example: exampleApiCall('/bank-slips/slip-404', 404),
    expected: answers('likely', 'caller', 'after-fix', '/request/url', '/response/status'),
  }),
  fault({
    code: 'path-unknown',
    title: 'This path is not known',
    meaning: 'The API returned 404, and the path is not a known operation.',
    causes: ['A typo in the path', 'The API is not offered in this environment'],
    when: (view) => {
      const path = notFound(view) ? businessPath(view.call) : undefined
      if (path === undefined) return undefined
      const at = ['/request/url', '/response/status']
      // An operation that names no item is not there at all, where nothing shows that the service has it.
      if (view.operation !== undefined)
        return view.foreign && Object.keys(view.operation.values).length === 0
          ? { at, certainty: 'likely', values: { title: view.operation.operation.title } }
          : undefined
      return matchPath(path, operationsFor(view.call)).length === 0
        ? { at, certainty: 'likely', values: { title: undefined } }
        : undefined
    },
    explain: ({ title }, view) =>
      title === undefined
        ? {
            cause: `The API returned 404 for ${quoted(view.address.path)}, which is not a known operation.`,
            fix: 'Compare the path with the list of operations. If every path returns this, check base_url and path_prefix of the environment.',
          }
        : {
            title: 'The operation is not at this URL',
            cause: `The API returned 404 for ${quoted(view.request?.url)}, where the configuration has the operation ${quoted(title)}. The URL contains no ID of an item that could be missing.`,
            fix: 'Compare base_url and path_prefix of the environment, and path of the operation, with the API’s own documentation.',
            who: 'operator',
          },
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the path compared with the known operations', '§9 shows two paths'),
    example: exampleApiCall('/bank-slip', 404),
    expected: answers('likely', 'caller', 'after-fix', '/request/url', '/response/status'),
  }),
  fault({
    code: 'method-not-allowed',
    title: 'The URL does not accept this method',
    meaning: 'The URL exists, but not for this method.',
    causes: ['GET instead of POST, or the reverse', 'An extra or missing identifier in the path'],
    aliases: ['405'],
    when: (view) => {
      const stated = view.means('method_not_allowed') && view.errorCode?.fromMessage
      if ((view.step !== 'api' || view.status !== 405) && !stated) return undefined
      const allow = view.responseHeader('allow')
      return {
        at: [
          ...(stated ? [codeAt(view)] : []),
          ...(view.status === undefined ? [] : ['/response/status']),
          ...(view.request === undefined ? [] : ['/request/method']),
          ...(allow === undefined ? [] : [allow.at]),
        ],
        certainty: 'certain',
        values: { method: view.request?.method ?? '', allowed: allow?.value ?? '' },
      }
    },
    explain: ({ method, allowed }) => ({
      cause: `${method === '' ? 'The method that was used' : quoted(method)} is not accepted at this URL.${allowed === '' ? ' The response does not list the accepted methods.' : ` It accepts ${quoted(allowed)}.`}`,
      fix: 'Compare the method and path with the API’s documentation: usually POST to create and GET to read.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 9110 §15.5.6'),
    example: exampleApiCall('/bank-slips', 405, { method: 'DELETE', headers: { allow: 'GET, POST' } }),
    expected: answers(
      'certain',
      'caller',
      'after-fix',
      '/response/status',
      '/request/method',
      '/response/headers/allow',
    ),
  }),
]

const prefixOf = ({ environment }: CallView): string => environment?.pathPrefix ?? usualPathPrefix

const otherVersion = /\/v\d+\//

/** The API of the path, where it acts for a company: by its operation, or another one of the same API. */
function apiForCompanies(view: CallView): string | undefined {
  const called = view.operation?.operation
  if (called !== undefined) return called.company ? called.api : undefined
  const api = businessPath(view.call)?.split('/')[1]
  return view.step === 'api' && operationsFor(view.call).some((one) => one.api === api && one.company) ? api : undefined
}

/** Where the needed scope is known from; the API guide shows no operation’s. */
function basisOfNeeded({ operation, cited }: CallView): string {
  return operation === undefined
    ? `, by its path and the form of such scopes${cited('§2.4')}`
    : ' according to this app’s list of operations'
}

/** A scope with a placeholder in it cannot be asked for. */
function askFor(scopes: string[]): NextStep | undefined {
  return scopes.length === 0 || scopes.some((scope) => scope.includes('<'))
    ? undefined
    : { do: 'ask-for-scopes', scopes }
}

function notFound(view: CallView): boolean {
  return view.step === 'api' && view.status === 404 && view.gatewayFault === undefined
}

function filled(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(filled)
  return (
    (typeof value === 'string' && value.trim() !== '') ||
    typeof value === 'number' ||
    (typeof value === 'object' && value !== null)
  )
}

function weakerLevel(held: string[], needed: string): string | undefined {
  const need = parseScope(needed)
  return held.find((scope) => {
    const have = parseScope(scope)
    return (
      have.kind === 'business' &&
      need.kind === 'business' &&
      have.resourceDomain === need.resourceDomain &&
      have.api === need.api
    )
  })
}
