import { addressDifferences, nearest } from './address-differences.ts'
import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

const expectedNames =
  /^(?:(?!(?:token|actual|received|id_token)_)\w+_issuer(?:_?ur[il])?|issuer_?ur[il]|(?:\w+_)?(?:valid|expected|allowed|trusted|configured|required)_?issuers?(?:_\w+)?|issuer_expected)$/

/** In what the issuer of a token, or of the metadata, differs from the one that was expected. */
export const issuers = family(
  [
    'issuer:differs',
    'issuer:slash',
    'issuer:scheme',
    'issuer:host',
    'issuer:port',
    'issuer:path',
    'issuer:case',
    'issuer:realm',
    'issuer:tenant',
    'issuer:entra-version',
  ],
  (evidence) => {
    const pair = differingIssuers(evidence)
    if (pair === undefined) return { facts: [] }
    const { expected, received } = pair
    const parts = addressDifferences(received, expected)
    const other = (pattern: RegExp) => {
      const [one, two] = [expected, received].map((issuer) => pattern.exec(issuer)?.[1])
      return one !== undefined && two !== undefined && one.toLowerCase() !== two.toLowerCase()
    }
    return {
      facts: those({
        'issuer:differs': true,
        'issuer:slash': parts.includes('slash'),
        'issuer:scheme': parts.includes('scheme'),
        'issuer:host': parts.includes('host'),
        'issuer:port': parts.includes('port'),
        'issuer:path': parts.includes('path'),
        'issuer:case': parts.includes('case'),
        'issuer:realm': other(/\/realms\/([^/?#]+)/i),
        'issuer:tenant': other(/(?:sts\.windows\.net|login\.microsoftonline\.com)\/([^/?#]+)/i),
        'issuer:entra-version': entraVersion(expected) !== entraVersion(received),
      }),
      values: { issuer_expected: expected, issuer_received: received },
    }
  },
)

function entraVersion(issuer: string): 1 | 2 | undefined {
  if (/sts\.windows\.net/.test(issuer)) return 1
  return /login\.microsoftonline\.com\/[^/]+\/v2\.0/.test(issuer) ? 2 : undefined
}

function differingIssuers(evidence: Evidence): { expected: string; received: string } | undefined {
  for (const { about, expected, received } of evidence.stated())
    if (about === 'issuer' && expected && received && addressDifferences(received, expected).length > 0)
      return { expected: listedIn(expected, received), received }
  const expected = new Set<string>()
  const received = new Set<string>()
  const isUrl = (value: string) => /^https?:\/\//i.test(value)
  for (const { about, expected: one, received: other } of evidence.stated()) {
    if (about !== 'issuer') continue
    if (one !== undefined && isUrl(one)) expected.add(one)
    if (other !== undefined && isUrl(other)) received.add(other)
  }
  for (const { name, value } of evidence.parameters())
    if (isUrl(value)) {
      if (expectedNames.test(name)) expected.add(value)
      else if (name === 'iss') received.add(value)
    }
  for (const { role, claims } of evidence.tokens())
    if (
      ['bearer', 'id-token', 'unknown', 'refresh'].includes(role) &&
      typeof claims.iss === 'string' &&
      isUrl(claims.iss)
    )
      received.add(claims.iss)
  for (const { about, role, value } of evidence.addressed())
    if (about === 'issuer' && !/\.well-known|\/jwks|\/certs$/.test(value)) {
      if (role === 'registered') expected.add(value)
      else if (role === 'sent') received.add(value)
    }
  const authorities = evidence
    .parameters()
    // An authority of Entra without a version is not what its issuer begins with.
    .filter(
      ({ name, value }) =>
        /(?:^|_)authority$/.test(name) && isUrl(value) && !/microsoftonline\.com\/[^/]+\/?$/.test(value),
    )
  const named = [...evidence.valuesOf('issuer').filter(isUrl), ...authorities.map(({ value }) => value)]
  if (expected.size === 0) for (const one of named) expected.add(one)
  else if (received.size === 0) for (const one of named) if (!expected.has(one)) received.add(one)
  // Where a provider is asked for its metadata is what its issuer should begin with.
  if (expected.size === 0)
    for (const { value } of evidence.addressed()) {
      const base = /^(https?:\/\/.+?)\/\.well-known\/(?:openid-configuration|oauth-authorization-server)\/?$/.exec(
        value,
      )?.[1]
      if (base !== undefined) expected.add(base)
    }
  for (const one of received) {
    const closest = nearest(one, [...expected])
    if (closest === undefined) continue
    if (closest.parts.length === 0) return undefined
    return { expected: closest.other, received: one }
  }
  return undefined
}

/** Of several issuers in one value the one that is nearest. */
function listedIn(expected: string, received: string): string {
  const all = expected.split(/[\s,;]+/).filter((one) => one !== '')
  return all.length < 2 ? expected : (nearest(received, all)?.other ?? expected)
}
