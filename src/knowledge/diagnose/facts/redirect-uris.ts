import { type AddressPart, addressDifferences, nearest } from './address-differences.ts'
import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

const registeredNames =
  /^(?:(?:web_|spa_|app_)?redirect_?uris|(?:valid|allowed|registered|expected|configured|authorized|post_logout)_(?:redirect|callback|reply|return)_?(?:ur[il]s?)?|callbacks?|callback_urls?|reply_urls?|reply_urls_with_type|allowed_callback_urls|registered|expected_redirect_uri)$/
const sentNames = /^(?:(?:sent_|actual_|requested_|received_)?redirect_?uri|redirecturi|redirect_url)$/

/** In what the redirect URI that was sent differs from the ones that are registered, or from the one sent before. */
export const redirectUris = family(
  [
    'redirect:differs',
    'redirect:scheme',
    'redirect:slash',
    'redirect:host',
    'redirect:port',
    'redirect:path',
    'redirect:case',
    'redirect:encoding',
    'redirect:query',
    'redirect:localhost',
    'redirect:www',
  ],
  (evidence) => {
    const pair = differingPair(evidence)
    if (pair === undefined) return { facts: [] }
    const parts = new Set<AddressPart>(addressDifferences(pair.sent, pair.registered))
    return {
      facts: those({
        'redirect:differs': true,
        'redirect:scheme': parts.has('scheme'),
        'redirect:slash': parts.has('slash'),
        'redirect:host': parts.has('host'),
        'redirect:port': parts.has('port'),
        'redirect:path': parts.has('path'),
        'redirect:case': parts.has('case'),
        'redirect:encoding': parts.has('encoding'),
        'redirect:query': parts.has('query'),
        'redirect:localhost': parts.has('localhost'),
        'redirect:www': parts.has('www'),
      }),
      values: { redirect_uri_sent: pair.sent, redirect_uri_registered: pair.registered },
    }
  },
)

function differingPair(evidence: Evidence): { sent: string; registered: string } | undefined {
  const { sent, registered, unknown } = redirectUrisIn(evidence)
  if (registered.length > 0) {
    const used = sent.length > 0 ? sent : unknown
    for (const one of used) {
      const closest = nearest(one, registered)
      if (closest !== undefined && closest.parts.length > 0) return { sent: one, registered: closest.other }
    }
    return undefined
  }
  const [only] = sent
  const other = sent.length === 1 && only !== undefined ? nearest(only, unknown) : undefined
  if (only !== undefined && other !== undefined && other.parts.length > 0)
    return { sent: only, registered: other.other }
  const [first, ...others] = [...new Set([...sent, ...unknown])]
  const second = first === undefined ? undefined : others.find((one) => addressDifferences(first, one).length > 0)
  // Two that were sent: the one of the authorization request must be sent again.
  return first === undefined || second === undefined ? undefined : { sent: second, registered: first }
}

interface RedirectUris {
  sent: string[]
  registered: string[]
  unknown: string[]
}

function redirectUrisIn(evidence: Evidence): RedirectUris {
  const uris: RedirectUris = { sent: [], registered: [], unknown: [] }
  const add = (role: keyof RedirectUris, written: string) => {
    // A callback as it was called ends with what the identity service added to it.
    const value = written.replace(/[?#&](?:code|state|iss|session_state|id_token|access_token|error)=.*$/s, '')
    if (/^[a-z][a-z0-9+.-]*:/i.test(value) && !uris[role].includes(value) && uris[role].length < 40)
      uris[role].push(value)
  }
  for (const { name, value, in: place } of evidence.parameters()) {
    if (sentNames.test(name)) add(place === 'form' || name !== 'redirect_url' ? 'sent' : 'unknown', value)
    else if (registeredNames.test(name)) for (const one of value.split(/[\s,;]+/)) add('registered', one)
  }
  for (const { about, role, value } of evidence.addressed()) if (about === 'redirect') add(role ?? 'unknown', value)
  for (const { about, expected, received } of evidence.stated()) {
    if (about !== 'redirect') continue
    if (expected !== undefined) add('registered', expected)
    if (received !== undefined) add('sent', received)
  }
  // An address that is registered as something unnamed, and is nearly the one that was sent, is meant for it.
  for (const { about, role, value } of evidence.addressed())
    if (role !== undefined && (about === undefined || about === 'client' || about === 'address')) {
      const others = role === 'registered' ? uris.sent : uris.registered
      if (others.some((one) => addressDifferences(one, value).length < 2)) add(role, value)
    }
  // What somebody says is registered was no more than quoted where it also was sent.
  uris.sent = uris.sent.filter((one) => !uris.registered.includes(one) || uris.sent.length === 1)
  uris.unknown = uris.unknown.filter((one) => !uris.registered.includes(one) && !uris.sent.includes(one))
  return uris
}
