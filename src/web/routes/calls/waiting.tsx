import { useState } from 'react'
import { useNow } from '../../clock.ts'
import { VerdictSkeleton } from '../../elements/verdict-card.tsx'

/** What one waits for, and for how long by now; in the place of the response. */
export function Waiting({ what = 'the gateway' }: { what?: string }) {
  const now = useNow()
  const [since] = useState(now)
  return <VerdictSkeleton what={`Waiting for ${what}`} seconds={now - since} />
}
