import { useEffect, useMemo, useState } from 'react'
import { pastedLimit } from '#knowledge/paste/pasted-limit.ts'
import type { Known } from '#knowledge/paste/read-pasted.ts'
import type { Told } from '#knowledge/told.ts'
import { askWhy } from '../../exchange/reasons.ts'
import { usePresenting } from '../../privacy/privacy.ts'

export type Explained = { state: 'told'; told: Told } | { state: 'reading' } | { state: 'failed' }

/**
 * What a text says of a failure. While it is typed on, or more becomes known beside it, what was said of it last stays.
 *
 * @param generation tells texts apart that were taken whole: what was said of one is never given back for another
 */
export function useExplanation(text: string, known: Known, generation: number): Explained {
  const personal = usePresenting()
  const asked = useMemo(() => ({ text, known, personal, generation }), [text, known, personal, generation])
  const nothing = text.trim() === '' && (known.token ?? '').trim() === ''
  const [answer, setAnswer] = useState<{ asked: typeof asked; explained: Explained }>()
  useEffect(() => {
    if (nothing) return
    const left = new AbortController()
    const end = (explained: Explained) => left.signal.aborted || setAnswer({ asked, explained })
    // One character more than is read tells that there is more.
    const read = asked.text.slice(0, pastedLimit + 1)
    askWhy({ about: 'text', text: read, known: asked.known, personal: asked.personal }, left.signal).then(
      (told) => end({ state: 'told', told }),
      () => end({ state: 'failed' }),
    )
    return () => left.abort()
  }, [asked, nothing])
  if (nothing) return toldNothing
  if (answer?.asked === asked) return answer.explained
  const holds = answer?.asked.generation === generation && answer.asked.personal === personal
  return holds && answer.asked.text.trim() !== '' && text.trim() !== '' ? answer.explained : { state: 'reading' }
}

const toldNothing: Explained = {
  state: 'told',
  told: { outcome: 'not-recognised', readings: [], text: '', secrets: [] },
}
