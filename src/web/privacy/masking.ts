import { use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { loadVocabulary } from '#knowledge/privacy/load-vocabulary.ts'
import type { MaskOptions } from '#knowledge/privacy/mask.ts'
import type { Masking } from './masks.ts'
import { usePresenting } from './privacy.ts'

const plainly: MaskOptions = {}
const listeners = new Set<() => void>()
let presented: MaskOptions = { personal: true }
let masks: Promise<typeof import('./masks.ts')> | undefined

/**
 * How what is on the screen is masked now: while presenting, whatever a copy that is handed on would not contain either;
 * otherwise what opens something, where a screen shows what is `always` masked, and undefined where nothing is.
 * Suspends until it is loaded: until then nothing is shown that should be masked.
 */
export function useMasking(always: true): Masking
export function useMasking(always?: boolean): Masking | undefined
export function useMasking(always = false): Masking | undefined {
  const presenting = usePresenting()
  const options = useSyncExternalStore(subscribe, () => presented)
  useEffect(() => {
    if (presenting) void prepare()
  }, [presenting])
  const loaded = presenting || always ? use(loadMasks()) : undefined
  return useMemo(() => loaded?.masksFor(presenting ? options : plainly), [loaded, presenting, options])
}

function loadMasks() {
  masks ??= import('./masks.ts').catch((error) => {
    // Without a connection: it is asked for again with the next screen.
    masks = undefined
    throw error
  })
  return masks
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
