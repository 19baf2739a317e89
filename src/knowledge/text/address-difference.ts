import { parseAddress } from './address.ts'
import { quoted } from './quote.ts'

/** In what two addresses differ, in words. */
export function difference(one: string, other: string): string {
  if (one.replace(/\/$/, '') === other.replace(/\/$/, '')) return 'they differ in a trailing slash'
  if (one.replace(/^https?/, '') === other.replace(/^https?/, '')) return 'one uses http, the other https'
  if (one.toLowerCase() === other.toLowerCase()) return 'they differ in upper and lower case'
  const [a, b] = [parseAddress(one), parseAddress(other)]
  const [hostOfOne, hostOfOther] = [a, b].map(({ origin }) => origin.replace(/^\w+:\/\//, '').replace(/:\d+$/, ''))
  if (a.origin !== '' && b.origin !== '' && a.path === b.path && a.origin !== b.origin) {
    if (hostOfOne !== hostOfOther) return `one has the host ${quoted(hostOfOne)}, the other ${quoted(hostOfOther)}`
    const port = (origin: string) => /:(\d+)$/.exec(origin)?.[1] ?? 'none'
    return `one has the port ${port(a.origin)}, the other ${port(b.origin)}`
  }
  if (a.origin !== '' && a.origin === b.origin && a.path !== b.path)
    return `one has the path ${quoted(a.path)}, the other ${quoted(b.path)}`
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return `they differ from character ${at + 1} on`
}
