import { useState } from 'react'
import { Link } from 'react-router'
import type { Config } from '#contract/config.ts'
import { relativeTime } from '#knowledge/text/duration.ts'
import { useNow } from '../../clock.ts'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { forgetPending, pendingSignIn } from '../../session/unfinished-sign-in.ts'

/**
 * A sign-in of this tab that left and has not come back. An identity service shows an unknown client or redirect URI on
 * a page of its own and never redirects, so this is the only place where it can be explained.
 */
export function NeverReturned({ config }: { config: Config }) {
  const [pending, setPending] = useState(pendingSignIn)
  const now = useNow()
  if (!pending || pending.returned) return null
  const environment = config.environments.find(({ id }) => id === pending.environment)
  const client = environment?.clients.find(({ id }) => id === pending.client)
  const elsewhere = config.environments.filter(
    ({ id, authUrl, clients }) =>
      id !== pending.environment &&
      authUrl !== environment?.authUrl &&
      clients.some(({ clientId }) => clientId === client?.clientId),
  )
  return (
    <Notice
      tone="warn"
      title={`The sign-in that you started ${relativeTime(pending.startedAt, now)} has not come back`}
      actions={
        <>
          <button
            type="button"
            className={button.button}
            onClick={() => {
              forgetPending()
              setPending(undefined)
            }}
          >
            Dismiss
          </button>
          <Link to="/errors/stopped-on-identity-page" className={button.quiet}>
            What may have happened
          </Link>
        </>
      }
    >
      <p>
        It went to {environment?.name ?? pending.environment} with the client{' '}
        <code>{client?.clientId ?? pending.client}</code>. If that service showed an error of its own, it most likely
        does not know this client
        {client && (
          <>
            , or the redirect URI <code>{client.redirectUri}</code> is not registered for it
          </>
        )}
        . Such errors are never sent back here, so Claimcheck cannot see them.
      </p>
      {elsewhere.length > 0 && (
        <p>
          The same client identifier is configured for {elsewhere.map(({ name }) => name).join(' and ')} as well. A
          client is registered with one environment only (§5), so choose the environment that it belongs to.
        </p>
      )}
    </Notice>
  )
}
