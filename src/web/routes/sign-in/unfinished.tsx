import { X } from 'lucide-react'
import { useState } from 'react'
import { Form, Link } from 'react-router'
import type { Config } from '#contract/config.ts'
import { relativeTime } from '#knowledge/text/duration.ts'
import { useNow } from '../../clock.ts'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { forgetPending, type Pending, pendingSignIn } from '../../session/unfinished-sign-in.ts'
import { signInAddress } from './choice.ts'
import styles from './unfinished.module.css'

/**
 * A sign-in of this tab that left and has not come back: mostly somebody went back by hand, so one line offers to go on.
 * What an identity service may have shown on a page of its own is explained to those who say that it did.
 */
export default function NeverReturned({ config }: { config: Config }) {
  const [pending, setPending] = useState(pendingSignIn)
  const [showedError, setShowedError] = useState(false)
  const now = useNow()
  if (!pending || pending.returned) return null
  const environment = config.environments.find(({ id }) => id === pending.environment)
  return (
    <>
      <div className={styles.line}>
        <p>
          Unfinished sign-in to {environment?.name ?? pending.environment}, started{' '}
          {relativeTime(pending.startedAt, now)}
        </p>
        <Form method="post">
          <input type="hidden" name="choice" value={signInAddress(pending).slice('/?'.length)} />
          <button type="submit" className={button.button}>
            Continue
          </button>
        </Form>
        <button
          type="button"
          className={button.quiet}
          aria-expanded={showedError}
          onClick={() => setShowedError(!showedError)}
        >
          It showed an error
        </button>
        <button
          type="button"
          className={button.icon}
          aria-label="Dismiss the unfinished sign-in"
          onClick={() => {
            forgetPending()
            setPending(undefined)
          }}
        >
          <X size={16} aria-hidden />
        </button>
      </div>
      {showedError && <ErrorThere pending={pending} config={config} />}
    </>
  )
}

/**
 * An identity service shows an unknown client or redirect URI on a page of its own and never redirects, so this is the
 * only place where it can be explained.
 */
function ErrorThere({ pending, config }: { pending: Pending; config: Config }) {
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
      title={`An error page of ${environment?.name ?? pending.environment}`}
      actions={
        <Link to="/errors/stopped-on-identity-page" className={button.button}>
          What happened?
        </Link>
      }
    >
      <p>
        It probably does not know the client <code>{client?.clientId ?? pending.client}</code>
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
          The same client is also configured for {elsewhere.map(({ name }) => name).join(' and ')}. If the page says
          that the client is unknown, sign in there instead.
        </p>
      )}
    </Notice>
  )
}
