import { parseAddress } from '../../text/address.ts'
import { isLocalHost, isTestHost, registeredDomain } from '../../text/hosts.ts'
import { nearly } from '../../text/nearly.ts'
import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

/** What the hosts and keys of a text say of the environment that they belong to. */
export const places = family(
  [
    'host:test',
    'host:local',
    'host:plain-http',
    'environments:mixed',
    'host:misspelt',
    'keys:test',
    'keys:live',
    'keys:other-environment',
  ],
  (evidence) => {
    const hosts = hostsIn(evidence)
    const text = evidence.text()
    const test = hosts.find(({ host }) => isTestHost(host) && !ownTenant.test(host))
    const live = test && hosts.find(({ host }) => host !== test.host && siblings(host, test.host))
    const misspelt = misspeltHost(hosts.map(({ host }) => host))
    const keys = { test: testKey.test(text), live: liveKey.test(text) }
    return {
      facts: those({
        'host:test': test,
        'host:local': hosts.some(({ host }) => isLocalHost(host)),
        'host:plain-http': hosts.some(
          ({ scheme, host }) => scheme === 'http' && !isLocalHost(host) && !namespaces.test(host),
        ),
        'host:misspelt': misspelt,
        'environments:mixed': live !== undefined || (keys.live && (keys.test || test !== undefined)),
        'keys:test': keys.test,
        'keys:live': keys.live,
        'keys:other-environment':
          (keys.test && keys.live) ||
          sameKeys.test(evidence.words()) ||
          (test !== undefined && liveCredentials.test(evidence.words())),
      }),
      values: {
        host_test: test?.host,
        host_live: live?.host,
        host_odd: misspelt?.odd,
        host_like: misspelt?.like,
      },
    }
  },
)

/** Tenants whose vendors name them so, whatever they are used for. */
const ownTenant = /^dev-[\w-]+\.(?:okta(?:preview)?\.com|(?:\w+\.)?auth0\.com)$/
const testKey =
  /\b(?:sk|pk|rk)_test_|\baact_hmlg_|\bTEST-\d|\btest_[A-Za-z0-9]{20}|\b(?:client_id|key|token)["'\s:=]{1,5}sandbox[-_]/
const liveKey = /\b(?:sk|pk|rk)_live_|\baact_prod_|\bAPP_USR-|\blive_[A-Za-z0-9]{20}/
const liveCredentials =
  /\b(?:keys?|credentials?|credencia(?:l|is)|credenciales?|chaves?|claves?|client[_ ]?id|secret|certificad?o?s?|certificates?) (?:\w+ )?(?:de|of|from|for|is|are) (?:the )?(?:producao|produccion|production|prod)\b|\b(?:production|prod|live) (?:keys?|credentials?|client[_ ]?id|secret|certificates?)\b/
const sameKeys =
  /\b(?:same|mesm[ao]s?|mism[ao]s?|sandbox|test|homologacao|production|producao|produccion) (?:\w+ ){0,2}?(?:keys?|credentials?|credencia(?:l|is)|credenciales?|chaves?|claves?|client[_ ]?ids?|secrets?|certificad?o?s?|certificates?|tokens?)\b[^.\n]{0,80}\b(?:in|on|against|with|at|em|no|na|contra|en|para)\b[^.\n]{0,20}\b(?:production|prod|live|producao|produccion|sandbox|homolog\w*|test|staging)\b/
/** Hosts of names that are no addresses. */
const namespaces =
  /(?:^|\.)(?:w3\.org|schemas\.(?:xmlsoap|microsoft|openid)\.\w+|xmlsoap\.org|schemas\.\S+|ietf\.org|json-schema\.org)$/

/** What resolvers say of a name that they did not find. */
const lookedUp =
  /\b(?:ENOTFOUND|EAI_AGAIN|UnknownHostException:|lookup|resolve host:?)[ \t]{1,3}['"]?([\w-]{1,63}(?:\.[\w-]{1,63}){1,8})/g

function hostsIn(evidence: Evidence): { scheme: string; host: string }[] {
  const found = new Map<string, { scheme: string; host: string }>()
  const add = (url: string) => {
    const { origin } = parseAddress(url)
    const [scheme = '', host = ''] = origin.split('://')
    if (host !== '') found.set(origin, { scheme, host: host.replace(/^[^@]*@/, '').replace(/:\d*$/, '') })
  }
  for (const { url } of evidence.signals().addresses) add(url)
  for (const { value } of evidence.parameters()) if (/^https?:\/\//i.test(value)) add(value)
  for (const host of evidence.valuesOf('host', 'hostname', 'endpoint', 'domain', 'server'))
    if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(host)) add(`https://${host}`)
  for (const [, host] of evidence.text().matchAll(lookedUp)) add(`https://${host}`)
  return [...found.values()]
}

/** Two hosts of one text whose domains, or whose labels below one domain, differ by one letter or two swapped ones. */
function misspeltHost(hosts: string[]): { odd: string; like: string } | undefined {
  const all = [...new Set(hosts)].filter((host) => !isLocalHost(host) && !/^[\d.]+$/.test(host)).slice(0, 30)
  for (const [at, one] of all.entries())
    for (const other of all.slice(at + 1)) {
      const differing = differingLabels(one.split('.'), other.split('.'))
      if (differing !== undefined && nearly(...differing)) return { odd: one, like: other }
    }
  return undefined
}

/** The one pair of long labels in which two hosts differ, but for the first ones, which name the service. */
function differingLabels(one: string[], other: string[]): [string, string] | undefined {
  if (one.length !== other.length || one.length < 3) return undefined
  const pairs = one.slice(1).map((label, at): [string, string] => [label, other[at + 1] ?? ''])
  const differing = pairs.filter(([a, b]) => a !== b)
  const [first] = differing
  return differing.length === 1 && first !== undefined && first.every((label) => label.length > 4 && !/\d/.test(label))
    ? first
    : undefined
}

/** Whether a host is the production system of a test host: the same registered domain, and no label of a test. */
function siblings(host: string, test: string): boolean {
  return !isTestHost(host) && !isLocalHost(host) && registeredDomain(host) === registeredDomain(test)
}
