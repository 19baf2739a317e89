/** In what two addresses differ. */
export type AddressPart =
  | 'scheme'
  | 'host'
  | 'localhost'
  | 'www'
  | 'port'
  | 'path'
  | 'slash'
  | 'case'
  | 'encoding'
  | 'query'

/** The parts in which two addresses differ; none where they are the same, or where the second has a wildcard for it. */
export function addressDifferences(one: string, other: string): AddressPart[] {
  if (one === other || coveredBy(one, other)) return []
  const [a, b] = [partsOf(one), partsOf(other)]
  const found: AddressPart[] = []
  if (a.scheme !== b.scheme) found.push('scheme')
  if (a.host !== b.host) {
    found.push('host')
    if (loopback.test(a.host) && loopback.test(b.host)) found.push('localhost')
    if (withoutWww(a.host) === withoutWww(b.host)) found.push('www')
  }
  // A port that a scheme brings along is no difference of its own.
  if (a.port !== b.port && !(a.scheme !== b.scheme && a.port + b.port === '')) found.push('port')
  if (a.path !== b.path) found.push(pathDifference(a.path, b.path))
  if (a.query !== b.query) found.push('query')
  if (found.length === 0 && one.toLowerCase() === other.toLowerCase()) found.push('case')
  return found
}

/** Of several addresses the one that differs least from another, with the difference. */
export function nearest(one: string, others: readonly string[]): { other: string; parts: AddressPart[] } | undefined {
  return others
    .map((other) => ({ other, parts: addressDifferences(one, other) }))
    .sort((left, right) => weight(left.parts) - weight(right.parts))[0]
}

function weight(parts: AddressPart[]): number {
  return parts.length + (parts.includes('host') ? 1 : 0) + (parts.includes('path') ? 0.5 : 0)
}

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}

function partsOf(address: string): { scheme: string; host: string; port: string; path: string; query: string } {
  const [, scheme = '', , host = '', port = '', path = '', query = ''] =
    /^(?:([a-z][a-z0-9+.-]*):)?(\/\/(?:[^@/?#]{0,200}@)?(\[[^\]]{0,60}\]|[^:/?#]{0,300})(?::(\d{0,6}))?)?([^?#]*)(?:\?([^#]*))?/i.exec(
      /^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('/') ? address : `//${address}`,
    ) ?? []
  // In an address of an app's own scheme, what would be the host is the first part of the path.
  if (scheme !== '' && !/^(?:https?|wss?)$/i.test(scheme))
    return { scheme: scheme.toLowerCase(), host: '', port: '', path: `/${host}${path}`, query }
  const usual = { https: '443', http: '80' }[scheme.toLowerCase()]
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase(), port: port === usual ? '' : port, path, query }
}

function pathDifference(one: string, other: string): AddressPart {
  if (withoutSlash(one) === withoutSlash(other)) return 'slash'
  if (one.toLowerCase() === other.toLowerCase()) return 'case'
  return decoded(one) === decoded(other) ? 'encoding' : 'path'
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}

/** Whether a registered address with `*` at its end, or for its host, represents another. */
function coveredBy(address: string, registered: string): boolean {
  const star = registered.indexOf('*')
  if (star < 0) return false
  const [start, end] = [registered.slice(0, star), registered.slice(star + 1)]
  return address.startsWith(start) && address.endsWith(end) && address.length >= start.length + end.length
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
