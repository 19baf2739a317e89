import { UserRound } from 'lucide-react'
import { useSearchParams } from 'react-router'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { useSessionLabels } from '../../session/use-session-labels.ts'
import { SwitchSession } from '../shell/switch-session.tsx'

/** For a tab that is in no session: the ones that this browser holds, each to go on with. */
export default function OtherSessions() {
  const labels = useSessionLabels()
  const [address] = useSearchParams()
  if (labels.length === 0) return null
  return (
    <Notice
      title={labels.length === 1 ? 'Another session is still signed in' : 'Other sessions are still signed in'}
      actions={labels.map((label) => (
        <SwitchSession key={label.name} to={label} at={address.get('return') ?? '/token'} className={button.button}>
          <UserRound size={15} aria-hidden />
          Continue as {label.title}
        </SwitchSession>
      ))}
    />
  )
}
