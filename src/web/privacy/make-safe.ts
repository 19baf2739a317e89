import { type Kind, keptByDefault } from '#knowledge/privacy/kinds.ts'
import { type Leak, scanAgain } from '#knowledge/privacy/scan-again.ts'
import { type Change, createScrubber, type Scrubber } from '#knowledge/privacy/scrub.ts'
import type { Vocabulary } from '#knowledge/privacy/vocabulary.ts'
import { fingerprintsOf, pageKey } from './fingerprints.ts'

/** What was made safe, and what a last look at it found; with a leak it is not to be handed over. */
export interface Safe<Made> {
  made: Made
  changes: Change[]
  leaks: Leak[]
}

/**
 * Makes something safe in two passes: the first finds every value that must be removed, the second removes each
 * wherever it stands. Then the finished texts are looked through once more.
 *
 * @param texts what is handed over of what was made
 * @param vocabulary what is known to be harmless: whatever is not is removed
 * @param key of the fingerprints, for a worker; the page has its own
 */
export async function makeSafe<Made>(
  make: (scrubber: Scrubber) => Made,
  texts: (made: Made) => string[],
  vocabulary: Vocabulary,
  keep: ReadonlySet<Kind> = keptByDefault,
  key?: CryptoKey,
): Promise<Safe<Made>> {
  const asked = new Set<string>()
  const fingerprint = (value: string) => {
    asked.add(value)
    return '00000000'
  }
  const first = createScrubber({ fingerprint, keep, vocabulary })
  make(first)
  const known = first.values()
  // What is found by being known elsewhere is asked for as well.
  const second = createScrubber({ fingerprint, keep, known, earlier: first.met, vocabulary })
  make(second)
  const prints = await fingerprintsOf(asked, key ?? (await pageKey()))
  const scrubber = createScrubber({
    fingerprint: (value) => prints.get(value) ?? 'unlisted',
    keep,
    known,
    earlier: first.met,
    met: second.met,
    vocabulary,
  })
  const made = make(scrubber)
  return {
    made,
    changes: scrubber.changes(),
    leaks: texts(made).flatMap((text) => scanAgain(text, scrubber.values(), undefined, first.met)),
  }
}
