import { ExternalLink } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { Config } from '#contract/config.ts'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'

/** After a sign-out: the identity service may still know the person, and has a page to sign out of it as well. */
export default function StillKnown({ config }: { config: Config }) {
  const [address] = useSearchParams()
  const environment = config.environments.find(({ id }) => id === address.get('left'))
  const client = environment?.clients.find(({ id }) => id === address.get('client')) ?? environment?.clients[0]
  if (!environment?.endSessionUrl) return null
  // OpenID Connect RP-Initiated Logout 1.0 §2. Without id_token_hint: no token belongs into an address.
  const logout = new URL(environment.endSessionUrl)
  if (client) logout.searchParams.set('client_id', client.clientId)
  return (
    <Notice
      title={`${environment.name} may still know you`}
      actions={
        <a className={button.button} href={logout.href} target="_blank" rel="noreferrer">
          <ExternalLink size={16} aria-hidden /> Sign out at {environment.name}
        </a>
      }
    >
      <p>You are signed out of Claimcheck. The identity service has its own session.</p>
    </Notice>
  )
}
