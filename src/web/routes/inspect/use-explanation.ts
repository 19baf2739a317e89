import { useEffect, useMemo, useState } from 'react'
import { type Known, pastedLimit } from '#knowledge/paste/read-pasted.ts'
import type { Told } from '#knowledge/told.ts'
import { usePresenting } from '../../privacy/privacy.ts'
import { trustedWorkerUrl } from '../../trusted-worker.ts'
import workerUrl from './explain-worker.ts?worker&url'

export type Explained = { state: 'told'; told: Told } | { state: 'reading' } | { state: 'failed' }

/** Characters up to which a text is explained at once; a longer one is read in a worker, so that the page answers keys. */
const atOnceLimit = 20_000

type Tell = typeof import('#knowledge/told.ts').tell

let tell: Tell | undefined

/** Fetches what explains a text: too much for a screen that may only be shown a token. */
export async function loadTell(): Promise<Tell> {
  tell ??= (await import('#knowledge/told.ts')).tell
  return tell
}

function useTell(): Tell | undefined {
  const [loaded, setLoaded] = useState(() => tell)
  useEffect(() => {
    if (!loaded) void loadTell().then((it) => setLoaded(() => it))
  }, [loaded])
  return loaded
}

/** What a text says of a failure. What is not of this very text and of what is known beside it is never given back. */
export function useExplanation(text: string, known: Known): Explained {
  const personal = usePresenting()
  const long = text.length > atOnceLimit
  const explain = useTell()
  const atOnce = useMemo(
    () => (long || !explain ? undefined : explain(text, known, { personal })),
    [long, explain, text, known, personal],
  )
  const [answer, setAnswer] = useState<{ text: string; known: Known; personal: boolean; explained: Explained }>()
  useEffect(() => {
    if (!long) return
    const worker = new Worker(trustedWorkerUrl(workerUrl), { type: 'module' })
    const end = (explained: Explained) => {
      worker.terminate()
      setAnswer({ text, known, personal, explained })
    }
    worker.onmessage = ({ data }: MessageEvent<Told>) => end({ state: 'told', told: data })
    worker.onerror = () => end({ state: 'failed' })
    // One character more than is read tells that there is more.
    worker.postMessage({ text: text.slice(0, pastedLimit + 1), known, personal })
    return () => worker.terminate()
  }, [long, text, known, personal])
  if (atOnce !== undefined) return { state: 'told', told: atOnce }
  return answer?.text === text && answer.known === known && answer.personal === personal
    ? answer.explained
    : { state: 'reading' }
}
