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
export default function NeverReturned({ config }: { config: Config }) {
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
      title={`You have an unfinished sign-in, started ${relativeTime(pending.startedAt, now)}`}
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
          <Link to="/errors/stopped-on-identity-page" className={button.button}>
            What happened?
          </Link>
        </>
      }
    >
      <p>
        If {environment?.name ?? pending.environment} showed its own error page, it probably does not know the client{' '}
        <code>{client?.clientId ?? pending.client}</code>
        {client && (
          <>
            {' '}
            or its redirect URI <code>{client.redirectUri}</code>
          </>
        )}
        . Such errors are not sent back to Claimcheck.
      </p>
      {elsewhere.length > 0 && (
        <p>
          The same client is also configured for {elsewhere.map(({ name }) => name).join(' and ')}. An environment knows
          only its own clients, so sign in there instead.
        </p>
      )}
    </Notice>
  )
}
