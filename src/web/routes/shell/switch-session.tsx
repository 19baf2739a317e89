import type { ReactNode } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { SessionLabel } from '../../session/session-labels.ts'

/** A press that brings this tab into another session of this browser, to stay where one is. */
export function SwitchSession({
  to: { name, title },
  at,
  className,
  done,
  children,
}: {
  to: Pick<SessionLabel, 'name' | 'title'>
  /** Where to go with it; the address that is open when left out. */
  at?: string
  className?: string
  done?: () => void
  children: ReactNode
}) {
  const switching = useFetcher({ key: 'switch' })
  const { pathname, search } = useLocation()
  return (
    <switching.Form method="post" action="/session" onSubmit={done}>
      <input type="hidden" name="do" value="switch" />
      <input type="hidden" name="at" value={at ?? pathname + search} />
      <input type="hidden" name="as" value={title} />
      <button type="submit" name="to" value={name} className={className} disabled={switching.state !== 'idle'}>
        {children}
      </button>
    </switching.Form>
  )
}
