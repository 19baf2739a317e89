import type { Call } from '../../protocol/call.ts'
import { decodeJwt } from '../../token/jwt.ts'
import { atMost } from '../certainty.ts'
import type { Diagnosis } from '../diagnosis.ts'
import type { FactName, Facts } from '../facts/facts.ts'
import type { FaultCode } from '../faults/catalogue.ts'

/** What is seen or reported, and the causes that cannot be where it is so. */
const reports: {
  is: FactName
  unless?: readonly FactName[]
  excludes: readonly FaultCode[]
  /** It speaks against what the call shows for certain too. */
  firm?: true
}[] = [
  // There it is the right token.
  { is: 'takes:id-tokens', excludes: ['id-token-sent-as-bearer'], firm: true },
  {
    // Other calls with this token go well.
    is: 'works:other-endpoint',
    excludes: [
      'access-token-expired',
      'access-token-revoked',
      'invalid-token',
      'no-matching-public-key',
      'signing-key-unknown',
      'token-signature-refused',
      'issuer-not-trusted',
      'token-from-other-environment',
      'unauthorized',
    ],
  },
  {
    // Nobody but the API that it is for can verify it, so no other key would fit.
    is: 'token:for-graph',
    excludes: [
      'token-signature-refused',
      'signing-key-unknown',
      'no-matching-public-key',
      'signing-algorithm-not-accepted',
    ],
  },
  { is: 'redirect:same', excludes: ['redirect-uri-differs'] },
  { is: 'code:first-use', excludes: ['code-already-used'] },
  { is: 'token:in-time', excludes: ['access-token-expired'] },
  {
    // The same request goes well before and after: nothing that is set up is wrong.
    is: 'comes-and-goes',
    excludes: [
      'client-secret-wrong',
      'client-secret-expired',
      'credential-of-other-environment',
      'client-not-found',
      'client-credentials-missing',
      'client-may-not-use-grant',
      'redirect-uri-not-registered',
      'permission-missing',
      'scope-insufficient',
      'api-key-refused',
      'token-from-other-environment',
      'grant-type-not-supported',
    ],
  },
  {
    // What is sent is accepted elsewhere, in the same environment.
    is: 'works:same-credentials',
    unless: ['works:sandbox', 'works:production', 'environments:mixed', 'comes-and-goes'],
    excludes: [
      'client-secret-wrong',
      'client-secret-expired',
      'client-not-found',
      'client-blocked',
      'api-key-refused',
      'credential-of-other-environment',
    ],
  },
]

/** The causes that what is seen or reported speaks against. */
export function excludedBy(facts: Facts, firmly = false): ReadonlySet<string> {
  return new Set<string>(
    reports.flatMap(({ is, unless = [], excludes, firm }) =>
      (firm || !firmly) && facts.has(is) && !unless.some((one) => facts.has(one)) ? excludes : [],
    ),
  )
}

/** The causes that the token of a call and the environment it went to speak against. */
export function excludedByToken({ at, token: given, request, environment }: Call): ReadonlySet<string> {
  const sent = /^Bearer (eyJ\S+)$/i.exec(request?.headers?.authorization ?? '')?.[1]
  const token = given ?? (sent === undefined ? undefined : decodeJwt(sent))
  const excluded = new Set<string>()
  const audience = [token?.claims.aud].flat()
  if (environment?.audience !== undefined && audience.includes(environment.audience))
    excluded.add('audience-not-accepted')
  if (environment?.issuer !== undefined && token?.claims.iss === environment.issuer) {
    excluded.add('issuer-not-trusted')
    excluded.add('token-from-other-environment')
  }
  const expiry = token?.claims.exp
  if (typeof expiry === 'number' && expiry > at + 60) excluded.add('access-token-expired')
  return excluded
}

/**
 * Diagnoses without those that something which is seen or reported speaks against; where nothing else is left, they are
 * possible at most. What the call itself shows for certain stands, whatever somebody believes.
 */
export function withoutContradicted(
  diagnoses: Diagnosis[],
  facts: Facts,
  found: readonly { error: { title: string } }[] = [],
): Diagnosis[] {
  const excluded = excludedBy(facts)
  if (excluded.size === 0) return diagnoses
  // What the text itself is known for was held against the reports where it was found.
  const held = new Set(found.map(({ error }) => error.title))
  const never = excludedBy(facts, true)
  const kept = diagnoses.filter(
    ({ code, certainty, title }) =>
      !never.has(code) && (certainty === 'certain' || held.has(title) || !excluded.has(code)),
  )
  if (kept.length > 0) return kept
  return diagnoses
    .filter(({ code }) => !never.has(code))
    .map((one) => ({ ...one, certainty: atMost(one.certainty, 'possible') }))
}
