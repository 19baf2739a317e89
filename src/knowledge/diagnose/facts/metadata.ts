import { findJson } from '../../text/json-in-text.ts'
import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

/** What the metadata documents of a text leave out, and in what they differ from the address that they stand under. */
export const metadata = family(
  [
    'metadata:no-authorization-endpoint',
    'metadata:no-registration-endpoint',
    'metadata:no-pkce',
    'metadata:mixed-schemes',
    'metadata:local-host',
    'resource:differs',
    'challenge:bare',
  ],
  (evidence) => {
    const documents = documentsIn(evidence)
    const server = documents.find((one) => typeof one.issuer === 'string' && endpointsOf(one).length > 0)
    const resource = documents.find(
      (one) => Array.isArray(one.authorization_servers) || Array.isArray(one.bearer_methods_supported),
    )
    const lacks = (name: string) => server !== undefined && server[name] === undefined
    const endpoints = server === undefined ? [] : endpointsOf(server)
    const named = typeof resource?.resource === 'string' ? resource.resource : undefined
    const called = named === undefined ? undefined : calledFor(named, evidence)
    const challenge = /www-authenticate["']?: ?["']?bearer\b([^\n]{0,600})/i.exec(evidence.text())
    return {
      facts: those({
        'metadata:no-authorization-endpoint': lacks('authorization_endpoint'),
        'metadata:no-registration-endpoint': lacks('registration_endpoint'),
        'metadata:no-pkce': lacks('code_challenge_methods_supported'),
        'metadata:mixed-schemes': new Set(endpoints.map((one) => one.split(':')[0])).size > 1,
        'metadata:local-host':
          endpoints.some((one) => /^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(one)) &&
          evidence
            .signals()
            .addresses.some(({ url }) => !/^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(url)),
        'resource:differs': called,
        'challenge:bare': challenge !== null && !/resource_metadata/i.test(challenge[1] ?? ''),
      }),
      values: { resource_named: called === undefined ? undefined : named, resource_called: called },
    }
  },
)

type JsonObject = Record<string, unknown>

function documentsIn(evidence: Evidence): JsonObject[] {
  const text = evidence.text()
  if (!/_endpoint|authorization_servers|bearer_methods_supported/.test(text)) return []
  return findJson(text).flatMap(({ value }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? [value as JsonObject] : [],
  )
}

/** The issuer and the endpoints of authorization server metadata (RFC 8414 §2). */
function endpointsOf(document: JsonObject): string[] {
  const endpoints = Object.entries(document).flatMap(([name, value]) =>
    (name.endsWith('_endpoint') || name === 'jwks_uri') && typeof value === 'string' ? [value] : [],
  )
  return typeof document.issuer === 'string' && endpoints.length > 0 ? [document.issuer, ...endpoints] : endpoints
}

/** The address that was called for a resource of another name: RFC 9728 §3.3 wants both to be the same. */
function calledFor(named: string, evidence: Evidence): string | undefined {
  const addresses = evidence.signals().addresses.map(({ url }) => url)
  const asked = addresses.find((url) => url.includes('/.well-known/oauth-protected-resource'))
  const base = asked?.replace('/.well-known/oauth-protected-resource', '')
  const called = base ?? addresses.find((url) => /\/mcp\b|\/sse\b/.test(url) && !url.includes('.well-known'))
  const plain = (url: string) => url.replace(/[?#].*$/s, '').replace(/\/$/, '')
  return called === undefined || plain(called) === plain(named) ? undefined : called
}
