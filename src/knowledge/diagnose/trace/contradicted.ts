import { atMost } from '../certainty.ts'
import type { Diagnosis } from '../diagnosis.ts'
import type { FaultCode } from '../faults/catalogue.ts'

/** What somebody reports, and the causes that cannot be where it is so. */
const reports: { says: RegExp; excludes: readonly FaultCode[] }[] = [
  {
    // Other calls with this token go well.
    says: /\b(?:same|this|mesmo|este|esse|mismo) token\b[^.\n]{0,60}(?:= ?200|-> ?200|\b200\b|\bok\b|\bworks?\b|\bfunciona\w*|\bpassam?\b)|\b(?:other|outras|demais|otras) (?:calls|endpoints|chamadas|llamadas|apis?)\b[^.\n]{0,80}(?:\b200\b|\bok\b|\bwork\b|\bfunciona\w*|\brespondem\b)/,
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
    says: /\bredirect[_ ]?uri\b[^.\n]{0,40}\b(?:is|e|es) (?:the same|identical|a mesma|igual|la misma)\b|\bsame redirect[_ ]?uri\b|\bmesm[ao] redirect[_ ]?uri\b/,
    excludes: ['redirect-uri-differs'],
  },
  {
    says: /\b(?:first|only) (?:use|exchange|attempt) of (?:the|this) code\b|\bcode\b[^.\n]{0,30}\b(?:never|nunca) (?:foi )?(?:used|usado|trocado|exchanged)\b/,
    excludes: ['code-already-used'],
  },
]

/**
 * Diagnoses without those that something which is reported speaks against; where nothing else is left, they are possible
 * at most. What the call itself shows for certain stands, whatever somebody believes.
 */
export function withoutContradicted(diagnoses: Diagnosis[], words: string): Diagnosis[] {
  const excluded = new Set<string>(reports.flatMap(({ says, excludes }) => (says.test(words) ? excludes : [])))
  if (excluded.size === 0) return diagnoses
  const kept = diagnoses.filter(({ code, certainty }) => certainty === 'certain' || !excluded.has(code))
  if (kept.length > 0) return kept
  return diagnoses.map((one) => ({ ...one, certainty: atMost(one.certainty, 'possible') }))
}
