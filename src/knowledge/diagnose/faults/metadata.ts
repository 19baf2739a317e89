import { standard } from '../../protocol/basis.ts'
import { member } from '../../text/member.ts'
import { quoted } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { answers, fault } from '../fault.ts'
import { exampleNow } from './example-parts.ts'

/** What the metadata of an identity service shows by itself. */
export const metadataFaults = [
  fault({
    code: 'metadata-of-other-issuer',
    title: 'The metadata names another issuer',
    meaning:
      'The issuer in the metadata of an identity service must be the URL that the metadata was read from, without /.well-known. Clients reject metadata of another issuer.',
    causes: [
      'The URL of an administration console, an alias or an internal host was configured',
      'The URL of another tenant, realm or authorization server was configured',
      'A proxy in front of the identity service changes its host name',
    ],
    when: (view) => {
      const differing = differingIssuer(view)
      return differing && { at: ['/response/body', '/request/url'], certainty: 'likely', values: differing }
    },
    explain: ({ issuer, expected }) => ({
      cause: `The metadata was read for the issuer ${quoted(expected)}, and names the issuer ${quoted(issuer)}. The two must be identical, so a client rejects the metadata.`,
      fix: `Configure the issuer ${quoted(issuer)} in the client, if that is the service it should use. Otherwise have the service publish ${quoted(expected)} as its issuer.`,
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('OpenID Connect Discovery 1.0 §4.3; RFC 8414 §3.3'),
    example: {
      at: exampleNow,
      step: 'api',
      request: { method: 'GET', url: 'https://admin.id.example/default/.well-known/openid-configuration' },
      response: { status: 200, body: '{"issuer":"https://id.example/default","jwks_uri":"https://id.example/keys"}' },
    },
    expected: answers('likely', 'caller', 'after-fix', '/response/body', '/request/url'),
  }),
]

/** The issuer in a response with metadata, and the one that its URL belongs to; undefined where they are the same. */
function differingIssuer({ address, body, status = 0 }: CallView): { issuer: string; expected: string } | undefined {
  const [, before, after = ''] =
    /^(.*)\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(\/.*)?$/.exec(address.path) ?? []
  const issuer = body.kind === 'json' ? member(body.value, 'issuer') : undefined
  if (before === undefined || typeof issuer !== 'string' || status >= 300 || address.origin === '') return undefined
  const expected = `${address.origin}${before}${after}`
  // Entra ID publishes a template for all tenants.
  return issuer.includes('{') || withoutSlash(issuer) === withoutSlash(expected) ? undefined : { issuer, expected }
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '').toLowerCase()
}
