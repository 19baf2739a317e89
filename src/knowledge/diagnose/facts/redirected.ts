import { parseAddress } from '../../text/address.ts'
import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

/** A request that was sent on to another address, and what a program between client and server does to one. */
export const redirected = family(
  [
    'redirected:then-refused',
    'redirected:other-host',
    'redirected:scheme',
    'redirected:slash',
    'redirected:same-host-port',
    'proxy:rewrites',
    'address:port',
  ],
  (evidence) => {
    const text = evidence.text()
    const hops = hopIn(text)
    const [from, to] = hops ?? []
    const one = from === undefined ? undefined : parseAddress(from)
    const other = to === undefined ? undefined : parseAddress(to)
    const bare = (url: string) => url.replace(/[?#].*$/s, '')
    const host = (origin: string) => origin.replace(/^https?:\/\//, '')
    const scheme = (origin: string) => origin.split(':')[0]
    const sameName = one && other && host(one.origin).split(':')[0] === host(other.origin).split(':')[0]
    return {
      facts: those({
        'redirected:then-refused': thenRefused(evidence),
        'redirected:other-host': one && other && !sameName,
        'redirected:scheme': one && other && scheme(one.origin) !== scheme(other.origin),
        'redirected:slash':
          from && to && sameName && bare(to).replace(/^https?:/, '') === `${bare(from).replace(/^https?:/, '')}/`,
        // Programs take `host:443` and `host` for two places.
        'redirected:same-host-port':
          from &&
          to &&
          sameName &&
          /^https?:\/\/[^/]+:(?:443|80)(?:\/|$)/.test(from) !== /^https?:\/\/[^/]+:(?:443|80)(?:\/|$)/.test(to),
        'proxy:rewrites':
          /\bchangeOrigin\b|\bpathRewrite\b|\bproxy_pass\b|\bProxyPass\b|stripprefix|\brewrite[-_ ]?target\b|setupProxy|\bproxy_set_header host\b/i.test(
            text,
          ),
        'address:port': /\bhttps:\/\/[\w.-]{3,100}:(?!443\b)\d{2,5}\b/.test(text),
      }),
      values: { redirected_from: from, redirected_to: to },
    }
  },
)

/** Where a request went, and where its response sent it. */
function hopIn(text: string): [from: string, to: string] | undefined {
  const location = /\blocation["']?\s{0,2}[:=]\s{0,2}["']?(https?:\/\/[^\s"'<>]{3,600})/i.exec(text)
  if (location === null) return undefined
  const before = text.slice(Math.max(0, location.index - 3_000), location.index)
  const after = text.slice(location.index + location[0].length, location.index + 1_500)
  const to = location[1] ?? ''
  const all = [...`${before}\n${after}`.matchAll(/https?:\/\/[^\s"'<>)\]},]{3,600}/g)].map(([url]) => url)
  const from = all.find((url) => url !== to)
  return from === undefined ? undefined : [from, to]
}

/** A redirect with a refusal as the next response. */
function thenRefused(evidence: Evidence): boolean {
  const statuses = evidence.signals().statuses.map(({ status }) => status)
  return statuses.some((status, at) => /^30[12378]$/.test(String(status)) && /^40[13]$/.test(String(statuses[at + 1])))
}
