import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

const expectedNames =
  /^(?:(?:valid|expected|allowed|required|configured|accepted)_?aud(?:iences?)?|audience_expected|(?:\w+_)?resource_?server(?:_id)?|api_?audience|jwt_audience|(?:api_)?identifier|resource_id)$/

/** Whether the audience of a token is the one that its recipient takes. */
export const audiences = family(
  [
    'audience:differs',
    'audience:slash',
    'audience:api-prefix',
    'audience:account',
    'audience:graph',
    'audience:client-id',
  ],
  (evidence) => {
    const pair = differingAudiences(evidence)
    if (pair === undefined) return { facts: [] }
    const { expected, received } = pair
    const bare = (one: string) => one.replace(/\/$/, '')
    return {
      facts: those({
        'audience:differs': true,
        'audience:slash': received.some((one) => bare(one) === bare(expected)),
        'audience:api-prefix': received.some(
          (one) => one.replace(/^api:\/\//, '') === expected.replace(/^api:\/\//, ''),
        ),
        'audience:account': received.includes('account'),
        'audience:graph': received.some((one) =>
          /graph\.(?:microsoft\.com|windows\.net)|^00000003-0000-0000-c000/.test(one),
        ),
        'audience:client-id': evidence.valuesOf('client_id', 'azp', 'appid').some((id) => received.includes(id)),
      }),
      values: { audience_expected: expected, audience_received: received.join(', ') },
    }
  },
)

function differingAudiences(evidence: Evidence): { expected: string; received: string[] } | undefined {
  const stated = evidence.stated().filter(({ about }) => about === 'audience')
  for (const { expected, received } of stated)
    if (
      expected !== undefined &&
      received !== undefined &&
      !listOf(received).some((one) => listOf(expected).includes(one))
    )
      return { expected, received: listOf(received) }
  const tokens = evidence.tokens().filter(({ role }) => role === 'bearer' || role === 'unknown' || role === 'id-token')
  const received = tokens.flatMap(({ claims }) => asList(claims.aud))
  const asPair = evidence.valuesOf('aud').flatMap((value) => listOf(value.split(/[;\s]/)[0] ?? ''))
  const said = stated.flatMap((one) => (one.received === undefined ? [] : listOf(one.received)))
  const all = received.length > 0 ? received : asPair.length > 0 ? asPair : said
  if (all.length === 0) return undefined
  const expected = [
    ...stated.flatMap((one) => (one.expected === undefined ? [] : [one.expected])),
    ...evidence
      .parameters()
      .flatMap(({ name, value, in: place }) =>
        expectedNames.test(name) || (name === 'audience' && place === 'pair') ? [value] : [],
      ),
    ...evidence
      .addressed()
      .flatMap(({ about, role, value }) => (about === 'audience' && role === 'registered' ? [value] : [])),
  ]
  const wanted = expected.find((one) => one.length > 1 && !/\s/.test(one))
  if (wanted !== undefined && !expected.some((one) => all.includes(one))) return { expected: wanted, received: all }
  // OpenID Connect Core §3.1.3.7: an ID token is meant for the client that requested it.
  const idToken = tokens.find(({ role }) => role === 'id-token')
  const [client] = evidence.valuesOf('client_id')
  if (idToken === undefined || client === undefined) return undefined
  const own = asList(idToken.claims.aud)
  return own.length > 0 && !own.includes(client) ? { expected: client, received: own } : undefined
}

function asList(aud: unknown): string[] {
  return [aud].flat().filter((one): one is string => typeof one === 'string')
}

function listOf(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((one) => one.replace(/^["'[]+|["'\]]+$/g, ''))
    .filter((one) => one !== '')
}
