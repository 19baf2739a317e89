import { useMemo, useState } from 'react'
import { type Inspection, inspect, type ReadingKind } from '#knowledge/paste/inspect.ts'
import type { Pasted } from './pasted-box.tsx'

/** One box and what was recognised in it. */
export interface Inspected {
  pasted: Pasted | undefined
  /** Undefined while the box is empty, and for a file that is read elsewhere. */
  inspection: Inspection | undefined
  take: (pasted: Pasted) => void
  clear: () => void
  correct: (as: ReadingKind) => void
  /** Counts what was taken, so that nothing of one text is shown with the next. */
  generation: number
}

export function useInspected(): Inspected {
  const [{ pasted, as, generation }, set] = useState<{ pasted?: Pasted; as?: ReadingKind; generation: number }>({
    generation: 0,
  })
  const text = pasted && 'text' in pasted ? pasted.text : undefined
  const inspection = useMemo(() => (text === undefined ? undefined : inspect(text, as)), [text, as])
  return {
    pasted,
    inspection,
    generation,
    take: (next) => set({ pasted: next, generation: generation + 1 }),
    clear: () => set({ generation: generation + 1 }),
    correct: (kind) => set({ pasted, as: kind, generation: generation + 1 }),
  }
}
