import { useSuspenseQuery } from '@tanstack/react-query'
import { LogOut, RefreshCw, UserPlus } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import type { Session, SignedIn } from '#contract/session.ts'
import { calmly, durationInWords } from '#knowledge/text/duration.ts'
import { useNow } from '../../clock.ts'
import { Tag } from '../../elements/tag.tsx'
import { configQuery } from '../../queries.ts'
import type { SessionLabel } from '../../session/session-labels.ts'
import { accessTokenExpiry } from '../../session/token-times.ts'
import { usePerson } from '../../session/use-person.ts'
import { useSessionLabels } from '../../session/use-session-labels.ts'
import { whenIdle } from '../../when-idle.ts'
import { anotherAt } from '../sign-in/choice.ts'
import styles from './session-ticket.module.css'
import { SwitchSession } from './switch-session.tsx'

// What ends and renews sessions, and what tells how that went: here before they are wanted, as there may be no network then.
whenIdle(() => {
  for (const part of [import('../session-action.ts'), import('./renewal-notice.tsx')]) part.catch(() => undefined)
})

/**
 * The session as a ticket stub: whose tokens, of which environment, and how long they still hold; below it the others
 * that this browser holds.
 */
export default function SessionTicket({ session }: { session: Session }) {
  const panel = useId()
  const body = useRef<HTMLDivElement>(null)
  const labels = useSessionLabels()
  const signedIn = session.state === 'signed-in'
  const own = signedIn ? labels.find(({ name }) => name === session.name) : undefined
  const others = labels.filter(({ name }) => name !== own?.name)
  if (!signedIn && others.length === 0) return null
  return (
    <section className={styles.ticket} aria-label="Session">
      <button type="button" className={styles.stub} popoverTarget={panel}>
        {signedIn ? <Stub session={session} who={others.length > 0 ? own?.title : undefined} /> : 'Not signed in'}
      </button>
      <div ref={body} id={panel} popover="auto" className={styles.panel}>
        {signedIn && <Own session={session} several={others.length > 0} />}
        <Others session={session} others={others} done={() => body.current?.togglePopover(false)} />
      </div>
    </section>
  )
}

function Stub({ session, who }: { session: SignedIn; who: string | undefined }) {
  const { data: config } = useSuspenseQuery(configQuery)
  const environment = config.environments.find(({ id }) => id === session.environment)
  return (
    <>
      {who !== undefined && <b className={styles.who}>{who}</b>}
      <Tag tone={environment?.kind ?? 'plain'}>{environment?.name ?? session.environment}</Tag>
      <Remaining session={session} brief />
    </>
  )
}

function Own({ session, several }: { session: SignedIn; several: boolean }) {
  const { data: config } = useSuspenseQuery(configQuery)
  const environment = config.environments.find(({ id }) => id === session.environment)
  const client = environment?.clients.find(({ id }) => id === session.client)
  return (
    <div className={styles.body}>
      <Tag tone={environment?.kind ?? 'plain'}>{environment?.name ?? session.environment}</Tag>
      <Person session={session} several={several} />
      <p className={styles.client}>{client?.name ?? session.client}</p>
      <p className={styles.remaining}>
        <Remaining session={session} />
      </p>
      <Actions renewable={session.refreshToken !== undefined} />
    </div>
  )
}

/** Who signed in, as far as the ID token says; left out while presenting, where there is nobody to be told from. */
function Person({ session, several }: { session: SignedIn; several: boolean }) {
  const label = useSessionLabels().find(({ name }) => name === session.name)
  const person = usePerson(session) ?? (several && label?.title)
  return person ? <p className={styles.person}>{person}</p> : null
}

function Remaining({ session, brief = false }: { session: SignedIn; brief?: boolean }) {
  const now = useNow()
  const expiry = accessTokenExpiry(session)
  if (expiry === undefined) return <Link to="/token">no known expiry</Link>
  const left = expiry.at - now
  return (
    <span className={left > 0 ? styles.left : styles.over} role="timer">
      {left <= 0 ? 'expired' : brief ? inOneUnit(left) : `expires in ${durationInWords(calmly(left))}`}
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
          disabled={!renewable}
          // Disabled it would lose the focus.
          aria-disabled={renewing.state !== 'idle'}
          onClick={(event) => renewing.state !== 'idle' && event.preventDefault()}
          title={renewable ? undefined : 'The identity service sent no refresh token, so the tokens cannot be renewed.'}
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

/** The other sessions of this browser, each one press away, and the way to one more. */
function Others({ session, others, done }: { session: Session; others: SessionLabel[]; done: () => void }) {
  const leaving = useFetcher({ key: 'sign-out' })
  const { data: config } = useSuspenseQuery(configQuery)
  const signedIn = session.state === 'signed-in'
  return (
    <div className={styles.others}>
      {others.length > 0 && (
        <>
          <p className={styles.heading} aria-hidden>
            Switch to
          </p>
          <ul aria-label="Other sessions">
            {others.map((other) => (
              <li key={other.name}>
                <SwitchSession to={other} className={styles.other} done={done}>
                  <b>
                    <span className="visually-hidden">Switch to </span>
                    {other.title}
                  </b>
                  <span>{other.more}</span>
                </SwitchSession>
              </li>
            ))}
          </ul>
        </>
      )}
      {signedIn && (
        <Link to={anotherAt(session, config)} className={styles.more} onClick={done}>
          <UserPlus size={14} aria-hidden />
          Add a session
        </Link>
      )}
      {others.length > (signedIn ? 0 : 1) && (
        <leaving.Form method="post" action="/session" onSubmit={done}>
          <button
            type="submit"
            name="do"
            value="sign-out-all"
            className={styles.more}
            disabled={leaving.state !== 'idle'}
          >
            <LogOut size={14} aria-hidden />
            Sign out of all
          </button>
        </leaving.Form>
      )}
    </div>
  )
}

/** `14 min` or `50 s`, for where there is little room. */
const inOneUnit = (seconds: number): string =>
  seconds >= 60 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds)} s`
