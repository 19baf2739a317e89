import { kinds } from '#knowledge/privacy/kinds.ts'
import { loadVocabulary } from '#knowledge/privacy/load-vocabulary.ts'
import { scanAgain } from '#knowledge/privacy/scan-again.ts'
import { createScrubber } from '#knowledge/privacy/scrub.ts'
import { isSecret } from '#knowledge/privacy/sensitivity.ts'
import { isPresenting } from './privacy.ts'

/** A text as it is copied to be worked with, with all the rest unchanged; undefined where a last look finds a secret in it. */
export async function withoutSecrets(text: string, field?: string): Promise<string | undefined> {
  const vocabulary = await loadVocabulary()
  const keep = isPresenting() ? undefined : notSecret
  const fingerprint = () => '00000000'
  const first = createScrubber({ fingerprint, keep, vocabulary })
  const place = field === undefined ? undefined : { name: field, place: 'field' as const }
  first.text(text, place)
  const scrubber = createScrubber({ fingerprint, keep, vocabulary, known: first.values(), earlier: first.met })
  const written = scrubber.text(text, place)
  return scanAgain(written, scrubber.values()).length === 0 ? written : undefined
}

const notSecret = new Set(kinds.filter((kind) => !isSecret(kind) && kind !== 'unknown value'))
