import { useLocation, useNavigation } from 'react-router'
import { Skeleton } from '../../elements/skeleton.tsx'
import { useLate } from '../../elements/use-late.ts'
import { screens } from './screens.ts'

/** What is shown in place of a screen while the next one is on its way, once that takes longer than a moment. */
export default function Wait() {
  const { location: next, formMethod } = useNavigation()
  const here = useLocation().pathname
  const late = useLate(next !== undefined && formMethod === undefined && next.pathname !== here)
  if (!late) return null
  const screen = screens.find(({ to }) => to.length > 1 && next?.pathname.startsWith(to))
  return (
    <div data-waiting>
      <Skeleton what={`Loading ${screen?.label ?? 'the screen'}`} />
    </div>
  )
}
