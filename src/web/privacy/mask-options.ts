import { useEffect, useSyncExternalStore } from 'react'
import { loadVocabulary } from '#knowledge/privacy/load-vocabulary.ts'
import type { MaskOptions } from '#knowledge/privacy/mask.ts'
import { usePresenting } from './privacy.ts'

const plainly: MaskOptions = {}
const listeners = new Set<() => void>()
let presented: MaskOptions = { personal: true }

/** What is masked on the screen now: while presenting, whatever a copy that is handed on would not contain either. */
export function useMaskOptions(): MaskOptions {
  const presenting = usePresenting()
  const options = useSyncExternalStore(subscribe, () => presented)
  useEffect(() => {
    if (presenting) void prepare()
  }, [presenting])
  return presenting ? options : plainly
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Gets the list of words, which is large; without a connection it is tried again with the next screen. */
async function prepare(): Promise<void> {
  if (presented.vocabulary !== undefined) return
  const vocabulary = await loadVocabulary().catch(() => undefined)
  if (vocabulary === undefined) return
  presented = { personal: true, vocabulary }
  for (const listener of listeners) listener()
}
