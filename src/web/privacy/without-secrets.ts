import { kinds } from '#knowledge/privacy/kinds.ts'
import { createScrubber } from '#knowledge/privacy/scrub.ts'
import { isSecret } from '#knowledge/privacy/sensitivity.ts'

const notSecret = new Set(kinds.filter((kind) => !isSecret(kind)))

/** A text as it is copied to be worked with: less what opens something, with all the rest as it is. */
export function withoutSecrets(text: string): string {
  return createScrubber({ fingerprint: () => '00000000', keep: notSecret }).text(text)
}
