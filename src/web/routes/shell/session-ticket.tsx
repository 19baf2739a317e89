import { useSuspenseQuery } from '@tanstack/react-query'
import { LogOut, RefreshCw } from 'lucide-react'
import { useId } from 'react'
import { Link, useFetcher } from 'react-router'
import type { SignedIn } from '#contract/session.ts'
import { durationInWords } from '#knowledge/text/duration.ts'
import { useNow } from '../../clock.ts'
import { Tag } from '../../elements/tag.tsx'
import { decodeOwnToken } from '../../exchange/own-token.ts'
import { usePresenting } from '../../privacy/privacy.ts'
import { configQuery } from '../../queries.ts'
import { accessTokenExpiry } from '../../session/token-times.ts'
import styles from './session-ticket.module.css'

/** The session as a ticket stub: whose tokens, of which environment, and how long they still hold. */
export default function SessionTicket({ session }: { session: SignedIn }) {
  const { data: config } = useSuspenseQuery(configQuery)
  const environment = config.environments.find(({ id }) => id === session.environment)
  const client = environment?.clients.find(({ id }) => id === session.client)
  const panel = useId()
  return (
    <section className={styles.ticket} aria-label="Session">
      <button type="button" className={styles.stub} popoverTarget={panel}>
        <Tag tone={environment?.kind ?? 'plain'}>{environment?.name ?? session.environment}</Tag>
        <Remaining session={session} brief />
      </button>
      <div id={panel} popover="auto" className={styles.body}>
        <Tag tone={environment?.kind ?? 'plain'}>{environment?.name ?? session.environment}</Tag>
        <p className={styles.client}>{client?.name ?? session.client}</p>
        <Person session={session} />
        <p className={styles.remaining}>
          <Remaining session={session} />
        </p>
        <Actions renewable={session.refreshToken !== undefined} />
      </div>
    </section>
  )
}

/** Who signed in, as far as the ID token says; left out while presenting. */
function Person({ session }: { session: SignedIn }) {
  const presenting = usePresenting()
  const claims = session.idToken === undefined ? undefined : decodeOwnToken(session.idToken)?.claims
  const name = [claims?.name, claims?.email, claims?.sub].find((claim) => typeof claim === 'string')
  return presenting || name === undefined ? null : <p className={styles.person}>{name}</p>
}

function Remaining({ session, brief = false }: { session: SignedIn; brief?: boolean }) {
  const now = useNow()
  const expiry = accessTokenExpiry(session)
  if (expiry === undefined) return <Link to="/token">no known expiry</Link>
  const left = expiry.at - now
  return (
    <span className={left > 0 ? styles.left : styles.over} role="timer">
      {left <= 0 ? 'expired' : brief ? inOneUnit(left) : `expires in ${durationInWords(left)}`}
    </span>
  )
}

function Actions({ renewable }: { renewable: boolean }) {
  const renewing = useFetcher({ key: 'renew' })
  const leaving = useFetcher({ key: 'sign-out' })
  return (
    <div className={styles.actions}>
      <renewing.Form method="post" action="/session">
        <button
          type="submit"
          name="do"
          value="renew"
          className={styles.action}
          disabled={!renewable || renewing.state !== 'idle'}
          title={
            renewable ? undefined : 'The identity service sent no refresh token, so there is nothing to renew with.'
          }
        >
          <RefreshCw size={14} aria-hidden />
          {renewing.state === 'idle' ? 'Renew' : 'Renewing'}
        </button>
      </renewing.Form>
      <leaving.Form method="post" action="/session">
        <button type="submit" name="do" value="sign-out" className={styles.action} disabled={leaving.state !== 'idle'}>
          <LogOut size={14} aria-hidden />
          Sign out
        </button>
      </leaving.Form>
    </div>
  )
}

/** `14 min` or `50 s`, for where there is little room. */
const inOneUnit = (seconds: number): string =>
  seconds >= 60 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds)} s`
