import { useEffect, useState } from 'react'
import { useNow } from '../../clock.ts'
import { VerdictSkeleton } from '../../elements/verdict-card.tsx'

/** What one waits for, and for how long by now; in the place of the response. */
export function Waiting({ what = 'the gateway' }: { what?: string }) {
  const now = useNow()
  const [since] = useState(now)
  return <VerdictSkeleton what={`Waiting for ${what}`} seconds={now - since} />
}

/** Whether something has gone on for so long that it is worth saying: a third of a second. */
export function useLate(busy: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setLate(true), 300)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [busy])
  return busy && late
}
