import { kinds } from '#knowledge/privacy/kinds.ts'
import { loadVocabulary } from '#knowledge/privacy/load-vocabulary.ts'
import { scanAgain } from '#knowledge/privacy/scan-again.ts'
import { createScrubber } from '#knowledge/privacy/scrub.ts'
import { isSecret } from '#knowledge/privacy/sensitivity.ts'
import { isPresenting } from './privacy.ts'

/**
 * What a text is that leaves the page.
 *
 * - `safe`: a copy that was made safe and looked through before it was shown
 * - `own`: written by Claimcheck, without a value of a message: a path, code, an address of its own
 * - `secret`: one value that a person wants as it is, and that is masked beside the button
 * - `message`: part of a message: what opens something is removed, and while presenting what describes a person too
 */
export type Leaving = 'safe' | 'own' | 'secret' | 'message'

/** How it went: `refused` by the browser, `stopped` because something in it still looks like a secret. */
export type HandedOver = 'copied' | 'refused' | 'stopped'

const notSecret = new Set(kinds.filter((kind) => !isSecret(kind) && kind !== 'unknown value'))

/** The one way to the clipboard. A text that is not safe by what it is is made so, and looked through once more. */
export async function copyOut(text: string, leaving: Leaving, field?: string): Promise<HandedOver> {
  const written = leaving === 'message' ? await withoutSecrets(text, field) : text
  if (written === undefined) return 'stopped'
  return navigator.clipboard.writeText(written).then(
    () => 'copied' as const,
    () => 'refused' as const,
  )
}

/** A text as it is copied to be worked with, with all the rest unchanged; undefined where a last look finds a secret in it. */
export async function withoutSecrets(text: string, field?: string): Promise<string | undefined> {
  const vocabulary = await loadVocabulary()
  const keep = isPresenting() ? undefined : notSecret
  const fingerprint = () => '00000000'
  const first = createScrubber({ fingerprint, keep, vocabulary })
  const place = field === undefined ? undefined : { name: field, place: 'field' as const }
  first.text(text, place)
  const scrubber = createScrubber({ fingerprint, keep, vocabulary, known: first.values() })
  const written = scrubber.text(text, place)
  return scanAgain(written, scrubber.values()).length === 0 ? written : undefined
}

/** The one way into a file; nothing passes over the network. */
export function saveFile(content: BlobPart, name: string, type: string): void {
  const { address, free } = fileAddressOf(content, type)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(free, 10_000)
}

/** An address of this page at which something can be saved, until it is freed. */
export function fileAddressOf(content: BlobPart, type: string): { address: string; free: () => void } {
  const address = URL.createObjectURL(new Blob([content], { type }))
  return { address, free: () => URL.revokeObjectURL(address) }
}
