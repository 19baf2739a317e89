import { utcTime } from '../../text/duration.ts'
import type { Evidence } from './evidence.ts'
import { failureTime } from './failure-time.ts'
import { family, those } from './family.ts'

/** What is wrong with an assertion in the text, against the client and the address that it is for (RFC 7523 §3). */
export const assertions = family(
  [
    'assertion:issuer',
    'assertion:subject',
    'assertion:audience',
    'assertion:expired',
    'assertion:future',
    'assertion:lifetime',
    'assertion:no-jti',
    'assertion:no-exp',
    'assertion:hmac',
  ],
  (evidence) => {
    const found = assertionIn(evidence)
    if (found === undefined) return { facts: [] }
    const { header, claims, ofClient } = found
    const [iss, sub] = [claims.iss, claims.sub].map((one) => (typeof one === 'string' ? one : undefined))
    const clients = evidence.valuesOf('client_id')
    const [client] = clients
    const audience = [claims.aud].flat().filter((one): one is string => typeof one === 'string')
    const endpoint = tokenEndpoint(evidence)
    const time = failureTime(evidence)
    const [exp, iat, nbf] = [claims.exp, claims.iat, claims.nbf].map((one) =>
      typeof one === 'number' ? one : undefined,
    )
    const lifetime = exp === undefined || (iat ?? nbf) === undefined ? undefined : exp - (iat ?? nbf ?? 0)
    return {
      facts: those({
        'assertion:issuer': ofClient && iss !== undefined && client !== undefined && !clients.includes(iss),
        'assertion:subject': ofClient && iss !== undefined && sub !== undefined && iss !== sub,
        'assertion:audience':
          audience.length > 0 && endpoint !== undefined && !audience.some((one) => names(one, endpoint)),
        'assertion:expired': time.known && exp !== undefined && exp <= time.seconds,
        'assertion:future':
          time.known && time.zoned && [iat, nbf].some((one) => one !== undefined && one > time.seconds + 5),
        'assertion:lifetime': lifetime !== undefined && lifetime > 3_600,
        'assertion:no-jti': ofClient && claims.jti === undefined,
        'assertion:no-exp': exp === undefined,
        'assertion:hmac': /^HS\d{3}$/.test(String(header.alg)),
      }),
      values: {
        assertion_iss: iss,
        assertion_sub: sub,
        assertion_aud: audience.join(', '),
        assertion_expires: exp === undefined ? undefined : utcTime(exp),
        assertion_lifetime: lifetime === undefined ? undefined : String(lifetime),
        token_endpoint: endpoint,
      },
    }
  },
)

interface Assertion {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  /** A client vouches for itself with it; else it represents the grant. */
  ofClient: boolean
}

/** The assertion of a text, or the claims of one that somebody decoded. */
function assertionIn(evidence: Evidence): Assertion | undefined {
  const ofClient =
    evidence.valuesOf('client_assertion', 'client_assertion_type').length > 0 ||
    /client[_ ]assertion|private_key_jwt/i.test(evidence.text())
  const token = evidence.tokens().find(({ role }) => role === 'assertion')
  if (token !== undefined) return { header: token.header, claims: token.claims, ofClient }
  if (!ofClient && !/(?<!jwt-)\bassertion\b|grant-type(?::|%3A)jwt-bearer/i.test(evidence.text())) return undefined
  const claims: Record<string, unknown> = Object.create(null)
  for (const { name, value, in: place } of evidence.parameters())
    if (place === 'pair' && /^(?:iss|sub|aud|exp|iat|nbf|jti)$/.test(name))
      claims[name] ??= /^\d{9,11}$/.test(value) ? Number(value) : value
  return claims.iss !== undefined && claims.sub !== undefined && claims.aud !== undefined
    ? { header: {}, claims, ofClient }
    : undefined
}

function tokenEndpoint(evidence: Evidence): string | undefined {
  const bare = (url: string) => url.replace(/[?#].*$/s, '')
  return evidence
    .signals()
    .addresses.map(({ url }) => bare(url))
    .find((url) => /\/(?:[\w-]{0,20}_)?tokens?\/?$/.test(url))
}

/** Whether an audience is the token endpoint or its issuer. */
function names(audience: string, endpoint: string): boolean {
  const plain = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')
  const [one, other] = [plain(audience), plain(endpoint)]
  return one !== '' && (other === one || other.startsWith(`${one}/`))
}
