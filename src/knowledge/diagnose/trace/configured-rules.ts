import { documented, inferred } from '../../protocol/basis.ts'
import type { Environment } from '../../protocol/call.ts'
import { difference } from '../../text/address-difference.ts'
import { hostOf, registeredDomain } from '../../text/hosts.ts'
import { nearly } from '../../text/nearly.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import { clientOf } from './client-rules.ts'
import { type Trace, valueIn } from './message.ts'
import type { Said } from './rule.ts'

/** Hosts and clients of a text, held against those of the configured environments (§1, §5.4). */
export const configuredRules: readonly CircumstanceRule[] = [
  {
    own: 'unless-named',
    basis: documented('§1 and §5.4', inferred('the configured clients')),
    find: clientLikeConfigured,
  },
  { own: 'unless-named', basis: inferred('the configured addresses'), find: hostLikeConfigured },
  {
    own: 'unless-named',
    basis: documented('§1 and §5.4', inferred('the configured addresses')),
    find: exchangedElsewhere,
  },
  { own: true, basis: documented('§1 and §5.5', inferred('the configured addresses')), find: issuedElsewhere },
  { own: true, basis: documented('§1', inferred('the two responses')), find: existsElsewhere },
  { own: true, basis: documented('§1 and §5.4', inferred('the row in the text')), find: mixedRow },
]

/** A sign-in that ran in one environment, as its addresses and the issuer of the redirect show, and an exchange in another. */
function exchangedElsewhere({ messages, text, places = [] }: Trace): Said | undefined {
  if (!/invalid_grant|invalid_client|unauthorized_client|client_not_found/.test(text)) return undefined
  const placeAt = (host: string | undefined) =>
    host === undefined || host === '' ? undefined : places.find((one) => hostsOf(one).includes(host.toLowerCase()))
  const only = (found: (Environment | undefined)[]) => {
    const distinct = [...new Set(found.filter((one) => one !== undefined))]
    return distinct.length === 1 ? distinct[0] : undefined
  }
  const [asked, came, sent] = (['authorization-request', 'callback', 'token-request'] as const).map((kind) =>
    messages.filter((one) => one.kind === kind),
  )
  const there = only([
    ...(asked ?? []).map(({ host }) => placeAt(host)),
    ...(came ?? []).map((one) => placeAt(/^https?:\/\/[^/?#]+/.exec(valueIn(one, 'iss') ?? '')?.map(hostOf)[0])),
  ])
  const here = only((sent ?? []).map(({ host }) => placeAt(host)))
  if (there === undefined || here === undefined || there === here) return undefined
  const [from, to] = [placeOf(there), placeOf(here)]
  return {
    of: /client_not_found|invalid_client|unauthorized_client/.test(text)
      ? 'client-not-found'
      : 'code-of-other-environment',
    title: `Code from ${from} sent to ${to}`,
    cause: `The code is from ${quoted(there.authUrl)} in ${from}, but the token request goes to ${quoted(here.authUrl)} in ${to}. Each environment has its own clients and codes, so a code from ${from} is unknown in ${to}.`,
    fix: `Set the token URL to ${quoted(`${there.authUrl}/oauth2/token`)}: check defaults, unset variables and leftover settings. Then start the sign-in again for a new code.`,
    telling: sent?.at(-1)?.host,
  }
}

/** A token that was fetched from a host that is none of the service’s, and was sent to an API of the service. */
function issuedElsewhere({ messages, text, places = [] }: Trace): Said | undefined {
  if (!/NoMatchingPublicKey|no matching (?:public )?key/i.test(text)) return undefined
  const known = new Set(places.flatMap(hostsOf))
  const domains = new Set([...known].map(registeredDomain))
  const called = messages.findLast(({ kind, host }) => kind === 'api-request' && known.has(host))
  const issued = messages.findLast(
    ({ kind, host }) =>
      kind === 'token-request' && host !== '' && !/[{<$]/.test(host) && !domains.has(registeredDomain(host)),
  )
  if (called === undefined || issued === undefined) return undefined
  if (messages.some(({ kind, host }) => kind === 'token-request' && known.has(host))) return undefined
  const setting = new RegExp(
    String.raw`[\w.-]{2,60}["']?\s{0,3}[:=]\s{0,3}["']?\$\{\w{2,60}:?-[^}\n]{0,20}${issued.host.replaceAll('.', '\\.')}[^}\n]{0,80}\}`,
  ).exec(text)?.[0]
  return {
    of: 'no-matching-public-key',
    title: `The token is not from the identity service`,
    cause: `The token was fetched from ${quoted(issued.address ?? issued.host)} and sent to ${quoted(called.host)}. ${quoted(issued.host)} is not a host of the identity service, and the gateway does not have its keys.${setting === undefined ? '' : ` The setting ${quoted(setting.trim(), 120)} falls back to it where the variable is not set.`}`,
    fix: `Set the token URL to ${quoted(`${places.find((one) => hostsOf(one).includes(called.host))?.authUrl ?? ''}/oauth2/token`)} where your app runs, and use a client of that environment.`,
    telling: issued.host,
  }
}

/** A row of a table that has the identity service of one environment and the APIs of another. */
function mixedRow({ text, places = [] }: Trace): Said | undefined {
  if (!/NoMatchingPublicKey|client_not_found|(?<![\d.])401(?![\d.])/.test(text)) return undefined
  for (const line of text.split('\n').slice(0, 1_000)) {
    const [first = '', second, ...more] = [...line.slice(0, 600).matchAll(/https?:\/\/([\w.-]{4,200})/g)].map(
      ([, host = '']) => host,
    )
    if (second === undefined || more.length > 1 || /->|=>|→|\bGET\b|\bPOST\b/.test(line)) continue
    const identity = places.find(({ authUrl }) => authUrl.endsWith(`//${first}`))
    const apis = places.find(({ baseUrl }) => baseUrl.endsWith(`//${second}`))
    if (identity === undefined || apis === undefined || identity === apis) continue
    return {
      of: 'token-from-other-environment',
      title: `Token from ${placeOf(identity)} used in ${placeOf(apis)}`,
      cause: `The row ${quoted(line.trim().replace(/\s{2,}/g, ' '), 160)} has ${quoted(first)} in ${placeOf(identity)} beside ${quoted(second)} in ${placeOf(apis)}. A gateway has no keys for another environment’s tokens.`,
      fix: `Set the URL of the APIs to ${quoted(identity.baseUrl)} in this row.`,
      telling: second,
    }
  }
  return undefined
}

/** A path that one environment has and the other has not: what was made in one of them exists there alone. */
function existsElsewhere({ messages, places = [] }: Trace): Said | undefined {
  const calls = messages.filter(({ kind, path }) => kind === 'api-request' && /\/[\w-]*\d[\w-]*(?:\/|$)/.test(path))
  const missing = calls.findLast(({ answer }) => answer?.status === 404)
  const found = calls.find(
    ({ path, answer, host }) =>
      missing !== undefined && path === missing.path && host !== missing.host && (answer?.status ?? 500) < 300,
  )
  const placeAt = (host = '') => places.find((one) => hostsOf(one).includes(host))
  const [here, there] = [placeAt(missing?.host), placeAt(found?.host)]
  if (missing === undefined || here === undefined || there === undefined || here === there) return undefined
  return {
    of: 'item-not-found',
    title: `The ID exists only in ${placeOf(there)}`,
    cause: `${quoted(missing.path)} exists at ${quoted(found?.host)} but not at ${quoted(missing.host)}. Each environment has its own data, so an ID of ${placeOf(there)} is unknown in ${placeOf(here)}.`,
    fix: `Use the ID that ${placeOf(here)} returned when the item was created there, and store IDs together with their environment.`,
    telling: missing.path,
  }
}

/** A client that is unknown where it was sent, and is known elsewhere or nearly known. */
function clientLikeConfigured({ messages, text, places = [] }: Trace): Said | undefined {
  if (!unknownClient.test(text)) return undefined
  const message = messages.findLast((one) => one.kind !== 'api-request' && clientOf(one) !== undefined)
  // The client may be shown where the sign-in starts, and be unknown where the code is exchanged.
  const refused = messages.findLast(
    ({ kind, host, answer }) => kind !== 'api-request' && host !== '' && unknownClient.test(answer?.code ?? ''),
  )
  const host = refused?.host || message?.host || messages.find((one) => one.host !== '')?.host
  const here = places.find((one) => hostsOf(one).includes(host ?? '')) ?? onlyNamed(text, places)
  const shown = ((refused && clientOf(refused)) ?? (message && clientOf(message)))?.trim() ?? named.exec(text)?.[1]
  const sent =
    shown ??
    places
      .filter((one) => one !== here)
      .flatMap(({ clientIds = [] }) => clientIds)
      .find((one) => isNamed(one, text))
  if (sent === undefined) return undefined
  if (here === undefined || here.clientIds?.includes(sent)) return undefined
  const atToken = messages.some(({ kind }) => kind === 'token-request')
  const of = message?.kind === 'authorization-request' && !atToken ? 'client-unknown-at-sign-in' : 'client-not-found'
  const other = places.find((one) => one !== here && one.clientIds?.includes(sent))
  if (other !== undefined) {
    const [from, to] = [placeOf(other), placeOf(here)]
    return {
      of,
      title: `${kindOf(other)} client used in ${to}`,
      cause: `The client ${quoted(sent)} is registered in ${from}, but the request goes to ${quoted(host ?? here.authUrl)} in ${to}. Each environment has its own client registrations, so ${to} does not recognize this client.`,
      fix: `Use a ${kindOf(here).toLowerCase()} client${here.clientIds?.length ? '' : ' (ask the identity team for its ID)'} and its secret, or send the request to ${quoted(other.authUrl)}.`,
      telling: sent,
    }
  }
  const meant = here.clientIds?.find((one) => likeName(one, sent))
  return meant === undefined
    ? undefined
    : {
        of,
        title: 'The client ID is misspelled',
        cause: `The request sends the client ID ${quoted(sent)}, but the client configured for ${placeOf(here)} is ${quoted(meant)}: ${difference(sent, meant)}.`,
        fix: `Send ${quoted(meant)}: copy it from the client’s registration.`,
        telling: sent,
      }
}

const unknownClient =
  /client_not_found|unknown (?:client|application)|client[^\n]{0,30}does not exist|cliente?[^\n]{0,20}(?:n[aã]o existe|desconhecid|no existe)/i
const named = /(?<![A-Za-z])client(?:e)?[-_]?id["'\])]{0,3}\s{0,3}(?:=>|[:=])\s{0,3}["'`]?([\w.-]{4,80})/i

function isNamed(client: string, text: string): boolean {
  const at = text.indexOf(client)
  return at >= 0 && !/[\w-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + client.length))
}

/** A host that is called and is nearly that of a configured environment. */
function hostLikeConfigured({ text, places = [] }: Trace): Said | undefined {
  if (!failedConnection.test(text)) return undefined
  const known = places.flatMap(hostsOf)
  for (const [, written = ''] of text.matchAll(
    /(?:\/\/|host(?:name)?["']?[=: ]{1,3}["']?|resolve(?: host)?:? ["']?|ENOTFOUND |EAI_AGAIN |for ')((?:[\w-]{1,63}\.){1,6}[a-z]{2,20})(?![\w.-]*@)/gi,
  )) {
    const host = written.toLowerCase()
    const meant = known.includes(host) ? undefined : known.find((one) => likeHost(host, one))
    if (meant === undefined) continue
    return {
      of: 'other-host-called',
      title: `The host name ${quoted(host)} is misspelled`,
      cause: `Your app calls ${quoted(host)}, but the service’s host is ${quoted(meant)}: ${difference(host, meant)}. The request therefore did not reach the service.`,
      fix: `Change ${quoted(host)} to ${quoted(meant)} in your app’s code or settings.${/secret|Basic|Bearer/i.test(text) ? ' If a secret or token was sent to the wrong host, have it replaced.' : ''}`,
      telling: host,
    }
  }
  return undefined
}

const failedConnection =
  /ENOTFOUND|EAI_AGAIN|resolve|DNS|domain name does not exist|nome de host|(?<![\d.])50[234](?![\d.])|no such host|UnknownHost|getaddrinfo|NXDOMAIN|NameResolution|ERR_NAME|not known|certificate|SSL|TLS|refused|timed? ?out|(?<![\d.])40[0-9](?![\d.])/i

/** Whether two hosts have as many labels, and all are the same but for one that is nearly so. */
function likeHost(host: string, known: string): boolean {
  const [one, other] = [host.split('.'), known.split('.')]
  if (one.length !== other.length) return false
  const odd = one.filter((label, at) => label !== other[at])
  const at = one.findIndex((label, index) => label !== other[index])
  return odd.length === 1 && nearly(one[at] ?? '', other[at] ?? '') && (one[at]?.length ?? 0) > 3
}

/** Whether two names are one but for look-alikes, dividers, letter case, accents, or one letter. */
function likeName(one: string, other: string): boolean {
  const plain = (name: string) =>
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[il|]/g, '1')
      .replaceAll('o', '0')
      .replaceAll(/[^a-z\d]/g, '')
  return plain(one) === plain(other) || nearly(one.toLowerCase(), other.toLowerCase())
}

function hostsOf({ authUrl, baseUrl, issuer = '' }: Environment): string[] {
  return [authUrl, baseUrl, issuer].flatMap((url) => /^\w+:\/\/[^/?#]+/.exec(url)?.map(hostOf) ?? [])
}

/** The only configured environment whose host is in a text. */
function onlyNamed(text: string, places: readonly Environment[]): Environment | undefined {
  const shown = places.filter((one) => hostsOf(one).some((host) => text.includes(`//${host}`)))
  return shown.length === 1 ? shown[0] : undefined
}

function placeOf({ kind }: Environment): string {
  return kind === 'sandbox' ? 'the sandbox' : 'production'
}

/** The kind of an environment before a noun, at the start of a sentence. */
function kindOf({ kind }: Environment): string {
  return kind === 'sandbox' ? 'Sandbox' : 'Production'
}
