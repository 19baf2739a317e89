import type { Environment, Flow, Step } from '../protocol/call.ts'
import { servesAddress } from '../protocol/recorded-call.ts'
import { liesBelow, parseAddress, parseForm } from '../text/address.ts'
import type { Candidate } from './candidate.ts'
import type { PastedRequest } from './http-in-text.ts'

/**
 * Where identity services have their authorization endpoints, beside `…/authorize`: Keycloak, Google, Ory and Dex,
 * LinkedIn, IBM App ID and Authelia, PingFederate, Facebook, OneLogin, Yahoo, Amazon; by their documents.
 */
const authorizationPath =
  /\/(?:authorize|authorization\.oauth2|(?:oauth\/v\d(?:\/[\w-]{1,60})?|oidc)\/authorization|openid-connect\/auth|oauth2(?:\/v\d)?\/auth|oidc\/2\/auth|dialog\/oauth|request_auth|ap\/oa)\/?$/
/** And their token endpoints, beside `…/token`: GitHub, LinkedIn, PingFederate, Yahoo, Slack. */
const tokenPath =
  /\/(?:token|access_token|accessToken|token\.oauth2|get_token|oauth\.v2\.access|openid\.connect\.token)\/?$/

/** The step that a request belongs to by its address; undefined where that does not tell. */
export function stepAt(request: PastedRequest, environments: Environment[]): Step | undefined {
  const { path } = parseAddress(request.url)
  const isToken = environments.some(({ tokenUrl }) => tokenUrl !== undefined && liesBelow(request.url, tokenUrl))
  // RFC 6749 §6: a renewal goes to the same endpoint.
  if (isToken || tokenPath.test(path)) return grantOf(request) === 'refresh_token' ? 'refresh' : 'token'
  if (authorizationPath.test(path)) return 'authorize'
  const isApi = environments.some(({ baseUrl }) => liesBelow(request.url, baseUrl))
  return isApi || /\/v\d+\//.test(path) ? 'api' : undefined
}

/** The environment that a candidate's addresses belong to, or that its redirect names as issuer. */
export function environmentAt(candidate: Candidate, environments: Environment[]): Environment | undefined {
  const url = candidate.request?.url
  if (url !== undefined && url !== '') return environments.find((one) => servesAddress(one, url))
  const location = candidate.response?.headers?.location
  const iss = location && parseAddress(location).query.find(([name]) => name === 'iss')?.[1]
  return iss === undefined ? undefined : environments.find(({ issuer }) => issuer === iss)
}

/**
 * The environment whose host is in a text, and the step that the host serves; where no host is, the one of a client in
 * it. Undefined when there is none, or more than one.
 */
export function placeNamedIn(
  text: string,
  environments: Environment[],
): { environment: Environment; step?: Step; byClient?: true } | undefined {
  const start = text.slice(0, 4_000).toLowerCase()
  const named = environments.flatMap((environment) => {
    const identity = mentions(start, hostOf(environment.authUrl))
    const gateway = mentions(start, hostOf(environment.baseUrl))
    if (!identity && !gateway) return []
    return [{ environment, step: identity === gateway ? undefined : identity ? ('token' as const) : ('api' as const) }]
  })
  if (named.length > 0) return named.length === 1 ? named[0] : undefined
  const environment = placeOfClient(start, environments)
  return environment === undefined ? undefined : { environment, byClient: true }
}

/**
 * The environment that a text means which names one of its clients and no host: the one of the kind that it speaks of,
 * or else the one that the client is registered in.
 */
function placeOfClient(text: string, environments: Environment[]): Environment | undefined {
  const owners = environments.filter(({ clientIds = [] }) =>
    clientIds.some((id) => isTelling(id) && mentions(text, id.toLowerCase())),
  )
  if (owners.length === 0) return undefined
  const clients = owners.flatMap(({ clientIds = [] }) => clientIds)
  const rest = clients.reduce((words, id) => words.replaceAll(id.toLowerCase(), ' '), text)
  const kinds = (Object.keys(kindWords) as Environment['kind'][]).filter((kind) => kindWords[kind].test(rest))
  const [kind] = kinds
  const meant = kind === undefined ? owners : environments.filter((one) => one.kind === kind)
  return kinds.length < 2 && meant.length === 1 ? meant[0] : undefined
}

const kindWords: Record<Environment['kind'], RegExp> = {
  production: /\bprod(?:uction|u[cç][aã]o|ucci[oó]n)?\b/,
  sandbox: /\b(?:sandbox|sbx|homologa\w+|homolog|hml)\b/,
}

/** Whether an identifier is one that no text has by chance. */
function isTelling(id: string): boolean {
  return /^.{3,}[-_.].{2,}$/.test(id)
}

/** Whether a text names a configured environment in any way: a host, its resource domain, one of its clients. */
export function namesConfigured(text: string, environments: Environment[]): boolean {
  const start = text.slice(0, 40_000).toLowerCase()
  return environments.some(
    ({ authUrl, baseUrl, resourceDomain = '', clientIds = [], foreign }) =>
      !foreign &&
      [hostOf(authUrl), hostOf(baseUrl), resourceDomain, ...clientIds.filter(isTelling)].some((one) =>
        mentions(start, one.toLowerCase()),
      ),
  )
}

/** What the request of a candidate shows of the sign-in that it belongs to. */
export function flowOf(step: Step, { request }: Candidate, split: (text: string) => string[]): Flow | undefined {
  if (request === undefined || step === 'api') return undefined
  const values = new Map(step === 'authorize' ? parseAddress(request.url).query : Object.entries(request.form ?? {}))
  const clientId = values.get('client_id')
  if (step !== 'authorize') return clientId === undefined ? undefined : { clientId }
  const scope = values.get('scope')
  return {
    clientId,
    requestedScopes: scope === undefined ? undefined : split(scope),
    redirectUri: values.get('redirect_uri'),
    state: values.get('state'),
    nonce: values.get('nonce'),
  }
}

/** The grant that a token request asks by, in a form or, as some services take it, in JSON. */
export function grantOf({ form, body = '' }: PastedRequest): string | undefined {
  const start = body.slice(0, 4_000)
  const inJson = () => /^\s*\{/.test(start) && /"grant_type"\s*:\s*"([^"]{1,200})"/.exec(start)?.[1]
  return form?.grant_type ?? (inJson() || parseForm(start).find(([name]) => name === 'grant_type')?.[1])
}

function hostOf(url: string): string {
  return /^[a-z]+:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? ''
}

function mentions(text: string, host: string): boolean {
  if (host === '') return false
  for (let at = text.indexOf(host); at >= 0; at = text.indexOf(host, at + host.length))
    if (!/[\w.-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + host.length))) return true
  return false
}
